"""The table of a sweep: one row per run, tidy, as CSV.

`efgc sweep` writes it, and pictures are drawn from it; `schemas/sweep.md` describes its columns.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from schemas.parts.exact import read_fraction, write_exact
from schemas.parts.problems import InputError, Problem, shown
from schemas.parts.tables import LONGEST, read_table, write_table

PARAMETERS = ("p", "bandits", "rules", "level", "without", "asked")
"""The columns with the parameters of a run."""


class Row(NamedTuple):
    """One run: its parameters and its results. Missing numbers are None."""

    source: str
    """The source as named by the user."""
    p: str = ""
    """The probability in the notation of the user or the map; empty if there is none."""
    bandits: str = ""
    rules: str = ""
    level: str = ""
    without: str = ""
    """The reductions that were not applied, joined by `+`."""
    asked: str = ""
    """The requested solver; empty if all are tried in turn."""
    value: float | None = None
    """The value to player 1; for a linear program its optimum."""
    fraction: Fraction | None = None
    """The exact value, if it is proved."""
    lower: float | None = None
    upper: float | None = None
    exploitability: float | None = None
    nodes: int | None = None
    """Number of nodes of the game, if it was solved as a linear program."""
    rows: int | None = None
    """Number of rows of the linear program that was solved."""
    columns: int | None = None
    seconds: float | None = None
    solver: str = ""
    """The solver that solved it."""
    exit_code: int = 0
    """The exit code of the command."""
    message: str = ""
    """The error message, on one line."""
    command: str = ""
    """The shell command for this run alone."""


COLUMNS = Row._fields


def write(rows: Iterable[Row]) -> Iterator[str]:
    """Return the lines of the file."""
    return write_table(COLUMNS, map(cells, rows))


def cells(row: Row) -> list[str]:
    """Return the cells of a row as text, in the order of COLUMNS.

    >>> cells(Row("cave.txt", p="0.10", value=2.01, fraction=Fraction(201, 100)))[7:9]
    ['2.01', '201/100']
    """
    return [_cell(name, getattr(row, name)) for name in COLUMNS]


def read(text: str) -> tuple[Row, ...]:
    r"""Return the rows of a file. Raise InputError with all problems.

    >>> read(f"{','.join(COLUMNS)}\ncave.txt{',' * 17}3.5,,\n")
    Traceback (most recent call last):
    ...
    schemas.parts.problems.InputError: 2: exit_code: '3.5' is no whole number from 0
    """
    return read_table(text, COLUMNS, _row)


def row_of(words: Sequence[str]) -> Row:
    """Return the row with these cells. Raise InputError if they are invalid."""
    problems: list[Problem] = []
    rows = list(_row(words, None, problems))
    if problems:
        raise InputError(problems)
    return rows[0]


def check_text(text: str) -> None:
    """Check the table of a sweep. Raise InputError with all problems."""
    read(text)


def _row(words: Sequence[str], line: int | None, problems: list[Problem]) -> Iterator[Row]:
    if len(words) != len(COLUMNS):
        problems.append(Problem(f"{len(words)} cells, and not {len(COLUMNS)}", (), line))
        return
    found: dict[str, Any] = {}
    before = len(problems)
    for name, word in zip(COLUMNS, words, strict=True):
        read_cell, what = READERS.get(name, (str, ""))
        empty = not word and name in READERS and name != "exit_code"
        value = None if empty else read_cell(word)
        if value is None and not empty:
            problems.append(Problem(f"{name}: {shown(word)} is no {what}", (), line))
        found[name] = value
    if len(problems) == before:
        row = Row(**found)
        problems += [Problem(wrong, (), line) for wrong in _wrong(row)]
        yield row


def _wrong(row: Row) -> Iterator[str]:
    """Yield the contradictions in a row."""
    if not row.source:
        yield "source: is empty"
    lower, upper = row.lower, row.upper
    if lower is not None and upper is not None and lower > upper:
        yield f"lower: {lower!r} is above upper, {upper!r}"
    if row.fraction is not None and row.value is not None:
        near = float(f"{float(row.fraction):.12g}")
        if not math.isclose(near, row.value, rel_tol=1e-11, abs_tol=1e-300):
            yield f"value: {row.value!r} is not the fraction"
    if row.fraction is not None and not (
        (lower is None or lower <= row.fraction) and (upper is None or row.fraction <= upper)
    ):
        yield "fraction: is not between lower and upper"
    if not row.exit_code and row.value is None:
        yield "value: is empty, and exit_code is 0"


def _cell(name: str, value: object) -> str:
    match value:
        case None:
            return ""
        case float():
            return f"{value:.12g}" if name == "value" else repr(value)
        case Fraction():
            return text if len(text := write_exact(value)) <= LONGEST else ""
        case _:
            return str(value)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _bound(text: str) -> float | None:
    """Return a bound, which may be infinite for a linear program."""
    return {"inf": math.inf, "-inf": -math.inf}.get(text, _number(text))


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


_COUNT = (_whole, "whole number from 0")
READERS: dict[str, tuple[Callable[[str], Any], str]] = {
    "value": (_number, "number"),
    "fraction": (read_fraction, "fraction"),
    "lower": (_bound, "number"),
    "upper": (_bound, "number"),
    "exploitability": (_bound, "number"),
    "nodes": _COUNT,
    "rows": _COUNT,
    "columns": _COUNT,
    "seconds": (_number, "number"),
    "exit_code": _COUNT,
}
