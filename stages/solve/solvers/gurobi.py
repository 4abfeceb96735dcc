"""Gurobi, as a library, through gurobipy."""

from typing import Any

import gurobipy
from gurobipy import GRB, GurobiError

from schemas.parts.problems import OptionError, SolverError, shown
from schemas.solution import Entry
from stages.solve import Answer, Request
from stages.solve.solvers.model_file import model_file

_STATUSES = {
    GRB.OPTIMAL: "optimal",
    GRB.INFEASIBLE: "infeasible",
    GRB.UNBOUNDED: "unbounded",
    GRB.TIME_LIMIT: "limit",
    GRB.ITERATION_LIMIT: "limit",
    GRB.WORK_LIMIT: "limit",
    GRB.MEM_LIMIT: "limit",
    GRB.INTERRUPTED: "limit",
}
_BASES = {0: "basic", -1: "lower", -2: "upper", -3: "free"}


def solve(text: str, format: str, request: Request = Request()) -> Answer:
    """Return Gurobi's answer to an `.lp` or `.mps` text. Raises SolverError where it fails, as
    beyond its licence.
    """
    with model_file(text, format) as path:
        try:
            with (
                gurobipy.Env(params={"OutputFlag": int(request.log)}) as environment,
                gurobipy.read(path, environment) as model,
            ):
                _set(model, request)
                return _ask(model)
        except GurobiError as error:
            raise SolverError(f"Gurobi: {error}") from None


def _set(model: Any, request: Request) -> None:
    limit = (("TimeLimit", str(request.time_limit)),) if request.time_limit else ()
    for option, value in (*request.options, *limit):
        known = model.getParamInfo(option)
        if known is None:
            raise OptionError(f"Gurobi has no option {shown(option)}")
        try:
            model.setParam(option, known[1](value))
        except (GurobiError, ValueError, TypeError, OverflowError):
            raise OptionError(f"Gurobi's option {option} cannot be {shown(value)}") from None


def _ask(model: Any) -> Answer:
    model.optimize()
    if model.Status == GRB.INF_OR_UNBD:
        model.setParam("DualReductions", 0)  # With it Gurobi does not say which.
        model.optimize()
    version = ".".join(str(part) for part in gurobipy.gurobi.version())
    if model.Status not in _STATUSES:
        raise SolverError(f"Gurobi ended with the status {model.Status}")
    if model.Status != GRB.OPTIMAL:
        return Answer(version, _STATUSES[model.Status], None, (), ())
    names, rows = model.getVars(), model.getConstrs()
    try:
        bases = [
            _BASES[basis]
            for basis in (*model.getAttr("VBasis", names), *model.getAttr("CBasis", rows))
        ]
    except (GurobiError, AttributeError):  # There is none without crossover.
        bases = [""] * (len(names) + len(rows))
    columns = tuple(
        Entry(line.VarName, line.X + 0.0, basis) for line, basis in zip(names, bases, strict=True)
    )
    prices = tuple(
        Entry(line.ConstrName, line.Pi + 0.0, _at(line.Sense, basis))
        for line, basis in zip(rows, bases[len(names) :], strict=True)
    )
    return Answer(version, "optimal", model.ObjVal, columns, prices)


def _at(sense: str, basis: str) -> str:
    """Return at which bound a row is: Gurobi says of a slack that it is at its lower bound."""
    return "upper" if basis == "lower" and sense == "<" else basis
