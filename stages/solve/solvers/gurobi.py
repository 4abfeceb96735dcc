"""Gurobi, as a library, through gurobipy."""

from typing import Any

import gurobipy
from gurobipy import GRB, GurobiError

from ....schemas.parts.problems import OptionError, SolverError, shown
from ....schemas.parts.status import Basis, Status
from ..interface import Answer, Request, entries, rows_at_most
from ..program import FloatProgram
from ..program.model_file import model_file, named

_STATUSES = {
    GRB.OPTIMAL: Status.OPTIMAL,
    GRB.INFEASIBLE: Status.INFEASIBLE,
    GRB.UNBOUNDED: Status.UNBOUNDED,
    GRB.TIME_LIMIT: Status.LIMIT,
    GRB.ITERATION_LIMIT: Status.LIMIT,
    GRB.WORK_LIMIT: Status.LIMIT,
    GRB.MEM_LIMIT: Status.LIMIT,
    GRB.INTERRUPTED: Status.LIMIT,
}
_BASES = {0: Basis.BASIC, -1: Basis.LOWER, -2: Basis.UPPER, -3: Basis.FREE}


def solve(program: FloatProgram, request: Request = Request()) -> Answer:
    """Return Gurobi's answer to a program. Raises SolverError, such as beyond the limits
    of its licence.
    """
    with model_file(program) as path:
        try:
            with (
                gurobipy.Env(params={"OutputFlag": int(request.log)}) as environment,
                gurobipy.read(path, environment) as model,
            ):
                _set(model, request)
                return named(_solve(model), program)
        except GurobiError as error:
            raise SolverError(f"Gurobi: {error}") from None


def _set(model: Any, request: Request) -> None:
    for option, value in request.options_and_limit("TimeLimit"):
        known = model.getParamInfo(option)
        if known is None:
            raise OptionError(f"Gurobi has no option {shown(option)}")
        try:
            model.setParam(option, known[1](value))
        except (GurobiError, ValueError, TypeError, OverflowError):
            raise OptionError(f"Gurobi's option {option} cannot be {shown(value)}") from None


def _solve(model: Any) -> Answer:
    model.optimize()
    if model.Status == GRB.INF_OR_UNBD:
        model.setParam("DualReductions", 0)  # With them Gurobi does not distinguish the two.
        model.optimize()
    version = ".".join(str(part) for part in gurobipy.gurobi.version())
    if model.Status not in _STATUSES:
        raise SolverError(f"Gurobi ended with the status {model.Status}")
    if model.Status != GRB.OPTIMAL:
        return Answer(version, _STATUSES[model.Status])
    columns, rows = model.getVars(), model.getConstrs()
    column_bases, row_bases = _bases(model, columns, "VBasis"), _bases(model, rows, "CBasis")
    row_bases = rows_at_most(row_bases, (line.Sense == "<" for line in rows))
    return Answer(
        version=version,
        status=Status.OPTIMAL,
        objective=model.ObjVal,
        columns=entries(
            (line.VarName for line in columns), (line.X for line in columns), column_bases
        ),
        rows=entries((line.ConstrName for line in rows), (line.Pi for line in rows), row_bases),
    )


def _bases(model: Any, lines: Any, attribute: str) -> list[Basis]:
    try:
        return [_BASES[status] for status in model.getAttr(attribute, lines)]
    except (GurobiError, AttributeError):  # There is no basis without crossover.
        return [Basis.UNKNOWN] * len(lines)
