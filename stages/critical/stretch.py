"""A stretch: an interval of p, proved, on which the same columns and slacks are positive in some
optimal solution.

At one p the optimal solutions are known by some bases (`face`). Each has a basic solution and
prices at other p, too: rational functions of p. As long as they keep their signs, they are optimal.
So the ends of a stretch are roots of polynomials, and there is no step.

Let x1, x2, ... be the basic solutions, u the prices of the first, and w those that show what is
positive in none. For each p of the stretch and a small enough d > 0, x1 + d x2 + d² x3 + ..., over
1 + d + d² + ..., is an optimal solution and u + d w are optimal prices, if of each number the first
of these functions that is not 0 everywhere is positive, and if each column and slack that is bound
by 0 has either a value or a price: then the product of both is 0, which is optimal, and nothing
else can be positive in any other optimal solution.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flint import fmpq, fmpq_poly, fmpz_poly

from stages.critical.curves import Curve, Curves
from stages.critical.face import face
from stages.critical.signs import nearest
from stages.forms.program import Domain


class End(NamedTuple):
    """Where a stretch ends."""

    at: fmpq
    """Part of the stretch, if a root ends it."""
    beyond: fmpq
    """Up to here, hardly farther, is the root."""
    root: fmpz_poly | None
    """What has it; none where nothing ends the stretch but what was asked for."""


@dataclass(frozen=True, eq=False)
class Stretch:
    """An interval of p with the optimal solutions."""

    low: End
    high: End
    positive: frozenset[int]
    """Columns and slacks that are positive in some optimal solution."""
    plans: tuple[Curve, ...]
    """Optimal solutions: together they are positive wherever one can be."""
    prices: tuple[Curve, ...]
    """Prices of the first, and others that show what is positive in none."""
    signs: list[fmpz_poly]
    """What keeps its sign here: no one has a root in the stretch."""
    basis: Collection[int]


def stretch(
    curves: Curves, p: fmpq, within: tuple[fmpq, fmpq], start: Collection[int]
) -> Stretch | None:
    """Return the stretch around p, strictly between two numbers; `start` is a guess of a basis.
    None where p is a special one: there is no stretch around it.
    """
    found = face(curves.family.at(p), start)
    bases = [one.basis for one in found.solutions]
    plans = tuple(map(curves.plan, bases))
    prices = [curves.prices(bases[0])]
    if found.priced:
        prices.append(curves.prices(found.last, found.priced))
    bound = [
        at for at, domain in enumerate(curves.family.program.domains) if domain is Domain.BOUND
    ]
    free = [at for at, domain in enumerate(curves.family.program.domains) if domain is Domain.FREE]
    if any(_first(prices, at) for at in free):
        return None
    above = {at: first for at in bound if (first := _first(plans, at))}
    paid = {at: first for at in bound if (first := _first(prices, at))}
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
    """Return numerator and denominator of the first function that is not 0; None if all are."""
    return next(((one.above[number], one.below) for one in curves if one.above[number]), None)


def _distinct(polynomials: Iterable[fmpq_poly]) -> list[fmpz_poly]:
    """Return polynomials with whole coefficients that have the same roots, low degrees first."""
    found = {}
    for polynomial in polynomials:
        whole = polynomial.numer()
        whole //= whole.content()
        if whole.degree() > 0:
            found[tuple(map(int, whole.coeffs()))] = whole
    return [found[key] for key in sorted(found, key=lambda key: (len(key), key))]


def _end(signs: Sequence[fmpz_poly], p: fmpq, end: fmpq) -> End:
    """Return how far from p, towards `end`, no polynomial has a root."""
    found = End(end, end, None)
    for polynomial in signs:
        near = nearest(polynomial, p, found.at)
        if near:
            found = End(near.near, near.far, polynomial)
    return found
