"""A program as it is seen from a basic solution, in floats: the iterative refinement of Gleixner,
Steffy and Wolter (INFORMS J. Computing 28, 2016).

Its unknowns are counted from the exact basic solution, and what is wrong with that solution is
enlarged until it is plain to floating-point arithmetic.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from flint import fmpq

from stages.forms.program import Domain
from stages.report.exact.equations import Equations

Floats = npt.NDArray[np.float64]

FAR = 10**9
"""Bounds and costs beyond, seen through the lens, are as good as this."""
FARTHEST = 500
"""Powers of two beyond are not used for scaling: their products would leave the floats."""
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


def seen_from(
    equations: Equations, values: list[fmpq], prices: list[fmpq], far: int = FAR
) -> Lines:
    """Return the program with its unknowns counted from a basic solution, which has these
    `residuals`, enlarged and scaled; what is `far` is cut off.
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
    """Return the numbers as floats so that the most negative one that matters is -1; those far
    above are cut off.
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
            known = np.isfinite(least)  # A line without coefficients is not scaled.
            scale[:] = np.where(known, -np.add(least, most, where=known, out=least) / 2, 0.0)
    first, second = (
        np.clip(np.round(scale), -FARTHEST, FARTHEST).astype(np.int32)
        for scale in (row_scale, column_scale)
    )
    return first, second
