"""CPLEX, as a library, through its Python package."""

import sys
from typing import Any

import cplex as vendor

from ....schemas.parts.problems import OptionError, SolverError, shown
from ....schemas.parts.status import Basis, Status
from ..interface import Answer, Request, entries, rows_at_most
from ..program import FloatProgram
from ..program.model_file import model_file, named

_BASES = {0: Basis.LOWER, 1: Basis.BASIC, 2: Basis.UPPER, 3: Basis.FREE}


def solve(program: FloatProgram, request: Request = Request()) -> Answer:
    """Return CPLEX's answer to a program. Raises SolverError, such as beyond the limits
    of its licence.
    """
    with model_file(program) as path:
        try:
            with vendor.Cplex() as problem:
                for stream in ("log", "results", "warning", "error"):
                    getattr(problem, f"set_{stream}_stream")(sys.stderr if request.log else None)
                problem.read(path)
                _set(problem, request)
                return named(_solve(problem), program)
        except vendor.exceptions.CplexError as error:
            raise SolverError(f"CPLEX: {error}") from None


def _set(problem: Any, request: Request) -> None:
    for option, value in request.options_and_limit("timelimit"):
        found: Any = problem.parameters
        for part in option.split("."):
            found = getattr(found, part, None) if part and not part.startswith("_") else None
        if not hasattr(found, "type"):
            raise OptionError(
                f"CPLEX has no option {shown(option)}; for example, write "
                "simplex.tolerances.feasibility=1e-9"
            )
        try:
            found.set(found.type()(value))
        except (vendor.exceptions.CplexError, ValueError, TypeError, OverflowError):
            raise OptionError(f"CPLEX's option {option} cannot be {shown(value)}") from None


def _solve(problem: Any) -> Answer:
    status, version = _run(problem), problem.get_version()
    if status != Status.OPTIMAL:
        return Answer(version, status)
    found, columns, rows = problem.solution, problem.variables, problem.linear_constraints
    column_bases, row_bases = _bases(problem)
    row_bases = rows_at_most(row_bases, (sense == "L" for sense in rows.get_senses()))
    return Answer(
        version=version,
        status=status,
        objective=found.get_objective_value(),
        columns=entries(columns.get_names(), found.get_values(), column_bases),
        rows=entries(rows.get_names(), found.get_dual_values(), row_bases),
    )


def _run(problem: Any) -> Status:
    problem.solve()
    found, codes = problem.solution, problem.solution.status
    if found.get_status() == codes.infeasible_or_unbounded:  # Without presolve CPLEX says which.
        problem.parameters.preprocessing.presolve.set(0)
        problem.solve()
    statuses = {
        codes.optimal: Status.OPTIMAL,
        codes.infeasible: Status.INFEASIBLE,
        codes.unbounded: Status.UNBOUNDED,
        codes.abort_time_limit: Status.LIMIT,
        codes.abort_iteration_limit: Status.LIMIT,
        codes.abort_dettime_limit: Status.LIMIT,
    }
    if found.get_status() not in statuses:
        raise SolverError(f"CPLEX ended with the status {found.get_status_string()}")
    return statuses[found.get_status()]


def _bases(problem: Any) -> tuple[list[Basis], list[Basis]]:
    try:
        columns, rows = problem.solution.basis.get_basis()
    except vendor.exceptions.CplexError:  # There is no basis without crossover.
        counts = problem.variables.get_num(), problem.linear_constraints.get_num()
        return [Basis.UNKNOWN] * counts[0], [Basis.UNKNOWN] * counts[1]
    return [_BASES[status] for status in columns], [_BASES[status] for status in rows]
