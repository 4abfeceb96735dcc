"""The numbers and names of a GLPK problem object, in arrays."""

import ctypes
import sys
from collections.abc import Callable
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import swiglpk

from stages.solve.program.lines import Numbers

Indices = npt.NDArray[np.int64]
# The C functions behind `swiglpk`, without its Python wrapper around each call.
_glpk = swiglpk._swiglpk
INFINITE = sys.float_info.max  # GLPK uses the largest float for infinity.


class GlpkNumbers(NamedTuple):
    """The numbers of columns and rows; missing bounds are infinite."""

    costs: Numbers
    """Shape (columns,)."""
    columns: tuple[Numbers, Numbers]
    """Lower and upper bounds, each of shape (columns,)."""
    rows: tuple[Numbers, Numbers]
    """The same, of shape (rows,)."""


def numbers(lp: Any) -> GlpkNumbers:
    """Return the numbers of columns and rows of a problem object."""
    width, height = swiglpk.glp_get_num_cols(lp), swiglpk.glp_get_num_rows(lp)
    return GlpkNumbers(
        _of_each(_glpk.glp_get_obj_coef, lp, width),
        _bounds(lp, _glpk.glp_get_col_lb, _glpk.glp_get_col_ub, width),
        _bounds(lp, _glpk.glp_get_row_lb, _glpk.glp_get_row_ub, height),
    )


def column_names(lp: Any) -> tuple[str, ...]:
    width = swiglpk.glp_get_num_cols(lp)
    return tuple(map(_glpk.glp_get_col_name, repeat(lp), range(1, width + 1)))


def row_names(lp: Any) -> tuple[str, ...]:
    """Return the names of rows; a row without a name is named by its number."""
    numbers = range(1, swiglpk.glp_get_num_rows(lp) + 1)
    names = map(_glpk.glp_get_row_name, repeat(lp), numbers)
    return tuple(name or f"row{at}" for at, name in zip(numbers, names, strict=True))


def entries(lp: Any) -> tuple[Indices, Indices, Numbers]:
    """Return row, column and coefficient of each nonzero, row by row."""
    height, width = swiglpk.glp_get_num_rows(lp), swiglpk.glp_get_num_cols(lp)
    total = swiglpk.glp_get_num_nz(lp)
    indices, values = swiglpk.intArray(width + 1), swiglpk.doubleArray(width + 1)
    # Read the same memory once per row: a million numbers read one by one take seconds.
    places = memoryview((ctypes.c_int * (width + 1)).from_address(int(indices.cast()))).cast("B")
    coefficients = memoryview(
        (ctypes.c_double * (width + 1)).from_address(int(values.cast()))
    ).cast("B")
    found_places, found = np.empty(total, np.int32), np.empty(total, np.float64)
    into_places, into = found_places.view(np.uint8).data, found.view(np.uint8).data
    lengths = np.empty(height, np.int64)
    begin = 0
    for row in range(height):
        length = _glpk.glp_get_mat_row(lp, row + 1, indices, values)
        end = begin + length
        # GLPK's arrays start at index 1.
        into_places[4 * begin : 4 * end] = places[4 : 4 + 4 * length]
        into[8 * begin : 8 * end] = coefficients[8 : 8 + 8 * length]
        lengths[row] = length
        begin = end
    return np.repeat(np.arange(height), lengths), found_places.astype(np.int64) - 1, found


def _bounds(
    lp: Any, lower: Callable[..., float], upper: Callable[..., float], count: int
) -> tuple[Numbers, Numbers]:
    low, high = _of_each(lower, lp, count), _of_each(upper, lp, count)
    low[low == -INFINITE] = -np.inf
    high[high == INFINITE] = np.inf
    return low, high


def _of_each(ask: Callable[..., float], lp: Any, count: int) -> Numbers:
    return np.fromiter(map(ask, repeat(lp), range(1, count + 1)), np.float64, count)
