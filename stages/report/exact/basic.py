"""Basic solutions of a linear program in rationals: primal and dual, from the names of the basic
columns and rows (`elimination`).
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from copy import copy
from functools import cached_property
from typing import NamedTuple

from flint import fmpq

from ...forms.program import Domain, Program
from .elimination import Elimination, Line, common, times


class Equations:
    """The rows and columns of a program. Slacks are numbered after the columns, as in
    `Program.number`.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.objective = program.objective
        """The number of the column that holds the game's value."""
        self.domains: tuple[Domain, ...] = program.domains
        """Of each column and slack."""
        self.width, self.height = program.width, len(program.domains) - program.width
        """The numbers of columns and rows, without the slacks."""
        self.lines: tuple[Line, ...] = program.lines_of(fmpq)
        """Per row its coefficients, each with its column number."""
        self.right: Line = [(0, fmpq(1))]  # f0: the empty sequence has weight 1.
        """The nonzero right-hand sides, each with its row."""
        self.costs: Line = [(self.objective, fmpq(1))]
        """The objective to be maximised: the coefficients of columns."""

    def asking(self, right: Line, costs: Line) -> "Equations":
        """Return the same equations with other right-hand sides and costs."""
        made = copy(self)
        made.right, made.costs = right, costs
        return made

    @cached_property
    def columns(self) -> tuple[Line, ...]:
        """Per column its coefficients, each with its row number."""
        found: tuple[Line, ...] = tuple([] for _ in range(self.width))
        for row, line in enumerate(self.lines):
            for column, coefficient in line:
                found[column].append((row, coefficient))
        return found

    def column(self, number: int) -> Line:
        """Return the coefficients of a column or slack."""
        if number < self.width:
            return self.columns[number]
        return [(number - self.width, fmpq(1))]


class Basic(NamedTuple):
    """An exact basic solution, possibly neither feasible nor optimal."""

    primal: list[fmpq]
    """Per column of the program."""
    dual: list[fmpq]
    """Per row of the program."""
    basis: Collection[int] = ()
    """Numbers of `Program.number`; empty if it was not computed from a basis."""


class System:
    """The equations of a basis."""

    def __init__(self, equations: Equations, basis: Collection[int]) -> None:
        self.basis = sorted(basis)
        """Numbers of `Program.number`: columns, and slacks, which are numbered by row after the
        columns.
        """
        self._height = equations.height
        rows: list[Line] = [[] for _ in range(equations.height)]
        for at, number in enumerate(self.basis):
            for row, coefficient in equations.column(number):
                rows[row].append((at, coefficient))
        try:
            self._matrix = Elimination(rows) if len(basis) == equations.height else None
        except ZeroDivisionError:
            self._matrix = None

    @property
    def core(self) -> int:
        """The number of coupled equations; 0 also if there is no solution."""
        return self._matrix.core if self._matrix else 0

    def dense(self, effort: int) -> int | None:
        """Return the number of equations solved at once, the others being solved one by one; None
        if finding out costs more than `effort`. 0 also if there is no solution.
        """
        try:
            return self._matrix.dense(effort) if self._matrix else 0
        except ZeroDivisionError:
            return 0

    @property
    def work(self) -> int:
        """The number of coefficients that a solution reads; 0 if there is no solution."""
        try:
            return self._matrix.work if self._matrix else 0
        except ZeroDivisionError:
            return 0

    def within(self, costs: Line) -> Line:
        """Return the costs of basic columns, each with its index among them."""
        place = {number: at for at, number in enumerate(self.basis)}
        return [(place[column], cost) for column, cost in costs if column in place]

    def right(self, side: Line) -> list[fmpq] | None:
        """Return B u = side, a number per basic column; None if the solution is not unique."""
        found = self.rights([side])
        return found[0] if found else None

    def left(self, costs: Line) -> list[fmpq] | None:
        """Return u B = costs, a number per row; None if the solution is not unique."""
        found = self.lefts([costs])
        return found[0] if found else None

    def rights(self, sides: Sequence[Line]) -> list[list[fmpq]] | None:
        """Return `right` of each side, faster than one by one; None likewise."""
        return self._solved(sides, Elimination.solve_all)

    def lefts(self, costs: Sequence[Line]) -> list[list[fmpq]] | None:
        """Return `left` of each vector of costs, likewise."""
        return self._solved(costs, Elimination.solve_all_transposed)

    def _solved(
        self,
        sides: Sequence[Line],
        solve: Callable[[Elimination, list[list[fmpq]]], list[list[fmpq]]],
    ) -> list[list[fmpq]] | None:
        whole = [[fmpq(0)] * self._height for _ in sides]
        for numbers, side in zip(whole, sides, strict=True):
            for at, number in side:
                numbers[at] = number
        try:
            return solve(self._matrix, whole) if self._matrix else None
        except ZeroDivisionError:
            return None


def basic(equations: Equations, system: System) -> Basic | None:
    """Return the solution of a basis; None if it is not a basis: too many, too few or dependent."""
    values = system.right(equations.right)
    dual = system.left(system.within(equations.costs))
    if values is None or dual is None:
        return None
    primal = [fmpq(0)] * equations.width
    for at, value in zip(system.basis, values, strict=True):
        if at < len(primal):
            primal[at] = value
    return Basic(primal, dual, system.basis)


def residuals(equations: Equations, found: Basic) -> tuple[list[fmpq], list[fmpq]]:
    """Return values and prices, first of the program's columns, then of its rows' slacks.

    A negative one violates feasibility or optimality if the unknown is bounded by 0.
    """
    slacks = [-total for total in sums(equations.lines, found.primal)]
    prices = sums(equations.columns, found.dual)
    for row, number in equations.right:
        slacks[row] += number
    for column, number in equations.costs:
        prices[column] -= number
    return [*found.primal, *slacks], [*prices, *found.dual]


def sums(lines: Iterable[Line], numbers: list[fmpq]) -> list[fmpq]:
    """Return per line the sum of its coefficients times the numbers at their indices."""
    known, unit = common(numbers)
    sums = [sum((number * known[at] for at, number in line), fmpq(0)) for line in lines]
    return times(sums, 1 / unit)
