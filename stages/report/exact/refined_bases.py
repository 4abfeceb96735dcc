"""An optimal basic solution in rationals, from a guess at its basis: HiGHS finds better ones, each
relative to the last.
"""

from collections.abc import Callable, Collection

from stages.forms.program import Domain
from stages.report.exact.basic import Basic, System, basic, residuals
from stages.report.exact.equations import Equations

LENSES = 4
"""Number of bases that HiGHS computes, each from a stronger magnification of the errors."""


def refined(
    equations: Equations,
    start: Collection[int],
    refuse: Callable[[System], object] = lambda system: None,
) -> Basic | None:
    """Return an optimal basic solution; None if neither the guess nor HiGHS's bases have one.

    `refuse` may raise an error before the equations of a basis are solved.
    """
    basis, tried = start, list[Collection[int]]()
    while basis not in tried and len(tried) <= LENSES:
        system = System(equations, basis)
        refuse(system)
        found = basic(equations, system) if basis else None
        if found and is_optimal(equations, found):
            return found
        tried.append(basis)
        from stages.report.exact.bases import refined_basis  # NumPy and HiGHS, for start-up time.

        basis = refined_basis(equations, basis if found else (), found)
    return None


def is_optimal(equations: Equations, found: Basic) -> bool:
    """Return whether a basic solution is feasible and optimal."""
    values, prices = residuals(equations, found)
    return all(
        (domain is Domain.FREE or not value or domain is Domain.BOUND and value > 0)
        and (domain is Domain.FIXED or not price or domain is Domain.BOUND and price > 0)
        for domain, value, price in zip(equations.domains, values, prices, strict=True)
    )
