"""Results for Python: a solved source, its report and its files."""

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
from pipeline.chain.records import Record
from pipeline.chain.refusals import refuse_format
from pipeline.chain.steps import Step
from pipeline.declarations import AS_PROGRAM, WAYS
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
        """`source` is the text that went through the stages, `given` the source before
        any changes.
        """
        self._given, self._source, self._settings = given, source, settings
        self._steps = tuple(steps)
        self._facts: Facts = facts_of(self._steps[-1].made)

    @property
    def title(self) -> str:
        return self._facts.title

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, player 1's first; empty for a linear program."""
        return self._facts.players

    @property
    def value(self) -> float:
        """The game value to player 1: the float next to the exact value, or else between the
        bounds. For a linear program, its optimum. A Number, with `low`, `high` and `exact`, if
        something is proved.
        """
        return self._facts.number

    @property
    def value_exact(self) -> Number | None:
        """The value, proved in rationals; None if it is not proved."""
        return self._facts.exact

    @property
    def bounds(self) -> Bounds | None:
        """The proved bounds of the value, `lower` and `upper`; None if nothing is proved."""
        return self._facts.bounds

    @property
    def exploitability(self) -> float | None:
        """Half the sum of both best-response gains; None for a linear program."""
        return self._facts.exploitability

    @property
    def solver(self) -> str:
        """The solver whose solution was accepted."""
        return self._facts.solver

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The strategies of players 1 and 2. For a game that is solved state by state, those of the
        first round, and last that of the position `at`; empty for a linear program.
        """
        return self._facts.strategies

    @property
    def record(self) -> Record:
        """The record of the last stage, which contains those of the stages before it."""
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
            # Each way of solving has its own kind of report, with its own formats.
            made: Any = self._made(True)
            return "".join(cast(Format[Any], shown).write(made.report, layout))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON report as Python dicts and lists; `schemas/report.md` lists its keys."""
        found: dict[str, Any] = json.loads(self.report("json"))
        return found

    def to_frame(self) -> Any:
        """Return both strategies as a pandas table, one row per action, with the columns of
        `--format csv` and `exact` as fractions. For a game that is solved state by state, it has
        only the columns up to `exact`. Raises ImportError if pandas is not installed.
        """
        try:
            import pandas  # It is optional.
        except ImportError:
            raise ImportError(
                "to_frame() makes a table of pandas, which is not installed: pip install pandas"
            ) from None
        if self._facts.way == AS_PROGRAM:
            return table_of(pandas, self.report("csv"))
        rows = [row for strategy in self.strategies for one in strategy for row in rows_of(one)]
        return pandas.DataFrame(rows, columns=list(READ))

    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Write the files that `efgc run -o` writes to a folder; return the folder's path."""
        with silent(), told():
            path = os.fspath(folder)
            files = Folder(path, self._source, self._given.text, self._settings, self._given.path)
            for step in self._steps:
                files.write(step)
            return Path(path)

    def _made(self, files: bool) -> Record:
        """Return the record of the last stage, with the trail."""
        return retold(self._steps, self._source, self._settings, files)

    def _picture(self) -> str:
        """Return the usual picture; empty if it is too large to draw, or shows no play."""
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
