"""Tables of points, as text or CSV, written row by row."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

from pipeline.course.grading.rows import Lines, streamed_rows
from pipeline.engines import Engine, Work, engine, ordered, watched
from pipeline.files.reading import refuse_inputs
from pipeline.options import outputs
from pipeline.options.outputs import Output
from pipeline.terminal.diagnostics import progress
from schemas.parts.labels import one_line
from schemas.parts.tables import line_of
from schemas.parts.watch import Watch

COLUMNS = ("file", "part", "points", "of")


class Score(NamedTuple):
    """A row: the points of a hand-in for one part."""

    file: str
    part: str
    points: float | None
    """None if the document gives no points for the part, or if it was not graded."""
    of: float | None
    facts: tuple[tuple[str, str], ...] = ()
    """Additional columns by name, the same for all rows of a table; empty text for unknown
    values.
    """
    reason: str = ""
    """The reason for missing points, in a sentence."""


@dataclass(frozen=True)
class Head:
    """The heading of a table."""

    text: str
    """The heading in text output, one line."""
    facts: tuple[str, ...]
    """The names of the additional columns."""


def _as_text(head: Head) -> Lines[Score]:
    return Lines(lambda: [f"{head.text}\n"], _text_row)


def _as_csv(head: Head) -> Lines[Score]:
    return Lines(lambda: [line_of((*COLUMNS, *head.facts, "reason"))], _csv_row)


POINT_FORMATS: dict[str, Callable[[Head], Lines[Score]]] = {"text": _as_text, "csv": _as_csv}
POINT_ENDINGS = {"text": "points.txt", "csv": "points.csv"}
format_option = outputs.choice("The format of the points.", POINT_ENDINGS)


def scored(
    works: Sequence[Work[Score]], run: Engine, parts: int, whole: str, watch: Watch
) -> Iterator[Score]:
    """Yield the scores of jobs in order, and after every `parts` scores, which make one hand-in,
    the row of their sum, named `whole`.
    """
    before: list[Score] = []
    for score in ordered(watched(run(works), len(works), watch)):
        yield score
        before.append(score)
        if len(before) == parts:
            yield total(before, whole)
            before.clear()


def total(scores: Sequence[Score], part: str) -> Score:
    """Return the row of a sum.

    >>> total([Score("a", "x", 0.1, 6.0), Score("a", "y", 0.2, 8.0)], "all")[1:4]
    ('all', 0.3, 14.0)
    """
    points = round(sum(score.points or 0 for score in scores), 9)
    columns = tuple((name, "") for name, _ in scores[0].facts)
    return Score(scores[0].file, part, points, sum(score.of or 0 for score in scores), columns)


def _text_row(score: Score) -> Iterator[str]:
    got = "none" if score.points is None else _number(score.points)
    points = "" if score.of is None else f": {got} of {_number(score.of)} points"
    yield f"{one_line(score.file)}, {_shown(score.part)}{points}\n"
    told = ", ".join(f"{name} {value}" for name, value in score.facts if value)
    if told:
        yield f"  {told}\n"
    if score.reason:
        yield f"  {_shown(score.reason)}\n"


def _csv_row(score: Score) -> Iterator[str]:
    what = one_line(score.file), _shown(score.part)
    numbers = _number(score.points), _number(score.of)
    facts = (value for _, value in score.facts)
    yield line_of((*what, *numbers, *facts, _shown(score.reason)))


def _number(number: float | None) -> str:
    return "" if number is None else f"{number:.10g}"


def _shown(text: str) -> str:
    """Return a text in one line, without control characters."""
    return one_line(" ".join(text.split()))


def write_scores(
    works: Sequence[Work[Score]],
    parts: int,
    head: Head,
    among: int,
    format: str,
    output: Output,
    inputs: list[str],
) -> None:
    """Write the scores of jobs, `parts` for each hand-in. Raise OutputError."""
    refuse_inputs(output.path, inputs)
    told = "{} of {} rows are there"
    lines = POINT_FORMATS[format](head)
    with (
        progress("grade") as watch,
        closing(engine("local", among)) as run,
        streamed_rows(output, lines, len(works) + len(works) // parts, told) as rows,
    ):
        for score in scored(works, run, parts, "all", watch):
            rows.add(score)
