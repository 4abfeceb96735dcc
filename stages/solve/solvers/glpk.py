"""GLPK, as a library, through swiglpk: the primal simplex with presolve.

GLPK is GPL; it is called as a library that the user installs, and nothing of it is part of this
program.
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import swiglpk

from ....schemas.parts.near import known_are
from ....schemas.parts.problems import OptionError, SolverError, shown
from ....schemas.parts.status import Basis, Status
from ....schemas.solution import Entry
from ..interface import Answer, Request, iteration_limit
from ..program import FloatProgram, Lines

# The C functions behind `swiglpk`, without its Python wrapper around each call.
_glpk = swiglpk._swiglpk
_SWITCH = {"on": swiglpk.GLP_ON, "off": swiglpk.GLP_OFF}
# The field of glp_smcp, and its allowed words; none for a number.
OPTIONS: dict[str, tuple[str, dict[str, int]]] = {
    "method": (
        "meth",
        {
            "primal simplex": swiglpk.GLP_PRIMAL,
            "dual simplex": swiglpk.GLP_DUAL,
            "dual, then primal simplex": swiglpk.GLP_DUALP,
        },
    ),
    "presolve": ("presolve", _SWITCH),
    "pricing": ("pricing", {"standard": swiglpk.GLP_PT_STD, "steepest": swiglpk.GLP_PT_PSE}),
    "ratio_test": (
        "r_test",
        {"standard": swiglpk.GLP_RT_STD, "harris": swiglpk.GLP_RT_HAR, "flip": swiglpk.GLP_RT_FLIP},
    ),
    "tol_bnd": ("tol_bnd", {}),
    "tol_dj": ("tol_dj", {}),
    "tol_piv": ("tol_piv", {}),
    "it_lim": ("it_lim", {}),
}
_BASES = {
    swiglpk.GLP_BS: Basis.BASIC,
    swiglpk.GLP_NL: Basis.LOWER,
    swiglpk.GLP_NU: Basis.UPPER,
    swiglpk.GLP_NF: Basis.FREE,
    swiglpk.GLP_NS: Basis.FIXED,
}
_STATUSES = {
    swiglpk.GLP_OPT: Status.OPTIMAL,
    swiglpk.GLP_NOFEAS: Status.INFEASIBLE,
    swiglpk.GLP_INFEAS: Status.FAILED,
    swiglpk.GLP_UNBND: Status.UNBOUNDED,
    swiglpk.GLP_FEAS: Status.FAILED,
    swiglpk.GLP_UNDEF: Status.FAILED,
}
_ENDS = {
    swiglpk.GLP_EITLIM: Status.LIMIT,
    swiglpk.GLP_ETMLIM: Status.LIMIT,
    swiglpk.GLP_ENOPFS: Status.INFEASIBLE,
    swiglpk.GLP_EBOUND: Status.INFEASIBLE,
}


def solve(program: FloatProgram, request: Request = Request()) -> Answer:
    """Return GLPK's answer to a program."""
    parameters = _parameters(request)
    with problem(program) as lp:
        swiglpk.glp_term_out(swiglpk.GLP_ON if request.log else swiglpk.GLP_OFF)
        if "it_lim" not in dict(request.options):
            parameters.it_lim = iteration_limit(len(program.rows), len(program.columns))
        status = _simplex(lp, parameters)
        if status != Status.OPTIMAL:
            return Answer(swiglpk.glp_version(), status)
        return Answer(
            version=swiglpk.glp_version(),
            status=status,
            objective=swiglpk.glp_get_obj_val(lp),
            columns=tuple(
                _column(lp, at, name) for at, name in enumerate(program.columns.names, 1)
            ),
            rows=tuple(_row(lp, at, name) for at, name in enumerate(program.rows.names, 1)),
        )


def _parameters(request: Request) -> Any:
    parameters = swiglpk.glp_smcp()
    swiglpk.glp_init_smcp(parameters)
    parameters.msg_lev = swiglpk.GLP_MSG_ALL if request.log else swiglpk.GLP_MSG_OFF
    if request.time_limit:
        parameters.tm_lim = max(1, min(int(1000 * request.time_limit), 2**31 - 1))
    for option, value in request.options:
        if option not in OPTIONS:
            raise OptionError(f"GLPK has no option {shown(option)}; {known_are(option, OPTIONS)}")
        field, words = OPTIONS[option]
        if words and value not in words:
            raise OptionError(
                f"GLPK's option {option} is one of {', '.join(words)}, not {shown(value)}"
            )
        try:
            setattr(
                parameters,
                field,
                words[value] if words else type(getattr(parameters, field))(value),
            )
        except (ValueError, TypeError, OverflowError):
            raise OptionError(f"GLPK's option {option} is a number, not {shown(value)}") from None
    return parameters


def _simplex(lp: Any, parameters: Any) -> Status:
    end = swiglpk.glp_simplex(lp, parameters)
    if end == swiglpk.GLP_ENODFS:
        # Presolve found no dual solution: a run without it shows whether there is a primal one.
        parameters.presolve = swiglpk.GLP_OFF
        end = swiglpk.glp_simplex(lp, parameters)
    if end == 0:
        return _STATUSES[swiglpk.glp_get_status(lp)]
    if end in _ENDS:
        return _ENDS[end]
    raise SolverError(f"GLPK's simplex ended with code {end}")


def _column(lp: Any, number: int, name: str) -> Entry:
    return Entry(
        name,
        swiglpk.glp_get_col_prim(lp, number) + 0.0,  # No negative zero.
        _BASES[swiglpk.glp_get_col_stat(lp, number)],
    )


def _row(lp: Any, number: int, name: str) -> Entry:
    return Entry(
        name,
        swiglpk.glp_get_row_dual(lp, number) + 0.0,
        _BASES[swiglpk.glp_get_row_stat(lp, number)],
    )


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
