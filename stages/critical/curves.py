"""The solution of a basis as rational functions of p, proved by putting them into the equations."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

from flint import fmpq, fmpq_poly

from stages.critical.face import more
from stages.critical.family import Family
from stages.critical.functions import Functions, functions
from stages.report.exact.basic import System
from stages.report.exact.equations import Equations


class Curve(NamedTuple):
    """A number per column and slack of a program, as rational functions of p."""

    above: list[fmpq_poly]
    below: fmpq_poly
    """What all are divided by."""

    def at(self, number: int, p: fmpq) -> fmpq:
        """Return one of the numbers at p."""
        return self.above[number](p) / self.below(p)


@dataclass(frozen=True, eq=False)
class Curves:
    """The solutions of bases of a family's program."""

    family: Family
    _at: dict[fmpq, Equations] = field(default_factory=dict)

    def plan(self, basis: Collection[int]) -> Curve:
        """Return the values of columns and slacks in the basic solution; equations hold."""
        outside = set(range(len(self.family.program.domains))) - set(basis)
        made: list[Curve] = []

        def values(p: fmpq) -> list[fmpq] | None:
            equations = self._equations(p)
            system = System(equations, basis)
            within = system.right(equations.right)
            if within is None:
                return None
            primal = [fmpq(0)] * equations.width
            for at, number in zip(system.basis, within, strict=True):
                if at < len(primal):
                    primal[at] = number
            return primal

        def holds(guess: Functions) -> bool:
            made.append(Curve([*guess.above, *self._slacks(guess)], guess.below))
            return not any(made[-1].above[at] for at in outside)

        functions(values, holds)
        return made[-1]

    def prices(self, basis: Collection[int], asked: Collection[int] = ()) -> Curve:
        """Return the prices of columns and slacks, 0 of those in the basis; or the prices that show
        that there can be no more of what is `asked` than none: 1 of that, if it is in the basis.
        """
        made: list[Curve] = []

        def values(p: fmpq) -> list[fmpq] | None:
            equations = self._equations(p)
            system = System(equations, basis)
            costs = more(equations, asked) if asked else equations.costs
            dual = system.left(system.within(costs))
            if dual is not None:
                for at in asked:
                    if at >= equations.width:
                        dual[at - equations.width] += 1
            return dual

        def holds(guess: Functions) -> bool:
            made.append(Curve([*self._paid(guess, bool(asked)), *guess.above], guess.below))
            return all(
                made[-1].above[at] == (guess.below if at in asked else fmpq_poly([]))
                for at in basis
            )

        functions(values, holds)
        return made[-1]

    def _equations(self, p: fmpq) -> Equations:
        if p not in self._at:
            self._at[p] = self.family.at(p)
        return self._at[p]

    def _slacks(self, guess: Functions) -> list[fmpq_poly]:
        """Return `e - M z`, times the denominator."""
        found = []
        for line in self.family.lines:
            total = fmpq_poly([])
            for column, number in line:
                if guess.above[column]:
                    total -= number * guess.above[column]
            found.append(total)
        for row, side in self._equations(fmpq(2)).right:
            found[row] += side * guess.below
        return found

    def _paid(self, guess: Functions, again: bool) -> list[fmpq_poly]:
        """Return `M' u`, times the denominator, less the costs if not `again`."""
        equations = self._equations(fmpq(2))
        found = [fmpq_poly([])] * equations.width
        for line, price in zip(self.family.lines, guess.above, strict=True):
            if price:
                for column, number in line:
                    found[column] += number * price
        if not again:
            for column, cost in equations.costs:
                found[column] -= cost * guess.below
        return found
