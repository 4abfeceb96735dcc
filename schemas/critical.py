"""The table of changes of play, as CSV: one row per action that enters or leaves optimal play as a
probability p increases.

`efgc sweep --critical` writes it; `schemas/critical.md` describes its columns.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from schemas.parts.exact import read_exact, read_fraction, write_exact
from schemas.parts.problems import InputError, Problem, shown
from schemas.parts.tables import LONGEST, read_table, write_table

WIDEST = Fraction(1, 10**9)
"""Maximum width of a bracket."""


class Kind(StrEnum):
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


class Row(NamedTuple):
    """One action at one bracket, or another finding about a range of p."""

    source: str
    """The source as named by the user."""
    bandits: str = ""
    rules: str = ""
    level: str = ""
    without: str = ""
    change: Kind = Kind.NONE
    near: str = ""
    """The value of p at the change, with ten decimals."""
    low: Fraction | None = None
    """The ends of the bracket."""
    high: Fraction | None = None
    point: Fraction | None = None
    """The exact value of p at the change, if it is rational and proved."""
    root: str = ""
    """Otherwise a polynomial in p whose only root in the bracket is the change, if that is
    proved.
    """
    value_low: Fraction | None = None
    """The proved game values at both ends of the bracket."""
    value_high: Fraction | None = None
    below: str = ""
    """The value as a function of p below and above the bracket; for `no change` on the whole range,
    if it is a single function. Empty outside the requested range.
    """
    above: str = ""
    player: str = ""
    action: str = ""
    after: str = ""
    """The player's own actions and observations before the action; empty at the start."""
    often: float | None = None
    """The probability with which play takes the action, in the middle of the range in which it is
    played.
    """
    exit_code: int = 0
    message: str = ""
    """The error message, on one line."""


COLUMNS = Row._fields
DECIMALS = 10**10
FRACTIONS = ("low", "high", "point", "value_low", "value_high")


def write(rows: Iterable[Row]) -> Iterator[str]:
    """Return the lines of the file."""
    return write_table(COLUMNS, map(cells, rows))


def cells(row: Row) -> list[str]:
    """Return the cells of a row as text, in the order of COLUMNS.

    >>> cells(Row("cave.txt", low=Fraction(1, 20), high=Fraction(1, 2)))[5:9]
    ['no change', '', '0.05', '0.5']
    """
    ends = [_end(number) for number in (row.low, row.high)]
    told = row._asdict() | dict(zip(("low", "high"), ends, strict=True))
    return [_cell(told[name]) for name in COLUMNS]


def read(text: str) -> tuple[Row, ...]:
    r"""Return the rows of a file. Raise InputError with all problems.

    >>> read(f"{','.join(COLUMNS)}\ncave.txt{',' * 19}0,\n")
    Traceback (most recent call last):
    ...
    schemas.parts.problems.InputError: 2: change: '' is none
    """
    return read_table(text, COLUMNS, _rows)


def row_of(words: Sequence[str]) -> Row:
    """Return the row with these cells. Raise InputError if they are invalid."""
    problems: list[Problem] = []
    rows = list(_rows(words, None, problems))
    if problems:
        raise InputError(problems)
    return rows[0]


def check_text(text: str) -> None:
    """Check the table. Raise InputError with all problems."""
    read(text)


def _end(number: Fraction | None) -> str:
    """Return the text of an end of a bracket: decimal if that is exact and short.

    >>> _end(Fraction(909090909, 10**10)), _end(Fraction(1, 3))
    ('0.0909090909', '1/3')
    """
    if number is None or DECIMALS % number.denominator:
        return _cell(number)
    digits = f"{number.numerator * (DECIMALS // number.denominator):011d}"
    return f"{digits[:-10]}.{digits[-10:]}".rstrip("0").rstrip(".")


def _exact(text: str) -> Fraction | None:
    """Return the value of a fraction of any length, or of a decimal."""
    return read_fraction(text) or read_exact(text)


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case Fraction():
            return text if len(text := write_exact(value)) <= LONGEST else ""
        case float():
            return f"{value:.6g}"
        case _:
            return str(value)


def _wrong(words: Sequence[str]) -> Iterator[str]:
    """Yield the problems of the cells of a row."""
    if len(words) != len(COLUMNS):
        yield f"{len(words)} cells, and not {len(COLUMNS)}"
        return
    found = dict(zip(COLUMNS, words, strict=True))
    if not found["source"]:
        yield "source: is empty"
    if found["change"] not in tuple(Kind):
        yield f"change: {shown(found['change'])} is none"
    for name in FRACTIONS:
        if found[name] and _exact(found[name]) is None:
            yield f"{name}: {shown(found[name])} is no number"
            return
    if found["often"] and _number(found["often"]) is None:
        yield f"often: {shown(found['often'])} is no number from 0"
    code = found["exit_code"]
    if not (code.isascii() and code.isdigit() and len(code) <= 18):
        yield f"exit_code: {shown(code)} is no whole number from 0"
    yield from _wrong_bracket(found)


def _wrong_bracket(found: dict[str, str]) -> Iterator[str]:
    low, high, point = (_exact(found[name]) for name in ("low", "high", "point"))
    if found["change"] == Kind.LEFT and (low is None or high is None or low >= high):
        yield "low: is not below high"
    if found["change"] in (Kind.IN, Kind.OUT, Kind.ALONE, Kind.OPEN):
        if low is None or high is None or not 0 < high - low <= WIDEST:
            yield "low: is not below high, by 1e-9 at most"
        elif point is not None and not low < point < high:
            yield "point: is not between low and high"


def _rows(words: Sequence[str], line: int | None, problems: list[Problem]) -> Iterator[Row]:
    wrong = list(_wrong(words))
    problems += [Problem(what, (), line) for what in wrong]
    if not wrong:
        yield _row(words)


def _row(words: Sequence[str]) -> Row:
    found: dict[str, Any] = dict(zip(COLUMNS, words, strict=True))
    found |= {name: _exact(found[name]) for name in FRACTIONS}
    found["change"], found["often"] = Kind(found["change"]), _number(found["often"])
    found["exit_code"] = int(found["exit_code"])
    return Row(**found)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None
