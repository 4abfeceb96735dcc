"""SCIP, as a library, through PySCIPOpt: only its linear programming, so that there are dual
values.
"""

from typing import Any

import pyscipopt

from ....schemas.parts.problems import OptionError, SolverError, shown
from ....schemas.parts.status import Basis, Status
from ....schemas.solution import Entry
from ..interface import Answer, Request
from ..program import FloatProgram
from ..program.model_file import model_file, named

_STATUSES = {
    "optimal": Status.OPTIMAL,
    "infeasible": Status.INFEASIBLE,
    "unbounded": Status.UNBOUNDED,
    "timelimit": Status.LIMIT,
    "nodelimit": Status.LIMIT,
    "userinterrupt": Status.LIMIT,
    "memlimit": Status.LIMIT,
}
_BASES = {
    "basic": Basis.BASIC,
    "lower": Basis.LOWER,
    "upper": Basis.UPPER,
    "zero": Basis.FREE,
}


def solve(program: FloatProgram, request: Request = Request()) -> Answer:
    """Return SCIP's answer to a program."""
    model = pyscipopt.Model()
    if not request.log:
        model.hideOutput()
    _set(model, request)
    with model_file(program) as path:
        model.readProblem(path)
    model.optimize()
    version = f"{model.version():.1f}"
    status = model.getStatus()
    if status not in _STATUSES:
        raise SolverError(f"SCIP ended with the status {status}")
    if _STATUSES[status] != Status.OPTIMAL:
        return Answer(version, _STATUSES[status])
    return named(_read_answer(model, version), program)


def _set(model: Any, request: Request) -> None:
    # Steps that change the program leave no dual values for the given program.
    vendor: Any = pyscipopt  # Its type hints lack the settings.
    off = vendor.SCIP_PARAMSETTING.OFF
    model.setPresolve(off)
    model.setSeparating(off)
    model.setHeuristics(off)
    model.disablePropagation()
    model.setParam("conflict/enable", False)
    known = model.getParams()
    for option, value in request.options_and_limit("limits/time"):
        if option not in known:
            raise OptionError(f"SCIP has no option {shown(option)}")
        kind = type(known[option])
        try:
            model.setParam(option, value == "True" if kind is bool else kind(value))
        except (ValueError, TypeError, KeyError, OverflowError, LookupError):
            raise OptionError(f"SCIP's option {option} cannot be {shown(value)}") from None


def _read_answer(model: Any, version: str) -> Answer:
    # It minimises, and so do its dual values.
    sign = -1.0 if model.getObjectiveSense() == "maximize" else 1.0
    rows, columns = [], []
    for row in model.getConss(transformed=False):
        value, basis = _price(model, row)
        rows.append(Entry(row.name, sign * value + 0.0, basis))
    for column in model.getVars():
        inner = model.getTransformedVar(column)
        basis = _BASES[inner.getCol().getBasisStatus()] if inner.isInLP() else Basis.UNKNOWN
        columns.append(Entry(column.name, model.getVal(column) + 0.0, basis))
    return Answer(
        version=version,
        status=Status.OPTIMAL,
        objective=model.getObjVal(),
        columns=tuple(columns),
        rows=tuple(rows),
    )


def _price(model: Any, row: Any) -> tuple[float, Basis]:
    try:
        priced = model.getRowLinear(model.getTransformedCons(row))
    except Warning:  # SCIP turned a row with one column into a bound.
        return 0.0, Basis.BASIC
    return model.getRowDualSol(priced), _BASES[priced.getBasisStatus()]
