"""FICO Xpress, as a library, through its Python package."""

import warnings
from typing import Any

from schemas.parts.problems import OptionError, SolverError, shown
from schemas.solution import Entry
from stages.solve import Answer, Request
from stages.solve.solvers.model_file import model_file

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # It warns of its licence on import.
    import xpress as vendor

_ERRORS = (vendor.SolverError, vendor.ModelError, vendor.InterfaceError)
_STATUSES = {1: "optimal", 2: "infeasible", 4: "limit", 5: "unbounded"}
_BASES = {0: "lower", 1: "basic", 2: "upper", 3: "free"}


def solve(text: str, format: str, request: Request = Request()) -> Answer:
    """Return Xpress's answer to an `.lp` or `.mps` text. Raises SolverError where it fails, as
    beyond its licence.
    """
    with model_file(text, format) as path, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            problem: Any = vendor.problem()
            problem.setControl("outputlog", int(request.log))
            problem.readProb(path)
            _set(problem, request)
            return _ask(problem)
        except _ERRORS as error:
            raise SolverError(f"Xpress: {error}") from None


def _set(problem: Any, request: Request) -> None:
    limit = (("timelimit", str(request.time_limit)),) if request.time_limit else ()
    for option, value in (*request.options, *limit):
        try:
            known = problem.getControl(option)  # An enumeration is an int, too.
        except _ERRORS:
            raise OptionError(f"Xpress has no option {shown(option)}") from None
        try:
            problem.setControl(
                option, next((kind for kind in (int, float) if isinstance(known, kind)), str)(value)
            )
        except (*_ERRORS, ValueError, TypeError, OverflowError):
            raise OptionError(f"Xpress's option {option} cannot be {shown(value)}") from None


def _ask(problem: Any) -> Answer:
    problem.optimize()
    status = _STATUSES.get(int(problem.attributes.lpstatus), "")
    version = str(vendor.getVersion())
    if not status:
        raise SolverError(f"Xpress ended with the status {problem.attributes.lpstatus}")
    if status != "optimal":
        return Answer(version, status, None, (), ())
    names = problem.getNameList(2, 0, problem.attributes.originalcols - 1)
    rows = problem.getNameList(1, 0, problem.attributes.originalrows - 1)
    row_bases, column_bases = problem.getBasis()
    return Answer(
        version,
        status,
        problem.attributes.objval,
        tuple(
            Entry(name, value + 0.0, _BASES[basis])
            for name, value, basis in zip(names, problem.getSolution(), column_bases, strict=True)
        ),
        tuple(
            Entry(name, value + 0.0, _BASES[basis])
            for name, value, basis in zip(rows, problem.getDuals(), row_bases, strict=True)
        ),
    )
