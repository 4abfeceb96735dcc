"""Bases that might be optimal: the solver's own, and HiGHS's where that is none or does not hold.

A basis that a solver takes for optimal is off by its tolerances at most. So HiGHS is asked again
about what `lens` makes of the program and that basis.
"""

from collections.abc import Collection
from typing import Any

import highspy
from flint import fmpq

from stages.forms.program import Domain
from stages.isolated import Died, isolated
from stages.report.exact.basic import Basic, residuals
from stages.report.exact.equations import Equations
from stages.report.exact.lens import FAR, Lines, seen_from

OPTIONS = {
    "solver": "simplex",
    "threads": 1,
    "primal_feasibility_tolerance": 1e-10,
    "dual_feasibility_tolerance": 1e-10,
    "small_matrix_value": 1e-12,
}
PIVOTS = 20
"""Per row and column, and some thousand: HiGHS that takes more goes round in circles."""


def refined_basis(equations: Equations, basis: Collection[int], found: Basic | None) -> set[int]:
    """Return another basis, HiGHS's for the program as it is seen from a basic solution; empty if
    it ends without.

    Without a basic solution it is the program itself.
    """
    nowhere = Basic([fmpq(0)] * equations.width, [fmpq(0)] * equations.height)
    return basis_seen_from(equations, basis, *residuals(equations, found or nowhere))


def basis_seen_from(
    equations: Equations,
    basis: Collection[int],
    values: list[fmpq],
    prices: list[fmpq],
    far: int = FAR,
) -> set[int]:
    """Return HiGHS's basis for the program as it is seen from a basic solution that has these
    `residuals`, beginning with `basis` if that is one; empty if it ends without. `far` as in
    `seen_from`.
    """
    lines = seen_from(equations, values, prices, far)
    try:
        return isolated("highs", _solve, lines, basis, equations.domains)
    except Died:
        return set()


def _solve(lines: Lines, basis: Collection[int], domains: tuple[Domain, ...]) -> set[int]:
    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.silent()
    for option, value in OPTIONS.items():
        highs.setOptionValue(option, value)
    highs.passModel(_model(lines))
    size = len(domains) + len(lines.right)
    highs.setOptionValue("simplex_iteration_limit", 10_000 + PIVOTS * size)
    if basis:
        highs.setBasis(_start(basis, domains, len(lines.right)))
    highs.run()
    found = highs.getBasis()
    # An equation's row holds a basic unknown of its own only if the equation says nothing new: its
    # fixed slack stands for it.
    slacks = len(domains) - len(lines.right)
    return {*_basic(found.col_status), *(slacks + at for at in _basic(found.row_status))}


def _model(lines: Lines) -> Any:
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(lines.costs), len(lines.right)
    lp.col_cost_, lp.col_lower_, lp.col_upper_ = lines.costs, lines.lower, lines.upper
    lp.row_lower_ = lp.row_upper_ = lines.right
    lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = (
        lines.start,
        lines.rows,
        lines.entries,
    )
    return lp


def _start(basis: Collection[int], domains: tuple[Domain, ...], height: int) -> Any:
    start, status = highspy.HighsBasis(), highspy.HighsBasisStatus
    start.col_status = [
        status.kBasic if at in basis else status.kZero if domain is Domain.FREE else status.kLower
        for at, domain in enumerate(domains)
    ]
    start.row_status = [status.kLower] * height
    return start


def _basic(statuses: Any) -> list[int]:
    basic = highspy.HighsBasisStatus.kBasic
    return [at for at, status in enumerate(list(statuses)) if status == basic]
