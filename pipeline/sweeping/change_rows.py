"""Changes of optimal play as rows of their table."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from schemas.critical import WIDEST, Kind, Row

if TYPE_CHECKING:
    from stages.critical import Change, Critical, Function

PLACES = Decimal("1e-10")


def rows_of(found: "Critical", begun: Row, players: tuple[str, str]) -> Iterator[Row]:
    """Yield the rows of a game, each starting with the columns of its cell; at least one."""
    if not found.changes and not found.open:
        whole = _text(found.values[0]) if len(found.values) == 1 else ""
        row = begun._replace(change=Kind.NONE, low=found.low, high=found.high)
        yield row._replace(below=whole, above=whole)
    rows = [*_changed(found, begun, players), *_open(found, begun)]
    yield from sorted(rows, key=lambda row: row.low or 0)


def _changed(found: "Critical", begun: Row, players: tuple[str, str]) -> Iterator[Row]:
    for change in found.changes:
        at = _at(found, change, begun)
        for move in change.moves:
            yield at._replace(
                change=Kind.ALONE if change.alone else Kind.IN if move.comes else Kind.OUT,
                player=players[move.player - 1],
                action=move.words,
                after=move.after,
                often=move.weight,
            )


def _open(found: "Critical", begun: Row) -> Iterator[Row]:
    for low, high in found.open:
        kind, near = (Kind.OPEN, _near(low)) if high - low <= WIDEST else (Kind.LEFT, "")
        row = begun._replace(change=kind, near=near, low=low, high=high)
        yield row._replace(below=_known(found, low), above=_known(found, high))


def _at(found: "Critical", change: "Change", begun: Row) -> Row:
    """Return the columns that all rows of a change share."""
    from stages.critical.records import polynomial_text  # For start-up time: FLINT.

    return begun._replace(
        near=_near(change.point if change.point is not None else (change.low + change.high) / 2),
        low=change.low,
        high=change.high,
        point=change.point,
        root=polynomial_text(change.root) if change.root else "",
        value_low=change.values[0],
        value_high=change.values[1],
        below=_known(found, change.low),
        above=_known(found, change.high),
    )


def _known(found: "Critical", p: Fraction) -> str:
    """Return the value as a function of p; empty if it is not known."""
    return next((_text(one) for one in found.values if one.low <= p <= one.high), "")


def _text(function: "Function") -> str:
    from stages.critical.records import function_text  # For start-up time, as above.

    return function_text(function)


def _near(number: Fraction) -> str:
    """Return a number with ten decimals.

    >>> _near(Fraction(1, 11))
    '0.0909090909'
    """
    return str((Decimal(number.numerator) / number.denominator).quantize(PLACES))
