"""The perturbed game as a linear program, and the basic solutions of it.

With the floors l of the player's weights and k of the opponent's, with M for the matrix of
`stages.forms.program`, whose rows are `M z + s = e`, and with its costs c, the weights above the
floors are the unknowns of

    maximise  (c - M' k)' z   subject to   M z + s = e - M l,   s the slacks.

The matrix is the same. So a basis is solved once for each power of ε, and its basic solution and
its prices are polynomials in ε.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from flint import fmpq

from stages.forms.program import Domain, Program
from stages.report.exact.basic import System, sums
from stages.report.exact.equations import Equations
from stages.report.exact.singletons import Line
from stages.report.refine.floors import floors
from stages.report.refine.powers import Powers, at_power, nowhere_negative


class Solved(NamedTuple):
    """A basic solution of the perturbed program, which need be neither feasible nor optimal."""

    basis: Collection[int]
    """Numbers of `Program.number`."""
    values: Powers
    """Per column, then per slack."""
    prices: Powers
    """Likewise."""


class Perturbed:
    """The program of a player in the perturbed game."""

    def __init__(self, program: Program) -> None:
        own, opponent = program.form.sides(program.player)
        equations = self.equations = Equations(program)
        self.own, self.other = floors(own), floors(opponent)
        # Weights are the first columns, responses the last rows.
        before, behind = equations.height - len(opponent.present), len(own.present)
        self.sides = [
            _negative(sums(equations.lines, [*floor, *_zeros(equations.width - behind)]))
            for floor in self.own.weights
        ]
        """The right-hand sides: per power of ε a number per row."""
        self.costs = [
            _negative(sums(equations.columns, [*_zeros(before), *floor]))
            for floor in self.other.weights
        ]
        """Per power of ε a number per column."""
        for row, number in equations.right:
            self.sides[0][row] += number
        for column, number in equations.costs:
            self.costs[0][column] += number

    @property
    def nowhere(self) -> Solved:
        """The program itself, as it is seen from 0."""
        width, height = self.equations.width, self.equations.height
        return Solved(
            (),
            [[*_zeros(width), *side] for side in self.sides],
            [[*_negative(costs), *_zeros(height)] for costs in self.costs],
        )

    def at(self, bits: int) -> Equations:
        """Return the program for ε = 1/2^bits."""
        return self.equations.asking(
            _line(at_power(self.sides, bits)), _line(at_power(self.costs, bits))
        )

    def solved(self, system: System) -> Solved | None:
        """Return the solution of a basis; None if it is no basis."""
        within = system.rights([_line(side) for side in self.sides])
        duals = system.lefts([system.within(_line(costs)) for costs in self.costs])
        if within is None or duals is None:
            return None
        return Solved(
            system.basis,
            [self._values(system, *each) for each in zip(self.sides, within, strict=True)],
            [self._prices(*each) for each in zip(self.costs, duals, strict=True)],
        )

    def is_optimal(self, found: Solved) -> bool:
        """Return whether a basic solution is feasible and optimal for all small enough ε > 0."""
        return self.allows(found.values, found.prices)

    def allows(self, values: Powers, prices: Powers) -> bool:
        """Return whether a basis that has these values and prices is feasible and optimal.

        By construction the equations hold, and what is basic has no price. What is left is that
        nothing is negative that is bound by 0, nor anything but 0 where only that is allowed.
        """
        domains = self.equations.domains
        feasible = nowhere_negative(values, domains, Domain.FREE, Domain.FIXED)
        return feasible and nowhere_negative(prices, domains, Domain.FIXED, Domain.FREE)

    def _values(self, system: System, side: list[fmpq], within: list[fmpq]) -> list[fmpq]:
        primal = _zeros(self.equations.width)
        for at, number in zip(system.basis, within, strict=True):
            if at < len(primal):
                primal[at] = number
        used = sums(self.equations.lines, primal)
        return [*primal, *(most - part for most, part in zip(side, used, strict=True))]

    def _prices(self, costs: list[fmpq], dual: list[fmpq]) -> list[fmpq]:
        paid = sums(self.equations.columns, dual)
        return [*(whole - own for whole, own in zip(paid, costs, strict=True)), *dual]


def _zeros(size: int) -> list[fmpq]:
    return [fmpq(0)] * size


def _negative(numbers: Sequence[fmpq]) -> list[fmpq]:
    return [-number for number in numbers]


def _line(numbers: Sequence[fmpq]) -> Line:
    return [(at, number) for at, number in enumerate(numbers) if number]
