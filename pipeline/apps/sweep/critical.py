"""`--critical`: the p at which optimal play changes, for every source and every combination of the
other parameters. Each combination is one search, a piece of work for the engine. Changes are rows
of their own table.
"""

import hashlib
import re
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ....schemas.critical import WIDEST, ChangeKind, Row, row_of
from ....schemas.critical import cells as cells_of
from ....schemas.game import Game
from ....schemas.parts.exact import read_exact, write_exact
from ....schemas.parts.labels import one_line
from ....schemas.parts.problems import EfgcError, InputError, StageBug, TimeUp
from ....schemas.parts.watch import Watch
from ....stages.isolated.sandbox import run_directly
from ....stages.parse.maps import read_map
from ...chain.run import result
from ...engines import engine
from ...engines.local import IsolatedJob
from ...files.kinds import kind
from ...files.reading import locked, with_numbers
from ...machine.deadline import limited
from ...machine.streams import silent
from ...settings import Settings
from ...terminal.diagnostics import problem_lines
from .files import Changes, Journal, opened
from .grid import Cell, Varied
from .runs import GRACE, TRUSTED

if TYPE_CHECKING:
    from .critical_points import Change, Critical, Function

_ENDS = re.compile(r"p=([^:,]*):([^:,]*)")
SECONDS = 600.0
"""The time limit of a search without --time-limit."""
SEARCHING = 0.75
"""The share of the time limit for searching; the rest is for describing the changes."""
STEPS = 20
"""The number of steps of p=LOW:HIGH, for the table and the picture."""
ASKED = ("source", "bandits", "rules", "level", "without")
"""The columns that come from the cell."""
NEEDED = "--critical needs two values of p, for example --vary p=0.05:0.95"


class Range(NamedTuple):
    """The interval of p in which changes are searched."""

    low: Fraction
    high: Fraction


def with_steps(vary: Sequence[str]) -> tuple[str, ...]:
    """Return the values of `--vary` as they would be without `--critical`: p=LOW:HIGH gets STEPS
    steps.

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
    """Return the range from the least to the largest requested p, and the other varied parameters
    on which the game depends. Raises UsageError unless p has two values.
    """
    values = [value.value for one in parameters if one.name == "p" for value in one.values]
    if len(values) < 2:
        raise click.UsageError(NEEDED)
    others = tuple(one for one in parameters if one.name not in ("p", "solver"))
    return Range(min(values), max(values)), others


def seconds_of(settings: Settings) -> float:
    """Return the time limit of a search."""
    return settings.request.time_limit or SECONDS


def changes(
    cells: Sequence[Cell], interval: Range, settings: Settings, folder: str, watch: Watch
) -> Generator[tuple[int, Changes]]:
    """Yield the numbers of cells and their rows, as they finish. Searches that are already in the
    folder's journal, if there is a folder, are not repeated. `watch` is called with the number of
    finished searches.

    Raises OutputError, and SolverError if the engine is not installed.
    """
    seconds = seconds_of(settings)
    keys = [_key(cell, interval) for cell in cells]
    with ExitStack() as ended:
        journal: Journal | None = None
        if folder:
            ended.enter_context(locked(Path(folder)))
            journal = ended.enter_context(opened(Path(folder)))
        waiting = list[int]()
        for number, cell in enumerate(cells):
            known = journal.changes(keys[number], seconds) if journal else None
            if cell.source.text is None:
                known = (_failure(cell, InputError.exit_code, cell.source.problem),)
            if known is None:
                waiting.append(number)
            else:
                yield number, _with_cell_columns(known, cell)
        watch(len(cells) - len(waiting), len(cells))
        if waiting:
            load_modules()
            working = engine(settings.engine, settings.jobs)
            ended.callback(working.close)
            jobs = min(settings.jobs, len(waiting))
            works = [CriticalSearch(cells[number], interval, jobs) for number in waiting]
            for done, (at, rows) in enumerate(working(works), 1):
                number = waiting[at]
                if journal:
                    journal.add_changes(keys[number], seconds, rows)
                yield number, rows
                watch(len(cells) - len(waiting) + done, len(cells))
        if journal:
            journal.reorder(keys)


def _key(cell: Cell, interval: Range) -> str:
    """Return a checksum of everything that a search depends on, like that of a run."""
    return hashlib.sha256(
        f"critical {interval.low} {interval.high} {cell.key}".encode()
    ).hexdigest()


def load_modules() -> None:
    """Load the modules for the work, so that processes forked from this one have them."""
    import efgc.pipeline.apps.sweep.critical_points  # noqa: F401  # For start-up time: FLINT, here as in the work itself.


class CriticalSearch(NamedTuple):
    """One source and combination: a piece of work whose failure does not affect others."""

    cell: Cell
    interval: Range
    among: int
    """The number of searches that run at the same time."""

    def __call__(self) -> tuple[Row, ...]:
        done = IsolatedJob(
            name=self.cell.source.name,
            work=_SearchJob(self.cell, self.interval),
            seconds=seconds_of(self.cell.settings) + GRACE,
            among=self.among,
        )()
        if done.error:
            return (_failure(self.cell, done.error.exit_code, str(done.error)),)
        rows: Changes = done.result
        return _rounded(rows, self.cell)


class _SearchJob(NamedTuple):
    cell: Cell
    interval: Range

    def __call__(self) -> tuple[Row, ...]:
        cell = self.cell
        with ExitStack() as ended:
            ended.enter_context(silent())
            ended.enter_context(run_directly(*TRUSTED))
            try:
                return tuple(self._rows())
            except InputError as error:
                return (_failure(cell, error.exit_code, "; ".join(problem_lines(error))),)
            except EfgcError as error:
                return (_failure(cell, error.exit_code, str(error)),)
            except TimeUp as over:
                return (_failure(cell, over.exit_code, f"efgc: {over}"),)

    def _rows(self) -> Iterator[Row]:
        from .critical_points import Search

        source, settings = self.cell.source, self.cell.settings
        assert source.text is not None
        text = source.text
        if kind(text.text) != "map":
            yield _failure(self.cell, 2, f"{source.name}: --critical is for maps, which have a p")
            return

        def game_at(p: Fraction) -> Game:
            chosen = replace(settings, p=p, counted=False)
            made = result(with_numbers(text, chosen), chosen, "expand")
            assert isinstance(made, Game)
            return made

        seconds = seconds_of(settings)
        search = Search(*self.interval)
        try:
            with limited(seconds * SEARCHING):
                [start] = read_map(text.text).squares("S")
                search.run(game_at, start)
        except TimeUp:
            if not search.stretches:
                raise TimeUp(seconds) from None
            yield _failure(
                self.cell,
                TimeUp.exit_code,
                f"the {seconds:g} s of --time-limit have passed: optimal play is known on "
                f"{search.part:.1%} of the range",
            )
        players = game_at(Fraction(1, 2)).players
        yield from rows_of(search.result(), _empty_row(self.cell), players)


def _empty_row(cell: Cell) -> Row:
    """Return the row of a cell, without results."""
    return Row(**_cell_columns(cell))


def _cell_columns(cell: Cell) -> dict[str, Any]:
    return {name: getattr(cell.row, name) for name in ASKED}


def _with_cell_columns(rows: Changes, cell: Cell) -> Changes:
    """Return the rows of a search with the columns of a cell, which may spell the values
    differently.
    """
    return tuple(row._replace(**_cell_columns(cell)) for row in rows)


def _rounded(rows: Changes, cell: Cell) -> Changes:
    """Return rows as they are after reading the table. Rows that the table does not accept become a
    failure.
    """
    try:
        return tuple(row_of(cells_of(row)) for row in rows)
    except InputError as error:
        bug = f"efgc: a bug of ours: the search wrote a broken row: {error}"
        return (_failure(cell, StageBug.exit_code, bug),)


def _failure(cell: Cell, exit_code: int, message: str) -> Row:
    return _empty_row(cell)._replace(
        change=ChangeKind.FAILED, exit_code=exit_code, message=one_line(" ".join(message.split()))
    )


PLACES = Decimal("1e-10")


def rows_of(found: "Critical", begun: Row, players: tuple[str, str]) -> Iterator[Row]:
    """Yield the rows of a game, each starting with the columns of its cell; at least one."""
    if not found.changes and not found.open:
        whole = _text(found.values[0]) if len(found.values) == 1 else ""
        row = begun._replace(change=ChangeKind.NONE, low=found.low, high=found.high)
        yield row._replace(below=whole, above=whole)
    rows = [*_changed(found, begun, players), *_open(found, begun)]
    yield from sorted(rows, key=lambda row: row.low or 0)


def _changed(found: "Critical", begun: Row, players: tuple[str, str]) -> Iterator[Row]:
    for change in found.changes:
        at = _at(found, change, begun)
        for move in change.moves:
            yield at._replace(
                change=ChangeKind.ALONE
                if change.alone
                else ChangeKind.IN
                if move.comes
                else ChangeKind.OUT,
                player=players[move.player - 1],
                action=move.words,
                after=move.after,
                often=move.weight,
            )


def _open(found: "Critical", begun: Row) -> Iterator[Row]:
    for low, high in found.open:
        kind, near = (
            (ChangeKind.OPEN, _near(low)) if high - low <= WIDEST else (ChangeKind.LEFT, "")
        )
        row = begun._replace(change=kind, near=near, low=low, high=high)
        yield row._replace(below=_value_between(found, low), above=_value_between(found, high))


def _at(found: "Critical", change: "Change", begun: Row) -> Row:
    """Return the columns that all rows of a change share."""
    from .critical_points.records import polynomial_text  # For start-up time: FLINT.

    return begun._replace(
        near=_near(change.point if change.point is not None else (change.low + change.high) / 2),
        low=change.low,
        high=change.high,
        point=change.point,
        root=polynomial_text(change.root) if change.root else "",
        value_low=change.values[0],
        value_high=change.values[1],
        below=_value_between(found, change.low),
        above=_value_between(found, change.high),
    )


def _value_between(found: "Critical", p: Fraction) -> str:
    """Return the value as a function of p; empty if it is not known."""
    return next((_text(one) for one in found.values if one.low <= p <= one.high), "")


def _text(function: "Function") -> str:
    from .critical_points.records import function_text  # For start-up time, as above.

    return function_text(function)


def _near(number: Fraction) -> str:
    """Return a number with ten decimals.

    >>> _near(Fraction(1, 11))
    '0.0909090909'
    """
    return str((Decimal(number.numerator) / number.denominator).quantize(PLACES))
