"""Candidates for an optimal basis: the solver's own, and HiGHS's if that is missing or fails.

A basis that a solver takes for optimal is wrong by at most its tolerances. So HiGHS solves the
program again, relative to the exact basic solution, in floats: unknowns are measured from that
solution, and its errors are magnified until they are significant in floating-point arithmetic. This
is the iterative refinement of Gleixner, Steffy and Wolter (INFORMS J. Computing 28, 2016).
"""

from collections.abc import Collection
from typing import Any, NamedTuple

import highspy
import numpy as np
import numpy.typing as npt
from flint import fmpq

from ...forms.program import Domain
from ...highs import highs_program, new_highs, start_from
from ...isolated import ProcessDied, isolated
from .basic import Basic, Equations, residuals

Floats = npt.NDArray[np.float64]

OPTIONS = {
    "solver": "simplex",
    "primal_feasibility_tolerance": 1e-10,
    "dual_feasibility_tolerance": 1e-10,
    "small_matrix_value": 1e-12,
}
PIVOTS = 20
"""Per row and column, plus some thousand: if HiGHS takes more, it is cycling."""
FAR = 10**9
"""After magnification, bounds and costs beyond this are cut off to it."""
FARTHEST = 500
"""Larger powers of two are not used for scaling: their products would overflow floats."""
ROUNDS = 6
"""Rounds of geometric scaling; more change little."""


class Lines(NamedTuple):
    """A linear program of equations, column by column."""

    costs: Floats
    lower: Floats
    upper: Floats
    right: Floats
    """Right-hand side per row."""
    start: npt.NDArray[np.int64]
    """Shape (columns + 1,): where each column begins in the arrays below."""
    rows: npt.NDArray[np.int32]
    entries: Floats


def refined_basis(equations: Equations, basis: Collection[int], found: Basic | None) -> set[int]:
    """Return another basis: HiGHS's for the program relative to a basic solution; empty if HiGHS
    finds none.

    Without a basic solution, HiGHS solves the program itself.
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
    """Return HiGHS's basis for the program relative to a basic solution with these `residuals`,
    starting from `basis` if that is one; empty if HiGHS finds none. `far` as in `_seen_from`.
    """
    lines = _seen_from(equations, values, prices, far)
    try:
        return isolated("highs", _solve, lines, basis, equations.domains)
    except ProcessDied:
        return set()


def _solve(lines: Lines, basis: Collection[int], domains: tuple[Domain, ...]) -> set[int]:
    highs = new_highs()
    for option, value in OPTIONS.items():
        highs.setOptionValue(option, value)
    columns, rows = (lines.lower, lines.upper), (lines.right, lines.right)
    matrix = lines.start, lines.rows, lines.entries
    highs.passModel(highs_program(lines.costs, columns, rows, matrix))
    size = len(domains) + len(lines.right)
    highs.setOptionValue("simplex_iteration_limit", 10_000 + PIVOTS * size)
    if basis:
        fixed = [highspy.HighsBasisStatus.kLower] * len(lines.right)
        start_from(highs, _statuses(basis, domains), fixed)
    highs.run()
    found = highs.getBasis()
    # The row of an equation holds a basic unknown of its own only if the equation is redundant: its
    # fixed slack represents it.
    slacks = len(domains) - len(lines.right)
    return {*_basic(found.col_status), *(slacks + at for at in _basic(found.row_status))}


def _statuses(basis: Collection[int], domains: tuple[Domain, ...]) -> list[Any]:
    """Return the status of each column in a basis."""
    status = highspy.HighsBasisStatus
    return [
        status.kBasic if at in basis else status.kZero if domain is Domain.FREE else status.kLower
        for at, domain in enumerate(domains)
    ]


def _basic(statuses: Any) -> list[int]:
    basic = highspy.HighsBasisStatus.kBasic
    return [at for at, status in enumerate(list(statuses)) if status == basic]


def _seen_from(
    equations: Equations, values: list[fmpq], prices: list[fmpq], far: int = FAR
) -> Lines:
    """Return the program with its unknowns measured from a basic solution with these `residuals`,
    magnified and scaled; larger numbers are cut off at `far`.
    """
    domains = equations.domains
    seen = _enlarged(values, [domain is Domain.BOUND for domain in domains], far)
    costs = _enlarged(prices, [domain is not Domain.FIXED for domain in domains], far)
    rows, columns, entries = _matrix(equations)
    mantissas, powers = _binary(entries)
    sizes: Floats = np.log2(np.abs(mantissas)) + powers
    row_powers, column_powers = _scales(rows, columns, sizes, equations.height, len(domains))
    row_scale, column_scale = np.exp2(row_powers), np.exp2(column_powers)
    free = np.array([domain is Domain.FREE for domain in domains])
    fixed = np.array([domain is Domain.FIXED for domain in domains])
    return Lines(
        costs=costs * column_scale,
        lower=np.where(free, -np.inf, np.where(fixed, 0.0, -seen / column_scale)),
        upper=np.where(fixed, 0.0, np.inf),
        right=np.where(fixed, seen, 0.0)[equations.width :] * row_scale,
        start=np.searchsorted(columns, np.arange(len(domains) + 1)),
        rows=rows,
        entries=np.ldexp(mantissas, powers + row_powers[rows] + column_powers[columns]),
    )


def _enlarged(numbers: list[fmpq], matters: list[bool], far: int) -> Floats:
    """Return the numbers as floats, scaled so that the most negative relevant one is -1; large
    positive ones are cut off at `far`.
    """
    worst = min(
        (number for number, counts in zip(numbers, matters, strict=True) if counts), default=fmpq(0)
    )
    factor = -1 / worst if worst < 0 else fmpq(1)
    return np.array([_float(number * factor, far) for number in numbers])


def _float(number: fmpq, far: int) -> float:
    if abs(number) < far:
        return int(number.p) / int(number.q)
    return float(far if number > 0 else -far)


def _binary(numbers: list[fmpq]) -> tuple[Floats, npt.NDArray[np.int32]]:
    """Return numbers as floats between 1/4 and 2 times powers of two, also outside the range of
    floats.
    """
    powers = np.array(
        [int(number.p).bit_length() - int(number.q).bit_length() for number in numbers],
        dtype=np.int32,
    )
    return np.array(
        [_shifted(number, -int(power)) for number, power in zip(numbers, powers, strict=True)]
    ), powers


def _shifted(number: fmpq, power: int) -> float:
    above, below = int(number.p), int(number.q)
    return (above << max(power, 0)) / (below << max(-power, 0))


def _matrix(
    equations: Equations,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], list[fmpq]]:
    """Return rows, columns and coefficients of the matrix with its slacks, column by column."""
    lines = [equations.column(at) for at in range(len(equations.domains))]
    rows = np.array([row for line in lines for row, _ in line], dtype=np.int32)
    columns = np.repeat(np.arange(len(lines), dtype=np.int32), [len(line) for line in lines])
    return rows, columns, [value for line in lines for _, value in line]


def _scales(
    rows: npt.NDArray[np.int32],
    columns: npt.NDArray[np.int32],
    sizes: Floats,
    height: int,
    width: int,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return powers of two that bring coefficients of these `sizes` (logarithms) close to 1, for
    rows and columns in turn, within the range of floats.
    """
    row_scale, column_scale = np.zeros(height), np.zeros(width)
    for _ in range(ROUNDS):
        for along, scale, across, other in (
            (rows, row_scale, columns, column_scale),
            (columns, column_scale, rows, row_scale),
        ):
            least, most = np.full(len(scale), np.inf), np.full(len(scale), -np.inf)
            np.minimum.at(least, along, sizes + other[across])
            np.maximum.at(most, along, sizes + other[across])
            known = np.isfinite(least)  # A row or column without coefficients is not scaled.
            scale[:] = np.where(known, -np.add(least, most, where=known, out=least) / 2, 0.0)
    first, second = (
        np.clip(np.round(scale), -FARTHEST, FARTHEST).astype(np.int32)
        for scale in (row_scale, column_scale)
    )
    return first, second
