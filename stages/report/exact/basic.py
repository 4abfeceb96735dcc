"""The basic solution of a linear program in rationals: primal and dual, from the names of the basic
columns and rows.

The bases of sequence-form programs are nearly triangular. Rows with one basic column and columns
with one row are taken out until none is left; what then stays, the core, goes to FLINT, which
solves it modulo powers of a prime (Dixon 1982) and never sees the fractions in between.
"""

from collections.abc import Collection
from typing import NamedTuple

from flint import fmpq, fmpq_mat

from schemas.linear_program import read_symbol
from schemas.parts.status import Basis
from schemas.solution import Solution
from stages.forms.program import Program
from stages.report.exact.equations import Equations, Line

Pivot = tuple[int, int]  # A row and a basic column.


class Basic(NamedTuple):
    """Exact, but perhaps neither feasible nor optimal."""

    primal: list[fmpq]
    """Per column of the program."""
    dual: list[fmpq]
    """Per row of the program."""
    basis: Collection[int] = ()
    """Numbers of `Program.number`; none where it was not computed from a basis."""


class Order(NamedTuple):
    """In which order a system is solved: `by_row` first to last, then the core, then `by_column`
    last to first.
    """

    by_row: list[Pivot]
    by_column: list[Pivot]
    rows: list[int]
    """Of the core."""
    columns: list[int]


class System:
    """The equations of a basis, and the order in which they are solved."""

    def __init__(self, equations: Equations, basis: Collection[int]) -> None:
        self.basis = sorted(basis)
        """Numbers of `Program.number`: columns, and slacks by the number of their row behind the
        columns.
        """
        self.columns = [equations.column(at) for at in self.basis]
        self.rows: list[Line] = [[] for _ in range(equations.height)]
        for at, column in enumerate(self.columns):
            for row, coefficient in column:
                self.rows[row].append((at, coefficient))
        self.order = _order(self.rows, self.columns) if len(basis) == equations.height else None

    @property
    def core(self) -> int:
        """How many equations hang together; 0 also where there is no solution."""
        return len(self.order.rows) if self.order else 0

    def right(self, side: Line) -> list[fmpq] | None:
        """Return B u = side, a number per basic column; None where that has no one solution."""
        return self._solved(self.rows, self.order, side)

    def left(self, costs: Line) -> list[fmpq] | None:
        """Return u B = costs, a number per row; None where that has no one solution."""
        return self._solved(self.columns, _transposed(self.order) if self.order else None, costs)

    def _solved(self, lines: list[Line], order: "Order | None", side: Line) -> list[fmpq] | None:
        whole = [fmpq(0)] * len(lines)
        for at, number in side:
            whole[at] = number
        try:
            return _solve(lines, order, whole) if order else None
        except ZeroDivisionError:
            return None


def initial_basis(program: Program, solution: Solution) -> set[int]:
    """Return the basic columns and slacks of a solution by the numbers of `Program.number`: one per
    row, or none at all.
    """
    basic = {
        read_symbol(entry.name, program.player)
        for entry in (*solution.columns, *solution.rows)
        if entry.basis == Basis.BASIC
    }
    basis = {number for symbol, number in program.number.items() if symbol in basic}
    return basis if len(basis) == len(program.rows) else set()


def basic(equations: Equations, system: System) -> Basic | None:
    """Return the solution of a basis; None if it is no basis: too many, too few, or dependent."""
    values = system.right([(0, fmpq(1))])  # f0: the empty sequence is played.
    dual = system.left(
        [(at, fmpq(1)) for at, number in enumerate(system.basis) if number == equations.objective]
    )
    if values is None or dual is None:
        return None
    primal = [fmpq(0)] * equations.width
    for at, value in zip(system.basis, values, strict=True):
        if at < len(primal):
            primal[at] = value
    return Basic(primal, dual, system.basis)


def residuals(equations: Equations, found: Basic) -> tuple[list[fmpq], list[fmpq]]:
    """Return values and prices, of the columns of the program first, then of the slacks of its
    rows.

    Negative ones are what is wrong, where the unknown is bound by 0: no plan, or not optimal.
    """
    slacks = [
        -sum((coefficient * found.primal[column] for column, coefficient in line), fmpq(0))
        for line in equations.lines
    ]
    slacks[0] += 1  # f0: the empty sequence is played.
    prices = [
        sum((coefficient * found.dual[row] for row, coefficient in line), fmpq(0))
        for line in equations.columns
    ]
    prices[equations.objective] -= 1
    return [*found.primal, *slacks], [*prices, *found.dual]


def _order(rows: list[Line], columns: list[Line]) -> Order | None:
    """Return the order of pivots; None if a row or column is empty, and so the matrix singular."""
    open_rows, open_columns = [len(row) for row in rows], [len(column) for column in columns]
    done_rows, done_columns = [False] * len(rows), [False] * len(columns)
    waiting = [(True, at) for at, left in enumerate(open_rows) if left == 1]
    waiting += [(False, at) for at, left in enumerate(open_columns) if left == 1]
    by_row: list[Pivot] = []
    by_column: list[Pivot] = []
    while waiting:
        is_row, at = waiting.pop()
        if (done_rows if is_row else done_columns)[at]:
            continue
        if is_row:
            row, column = at, next((other for other, _ in rows[at] if not done_columns[other]), -1)
            by_row.append((row, column))
        else:
            row, column = next((other for other, _ in columns[at] if not done_rows[other]), -1), at
            by_column.append((row, column))
        if row < 0 or column < 0:
            return None
        done_rows[row] = done_columns[column] = True
        for other, _ in rows[row]:
            open_columns[other] -= 1
            if open_columns[other] == 1 and not done_columns[other]:
                waiting.append((False, other))
        for other, _ in columns[column]:
            open_rows[other] -= 1
            if open_rows[other] == 1 and not done_rows[other]:
                waiting.append((True, other))
    left_rows = [at for at, done in enumerate(done_rows) if not done]
    left_columns = [at for at, done in enumerate(done_columns) if not done]
    if any(open_rows[at] == 0 for at in left_rows) or any(
        open_columns[at] == 0 for at in left_columns
    ):
        return None
    return Order(by_row=by_row, by_column=by_column, rows=left_rows, columns=left_columns)


def _transposed(order: Order) -> Order:
    by_row, by_column = (
        [(column, row) for row, column in pivots] for pivots in (order.by_column, order.by_row)
    )
    return Order(by_row=by_row, by_column=by_column, rows=order.columns, columns=order.rows)


def _solve(rows: list[Line], order: Order, right: list[fmpq]) -> list[fmpq]:
    """Return the solution of the system; rows that were taken out for a column meet only columns
    that are known by then.
    """
    found = [fmpq(0)] * len(rows)
    for row, column in order.by_row:
        _settle(rows[row], column, right[row], found)
    if order.rows:
        for column, value in zip(
            order.columns, _solve_core(rows, order, right, found), strict=True
        ):
            found[column] = value
    for row, column in reversed(order.by_column):
        _settle(rows[row], column, right[row], found)
    return found


def _settle(line: Line, column: int, right: fmpq, found: list[fmpq]) -> None:
    pivot = fmpq(0)
    for other, coefficient in line:
        if other == column:
            pivot = coefficient
        elif found[other]:
            right = right - coefficient * found[other]
    found[column] = right / pivot


def _solve_core(rows: list[Line], order: Order, right: list[fmpq], found: list[fmpq]) -> list[fmpq]:
    size = len(order.rows)
    place = {column: at for at, column in enumerate(order.columns)}
    entries = [fmpq(0)] * (size * size)
    sides = []
    for at, row in enumerate(order.rows):
        side = right[row]
        for column, coefficient in rows[row]:
            if column in place:
                entries[at * size + place[column]] = coefficient
            elif found[column]:
                side = side - coefficient * found[column]
        sides.append(side)
    solved = fmpq_mat(size, size, entries).solve(fmpq_mat(size, 1, sides), algorithm="dixon")  # type: ignore[call-arg]
    return [solved[at, 0] for at in range(size)]
