"""Solve: from a linear program to a solution, without any knowledge of games.

The solvers are in `solvers`, their order in `order`, the solution files of other programs in
`files`. No solver is trusted: its claimed optimum is checked on the program as we read it
(`program`, `verify`), and becomes a solution only if it passes.
"""

import hashlib
import os
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from ...schemas.linear_program import name
from ...schemas.parts.problems import TimeUp
from ...schemas.solution import Solution
from ..isolated import Overdue, isolated
from .interface import OVER, Answer, Options, Request
from .solvers import (
    BUILT_IN,
    DEFAULT,
    EXACT,
    KERNEL,
    SOLVERS,
    Solver,
    all_solvers,
    available,
    backend,
    default_options,
    described,
    how_to_get,
    is_file,
    own_files,
    solver_name,
)

if TYPE_CHECKING:
    from .program import FloatProgram

__all__ = (
    "BUILT_IN",
    "DEFAULT",
    "EXACT",
    "KERNEL",
    "SOLVERS",
    "Answer",
    "Request",
    "Solver",
    "all_solvers",
    "available",
    "backend",
    "described",
    "how_to_get",
    "in_order",
    "options_of",
    "is_file",
    "own_files",
    "seconds_since",
    "solve",
    "solver_name",
    "take",
)

# `program`, `files` and `verify` are imported within functions for start-up time: they load NumPy
# and GLPK.


def solve(text: str, solver: str = DEFAULT, request: Request = Request()) -> Solution:
    """Return a solver's solution of the linear program of an `.lp` or `.mps` text; `solver` is a
    text as in `stages.solve.solvers`.

    Raises InputError if the text is not a linear program, OptionError if the solver
    lacks an option of the request, SolverError if it is missing or fails, and
    VerificationError if its claimed optimum is wrong. An infeasible program also
    has a solution, with that status.
    """
    _load(solver)
    limit = _limit(request)
    if solver not in SOLVERS:  # A program is a process of its own anyway.
        return _solve(text, solver, request, limit)
    try:
        return isolated(solver, _solve, text, solver, request, limit, heard=request.log)
    except Overdue:
        from .program import read_program  # For start-up time: NumPy.

        seconds = seconds_since(time.perf_counter() - limit)
        return _solution(read_program(text), solver, options_of(solver, request), OVER, seconds)


def take(program: "FloatProgram", text: str) -> Solution:
    """Return the solution of a linear program from a solution file of another program (a key of
    `stages.solve.files.FILES`).

    Raises InputError with the invalid line of the solution file, also if it belongs to another
    linear program, and VerificationError if its claimed optimum is wrong.
    """
    # For start-up time: NumPy.
    from .files import read_file
    from .verify.judge import FILE_TOLERANCE, verified_answer

    format, solver, answer = read_file(text, program)
    answer, done = verified_answer(program, answer, solver, FILE_TOLERANCE)
    return _solution(program, solver, (("from", f"solution file of {format}"), *done), answer, None)


def in_order(solution: Solution, text: str) -> Solution:
    """Return the solution with its columns and rows in the order of its linear program's text, and
    with the size of that program.
    """
    # For start-up time: NumPy.
    from .program import read_program
    from .verify.judge import in_order_of

    program = read_program(text, any_size=True)
    return replace(in_order_of(program, solution), size=program.size)


def _load(solver: str) -> None:
    """Load a solver's modules in this process, so that forks need not load them again."""
    backend(solver)
    # For start-up time: NumPy.
    from .verify import judge  # noqa: F401


def seconds_since(before: float) -> float | None:
    """Return the seconds since a reading of `perf_counter`; None if runs must be comparable byte
    for byte.
    """
    # Set to compare builds (reproducible-builds.org): the output must then contain no times.
    return None if "SOURCE_DATE_EPOCH" in os.environ else round(time.perf_counter() - before, 6)


def _limit(request: Request) -> float:
    """Return the time limit of a solver started now, 0 for none. Raises TimeUp if time is up."""
    left = request.until - time.monotonic()
    if left <= 0:
        raise TimeUp(request.time_limit)
    limit = min(left, request.time_limit or left)
    return 0.0 if limit == float("inf") else limit


def _solve(text: str, solver: str, request: Request, limit: float) -> Solution:
    # For start-up time: NumPy.
    from .program import read_program
    from .verify.judge import tolerance_of, verified_answer

    program = read_program(text)
    before = time.perf_counter()
    answer = backend(solver)(program, request._replace(time_limit=limit))
    seconds = seconds_since(before)
    name, options = solver_name(solver), options_of(solver, request)
    answer, done = verified_answer(program, answer, name, tolerance_of(options))
    return _solution(program, name, (*options, *done), answer, seconds)


def options_of(solver: str, request: Request) -> Options:
    """Return the options that a solution records first: those with which the solver is called."""
    limit = (("time_limit", f"{request.time_limit:g}"),) if request.time_limit else ()
    return tuple(dict((*default_options(solver), *request.options, *limit)).items())


def _solution(
    program: "FloatProgram", solver: str, options: Options, answer: Answer, seconds: float | None
) -> Solution:
    return Solution(
        problem=name(program.text),
        lp_sha256=hashlib.sha256(program.text.encode()).hexdigest(),
        solver=solver,
        version=answer.version,
        options=options,
        status=answer.status,
        sense=program.sense,
        objective=answer.objective,
        seconds=seconds,
        size=program.size,
        columns=answer.columns,
        rows=answer.rows,
    )
