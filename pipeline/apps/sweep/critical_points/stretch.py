"""A stretch: a proved interval of p on which the same columns and slacks are positive in some
optimal solution.

At one p the optimal solutions are described by some bases (`face`). Each has a basic solution and
prices at other p, too: rational functions of p, proved by substitution into the equations. As long
as they keep their signs, they are optimal. So the ends of a stretch are roots of polynomials, and
no step size is needed.

Let x1, x2, ... be the basic solutions, u the prices of the first, and w prices that prove which
numbers are positive in none. For each p of the stretch and a small enough d > 0,
x1 + d x2 + d² x3 + ..., over 1 + d + d² + ..., is an optimal solution and u + d w are optimal
prices, if two conditions hold: for each number the first of these functions that is not identically
0 is positive, and each column and slack bounded by 0 has either a value or a price. Then the
product of both is 0, which means optimality, and nothing else can be positive in any other optimal
solution.

At one p either a column is positive in some optimal solution, or its price is positive in some
optimal dual one, and never both (Goldman and Tucker 1956: strict complementarity). This partition
does not depend on the solver. It is found from an optimal basis: among the numbers with neither
value nor price there, as many as possible are made positive within the optimal solutions, until
none is left; the dual solution of the last program proves that no other can be.
"""

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple

from flint import fmpq, fmpq_poly, fmpz_poly

from .....schemas.parts.problems import LimitError
from .....stages.forms.program import Domain
from .....stages.report.exact.basic import Basic, Equations, System, residuals
from .....stages.report.exact.from_basis import refined
from .....stages.report.exact.pivots import pivoted
from .family import Family
from .functions import Functions, functions, nearest


class Curve(NamedTuple):
    """A number per column and slack of a program, as rational functions of p."""

    above: list[fmpq_poly]
    below: fmpq_poly
    """The common denominator."""

    def at(self, number: int, p: fmpq) -> fmpq:
        """Return one of the numbers at p."""
        return self.above[number](p) / self.below(p)


class End(NamedTuple):
    """One end of a stretch."""

    at: fmpq
    """The last proved point; part of the stretch, if a root ends it."""
    beyond: fmpq
    """The root is at or before this point, which is hardly farther."""
    root: fmpz_poly | None
    """The polynomial with the root; None if the stretch ends only at the requested limit."""


@dataclass(frozen=True, eq=False)
class Stretch:
    """An interval of p with the optimal solutions."""

    low: End
    high: End
    positive: frozenset[int]
    """Columns and slacks that are positive in some optimal solution."""
    plans: tuple[Curve, ...]
    """Optimal solutions; together they are positive wherever any optimal one is."""
    prices: tuple[Curve, ...]
    """Prices of the first, and prices that prove which numbers are positive in none."""
    signs: list[fmpz_poly]
    """Polynomials that keep their signs here: none has a root in the stretch."""
    basis: Collection[int]


def stretch(
    curves: "Curves", p: fmpq, within: tuple[fmpq, fmpq], start: Collection[int]
) -> Stretch | None:
    """Return the stretch around p, strictly between two numbers; `start` is a guess of a basis.
    None if p is special: then there is no stretch around it.
    """
    solved = face(curves.family.at(p), start)
    bases = [one.basis for one in solved.solutions]
    plans = tuple(map(curves.plan, bases))
    prices = [curves.prices(bases[0])]
    if solved.priced:
        prices.append(curves.prices(solved.last, solved.priced))
    fixed, free, bound = (
        [number for number, domain in enumerate(curves.family.program.domains) if domain is one]
        for one in (Domain.FIXED, Domain.FREE, Domain.BOUND)
    )
    if any(_first(plans, number) for number in fixed) or any(
        _first(prices, number) for number in free
    ):
        return None
    above = {number: first for number in bound if (first := _first(plans, number))}
    paid = {number: first for number in bound if (first := _first(prices, number))}
    if above.keys() & paid.keys() or above.keys() | paid.keys() != set(bound):
        return None
    if any(number(p) * below(p) <= 0 for number, below in (*above.values(), *paid.values())):
        return None
    signs = _distinct(part for both in (*above.values(), *paid.values()) for part in both)
    return Stretch(
        low=_end(signs, p, within[0]),
        high=_end(signs, p, within[1]),
        positive=frozenset(above),
        plans=plans,
        prices=tuple(prices),
        signs=signs,
        basis=bases[0],
    )


def _first(curves: Sequence[Curve], number: int) -> tuple[fmpq_poly, fmpq_poly] | None:
    """Return numerator and denominator of the first nonzero function; None if all are 0."""
    return next(((one.above[number], one.below) for one in curves if one.above[number]), None)


def _distinct(polynomials: Iterable[fmpq_poly]) -> list[fmpz_poly]:
    """Return polynomials with integer coefficients and the same roots, low degrees first."""
    found = {}
    for polynomial in polynomials:
        whole = polynomial.numer()
        whole //= whole.content()
        if whole.degree() > 0:
            found[tuple(map(int, whole.coeffs()))] = whole
    return [found[key] for key in sorted(found, key=lambda key: (len(key), key))]


def _end(signs: Sequence[fmpz_poly], p: fmpq, end: fmpq) -> End:
    """Return the end of the interval from p, towards `end`, without a root of any polynomial."""
    found = End(end, end, None)
    for polynomial in signs:
        near = nearest(polynomial, p, found.at)
        if near:
            found = End(near.near, near.far, polynomial)
    return found


@dataclass(frozen=True, eq=False)
class Curves:
    """The solutions of bases of a family's program."""

    family: Family
    _at: dict[fmpq, Equations] = field(default_factory=dict)

    def plan(self, basis: Collection[int]) -> Curve:
        """Return the proved values of columns and slacks in the basic solution."""
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

    def prices(self, basis: Collection[int], proved: Collection[int] = ()) -> Curve:
        """Return the prices of columns and slacks, 0 for those in the basis. With `proved`, return
        the prices that prove that these numbers cannot be positive: those in the basis have price
        1.
        """
        made: list[Curve] = []

        def values(p: fmpq) -> list[fmpq] | None:
            equations = self._equations(p)
            system = System(equations, basis)
            costs = _more(equations, proved) if proved else equations.costs
            dual = system.left(system.within(costs))
            if dual is not None:
                for at in proved:
                    if at >= equations.width:
                        dual[at - equations.width] += 1
            return dual

        def holds(guess: Functions) -> bool:
            made.append(
                Curve([*self._reduced_products(guess, bool(proved)), *guess.above], guess.below)
            )
            return all(
                made[-1].above[at] == (guess.below if at in proved else fmpq_poly([]))
                for at in basis
            )

        functions(values, holds)
        return made[-1]

    def _equations(self, p: fmpq) -> Equations:
        if p not in self._at:
            self._at[p] = self.family.at(p)
        return self._at[p]

    def _slacks(self, guess: Functions) -> list[fmpq_poly]:
        """Return `e - M z`, multiplied by the denominator."""
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

    def _reduced_products(self, guess: Functions, again: bool) -> list[fmpq_poly]:
        """Return `M' u`, multiplied by the denominator, minus the costs unless `again`."""
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


EFFORT = 30_000_000
"""Coefficients that the simplex method in rationals may read; about a microsecond each."""


class Face(NamedTuple):
    """The optimal solutions at one p. Numbers are those of `Program.number`."""

    solutions: tuple[Basic, ...]
    """Basic solutions with their bases; together they are positive wherever any optimal one is."""
    priced: frozenset[int]
    """Numbers that are positive in none and have no price in the first solution."""
    last: Collection[int]
    """The basis whose prices prove that; empty if `priced` is empty."""


def face(equations: Equations, start: Collection[int]) -> Face:
    """Return all optimal solutions of a program; `start` is a guess of a basis."""
    first = optimal(equations, start)
    values, prices = residuals(equations, first)
    bound = {at for at, domain in enumerate(equations.domains) if domain is Domain.BOUND}
    open_ = {at for at in bound if not values[at] and not prices[at]}
    within = copy(equations)
    within.domains = tuple(
        Domain.FIXED if at in bound and prices[at] else domain
        for at, domain in enumerate(equations.domains)
    )
    solutions = [first]
    while open_:
        asked = within.asking(equations.right, _more(equations, open_))
        found = optimal(asked, solutions[-1].basis)
        values = residuals(asked, found)[0]
        now = {at for at in open_ if values[at]}
        if not now:
            return Face(tuple(solutions), frozenset(open_), found.basis)
        solutions.append(found)
        open_ -= now
    return Face(tuple(solutions), frozenset(), ())


def _more(equations: Equations, open_: Collection[int]) -> list[tuple[int, fmpq]]:
    """Return costs that maximise the selected columns and slacks."""
    costs: dict[int, fmpq] = {}
    for at in sorted(open_):
        if at < equations.width:
            costs[at] = costs.get(at, fmpq(0)) + 1
        else:
            for column, number in equations.lines[at - equations.width]:
                costs[column] = costs.get(column, fmpq(0)) - number
    return [(column, cost) for column, cost in sorted(costs.items()) if cost]


def optimal(equations: Equations, start: Collection[int]) -> Basic:
    """Return an optimal basic solution, from a guess of its basis. Raises LimitError if none is
    found.
    """
    found = refined(equations, start) or pivoted(equations, start, {}, EFFORT)
    if found is None:
        raise LimitError("--critical: no basis was found that is optimal in exact arithmetic")
    return found
