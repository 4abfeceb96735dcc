"""Solve: from a linear program to a solution. Knows nothing of games.

A new solver is a file here with a function `solve` and a line in SOLVERS. No
solver is believed: what it calls an optimum is judged on the program as we read
it (`stages.solve.verify`), and becomes a solution only where it is one.
"""

import hashlib
import importlib
import importlib.util
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import metadata
from typing import TYPE_CHECKING, NamedTuple

from schemas.linear_program import name, recognise
from schemas.parts.installed import install_packages
from schemas.parts.problems import MissingSolver, TimeUp, VerificationError
from schemas.solution import Entry, Solution
from stages.isolated import Broke, Overdue, isolated

if TYPE_CHECKING:  # NumPy and GLPK are loaded where a program is read.
    from stages.solve.verify.program import Program

__all__ = (
    "DEFAULT",
    "EXACT",
    "KERNEL",
    "SOLVERS",
    "Answer",
    "Request",
    "Source",
    "available",
    "backend",
    "efgc_version",
    "how_to_get",
    "in_order",
    "iteration_limit",
    "seconds_since",
    "solve",
    "take",
)

Options = tuple[tuple[str, str], ...]


class Source(NamedTuple):
    """Where a solver comes from."""

    module: str
    """Ours, which asks it; imported when the solver is asked for."""
    package: str
    """The Python package that brings it; empty where none does."""
    program: str = ""
    """What it is called on the PATH; empty where it is not started as a program."""
    get: str = ""
    """How else to get it."""
    options: Options = ()
    """What this name means to the module."""
    note: str = ""
    """What there is to say of its package."""


SOLVERS = {
    "glpk": Source(
        "stages.solve.solvers.glpk",
        "swiglpk",
        options=(("method", "primal simplex"), ("presolve", "on")),
    ),
    "glpsol": Source(
        "stages.solve.solvers.glpsol", "", "glpsol", "apt-get install glpk-utils, brew install glpk"
    ),
    "highs": Source(
        "stages.solve.solvers.highs", "highspy", options=(("solver", "simplex"), ("threads", "1"))
    ),
    "highs-ipm": Source(
        "stages.solve.solvers.highs", "highspy", options=(("solver", "ipm"), ("threads", "1"))
    ),
    "highs-pdlp": Source(
        "stages.solve.solvers.highs",
        "highspy",
        options=(("solver", "pdlp"), ("threads", "1"), ("kkt_tolerance", "1e-09")),
    ),
    "cbc": Source("stages.solve.solvers.cbc", "cbcbox", "cbc", "apt-get install coinor-cbc"),
    "scip": Source("stages.solve.solvers.scip", "pyscipopt"),
    "gurobi": Source(
        "stages.solve.solvers.gurobi", "gurobipy", note="2,000 columns and rows without a licence"
    ),
    "cplex": Source(
        "stages.solve.solvers.cplex", "cplex", note="1,000 columns and rows without a licence"
    ),
    "xpress": Source(
        "stages.solve.solvers.xpress", "xpress", note="5,000 columns and rows without a licence"
    ),
}
DEFAULT = "glpk"
EXACT = (
    "exact"  # Not one either: `stages.report.exact`, which solves a game's program from the game.
)
KERNEL = "kernel"  # Not a solver of linear programs: `stages.solve.induction.matrix_game`.


class Request(NamedTuple):
    """How a solver is to be asked."""

    options: Options = ()
    """In the solver's own words, later ones over earlier ones."""
    time_limit: float = 0.0
    """In seconds; 0 is none."""
    log: bool = False
    """Whether the solver's log goes to stderr."""
    until: float = float("inf")
    """When all is to have ended, on the clock of `time.monotonic`: the limit is that of more than
    this solver, which gets what is left.
    """


class Answer(NamedTuple):
    """What a solver's module returns; see `schemas.solution` for the vocabulary."""

    version: str
    status: str
    objective: float | None
    columns: tuple[Entry, ...]
    """In the order of the file; none where there is no optimum."""
    rows: tuple[Entry, ...]
    """The same, and none where the solver gives no dual values."""


OVER = Answer("", "limit", None, (), ())
"""Where the time was up."""
GRACE = 2.0
"""Seconds beyond the time limit that a solver has to stop by itself and to say what it found."""
Backend = Callable[..., Answer]
"""Takes the text of a linear program, its format and a Request."""


def available(source: Source) -> bool:
    """Return whether a solver is there to be asked."""
    packaged = source.package and importlib.util.find_spec(source.package) is not None
    return bool(packaged or source.program and shutil.which(source.program))


def how_to_get(source: Source) -> str:
    """Return how to get a solver."""
    packaged = install_packages(source.package) if source.package else ""
    return ", ".join(
        filter(None, (packaged + f" ({source.note})" if source.note else packaged, source.get))
    )


def iteration_limit(rows: int, columns: int) -> int:
    """Return after how many iterations a simplex method is not believed to end by itself.

    GLPK goes round in circles for ever on some programs with coefficients of 1e-9 beside such of
    1e9. Of those that ended, none of ours took more than 1 iteration per row and column.
    """
    return 10_000 + 20 * (rows + columns)


def backend(solver: str) -> Backend:
    """Return what asks a solver, a library in a process that may die. Raises SolverError if it is
    not installed.
    """
    source = SOLVERS[solver]
    if not available(source):
        raise MissingSolver(f"the solver {solver} is not installed: {how_to_get(source)}")
    try:
        module = importlib.import_module(source.module)
    except ImportError as error:
        raise MissingSolver(
            f"the solver {solver} is not installed: {how_to_get(source)} ({error})"
        ) from None

    ask_module: Backend = module.solve

    def ask(text: str, format: str, request: Request = Request()) -> Answer:
        request = request._replace(options=(*source.options, *request.options))
        if source.program:  # Not in this process in any case.
            return ask_module(text, format, request)
        # By itself it should end before.
        patience = request.time_limit and request.time_limit + GRACE
        try:
            return isolated(
                solver, ask_module, text, format, request, seconds=patience, heard=request.log
            )
        except Overdue:
            return OVER

    return ask


def solve(text: str, solver: str = DEFAULT, request: Request = Request()) -> Solution:
    """Return what a solver (a key of SOLVERS) says about the linear program of an `.lp` or `.mps`
    text.

    Raises InputError where the text is no linear program, OptionError where the
    solver does not have an option of the request, SolverError where it is missing
    or fails, and VerificationError where what it calls an optimum is none. An
    infeasible program is a solution, too: its status says so.
    """
    # What it needs is loaded in this process, and not again in each that is forked.
    backend(solver)
    from stages.solve.verify import judge, program  # noqa: F401

    left = _left(request)
    if SOLVERS[solver].program:
        return _solved(text, solver, request, left)
    try:
        return isolated(solver, _solved, text, solver, request, left, heard=request.log)
    except Broke as error:
        raise program.unreadable(error) if error.who == program.READER else error from None
    except Overdue:
        return _solution(
            program.read_program(text, recognise(text)),
            solver,
            _told(solver, request),
            (OVER, ()),
            seconds_since(time.perf_counter() - left),
        )


def _solved(text: str, solver: str, request: Request, left: float) -> Solution:
    from stages.solve.verify.judge import judged
    from stages.solve.verify.program import read_program

    program = read_program(text, recognise(text))
    before = time.perf_counter()
    answer = backend(solver)(text, program.format, request._replace(time_limit=left))
    seconds = seconds_since(before)
    return _solution(
        program, solver, _told(solver, request), judged(program, answer, solver), seconds
    )


def _told(solver: str, request: Request) -> Options:
    limit = (("time_limit", f"{request.time_limit:g}"),) if request.time_limit else ()
    return tuple(dict((*SOLVERS[solver].options, *request.options, *limit)).items())


def _left(request: Request) -> float:
    """Return the time limit of a solver that is asked now, 0 for none. Raises TimeUp where no time
    is left.
    """
    left = request.until - time.monotonic()
    if left <= 0:
        raise TimeUp(request.time_limit)
    limit = min(left, request.time_limit or left)
    return 0.0 if limit == float("inf") else limit


def in_order(solution: Solution, text: str) -> Solution:
    """Return the solution with its columns and rows in the order of the text of its linear program,
    and that one's size.
    """
    from stages.solve.verify.program import read_program

    program = read_program(text, recognise(text), any_size=True)
    columns, rows = program.places
    return replace(
        solution,
        size=program.size,
        columns=tuple(sorted(solution.columns, key=lambda entry: columns[entry.name])),
        rows=tuple(sorted(solution.rows, key=lambda entry: rows[entry.name])),
    )


def seconds_since(before: float) -> float | None:
    """Return the seconds since a reading of `perf_counter`; None where runs must be comparable byte
    for byte.
    """
    # Set by people who compare builds (reproducible-builds.org): then nothing may tell the time.
    return None if "SOURCE_DATE_EPOCH" in os.environ else round(time.perf_counter() - before, 6)


def efgc_version() -> str:
    """Return the version of what is solved without a solver, which is that of this program."""
    return f"efgc {metadata.version('efgc')}"


def take(program: "Program", said: str) -> Solution:
    """Return what the solution file of another program (a key of `stages.solve.files.FILES`) says
    about a linear program.

    Raises InputError with the line of the solution file that is wrong, also where it is of another
    linear program, and VerificationError where what it calls an optimum is none.
    """
    from stages.solve.files import read_file
    from stages.solve.verify.faults import FILE_TOLERANCE
    from stages.solve.verify.judge import judged

    format, solver, answer = read_file(said, program)
    try:
        judgement = judged(program, answer, solver, FILE_TOLERANCE)
    except VerificationError as error:
        raise VerificationError(
            f"{error}; is it the file of this very program? A game's .lp and .mps are two"
        ) from None
    return _solution(program, solver, (("from", f"solution file of {format}"),), judgement, None)


def _solution(
    program: "Program",
    solver: str,
    options: Options,
    judgement: tuple[Answer, Options],
    seconds: float | None,
) -> Solution:
    answer, done = judgement
    return Solution(
        name(program.text),
        hashlib.sha256(program.text.encode()).hexdigest(),
        solver,
        answer.version,
        (*options, *done),
        answer.status,
        program.sense,
        answer.objective,
        seconds,
        program.size,
        answer.columns,
        answer.rows,
    )
