"""All optimal plans at one p: which columns and slacks are positive in some, proved in rationals.

Either a column is positive in some optimal solution, or its price is positive in some optimal dual
one, and never both (Goldman and Tucker 1956: strict complementarity). This partition does not
depend on who solves the program. It is found from an optimal basis: of what has neither value nor
price there, as much as possible is made positive among the optimal solutions, until nothing is
left; the dual solution of the last program shows that nothing can.
"""

from collections.abc import Collection
from copy import copy
from typing import NamedTuple

from flint import fmpq

from schemas.parts.problems import LimitError
from stages.forms.program import Domain
from stages.report.exact.basic import Basic, residuals
from stages.report.exact.equations import Equations
from stages.report.exact.pivots import pivoted
from stages.report.exact.refined_bases import refined

EFFORT = 30_000_000
"""Coefficients that the simplex method in rationals looks at; about a microsecond each."""


class Face(NamedTuple):
    """The optimal solutions at one p. Numbers are those of `Program.number`."""

    solutions: tuple[Basic, ...]
    """Basic ones, each with its basis: together they are positive wherever one can be."""
    priced: frozenset[int]
    """What is positive in none, and has no price in the first solution."""
    last: Collection[int]
    """The basis whose prices show that; none where nothing is priced."""


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
        asked = within.asking(equations.right, more(equations, open_))
        found = optimal(asked, solutions[-1].basis)
        values = residuals(asked, found)[0]
        now = {at for at in open_ if values[at]}
        if not now:
            return Face(tuple(solutions), frozenset(open_), found.basis)
        solutions.append(found)
        open_ -= now
    return Face(tuple(solutions), frozenset(), ())


def more(equations: Equations, open_: Collection[int]) -> list[tuple[int, fmpq]]:
    """Return the costs that ask for as much as possible of columns and slacks."""
    costs: dict[int, fmpq] = {}
    for at in sorted(open_):
        if at < equations.width:
            costs[at] = costs.get(at, fmpq(0)) + 1
        else:
            for column, number in equations.lines[at - equations.width]:
                costs[column] = costs.get(column, fmpq(0)) - number
    return [(column, cost) for column, cost in sorted(costs.items()) if cost]


def optimal(equations: Equations, start: Collection[int]) -> Basic:
    """Return an optimal basic solution, from a guess of its basis. Raises LimitError where none is
    found.
    """
    found = refined(equations, start) or pivoted(equations, start, {}, EFFORT)
    if found is None:
        raise LimitError("--critical: no basis was found that is optimal in exact arithmetic")
    return found
