"""Gaussian elimination in rationals for matrices that stay sparse.

The bases of sequence-form programs are such. Each pivot is chosen for little fill-in (Markowitz,
Management Science 3, 1957): entries that are alone in their row or column come first, which needs
no arithmetic but the division by the pivot, and most of the others stay short, too. When every
pivot would cause much fill-in, the rest is dense, and FLINT solves it modulo powers of a prime
(Dixon 1982), without fractions in between. Its solution is kept as integers over a common
denominator, which all its long fractions share.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from flint import fmpq, fmpq_mat, fmpz

Line = list[tuple[int, fmpq]]

FILL = 100
"""Entries that a pivot may touch beyond its own row and column; if all would touch more, the rest
is dense.
"""
LONG = 10**1000
"""Limit for numerators and denominators of pivots: the cost of Dixon's method depends on the length
of the solution, that of elimination on the length of all intermediate numbers.
"""
NEAR = 4
"""Number of shortest rows and columns in which the pivot is searched."""
LONGER = 2
"""How many times as long as the longest denominator the common one may be."""


class Pivot(NamedTuple):
    """A row and a column that are eliminated."""

    row: int
    column: int
    number: fmpq
    """The entry where they meet."""
    along: Line
    """The other entries of the row, by column."""
    factors: Line
    """The multiples of the row subtracted from other rows, by row."""


class Rest(NamedTuple):
    """The dense system that is solved at once."""

    rows: list[int]
    columns: list[int]
    matrix: fmpq_mat


class Elimination:
    """A square matrix, from its rows. Raises ZeroDivisionError if it is singular."""

    def __init__(self, rows: Sequence[Line]) -> None:
        self._rows = [dict(row) for row in rows]
        self._columns: list[set[int]] = [set() for _ in rows]
        for at, row in enumerate(self._rows):
            for column in row:
                self._columns[column].add(at)
        self._pivots = _peeled(self._rows, self._columns)
        self._touched = 0
        left = set(range(len(rows))), set(range(len(rows)))
        for pivot in self._pivots:
            left[0].remove(pivot.row)
            left[1].remove(pivot.column)
        self._short_rows = _BySize({at: len(self._rows[at]) for at in sorted(left[0])})
        self._short_columns = _BySize({at: len(self._columns[at]) for at in sorted(left[1])})
        self.core = len(rows) - len(self._pivots)
        """Number of coupled equations: those left when no row or column has a single entry."""

    def solve_all(self, rights: Sequence[Iterable[fmpq]]) -> list[list[fmpq]]:
        """Return x with A x = b for each right-hand side b; the dense rest is solved for all at
        once.
        """
        rest, sides = self._rest, [list(right) for right in rights]
        for side in sides:
            for pivot in self._pivots:
                if value := side[pivot.row]:
                    for row, factor in pivot.factors:
                        side[row] -= factor * value
        found, units = _begun(sides, rest)
        for side, known, unit in zip(sides, found, units, strict=True):
            for pivot in reversed(self._pivots):
                value = _less(side[pivot.row] * unit, pivot.along, known)
                known[pivot.column] = value / pivot.number
        return [times(known, 1 / unit) for known, unit in zip(found, units, strict=True)]

    def solve_all_transposed(self, costs: Sequence[Iterable[fmpq]]) -> list[list[fmpq]]:
        """Return x with x A = c for each vector of costs c, likewise."""
        rest, sides = self._rest, [list(cost) for cost in costs]
        for side in sides:
            for pivot in self._pivots:
                if value := side[pivot.column] / pivot.number:
                    for column, number in pivot.along:
                        side[column] -= number * value
                    side[pivot.column] = value
        turned = Rest(rest.columns, rest.rows, rest.matrix.transpose()) if rest else None
        found, units = _begun(sides, turned)
        for side, known, unit in zip(sides, found, units, strict=True):
            for pivot in reversed(self._pivots):
                known[pivot.row] = _less(side[pivot.column] * unit, pivot.factors, known)
        return [times(known, 1 / unit) for known, unit in zip(found, units, strict=True)]

    @cached_property
    def work(self) -> int:
        """The number of entries that a solution reads."""
        rest = len(self._rest.rows) if self._rest else 0
        return rest**2 + sum(len(pivot.along) + len(pivot.factors) for pivot in self._pivots)

    def dense(self, effort: int | None = None) -> int | None:
        """Eliminate pivots as long as they touch few entries, and return the number of equations
        left to be solved at once; None if that would touch more entries than `effort`.
        """
        while found := self._cheapest():
            touched, row, column = found
            number = self._rows[row][column]
            if touched > FILL or touched and max(abs(number.p), number.q) > LONG:
                break
            self._touched += touched
            if effort is not None and self._touched > effort:
                return None
            self._pivots.append(self._taken_out(row, column))
        return len(self._short_rows.size)

    @cached_property
    def _rest(self) -> Rest | None:
        """Return the dense rest after elimination; None if nothing is left."""
        self.dense()
        rows, columns = self._short_rows.all(), self._short_columns.all()
        if not rows:
            return None
        place = {column: at for at, column in enumerate(columns)}
        entries = [fmpq(0)] * len(rows) ** 2
        for at, row in enumerate(rows):
            for column, number in self._rows[row].items():
                entries[at * len(rows) + place[column]] = number
        return Rest(rows, columns, fmpq_mat(len(rows), len(rows), entries))

    def _cheapest(self) -> tuple[int, int, int] | None:
        """Return the cheapest pivot: the number of entries it touches, its row and its column;
        None if nothing is left.
        """
        in_rows, in_columns = self._short_rows.least(), self._short_columns.least()
        if in_rows is None or in_columns is None:
            return None
        shortest = min(in_rows, in_columns)
        if shortest == 0:
            raise ZeroDivisionError
        places = [(row, at) for row in self._short_rows.some(shortest) for at in self._rows[row]]
        for column in self._short_columns.some(shortest):
            places += [(row, column) for row in self._columns[column]]
        return min(
            ((len(self._rows[row]) - 1) * (len(self._columns[column]) - 1), row, column)
            for row, column in places
        )

    def _taken_out(self, row: int, column: int) -> Pivot:
        """Eliminate a pivot's row and column from the matrix and return the pivot."""
        along, others = self._rows[row], self._columns[column]
        number = along.pop(column)
        others.discard(row)
        self._short_rows.remove(row)
        self._short_columns.remove(column)
        for at in along:
            self._columns[at].discard(row)
        factors = []
        for other in others:
            factor = self._rows[other].pop(column) / number
            self._subtract(other, factor, along)
            factors.append((other, factor))
            self._short_rows.move(other, len(self._rows[other]))
        for at in along:
            self._short_columns.move(at, len(self._columns[at]))
        return Pivot(row, column, number, list(along.items()), factors)

    def _subtract(self, row: int, factor: fmpq, along: dict[int, fmpq]) -> None:
        line = self._rows[row]
        for column, number in along.items():
            left = line.get(column, 0) - factor * number
            if left:
                line[column] = left
                self._columns[column].add(row)
            elif column in line:
                del line[column]
                self._columns[column].discard(row)


class _BySize:
    """Rows or columns by their numbers of entries."""

    def __init__(self, sizes: dict[int, int]) -> None:
        self.size = sizes
        # Entries that have moved to another size are dropped lazily, on access.
        self.lines: dict[int, list[int]] = {}
        for line, size in self.size.items():
            self.lines.setdefault(size, []).append(line)

    def all(self) -> list[int]:
        return list(self.size)

    def least(self) -> int | None:
        while self.lines:
            size = min(self.lines)
            if self.some(size, 1):
                return size
            del self.lines[size]
        return None

    def some(self, size: int, most: int = NEAR) -> list[int]:
        """Return at most `most` lines of a size; empty only if there are none."""
        found: list[int] = []
        lines = self.lines.get(size, [])
        while lines and len(found) < most:
            line = lines.pop()
            if self.size.get(line) == size and line not in found:
                found.append(line)
        lines.extend(found)
        return found

    def remove(self, line: int) -> None:
        del self.size[line]

    def move(self, line: int, size: int) -> None:
        if self.size[line] != size:
            self.size[line] = size
            self.lines.setdefault(size, []).append(line)


def _less(value: fmpq, line: Line, found: list[fmpq]) -> fmpq:
    """Return a value minus the known terms of a line."""
    for at, number in line:
        if found[at]:
            value -= number * found[at]
    return value


def _begun(sides: list[list[fmpq]], rest: Rest | None) -> tuple[list[list[fmpq]], list[fmpq]]:
    """Return per side the solution of the dense system, as multiples of a unit, and the units per
    1.
    """
    found = [[fmpq(0)] * len(side) for side in sides]
    if rest is None:
        return found, [fmpq(1)] * len(sides)
    entries = [side[row] for row in rest.rows for side in sides]
    right = fmpq_mat(len(rest.rows), len(sides), entries)
    solved = rest.matrix.solve(right, algorithm="dixon").entries()  # type: ignore[call-arg]
    units = []
    for at, known in enumerate(found):
        whole, unit = common(solved[at :: len(sides)])
        for place, number in zip(rest.columns, whole, strict=True):
            known[place] = number
        units.append(unit)
    return found, units


def _peeled(rows: list[dict[int, fmpq]], columns: list[set[int]]) -> list[Pivot]:
    """Eliminate entries that are alone in a row or column, repeatedly, and return the pivots.

    `rows` holds the entries by column, `columns` the rows that have one. The eliminated rows and
    columns become empty in both.

    >>> rows = [{0: fmpq(2)}, {0: fmpq(6), 1: fmpq(1)}]
    >>> [(pivot.row, pivot.column, pivot.factors) for pivot in _peeled(rows, [{0, 1}, {1}])]
    [(0, 0, [(1, 3)]), (1, 1, [])]
    """
    found: list[Pivot] = []
    single_rows = [at for at, row in enumerate(rows) if len(row) == 1]
    single_columns = [at for at, column in enumerate(columns) if len(column) == 1]
    while single_rows or single_columns:
        if single_rows:
            row = single_rows.pop()
            if len(rows[row]) == 1:
                found.append(_by_row(row, rows, columns, single_rows))
        else:
            column = single_columns.pop()
            if len(columns[column]) == 1:
                found.append(_by_column(column, rows, columns, single_columns))
    return found


def _by_row(
    row: int, rows: list[dict[int, fmpq]], columns: list[set[int]], singles: list[int]
) -> Pivot:
    """Eliminate the only entry of a row; record new single entries."""
    column, number = rows[row].popitem()
    columns[column].discard(row)
    factors = []
    for other in columns[column]:
        line = rows[other]
        factors.append((other, line.pop(column) / number))
        if len(line) == 1:
            singles.append(other)
    columns[column].clear()
    return Pivot(row, column, number, [], factors)


def _by_column(
    column: int, rows: list[dict[int, fmpq]], columns: list[set[int]], singles: list[int]
) -> Pivot:
    """Eliminate the only entry of a column, likewise."""
    row = columns[column].pop()
    number = rows[row].pop(column)
    along = list(rows[row].items())
    for at, _ in along:
        columns[at].discard(row)
        if len(columns[at]) == 1:
            singles.append(at)
    rows[row].clear()
    return Pivot(row, column, number, along, [])


def common(numbers: Sequence[fmpq]) -> tuple[list[fmpq], fmpq]:
    """Return numbers as multiples of a unit, and the number of units in 1: integers, or the numbers
    themselves if their denominators have too little in common.

    >>> print(*common([fmpq(1, 6), fmpq(3, 4), fmpq(0)]))
    [2, 9, 0] 12
    >>> print(*common([fmpq(1, 101), fmpq(1, 103), fmpq(1, 107)]))
    [1/101, 1/103, 1/107] 1
    """
    denominators = {number.q for number in numbers}
    most = LONGER * max((number.bit_length() for number in denominators), default=0)
    unit = fmpz(1)
    for number in denominators:
        unit = unit.lcm(number)
        if unit.bit_length() > most:
            return list(numbers), fmpq(1)
    return times(numbers, fmpq(unit)), fmpq(unit)


def times(numbers: Sequence[fmpq], factor: fmpq) -> list[fmpq]:
    """Return the numbers, each multiplied by a factor."""
    return [number * factor if number else number for number in numbers]
