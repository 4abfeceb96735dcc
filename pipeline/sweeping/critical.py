"""`--critical`: where optimal play changes with p, for every source and combination of what else
varies. Each is one piece of work for the engine.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import click

from pipeline.chain import result
from pipeline.deadline import limited
from pipeline.diagnostics import problem_lines
from pipeline.engines import engine, ordered, watched
from pipeline.engines.alone import Alone
from pipeline.kinds import kind
from pipeline.settings import Settings
from pipeline.sweeping.grid import Cell
from pipeline.sweeping.parameters import Varied
from pipeline.sweeping.running import GRACE, TRUSTED
from pipeline.sweeping.told import rows_of
from pipeline.system import silent
from pipeline.varied import with_numbers
from schemas.critical import Kind, Row
from schemas.game import Game
from schemas.parts.exact import read_exact, write_exact
from schemas.parts.labels import one_line
from schemas.parts.problems import EfgcError, InputError, TimeUp
from schemas.parts.watch import Watch
from stages.isolated.inside import trusting
from stages.parse.maps import read_map

_ENDS = re.compile(r"p=([^:,]*):([^:,]*)")
STEPS = 20
"""Of p=LOW:HIGH, for the table and the picture."""
NEEDED = "--critical looks between two values of p: add --vary p=0.05:0.95, for example"


class Range(NamedTuple):
    """The p between which changes are looked for."""

    low: Fraction
    high: Fraction


def with_steps(vary: Sequence[str]) -> tuple[str, ...]:
    """Return the values of `--vary` as they are without `--critical`: p=LOW:HIGH has STEPS.

    >>> with_steps(["bandits=1..2", "p=0.05:0.95", "p=0:1/3"])
    ('bandits=1..2', 'p=0.05:0.95:0.045', 'p=0:1/3:1/60')
    """
    return tuple(map(_with_steps, vary))


def _with_steps(text: str) -> str:
    found = _ENDS.fullmatch(text)
    low, high = (read_exact(end.strip()) for end in found.groups()) if found else (None, None)
    if low is None or high is None or low == high:
        return text
    step = (high - low) / STEPS
    decimal = str(Decimal(step.numerator) / step.denominator)
    return f"{text}:{decimal if Fraction(decimal) == step else write_exact(step)}"


def between(parameters: Sequence[Varied]) -> tuple[Range, tuple[Varied, ...]]:
    """Return the least and the largest p that is asked for, and what else is varied that the game
    depends on. Raises UsageError where p has not two values.
    """
    values = [value.value for one in parameters if one.name == "p" for value in one.values]
    if len(values) < 2:
        raise click.UsageError(NEEDED)
    others = tuple(one for one in parameters if one.name not in ("p", "solver"))
    return Range(min(values), max(values)), others


def changes(
    cells: Sequence[Cell], asked: Range, settings: Settings, watch: Watch = lambda *far: None
) -> tuple[Row, ...]:
    """Return the rows of the table, in the order of the cells. `watch` is told how many are done.

    Raises SolverError where the engine is not installed.
    """
    warm()
    jobs = min(settings.jobs, max(1, len(cells)))
    with ExitStack() as ended:
        working = engine(settings.engine, settings.jobs)
        ended.callback(working.close)
        works = [Looking(cell, asked, jobs) for cell in cells]
        rows: list[Row] = []
        for found in ordered(watched(working(works), len(works), watch)):
            rows += found
    return tuple(rows)


def warm() -> None:
    """Load what the work needs, so that processes that are forked from this one have it."""
    import stages.critical  # noqa: F401  # For start-up time: FLINT, here as in the work itself.


class Looking(NamedTuple):
    """One source and combination: a piece of work that ends no other."""

    cell: Cell
    asked: Range
    among: int
    """How many there are at once."""

    def __call__(self) -> tuple[Row, ...]:
        limit = self.cell.settings.request.time_limit
        done = Alone(
            who=self.cell.source.name,
            work=_Found(self.cell, self.asked),
            seconds=limit + GRACE if limit else 0.0,
            among=self.among,
        )()
        if done.error:
            return (_failed(self.cell, done.error.exit_code, str(done.error)),)
        found: tuple[Row, ...] = done.result
        return found


class _Found(NamedTuple):
    cell: Cell
    asked: Range

    def __call__(self) -> tuple[Row, ...]:
        cell = self.cell
        with ExitStack() as ended:
            ended.enter_context(silent())
            ended.enter_context(trusting(*TRUSTED))
            try:
                return tuple(self._rows())
            except InputError as error:
                return (_failed(cell, error.exit_code, "; ".join(problem_lines(error))),)
            except EfgcError as error:
                return (_failed(cell, error.exit_code, str(error)),)
            except TimeUp as over:
                return (_failed(cell, over.exit_code, f"efgc: {over}"),)

    def _rows(self) -> Iterator[Row]:
        from stages.critical import critical

        source, settings = self.cell.source, self.cell.settings
        if source.text is None:
            yield _failed(self.cell, InputError.exit_code, source.problem)
            return
        text = source.text
        if kind(text.text) != "map":
            yield _failed(self.cell, 2, f"{source.name}: --critical is for maps: they have a p")
            return

        def game_at(p: Fraction) -> Game:
            chosen = replace(settings, p=p, counted=False)
            made = result(with_numbers(text, chosen), chosen, "expand")
            assert isinstance(made, Game)
            return made

        with limited(settings.request.time_limit):
            [start] = read_map(text.text).squares("S")
            found = critical(game_at, *self.asked, start)
            players = game_at(Fraction(1, 2)).players
        yield from rows_of(found, _begun(self.cell), players)


def _begun(cell: Cell) -> Row:
    """Return a row with what is asked."""
    row = cell.row
    return Row(
        row.source, bandits=row.bandits, rules=row.rules, level=row.level, without=row.without
    )


def _failed(cell: Cell, exit_code: int, message: str) -> Row:
    return _begun(cell)._replace(
        change=Kind.FAILED, exit_code=exit_code, message=one_line(" ".join(message.split()))
    )
