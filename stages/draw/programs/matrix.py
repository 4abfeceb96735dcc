"""The content of a picture of a linear program: its nonzeros, its bands of rows and columns, their
descriptions, and its text for the terminal: a sign per nonzero, or per bin of them.

In a program written by `lower`, the bands are those of the sequence form (von Stengel, "Efficient
computation of behavior strategies", GEB 14, 1996). Player 1's program has the flow `E x = e` and
the best responses `F' v - A' x <= 0`, with the realization weights x and the values v. In any other
program, bands are rows with the same relation.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....schemas.columns import Columns
from ....schemas.linear_program import Symbol, SymbolKind, name, origin, read_symbol, symbol_name
from ....schemas.parts.labels import cut, one_line
from ....schemas.parts.problems import counted
from ....schemas.parts.status import Sense
from ..labels import LONGEST

if TYPE_CHECKING:
    from ...solve.program import FloatProgram


class Band(NamedTuple):
    """Adjacent rows or columns of one kind."""

    name: str
    """In the letters of the papers."""
    words: str
    begin: int
    end: int

    @property
    def size(self) -> int:
        return self.end - self.begin


@dataclass(frozen=True, eq=False)
class Matrix:
    """The nonzeros of a linear program, with its rows and columns in the order of the picture."""

    problem: str
    """The name of the program, or empty text."""
    sense: Sense
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    row_bands: tuple[Band, ...]
    column_bands: tuple[Band, ...]
    entries: tuple[Any, Any, Any]
    """Arrays of shape (nonzeros,): row, column and sign of each, sorted; 1 or -1."""
    meanings: Mapping[str, str]
    """The meanings of rows and columns, if known."""

    @property
    def nonzeros(self) -> int:
        return len(self.entries[0])


class Bins(NamedTuple):
    """The nonzeros counted in bins of adjacent rows and columns; a bin lies within one band."""

    rows: tuple[Band, ...]
    """The bands, in bins."""
    columns: tuple[Band, ...]
    height: int
    """The greatest number of rows in a bin; 1 if each nonzero is shown."""
    width: int
    cells: tuple[tuple[int, int, int, int], ...]
    """Row and column of a bin and its numbers of positive and negative nonzeros; empty bins are
    left out.
    """

    @property
    def all_shown(self) -> bool:
        return self.height == self.width == 1


def matrix(text: str, columns: Columns | None = None) -> Matrix:
    r"""Return the content of a picture of an `.lp` or `.mps` program; `columns` give the meanings
    of its rows and columns.

    Raise InputError with the faulty line.

    >>> found = matrix("max\n o: 3 x\ns.t.\n c: x + y <= 4\nend\n")
    >>> found.rows, found.columns, found.row_bands
    (('c',), ('x', 'y'), (Band(name='<=', words='at most', begin=0, end=1),))
    """
    from ...solve.program import read_program  # Here for start-up time: NumPy and GLPK.

    program = read_program(text, any_size=True)
    called = name(text)
    ours = origin(called)
    rows, columns_ = program.rows.names, program.columns.names
    symbols = _symbols(rows, columns_, ours.player) if ours else None
    if ours and symbols:
        row_order, column_order = _order(symbols[0]), _order(symbols[1])
        row_bands, column_bands = _of_game(ours.player, row_order, column_order, symbols)
    else:
        row_order, row_bands = _by_relation(program)
        column_order = [*range(len(columns_))]
        column_bands = (Band("x", "columns", 0, len(columns_)),)
    named = (*columns.columns, *columns.rows) if columns and columns.problem == called else ()
    return Matrix(
        problem=called,
        sense=program.sense,
        rows=tuple(rows[at] for at in row_order),
        columns=tuple(columns_[at] for at in column_order),
        row_bands=row_bands,
        column_bands=column_bands,
        entries=_entries(program, row_order, column_order),
        meanings={entry.name: one_line(entry.meaning) for entry in named},
    )


def count_in_bins(shown: Matrix, height: int, width: int) -> Bins:
    """Return the nonzeros in bins, with about the given numbers of rows and columns at most."""
    tall, wide = (
        max(1, ceil(len(lines) / most))
        for lines, most in ((shown.rows, height), (shown.columns, width))
    )
    rows, row_bins = _bins(shown.row_bands, tall)
    columns, column_bins = _bins(shown.column_bands, wide)
    row, column, sign = shown.entries
    across = columns[-1].end if columns else 1
    place = np.array(row_bins, np.int64)[row] * across + np.array(column_bins, np.int64)[column]
    found, at = np.unique(place, return_inverse=True)
    positive = np.bincount(at, sign > 0, len(found)).astype(int)
    total = np.bincount(at, minlength=len(found))
    cells = zip(
        (found // across).tolist(),
        (found % across).tolist(),
        positive.tolist(),
        (total - positive).tolist(),
        strict=True,
    )
    return Bins(rows, columns, tall, wide, tuple(cells))


def _symbols(
    rows: Iterable[str], columns: Iterable[str], player: int
) -> tuple[list[Symbol], list[Symbol]] | None:
    """Return the symbols of rows and columns; None if a name is not one of ours."""
    found = tuple([read_symbol(called, player) for called in lines] for lines in (rows, columns))
    kinds = ((SymbolKind.FLOW, SymbolKind.RESPONSE), (SymbolKind.WEIGHT, SymbolKind.VALUE))
    for symbols, known in zip(found, kinds, strict=True):
        if any(symbol is None or symbol.kind not in known for symbol in symbols):
            return None
    return found  # type: ignore[return-value]


_FIRST = (SymbolKind.FLOW, SymbolKind.WEIGHT)


def _order(symbols: Sequence[Symbol]) -> list[int]:
    """Return the indices of the lines in the order of the program's columns and rows."""
    return sorted(
        range(len(symbols)), key=lambda at: (symbols[at].kind not in _FIRST, symbols[at].number)
    )


def _of_game(
    player: int,
    rows: Sequence[int],
    columns: Sequence[int],
    symbols: tuple[list[Symbol], list[Symbol]],
) -> tuple[tuple[Band, ...], tuple[Band, ...]]:
    weights, values = (
        symbol_name(Symbol(kind, who, 0))[:-1]
        for kind, who in ((SymbolKind.WEIGHT, player), (SymbolKind.VALUE, 3 - player))
    )
    own, other, sign = ("E", "F", "- A'") if player == 1 else ("F", "E", "+ A")
    side = "e" if player == 1 else "f"
    flows, first = (
        sum(lines[at].kind in _FIRST for at in order)
        for lines, order in zip(symbols, (rows, columns), strict=True)
    )
    return (
        _bands(
            (f"{own} {weights} = {side}", f"flow: a plan of player {player}", flows),
            (
                f"{other}' {values} {sign} {weights} <= 0",
                f"best responses of player {3 - player}",
                len(rows) - flows,
            ),
        ),
        _bands(
            (weights, f"weights of player {player}'s sequences", first),
            (values, f"values to player {3 - player}'s information sets", len(columns) - first),
        ),
    )


def _by_relation(program: "FloatProgram") -> tuple[list[int], tuple[Band, ...]]:
    kinds = {"=": "equal", "<=": "at most", ">=": "at least", "-": "between two numbers, or free"}
    found: dict[str, list[int]] = {kind: [] for kind in kinds}
    for at, (_, lower, upper) in enumerate(program.rows):
        is_above, is_below = lower > -inf, upper < inf
        kind = "=" if lower == upper else "<=" if is_below else ">="
        found[kind if is_above != is_below or lower == upper else "-"].append(at)
    order = [at for places in found.values() for at in places]
    return order, _bands(*((kind, kinds[kind], len(places)) for kind, places in found.items()))


def _bands(*sizes: tuple[str, str, int]) -> tuple[Band, ...]:
    """Return consecutive bands; those of size 0 are left out."""
    bands, begin = [], 0
    for called, words, size in sizes:
        if size:
            bands.append(Band(called, words, begin, begin + size))
        begin += size
    return tuple(bands)


def _entries(
    program: "FloatProgram", rows: Sequence[int], columns: Sequence[int]
) -> tuple[Any, ...]:
    row, column, coefficient = program.entries
    row, column = (
        np.argsort(np.array(order, np.int64))[places]
        for order, places in ((rows, row), (columns, column))
    )
    order = np.lexsort((column, row))
    return row[order], column[order], np.sign(coefficient[order]).astype(np.int8)


def _bins(bands: Sequence[Band], step: int) -> tuple[tuple[Band, ...], list[int]]:
    """Return the bands in bins, and the bin of each line."""
    found, places, begin = [], [], 0
    for band in bands:
        count = ceil(band.size / step)
        found.append(band._replace(begin=begin, end=begin + count))
        places += [begin + at // step for at in range(band.size)]
        begin += count
    return tuple(found), places


def caption(shown: Matrix) -> str:
    """Return the size of the matrix in words."""
    filled = shown.nonzeros / (len(shown.rows) * len(shown.columns))
    share = f"{100 * filled:.{2 if filled < 0.995 else 3}g}"  # Two digits of 100 are 1e+02.
    return (
        f"{counted(len(shown.rows), 'row')}, {counted(len(shown.columns), 'column')}, "
        f"{counted(shown.nonzeros, 'nonzero')} ({share} % of the matrix)"
    )


def ranges(shown: Matrix) -> Iterator[str]:
    """Yield a description of each band of rows and of columns."""
    for what, bands, names in (
        ("rows", shown.row_bands, shown.rows),
        ("columns", shown.column_bands, shown.columns),
    ):
        for band in bands:
            yield f"{what} {span(band, names)}: {band.name}, {band.words}"


def span(band: Band, names: Sequence[str]) -> str:
    """Return the first and the last name of a band, as drawn."""
    first, last = (cut(names[at], LONGEST) for at in (band.begin, band.end - 1))
    return first if band.size == 1 else f"{first} to {last}"


HEIGHT = 48
"""Approximate maximum number of lines of the picture."""


class Signs(NamedTuple):
    """The characters of the picture."""

    positive: str
    negative: str
    both: str
    none: str
    upright: str
    across: str
    corner: str


UNICODE = Signs("+", "−", "±", "·", "│", "─", "┼")
ASCII = Signs("+", "-", "*", ".", "|", "-", "+")


def write_text(shown: Matrix, ascii: bool = False, width: int = 80) -> Iterator[str]:
    """Yield the lines of the picture, about `width` characters wide, and its description."""
    signs = ASCII if ascii else UNICODE
    longest = max(map(len, shown.rows))
    bins = count_in_bins(shown, HEIGHT, max(8, width - 12 - len(shown.column_bands)))
    margin = min(longest, 12) if bins.height == 1 else 0
    cells = {
        (row, column): signs.both if plus and minus else signs.positive if plus else signs.negative
        for row, column, plus, minus in bins.cells
    }
    yield f"{caption(shown)}\n\n"
    for number, band in enumerate(bins.rows):
        if number:
            yield _rule(bins.columns, margin, signs)
        for line in range(band.begin, band.end):
            label = shown.rows[line][:margin] if margin else ""
            parts = (
                "".join(
                    cells.get((line, number), signs.none) for number in range(one.begin, one.end)
                )
                for one in bins.columns
            )
            band_name = f"  {band.name}" if line == band.begin else ""
            joined = signs.upright.join(parts)
            yield f"{label:>{margin}}{signs.upright}{joined}{signs.upright}{band_name}\n"
    yield "\n"
    yield from (f"{line}\n" for line in ranges(shown))
    yield f"{_meaning(bins.height, bins.width, signs)}\n"


def _rule(columns: tuple[Band, ...], margin: int, signs: Signs) -> str:
    middle = signs.corner.join(signs.across * one.size for one in columns)
    return f"{'':>{margin}}{signs.corner}{middle}{signs.corner}\n"


def _meaning(height: int, width: int, signs: Signs) -> str:
    one = f"{signs.positive} positive, {signs.negative} negative"
    if height == width == 1:
        return one
    return (
        f"{one}, {signs.both} both; a sign stands for up to {height:,} "
        f"{'row' if height == 1 else 'rows'} and {width:,} {'column' if width == 1 else 'columns'}"
    )
