"""`--critical`: the p at which optimal play changes, for every source and every combination of the
other parameters. Each combination is one search, a piece of work for the engine. Changes are rows
of their own table.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import click

from ....schemas.critical import WIDEST, ChangeKind, Row, row_of
from ....schemas.critical import cells as cells_of
from ....schemas.game import Game
from ....schemas.parts.exact import read_exact, write_exact
from ....schemas.parts.problems import TimeUp
from ....stages.parse.maps import read_map
from ...files.kinds import kind
from ...files.reading import with_numbers
from ...machine.deadline import limited
from ...settings import Settings
from ...ways.run import result
from .files import Changes
from .grid import Source, Varied
from .runs import Job

if TYPE_CHECKING:
    from .critical_points import Change, Critical, Function

_ENDS = re.compile(r"p=([^:,]*):([^:,]*)")
SECONDS = 600.0
"""The time limit of a search without --time-limit."""
SEARCHING = 0.75
"""The share of the time limit for searching; the rest is for describing the changes."""
STEPS = 20
"""The number of steps of p=LOW:HIGH, for the table and the picture."""
NEEDED = (
    "--critical needs the two ends of a range of p, such as --vary p=0.05:0.95, and finds the "
    "changes of play between them"
)
FOR_MAPS = (
    "--critical is for maps, whose p it varies; for a constant of rules take small steps, for "
    "example --vary NAME=0:1:0.01"
)


class Range(NamedTuple):
    """The interval of p in which changes are searched."""

    low: Fraction
    high: Fraction


def with_steps(vary: Sequence[str]) -> tuple[str, ...]:
    """Return the values of `--vary` as they would be without `--critical`: p=LOW:HIGH gets STEPS
    steps. Raises UsageError if p is not among them.

    >>> with_steps(["bandits=1..2", "p=0.05:0.95", "p=0:1/3"])
    ('bandits=1..2', 'p=0.05:0.95:0.045', 'p=0:1/3:1/60')
    """
    if not any(text.startswith("p=") for text in vary):
        raise click.UsageError(NEEDED)
    return tuple(map(_with_steps, vary))


def refuse_other_kinds(sources: Sequence[Source]) -> None:
    """Raise UsageError if no source is a map. Among maps, the search of another source fails."""
    if not any(kind(source.text.text) == "map" for source in sources):
        raise click.UsageError(FOR_MAPS)


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


@dataclass(frozen=True)
class CriticalSearch(Job[Changes]):
    """The search of one source and combination."""

    interval: Range = field(kw_only=True)

    called, several = "search", "searches for changes of play"
    columns = ("source", "bandits", "rules", "level", "without")

    @property
    def key(self) -> str:
        low, high = self.interval
        return hashlib.sha256(f"critical {low} {high} {self.cell.key}".encode()).hexdigest()

    @property
    def limit(self) -> float:
        return seconds_of(self.cell.settings)

    def work(self) -> Changes:
        return tuple(self._rows())

    def failure(self, exit_code: int, message: str) -> Changes:
        row = self._empty_row()
        return (row._replace(change=ChangeKind.FAILED, exit_code=exit_code, message=message),)

    def as_read(self, result: Changes) -> Changes:
        return tuple(row_of(cells_of(row)) for row in result)

    def of_cell(self, result: Changes) -> Changes:
        return tuple(row._replace(**self.cell_columns()) for row in result)

    def load_modules(self) -> None:
        from . import critical_points  # noqa: F401  # For start-up time: FLINT, as in the work itself.

    def _empty_row(self) -> Row:
        """Return the row of the cell, without results."""
        return Row(**self.cell_columns())

    def _rows(self) -> Iterator[Row]:
        from .critical_points import Search

        source, settings = self.cell.source, self.cell.settings
        text = source.text
        if kind(text.text) != "map":
            yield from self.failed(2, f"{source.name}: --critical is for maps, which have a p")
            return

        def game_at(p: Fraction) -> Game:
            chosen = replace(settings, p=p, counted=False)
            made = result(with_numbers(text, chosen), chosen, "expand")
            assert isinstance(made, Game)
            return made

        search = Search(*self.interval)
        try:
            with limited(self.limit * SEARCHING):
                [start] = read_map(text.text).squares("S")
                search.run(game_at, start)
        except TimeUp:
            if not search.stretches:
                raise TimeUp(self.limit) from None
            yield from self.failed(
                TimeUp.exit_code,
                f"the {self.limit:g} s of --time-limit have passed: optimal play is known on "
                f"{search.part:.1%} of the range",
            )
        players = game_at(Fraction(1, 2)).players
        yield from rows_of(search.result(), self._empty_row(), players)


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
