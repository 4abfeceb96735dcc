"""Results as Python sees them: a solved source, its report and its files."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any, cast

from pipeline.chain.folder import Folder
from pipeline.chain.later_trail import retold
from pipeline.chain.option_uses import AS_PROGRAM, WAYS, refuse_format
from pipeline.chain.records import Record
from pipeline.chain.steps import Step
from pipeline.files.kinds import kind
from pipeline.files.text import Text
from pipeline.machine.streams import silent
from pipeline.python.drawings import image
from pipeline.python.frames import rows_of, table_of
from pipeline.python.keywords import told
from pipeline.python.sources import Given
from pipeline.results.drawings import usual_picture
from pipeline.results.facts import Facts, facts_of
from pipeline.results.numbers import Number
from pipeline.results.pictures import Wish
from pipeline.results.strategies import Strategy
from pipeline.settings import Settings
from schemas.parts.exact import write_exact
from schemas.parts.problems import InputError
from schemas.report import Bounds
from stages.report.formats import Format
from stages.strategies.own_csv import READ


class Result:
    """A game or a linear program, solved and verified."""

    def __init__(self, given: Given, source: Text, settings: Settings, steps: Sequence[Step]):
        """`source` is what went through the stages, `given` what it was before."""
        self._given, self._source, self._settings = given, source, settings
        self._steps = tuple(steps)
        self._facts: Facts = facts_of(self._steps[-1].made)

    @property
    def title(self) -> str:
        return self._facts.title

    @property
    def players(self) -> tuple[str, ...]:
        """Their names, player 1's first; none of a linear program."""
        return self._facts.players

    @property
    def value(self) -> float:
        """To player 1: the float next to the exact value, or else between the bounds. Of a linear
        program the optimum. A Number, with `low`, `high` and `exact`, where something is proved.
        """
        return self._facts.number

    @property
    def value_exact(self) -> Number | None:
        """The value, proved in rationals; None where it is not."""
        return self._facts.exact

    @property
    def bounds(self) -> Bounds | None:
        """`lower` and `upper`, between which the value is proved to be; None where nothing is."""
        return self._facts.bounds

    @property
    def exploitability(self) -> float | None:
        """Half of what both players' best responses gain; None of a linear program."""
        return self._facts.exploitability

    @property
    def solver(self) -> str:
        """Whose answer was accepted."""
        return self._facts.solver

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """Player 1's and player 2's. Of a game that is solved state by state those of the first
        round, and last that of the position `at`; none of a linear program.
        """
        return self._facts.strategies

    @property
    def record(self) -> Record:
        """What the last stage made, with all that it was made of."""
        return self._steps[-1].made

    def report(self, format: str = "text", *, brief: bool = False) -> str:
        """Return the report in one of the formats of `efgc run --format`."""
        with silent(), told():
            layout = self._settings.layout._replace(brief=brief and format == "text")
            asked = replace(self._settings, report_format=format, layout=layout)
            refuse_format(asked, self._facts.way, self._source.name)
            shown = WAYS[self._facts.way].formats[format]
            if not shown.trail:
                return "".join(next(iter(self._steps[-1].files(asked).values())))
            # Each way has formats of its own kind of report.
            made: Any = self._made(True)
            return "".join(cast(Format[Any], shown).write(made.report, layout))

    def to_dict(self) -> dict[str, Any]:
        """Return the report in JSON as Python's dicts and lists; `schemas/report.md` has its
        keys.
        """
        found: dict[str, Any] = json.loads(self.report("json"))
        return found

    def to_frame(self) -> Any:
        """Return both strategies as a table of pandas, one row per action: what `--format csv`
        writes, with `exact` as fractions, and of a game that is solved state by state
        its columns up to there. Raises ImportError where pandas is not installed.
        """
        try:
            import pandas  # Which is optional.
        except ImportError:
            raise ImportError(
                "to_frame() makes a table of pandas, which is not installed: pip install pandas"
            ) from None
        if self._facts.way == AS_PROGRAM:
            return table_of(pandas, self.report("csv"))
        rows = [row for strategy in self.strategies for one in strategy for row in rows_of(one)]
        return pandas.DataFrame(rows, columns=list(READ))

    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Write the files that `efgc run -o` writes to a folder; return its path."""
        with silent(), told():
            path = os.fspath(folder)
            files = Folder(path, self._source, self._given.text, self._settings, self._given.path)
            for step in self._steps:
                files.write(step)
            return Path(path)

    def _made(self, files: bool) -> Record:
        """Return what the last stage made, with what led to it."""
        return retold(self._steps, self._source, self._settings, files)

    def _picture(self) -> str:
        """Return the usual picture; nothing where it is too large to be seen, or has no play."""
        begin = kind(self._source.text)
        made = [step.made for step in self._steps]
        if begin == "map":
            made[-1] = self._made(False)
        with suppress(InputError):
            wish = Wish(self._source, format="svg")
            drawn = usual_picture(wish, begin, made)
            if drawn is not None:
                return image("".join(drawn.text("svg")), f"{drawn.name} of {self.title}")
        return ""

    def _repr_html_(self) -> str:
        with silent(), told():
            lines = "".join(f"<div>{escape(line)}</div>" for line in _lines(self))
            return f"<div>{lines}{self._picture()}</div>"

    def __repr__(self) -> str:
        return f"<efgc result: {'; '.join(_lines(self))}>"


def _lines(result: Result) -> Iterator[str]:
    yield result.title
    value = f"{result.value:.12g}"
    proved = value if result.value_exact is None else _short(Fraction(result.value_exact))
    exact = f" = {proved}" if proved != value else ""
    to = f" to {result.players[0]}" if result.players else ""
    yield f"{'value' if result.players else 'optimum'} {value}{exact}{to}"
    if result.bounds:
        yield f"between {result.bounds.lower!r} and {result.bounds.upper!r}"


def _short(exact: Fraction) -> str:
    text = write_exact(exact)
    return text if len(text) <= 40 else f"a fraction of {len(text):,} characters"
