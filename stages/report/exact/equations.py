"""A linear program in the form used by exact arithmetic: each row is an equation with a slack, and
the numbers are FLINT's.
"""

from copy import copy
from functools import cached_property

from flint import fmpq

from stages.forms.program import Domain, Program
from stages.report.exact.elimination import Line


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
