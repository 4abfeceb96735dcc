"""Write linear programs as `.mps` texts: for people and other tools, and for the solvers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TypeVar

Number = TypeVar("Number", float, Fraction)


def mps_lines(
    title: str,
    objective: str,
    rows: Mapping[str, tuple[Number | None, Number | None]],
    columns: Mapping[str, tuple[Number | None, Number | None]],
    entries: Mapping[str, Iterable[tuple[str, Number]]],
    spell: Callable[[Number], str],
    maximise: bool = False,
) -> Iterator[str]:
    """Yield the lines of a text.

    `title` follows `NAME`; it ends in FREE unless the text is in the fixed format. Rows and columns
    have a lower and an upper end, None where there is none; `entries` has the coefficients of each
    column by row, which may be the objective.
    """
    yield f"NAME          {title}\n"
    yield "OBJSENSE\n    MAX\n" if maximise else ""
    yield f"ROWS\n N  {objective}\n"
    for name, (lower, upper) in rows.items():
        yield f" {'E' if lower == upper else 'G' if upper is None else 'L'}  {name}\n"
    yield "COLUMNS\n"
    for name, coefficients in entries.items():
        for row, number in coefficients:
            yield _fields(name, row, spell(number))
    yield "RHS\n"
    ranges = []
    for name, (lower, upper) in rows.items():
        if right := lower if upper is None else upper:
            yield _fields("right", name, spell(right))
        if lower is not None and upper is not None and lower != upper:
            ranges.append(_fields("range", name, spell(upper - lower)))
    if ranges:
        yield "RANGES\n"
    yield from ranges
    yield "BOUNDS\n"
    for name, (lower, upper) in columns.items():
        yield from _bounds(name, lower, upper, spell)
    yield "ENDATA\n"


def _bounds(
    name: str, lower: Number | None, upper: Number | None, spell: Callable[[Number], str]
) -> Iterator[str]:
    if lower is None and upper is None:
        yield f" FR bound     {name}\n"
    elif lower is not None and lower == upper:
        yield f" FX bound     {name:<8}  {spell(lower)}\n"
    else:
        if lower is None:
            yield f" MI bound     {name}\n"
        elif lower or (upper is not None and upper < 0):  # Some take 0 for no bound there.
            yield f" LO bound     {name:<8}  {spell(lower)}\n"
        if upper is not None:
            yield f" UP bound     {name:<8}  {spell(upper)}\n"


def _fields(first: str, second: str, number: str) -> str:
    # Aligned as in the fixed format, which a text with blanks in names needs. CBC reads FR bounds
    # only if they are.
    return f"    {first:<8}  {second:<8}  {number}\n"
