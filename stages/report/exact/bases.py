"""Bases that might be optimal: the solver's own, and HiGHS's where that is none or does not hold.

A basis that a solver takes for optimal is off by its tolerances at most. So the program is looked
at again through a lens: its unknowns are counted from the exact basic solution, and what is wrong
with that solution is enlarged until it is plain to floating-point arithmetic. This is the iterative
refinement of Gleixner, Steffy and Wolter (INFORMS J. Computing 28, 2016).
"""

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from flint import fmpq

from schemas.solution import Solution
from stages.forms.program import Program
from stages.isolated import Died, isolated
from stages.report.exact.basic import Basic

Floats = npt.NDArray[np.float64]

FAR = 1e9
"""Bounds and costs beyond, seen through the lens, are as good as this."""
FARTHEST = 500
"""Powers of two beyond are not used for scaling: their products would leave the floats."""
PIVOTS = 20
"""Per row and column, and some thousand: HiGHS that takes more goes round in circles."""
ROUNDS = 6
"""Of geometric scaling; after that little changes."""


class Lines(NamedTuple):
    """A linear program of equations, column by column."""

    costs: Floats
    lower: Floats
    upper: Floats
    right: Floats
    """Per row."""
    start: npt.NDArray[np.int64]
    """Per column, and one more: where it begins in what follows."""
    rows: npt.NDArray[np.int32]
    entries: Floats


def told(program: Program, solution: Solution) -> set[int]:
    """Return the basic columns and slacks of a solution by the numbers of `Program.number`: one per
    row, or none at all.
    """
    entries = (*solution.columns, *solution.rows)
    basis = {
        program.number[entry.name]
        for entry in entries
        if entry.basis == "basic" and entry.name in program.number
    }
    return basis if len(basis) == len(program.rows) else set()


def flaws(program: Program, found: Basic) -> tuple[list[fmpq], list[fmpq]]:
    """Return values and prices, of the columns of the program first, then of the slacks of its
    rows.

    Negative ones are what is wrong, where the unknown is bound by 0: no plan, or not optimal.
    """
    slacks = [
        -sum((coefficient * found.primal[column] for column, coefficient in line), fmpq(0))
        for line in program.lines
    ]
    slacks[0] += 1  # f0: the empty sequence is played.
    prices = [
        sum((coefficient * found.dual[row] for row, coefficient in line), fmpq(0))
        for line in program.columns
    ]
    prices[program.objective] -= 1
    return [*found.primal, *slacks], [*prices, *found.dual]


def again(program: Program, basis: Collection[int], found: Basic | None) -> set[int]:
    """Return another basis, HiGHS's for the program as it is seen from a basic solution; empty if
    it ends without.

    Without a basic solution it is the program itself.
    """
    # Loaded in this process, and not again in each that is forked.
    import highspy  # noqa: F401

    kinds = program.kinds
    values, prices = flaws(
        program, found or Basic([fmpq(0)] * len(program.names), [fmpq(0)] * len(program.rows))
    )
    seen = _enlarged(values, [kind == "bound" for kind in kinds])
    costs = _enlarged(prices, [kind != "fixed" for kind in kinds])
    rows, columns, entries = _matrix(program)
    mantissas, powers = _binary(entries)
    row_powers, column_powers = _scales(
        rows, columns, np.log2(np.abs(mantissas)) + powers, len(program.rows), len(kinds)
    )
    row_scale, column_scale = np.exp2(row_powers), np.exp2(column_powers)
    free = np.array([kind == "free" for kind in kinds])
    fixed = np.array([kind == "fixed" for kind in kinds])
    lines = Lines(
        costs * column_scale,
        np.where(free, -np.inf, np.where(fixed, 0.0, -seen / column_scale)),
        np.where(fixed, 0.0, np.inf),
        np.where(fixed, seen, 0.0)[len(program.names) :] * row_scale,
        np.searchsorted(columns, np.arange(len(kinds) + 1)),
        rows,
        np.ldexp(mantissas, powers + row_powers[rows] + column_powers[columns]),
    )
    try:
        return isolated("highs", _solve, lines, basis, kinds)
    except Died:
        return set()


def _solve(lines: Lines, basis: Collection[int], kinds: tuple[str, ...]) -> set[int]:
    import highspy

    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(kinds), len(lines.right)
    lp.col_cost_, lp.col_lower_, lp.col_upper_ = lines.costs, lines.lower, lines.upper
    lp.row_lower_ = lp.row_upper_ = lines.right
    lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = (
        lines.start,
        lines.rows,
        lines.entries,
    )

    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.silent()
    for option, value in (
        ("solver", "simplex"),
        ("threads", 1),
        ("primal_feasibility_tolerance", 1e-10),
        ("dual_feasibility_tolerance", 1e-10),
        ("small_matrix_value", 1e-12),
    ):
        highs.setOptionValue(option, value)
    highs.passModel(lp)
    highs.setOptionValue("simplex_iteration_limit", 10_000 + PIVOTS * (lp.num_row_ + lp.num_col_))
    if basis:
        start = highspy.HighsBasis()
        status = highspy.HighsBasisStatus
        outside = {"free": status.kZero, "fixed": status.kLower, "bound": status.kLower}
        start.col_status = [
            status.kBasic if at in basis else outside[kind] for at, kind in enumerate(kinds)
        ]
        start.row_status = [status.kLower] * lp.num_row_
        highs.setBasis(start)
    highs.run()
    found = highs.getBasis()
    basic = {
        at
        for at, kind in enumerate(list(found.col_status))
        if kind == highspy.HighsBasisStatus.kBasic
    }
    # An equation's row holds a basic unknown of its own only if the equation says nothing new: its
    # fixed slack stands for it.
    basic |= {
        len(kinds) - lp.num_row_ + at
        for at, kind in enumerate(list(found.row_status))
        if kind == highspy.HighsBasisStatus.kBasic
    }
    return basic


def _enlarged(numbers: list[fmpq], matters: list[bool]) -> Floats:
    """Return the numbers as floats so that the most negative one that matters is -1; those far
    above are cut off.
    """
    worst = min(
        (number for number, counts in zip(numbers, matters, strict=True) if counts), default=fmpq(0)
    )
    factor = -1 / worst if worst < 0 else fmpq(1)
    return np.array([_float(number * factor) for number in numbers])


def _float(number: fmpq) -> float:
    return (
        max(-FAR, min(FAR, int(number.p) / int(number.q)))
        if abs(number) < 10**15
        else FAR * (1 if number > 0 else -1)
    )


def _binary(numbers: list[fmpq]) -> tuple[Floats, npt.NDArray[np.int32]]:
    """Return numbers as floats between 1/4 and 2 times powers of two: of any size, also where a
    float has none.
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


def _matrix(program: Program) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], list[fmpq]]:
    """Return rows, columns and coefficients of the matrix with its slacks, column by column."""
    lines = [*program.columns, *([(row, fmpq(1))] for row in range(len(program.rows)))]
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
    """Return powers of two that bring coefficients of these `sizes`, logarithms, near to 1: by
    turns, and within floats.
    """
    row_scale, column_scale = np.zeros(height), np.zeros(width)
    for _ in range(ROUNDS):
        for at, scale, across, other in (
            (rows, row_scale, columns, column_scale),
            (columns, column_scale, rows, row_scale),
        ):
            least, most = np.full(len(scale), np.inf), np.full(len(scale), -np.inf)
            np.minimum.at(least, at, sizes + other[across])
            np.maximum.at(most, at, sizes + other[across])
            scale[:] = np.where(np.isfinite(least), -(least + most) / 2, 0.0)
    first, second = (
        np.clip(np.round(scale), -FARTHEST, FARTHEST).astype(np.int32)
        for scale in (row_scale, column_scale)
    )
    return first, second
