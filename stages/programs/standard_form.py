"""A linear program in the form of `stages.report.exact`: equations with slacks, unknowns from 0 up.

A column is counted from its lower bound, or down from its upper one. One with two bounds has a row
for the other bound, a row with two ends is two rows, and each row has an artificial column, which
is 0 unless the first phase of the simplex method asks how small the artificial ones can be.
"""

from collections.abc import Iterator
from copy import copy
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq

from schemas.parts.status import Basis
from schemas.solution import Solution
from stages.forms.program import Domain
from stages.program_checker import Numbers, Program
from stages.report.exact.basic import Basic
from stages.report.exact.elimination import Line
from stages.report.exact.equations import Equations


class _Row(NamedTuple):
    """A row `line x <= right`, or `=` where its slack is fixed."""

    line: Line
    right: fmpq
    domain: Domain
    """Of the slack."""
    name: str
    """Of the row of the program; of a column where this is its other bound."""
    of_column: bool
    upper: bool
    """Whether it holds the upper end; the one of a lower end is negated."""


class StandardForm(Equations):
    """The equations of a program, which is maximised."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._places = {name: at for at, name in enumerate(program.columns)}
        self._sign = 1 if program.maximise else -1
        kinds = [_kind(*ends) for ends in program.columns.values()]
        self._shifts = [fmpq(0) if end is None else flint(end) for end, _, _ in kinds]
        self._directions = [direction for _, direction, _ in kinds]
        self._rows = [*self._lines(), *self._other_bounds()]
        if not self._rows:  # Equations have one at least.
            self._rows = [_Row([], fmpq(0), Domain.BOUND, "", False, True)]
        self.height = len(self._rows)
        self.width = len(kinds) + self.height
        self.lines = tuple(
            [*row.line, (len(kinds) + at, fmpq(1 if row.right >= 0 else -1))]
            for at, row in enumerate(self._rows)
        )
        self.right = [(at, row.right) for at, row in enumerate(self._rows) if row.right]
        self.costs = [
            (self._places[name], self._sign * self._directions[self._places[name]] * flint(cost))
            for name, cost in program.costs.items()
            if cost
        ]
        self.domains = (
            *(domain for _, _, domain in kinds),
            *(Domain.FIXED,) * self.height,
            *(row.domain for row in self._rows),
        )

    def first_phase(self) -> Equations:
        """Return the equations that ask for artificial columns as small as can be."""
        made = copy(self)
        own = len(self._places)
        made.costs = [(at, fmpq(-1)) for at in range(own, self.width)]
        made.domains = (
            *self.domains[:own],
            *(Domain.BOUND,) * self.height,
            *self.domains[self.width :],
        )
        return made

    def first_basis(self) -> set[int]:
        """Return a feasible basis of the first phase: slacks where they are, or artificial
        columns.
        """
        own = len(self._places)
        return {
            self.width + at if row.right >= 0 and row.domain is Domain.BOUND else own + at
            for at, row in enumerate(self._rows)
        }

    def is_feasible(self, found: Basic) -> bool:
        """Return whether the artificial columns of a solution are all 0."""
        return not any(found.primal[len(self._places) :])

    def basis_of(self, solution: Solution) -> set[int]:
        """Return the basis of a solution; empty where it has none."""
        columns, rows = (
            {entry.name: entry.basis for entry in entries}
            for entries in (solution.columns, solution.rows)
        )
        basis = {at for name, at in self._places.items() if columns.get(name) == Basis.BASIC}
        for at, row in enumerate(self._rows):
            said = (columns if row.of_column else rows).get(row.name, Basis.UNKNOWN)
            held = Basis.UPPER if row.upper else Basis.LOWER
            if said and said not in (held, Basis.FIXED):
                basis.add(self.width + at)
        return basis if len(basis) == self.height else set()

    def plan(self, found: Basic) -> Numbers:
        """Return the values of the program's columns, without those that are 0."""
        values = {
            name: self._shifts[at] + self._directions[at] * found.primal[at]
            for name, at in self._places.items()
        }
        return {name: fraction(value) for name, value in values.items() if value}

    def multipliers(self, found: Basic, sign: int = 0) -> Numbers:
        """Return the prices of the program's rows, without those that are 0; with the sign of a
        program that maximises (1) or minimises (-1), by default this one's.
        """
        prices: dict[str, fmpq] = {}
        for row, price in zip(self._rows, found.dual, strict=True):
            if not row.of_column and row.name:
                told = (sign or self._sign) * price * (1 if row.upper else -1)
                prices[row.name] = prices.get(row.name, fmpq(0)) + told
        return {name: fraction(price) for name, price in prices.items() if price}

    def _lines(self) -> Iterator[_Row]:
        for name, row in self._program.rows.items():
            lower, upper = row.ends
            line = [
                (self._places[column], self._directions[self._places[column]] * flint(number))
                for column, number in row.coefficients.items()
                if number
            ]
            begin = sum(
                (
                    flint(number) * self._shifts[self._places[column]]
                    for column, number in row.coefficients.items()
                ),
                fmpq(0),
            )
            if lower is not None and lower == upper:
                yield _Row(line, flint(lower) - begin, Domain.FIXED, name, False, True)
                continue
            if upper is not None:
                yield _Row(line, flint(upper) - begin, Domain.BOUND, name, False, True)
            if lower is not None:
                turned = [(at, -number) for at, number in line]
                yield _Row(turned, begin - flint(lower), Domain.BOUND, name, False, False)

    def _other_bounds(self) -> Iterator[_Row]:
        for (name, (lower, upper)), at in zip(
            self._program.columns.items(), range(len(self._places)), strict=True
        ):
            if lower is not None and upper is not None and lower != upper:
                line = [(at, fmpq(1))]
                yield _Row(line, flint(upper - lower), Domain.BOUND, name, True, True)


def _kind(lower: Fraction | None, upper: Fraction | None) -> tuple[Fraction | None, int, Domain]:
    """Return from where a column is counted, whether upwards (1) or downwards (-1), and its
    domain.
    """
    if lower is not None:
        return lower, 1, Domain.FIXED if lower == upper else Domain.BOUND
    return (None, 1, Domain.FREE) if upper is None else (upper, -1, Domain.BOUND)


def flint(number: Fraction) -> fmpq:
    """Return a fraction as FLINT's."""
    return fmpq(*number.as_integer_ratio())


def fraction(number: fmpq) -> Fraction:
    """Return FLINT's fraction as Python's."""
    return Fraction(int(number.p), int(number.q))
