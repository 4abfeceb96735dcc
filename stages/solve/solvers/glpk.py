"""GLPK, as a library, through swiglpk: the primal simplex with presolve.

GLPK is GPL; it is called as a library that the user installs, and nothing of it
is part of this program.
"""

import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import swiglpk

from schemas.parts.problems import InputError, OptionError, Problem, SolverError, shown
from schemas.solution import Entry
from stages.solve import Answer, Request, iteration_limit
from stages.solve.solvers.model_file import model_file
from stages.solve.solvers.quiet import stdout_to

_SWITCH = {"on": swiglpk.GLP_ON, "off": swiglpk.GLP_OFF}
OPTIONS: dict[
    str, tuple[str, dict[str, int]]
] = {  # The field of glp_smcp, and its words; none for a number.
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
    swiglpk.GLP_BS: "basic",
    swiglpk.GLP_NL: "lower",
    swiglpk.GLP_NU: "upper",
    swiglpk.GLP_NF: "free",
    swiglpk.GLP_NS: "fixed",
}
_STATUSES = {
    swiglpk.GLP_OPT: "optimal",
    swiglpk.GLP_NOFEAS: "infeasible",
    swiglpk.GLP_INFEAS: "failed",
    swiglpk.GLP_UNBND: "unbounded",
    swiglpk.GLP_FEAS: "failed",
    swiglpk.GLP_UNDEF: "failed",
}
_ENDS = {
    swiglpk.GLP_EITLIM: "limit",
    swiglpk.GLP_ETMLIM: "limit",
    swiglpk.GLP_ENOPFS: "infeasible",
    swiglpk.GLP_EBOUND: "infeasible",
}

# GLPK's presolve breaks off with an assertion on larger numbers; HiGHS and CBC take them for
# infinite.
INFINITE = 1e20


def solve(text: str, format: str, request: Request = Request()) -> Answer:
    """Return GLPK's answer to an `.lp` or `.mps` text. Raises InputError with the line GLPK
    stumbles on.
    """
    parameters = _parameters(request)
    with problem(text, format) as lp:
        swiglpk.glp_term_out(swiglpk.GLP_ON if request.log else swiglpk.GLP_OFF)
        if "it_lim" not in dict(request.options):
            parameters.it_lim = iteration_limit(
                swiglpk.glp_get_num_rows(lp), swiglpk.glp_get_num_cols(lp)
            )
        status = _simplex(lp, parameters)
        if status != "optimal":
            return Answer(swiglpk.glp_version(), status, None, (), ())
        return Answer(
            swiglpk.glp_version(),
            status,
            swiglpk.glp_get_obj_val(lp),
            tuple(_column(lp, number) for number in range(1, swiglpk.glp_get_num_cols(lp) + 1)),
            tuple(_row(lp, number) for number in range(1, swiglpk.glp_get_num_rows(lp) + 1)),
        )


def _parameters(request: Request) -> Any:
    parameters = swiglpk.glp_smcp()
    swiglpk.glp_init_smcp(parameters)
    parameters.msg_lev = swiglpk.GLP_MSG_ALL if request.log else swiglpk.GLP_MSG_OFF
    if request.time_limit:
        parameters.tm_lim = max(1, min(int(1000 * request.time_limit), 2**31 - 1))
    for option, value in request.options:
        if option not in OPTIONS:
            raise OptionError(f"GLPK has no option {shown(option)}; known are {', '.join(OPTIONS)}")
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


@contextmanager
def problem(text: str, format: str) -> Iterator[Any]:
    """Give the problem object of a text for the length of a `with` block."""
    swiglpk.glp_term_out(swiglpk.GLP_OFF)
    lp = swiglpk.glp_create_prob()
    try:
        with model_file(text, format) as path:
            _read(lp, path, format)
        _refuse(lp)
        yield lp
    finally:
        swiglpk.glp_delete_prob(lp)


def _read(lp: Any, path: str, format: str) -> None:
    readers: list[Callable[[], int]] = [partial(swiglpk.glp_read_lp, lp, None, path)]
    if format == "mps":
        # Free format first: what is not free falls out of it with an error.
        kinds = (swiglpk.GLP_MPS_FILE, swiglpk.GLP_MPS_DECK)
        parameters = swiglpk.glp_mpscp()
        swiglpk.glp_init_mpscp(parameters)
        # By default GLPK leaves coefficients below 1e-12 out: of this format, not of the other.
        parameters.tol_mps = 0.0
        readers = [partial(swiglpk.glp_read_mps, lp, kind, parameters, path) for kind in kinds]
    if all(reader() for reader in readers):  # Each returns 0 once it has read the file.
        raise InputError([_reason(readers[0], path)])


def _reason(reader: Callable[[], int], path: str) -> Problem:
    """Return what GLPK prints when it reads again: it says so nowhere else."""
    with tempfile.TemporaryFile() as said, stdout_to(said.fileno()):
        swiglpk.glp_term_out(swiglpk.GLP_ON)
        reader()
        swiglpk.glp_term_out(swiglpk.GLP_OFF)
        said.seek(0)
        lines = said.read().decode(errors="replace").splitlines()
    for line in lines:
        match = re.match(rf"{re.escape(path)}:(\d+): (.*)", line)
        if match and not match[2].startswith("warning"):
            return Problem(f"no linear program: {match[2]}", (), int(match[1]))
    return Problem("no linear program that GLPK can read", (), 1)


def _refuse(lp: Any) -> None:
    """Refuse what GLPK would solve as something else, or end the whole program over."""
    problems = []
    if swiglpk.glp_get_num_cols(lp) == 0:
        problems.append(Problem("a linear program without columns", (), 1))
    if swiglpk.glp_get_num_int(lp):
        problems.append(
            Problem("columns that must be whole numbers: this is no linear program", (), 1)
        )
    for at in range(1, swiglpk.glp_get_num_cols(lp) + 1):
        numbers = (
            swiglpk.glp_get_col_lb(lp, at),
            swiglpk.glp_get_col_ub(lp, at),
            swiglpk.glp_get_obj_coef(lp, at),
        )
        if _beyond(numbers):
            problems.append(_too_large("column", swiglpk.glp_get_col_name(lp, at)))
    for at in range(1, swiglpk.glp_get_num_rows(lp) + 1):
        if _beyond((swiglpk.glp_get_row_lb(lp, at), swiglpk.glp_get_row_ub(lp, at))):
            problems.append(_too_large("row", swiglpk.glp_get_row_name(lp, at)))
    if problems:
        raise InputError(problems)


def _beyond(numbers: tuple[float, ...]) -> bool:
    return any(INFINITE <= abs(number) < sys.float_info.max for number in numbers)


def _too_large(kind: str, name: str) -> Problem:
    return Problem(
        f"the {kind} {name} has a number beyond {INFINITE:g}: solvers take it for infinite", (), 1
    )


def _simplex(lp: Any, parameters: Any) -> str:
    end = swiglpk.glp_simplex(lp, parameters)
    if (
        end == swiglpk.GLP_ENODFS
    ):  # Presolve saw no dual solution: without it we learn whether there is a primal one.
        parameters.presolve = swiglpk.GLP_OFF
        end = swiglpk.glp_simplex(lp, parameters)
    if end == 0:
        return _STATUSES[swiglpk.glp_get_status(lp)]
    if end in _ENDS:
        return _ENDS[end]
    raise SolverError(f"GLPK's simplex ended with code {end}")


def _column(lp: Any, number: int) -> Entry:
    return Entry(
        swiglpk.glp_get_col_name(lp, number),
        swiglpk.glp_get_col_prim(lp, number) + 0.0,  # No negative zero.
        _BASES[swiglpk.glp_get_col_stat(lp, number)],
    )


def _row(lp: Any, number: int) -> Entry:
    return Entry(
        swiglpk.glp_get_row_name(lp, number) or f"row{number}",
        swiglpk.glp_get_row_dual(lp, number) + 0.0,
        _BASES[swiglpk.glp_get_row_stat(lp, number)],
    )
