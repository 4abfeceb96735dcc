"""FICO Xpress, as a library, through its Python package."""

import warnings
from typing import Any

from ....schemas.parts.problems import OptionError, SolverError, shown
from ....schemas.parts.status import Basis, Status
from ..interface import Answer, Request, entries
from ..program import FloatProgram
from ..program.model_file import model_file, named

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # It warns about its licence on import.
    import xpress as vendor

_ERRORS = (vendor.SolverError, vendor.ModelError, vendor.InterfaceError)
_STATUSES = {1: Status.OPTIMAL, 2: Status.INFEASIBLE, 4: Status.LIMIT, 5: Status.UNBOUNDED}
_BASES = {0: Basis.LOWER, 1: Basis.BASIC, 2: Basis.UPPER, 3: Basis.FREE}


def solve(program: FloatProgram, request: Request = Request()) -> Answer:
    """Return Xpress's answer to a program. Raises SolverError, such as beyond the limits
    of its licence.
    """
    with model_file(program) as path, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            problem: Any = vendor.problem()
            problem.setControl("outputlog", int(request.log))
            problem.readProb(path)
            _set(problem, request)
            return named(_solve(problem), program)
        except _ERRORS as error:
            raise SolverError(f"Xpress: {error}") from None


def _set(problem: Any, request: Request) -> None:
    for option, value in request.options_and_limit("timelimit"):
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


def _solve(problem: Any) -> Answer:
    problem.optimize()
    found, version = problem.attributes, str(vendor.getVersion())
    status = _STATUSES.get(int(found.lpstatus))
    if status is None:
        raise SolverError(f"Xpress ended with the status {found.lpstatus}")
    if status != Status.OPTIMAL:
        return Answer(version, status)
    columns = problem.getNameList(2, 0, found.originalcols - 1)
    rows = problem.getNameList(1, 0, found.originalrows - 1)
    row_bases, column_bases = (
        [_BASES[status] for status in statuses] for statuses in problem.getBasis()
    )
    return Answer(
        version=version,
        status=status,
        objective=found.objval,
        columns=entries(columns, problem.getSolution(), column_bases),
        rows=entries(rows, problem.getDuals(), row_bases),
    )
