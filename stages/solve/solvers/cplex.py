"""CPLEX, as a library, through its Python package."""

import sys
from typing import Any

import cplex as vendor

from schemas.parts.problems import OptionError, SolverError, shown
from schemas.solution import Entry
from stages.solve import Answer, Request
from stages.solve.solvers.model_file import model_file

_BASES = {0: "lower", 1: "basic", 2: "upper", 3: "free"}


def solve(text: str, format: str, request: Request = Request()) -> Answer:
    """Return CPLEX's answer to an `.lp` or `.mps` text. Raises SolverError where it fails, as
    beyond its licence.
    """
    with model_file(text, format) as path:
        try:
            with vendor.Cplex() as problem:
                for stream in ("log", "results", "warning", "error"):
                    getattr(problem, f"set_{stream}_stream")(sys.stderr if request.log else None)
                problem.read(path)
                _set(problem, request)
                return _ask(problem)
        except vendor.exceptions.CplexError as error:
            raise SolverError(f"CPLEX: {error}") from None


def _set(problem: Any, request: Request) -> None:
    limit = (("timelimit", str(request.time_limit)),) if request.time_limit else ()
    for option, value in (*request.options, *limit):
        found: Any = problem.parameters
        for part in option.split("."):
            found = getattr(found, part, None) if part and not part.startswith("_") else None
        if not hasattr(found, "type"):
            raise OptionError(
                f"CPLEX has no option {shown(option)}; write such as "
                "simplex.tolerances.feasibility=1e-9"
            )
        try:
            found.set(found.type()(value))
        except (vendor.exceptions.CplexError, ValueError, TypeError, OverflowError):
            raise OptionError(f"CPLEX's option {option} cannot be {shown(value)}") from None


def _ask(problem: Any) -> Answer:
    problem.solve()
    found = problem.solution
    codes = found.status
    if found.get_status() == codes.infeasible_or_unbounded:  # Without presolve CPLEX says which.
        problem.parameters.preprocessing.presolve.set(0)
        problem.solve()
    statuses = {
        codes.optimal: "optimal",
        codes.infeasible: "infeasible",
        codes.unbounded: "unbounded",
        codes.abort_time_limit: "limit",
        codes.abort_iteration_limit: "limit",
        codes.abort_dettime_limit: "limit",
    }
    version, status = problem.get_version(), statuses.get(found.get_status(), "")
    if not status:
        raise SolverError(f"CPLEX ended with the status {found.get_status_string()}")
    if status != "optimal":
        return Answer(version, status, None, (), ())
    try:
        columns, rows = ([_BASES[basis] for basis in bases] for bases in found.basis.get_basis())
    except vendor.exceptions.CplexError:  # There is none without crossover.
        columns, rows = (
            [""] * problem.variables.get_num(),
            [""] * problem.linear_constraints.get_num(),
        )
    senses = problem.linear_constraints.get_senses()
    return Answer(
        version,
        status,
        found.get_objective_value(),
        tuple(
            Entry(*entry)
            for entry in zip(
                problem.variables.get_names(), found.get_values(), columns, strict=True
            )
        ),
        tuple(
            Entry(name, value, "upper" if basis == "lower" and sense == "L" else basis)
            for name, value, basis, sense in zip(
                problem.linear_constraints.get_names(),
                found.get_dual_values(),
                rows,
                senses,
                strict=True,
            )
        ),
    )
