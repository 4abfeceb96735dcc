"""An optimal basic solution in rationals, from a guess at its basis: HiGHS finds better ones, each
relative to the last.
"""

from collections.abc import Callable, Collection, Iterator

from stages.forms.program import Domain
from stages.report.exact.basic import Basic, System, basic, residuals
from stages.report.exact.equations import Equations

LENSES = 4
"""Number of bases that HiGHS computes, each from a stronger magnification of the errors."""


Refuse = Callable[[System], object]
"""May raise an error before the equations of a basis are solved."""


def refined(
    equations: Equations, start: Collection[int], refuse: Refuse = lambda system: None
) -> Basic | None:
    """Return an optimal basic solution; None if neither the guess nor HiGHS's bases have one."""
    every = (found for _, found in basic_solutions(equations, start, refuse))
    return next((found for found in every if found and is_optimal(equations, found)), None)


def basic_solutions(
    equations: Equations, start: Collection[int], refuse: Refuse
) -> Iterator[tuple[Collection[int], Basic | None]]:
    """Yield bases with their basic solutions, None if there is none: the guess, then those of
    HiGHS, each relative to the last. The last basis is one that is not solved any more.
    """
    basis, tried = start, list[Collection[int]]()
    while basis not in tried and len(tried) <= LENSES:
        system = System(equations, basis)
        refuse(system)
        found = basic(equations, system) if basis else None
        yield basis, found
        tried.append(basis)
        from stages.report.exact.bases import refined_basis  # NumPy and HiGHS, for start-up time.

        basis = refined_basis(equations, basis if found else (), found)
    yield basis, None


def is_optimal(equations: Equations, found: Basic) -> bool:
    """Return whether a basic solution is feasible and optimal."""
    values, prices = residuals(equations, found)
    return all(
        (domain is Domain.FREE or not value or domain is Domain.BOUND and value > 0)
        and (domain is Domain.FIXED or not price or domain is Domain.BOUND and price > 0)
        for domain, value, price in zip(equations.domains, values, prices, strict=True)
    )
