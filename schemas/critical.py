"""The table of changes of play, as CSV: one row per action that enters or leaves optimal play as a
probability p increases.

`efgc sweep --critical` writes it; `schemas/critical.md` describes its columns.
"""

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, NamedTuple

from .parts.exact import read_exact, read_fraction
from .parts.tables import Cell, Table, read_number, write_fraction

WIDEST = Fraction(1, 10**9)
"""Maximum width of a bracket."""
DECIMALS = 10**10


class ChangeKind(StrEnum):
    """The kind of a row."""

    IN = "comes in"
    """The action is played above the bracket, but not below it."""
    OUT = "goes out"
    """The action is played below the bracket, but not above it."""
    ALONE = "at one point"
    """The action is part of optimal play only at `point`."""
    OPEN = "not proved"
    """Play is the same on both sides of the bracket, or an end of the requested range is an end of
    the bracket; it was not proved that play is the same inside.
    """
    LEFT = "not searched"
    """The time limit expired before the range between `low` and `high` was searched."""
    NONE = "no change"
    """Play is proved to be the same between `low` and `high`, the whole requested range."""
    FAILED = "failed"


def _end(number: Fraction) -> str:
    """Return the text of an end of a bracket: decimal if that is exact and short.

    >>> _end(Fraction(909090909, 10**10)), _end(Fraction(1, 3))
    ('0.0909090909', '1/3')
    """
    if DECIMALS % number.denominator:
        return write_fraction(number)
    digits = f"{number.numerator * (DECIMALS // number.denominator):011d}"
    return f"{digits[:-10]}.{digits[-10:]}".rstrip("0").rstrip(".")


def _exact(text: str) -> Fraction | None:
    """Return the value of a fraction of any length, or of a decimal."""
    return read_fraction(text) or read_exact(text)


def _probability(text: str) -> float | None:
    number = read_number(text)
    return number if number is not None and number >= 0 else None


End = Annotated[Fraction | None, Cell("exact number", _exact, _end)]
Exact = Annotated[Fraction | None, Cell("fraction", _exact, write_fraction)]


class Row(NamedTuple):
    """One action at one bracket, or another finding about a range of p."""

    source: Annotated[str, "the source, as named on the command line"]
    bandits: Annotated[str, "number of bandits or miners", Cell("whole number", str, str)] = ""
    rules: Annotated[str, "the rules of the map"] = ""
    level: Annotated[str, "level of reduction, `-O`", Cell("whole number", str, str)] = ""
    without: Annotated[str, "reductions that were not applied, joined by `+`"] = ""
    change: Annotated[
        ChangeKind,
        "`comes in`, `goes out` or `at one point`; or `no change`, `not proved`, `not searched`, "
        "`failed`",
    ] = ChangeKind.NONE
    near: Annotated[
        str, "the value of p at the change, with ten decimals", Cell("number", str, str)
    ] = ""
    low: Annotated[
        End, "lower end of the bracket; for `no change` the lower end of the requested range"
    ] = None
    high: Annotated[
        End, "upper end, at most 1e-9 above `low`; or the upper end of the requested range"
    ] = None
    point: Annotated[Exact, "the exact value of p at the change, if it is rational and proved"] = (
        None
    )
    root: Annotated[
        str,
        "otherwise, if proved, a polynomial in p whose only root in the bracket is the change",
    ] = ""
    value_low: Annotated[
        Exact, "game value to player 1 at `low`, proved by best responses on the game"
    ] = None
    value_high: Annotated[Exact, "the same at `high`"] = None
    below: Annotated[
        str,
        "the value as a function of p below the bracket; for `no change`, on the whole range, if "
        "it is a single function; empty outside the requested range",
    ] = ""
    above: Annotated[str, "the same above the bracket"] = ""
    player: Annotated[str, "the player of the action"] = ""
    action: Annotated[str, "its label; in brackets the dangerous places to which it leads"] = ""
    after: Annotated[str, "the player's own actions and observations before the action"] = ""
    often: Annotated[
        float | None,
        "probability with which play takes the action, in the middle of the range of p in which it "
        "is played",
        Cell("number from 0", _probability, "{:.6g}".format),
    ] = None
    exit_code: Annotated[int, "0, or the exit code of the error"] = 0
    message: Annotated[str, "the error message, on one line"] = ""


def _consistent(row: Row) -> Iterator[str]:
    low, high, point = row.low, row.high, row.point
    if not row.source:
        yield "source: is empty"
    if row.change == ChangeKind.LEFT and (low is None or high is None or low >= high):
        yield "low: is not below high"
    if row.change in (ChangeKind.IN, ChangeKind.OUT, ChangeKind.ALONE, ChangeKind.OPEN):
        if low is None or high is None or not 0 < high - low <= WIDEST:
            yield "low: is not below high, by 1e-9 at most"
        elif point is not None and not low < point < high:
            yield "point: is not between low and high"


TABLE = Table(Row, _consistent)
COLUMNS = Row._fields
write, cells, read, row_of = TABLE.write, TABLE.cells, TABLE.read, TABLE.row_of
