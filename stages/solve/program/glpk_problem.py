"""GLPK's problem object of a linear program.

GLPK is GPL; it is called as a library that the user installs, and nothing of it is part of this
program.
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import swiglpk

from . import FloatProgram
from .lines import Lines

# The C functions behind `swiglpk`, without its Python wrapper around each call.
_glpk = swiglpk._swiglpk


@contextmanager
def problem(program: FloatProgram) -> Iterator[Any]:
    """Provide the problem object of a program, without names, for a `with` block."""
    swiglpk.glp_term_out(swiglpk.GLP_OFF)
    lp = swiglpk.glp_create_prob()
    try:
        swiglpk.glp_set_obj_dir(lp, swiglpk.GLP_MAX if program.maximise else swiglpk.GLP_MIN)
        if len(program.rows):
            swiglpk.glp_add_rows(lp, len(program.rows))
        swiglpk.glp_add_cols(lp, len(program.columns))
        _set_bounds(lp, _glpk.glp_set_row_bnds, program.rows)
        _set_bounds(lp, _glpk.glp_set_col_bnds, program.columns)
        for at, cost in enumerate((program.constant, *program.costs.tolist())):
            if cost:
                _glpk.glp_set_obj_coef(lp, at, cost)
        _load(lp, program)
        yield lp
    finally:
        swiglpk.glp_delete_prob(lp)


def _set_bounds(lp: Any, set_bounds: Any, lines: Lines) -> None:
    below, above = np.isfinite(lines.lower), np.isfinite(lines.upper)
    kinds = np.select(
        (below & above & (lines.lower == lines.upper), below & above, below, above),
        (swiglpk.GLP_FX, swiglpk.GLP_DB, swiglpk.GLP_LO, swiglpk.GLP_UP),
        swiglpk.GLP_FR,
    ).tolist()
    ends = zip(kinds, lines.lower.tolist(), lines.upper.tolist(), strict=True)
    for at, (kind, lower, upper) in enumerate(ends, 1):
        set_bounds(lp, at, kind, lower, upper)


def _load(lp: Any, program: FloatProgram) -> None:
    """Load the coefficients, and order them as GLPK does when it reads a file."""
    rows, columns, numbers = program.entries
    size = len(numbers)
    kinds: Any = ctypes.c_int, ctypes.c_int, ctypes.c_double
    arrays = swiglpk.intArray(size + 1), swiglpk.intArray(size + 1), swiglpk.doubleArray(size + 1)
    for into, values, kind in zip(arrays, (rows + 1, columns + 1, numbers), kinds, strict=True):
        memory = (kind * (size + 1)).from_address(int(into.cast()))
        np.ctypeslib.as_array(memory)[1:] = values  # GLPK's arrays start at index 1.
    swiglpk.glp_load_matrix(lp, size, *arrays)
    swiglpk.glp_sort_matrix(lp)
