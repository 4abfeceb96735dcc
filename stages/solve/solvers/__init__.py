"""The solvers of linear programs, one file each, and the table of them.

A solver is a file here with a function `solve(program, request) -> Answer` and a line in
SOLVERS. The values of `--solver`, the list of `efgc solvers`, the hints for installing missing
solvers, and the solvers in the tests all come from the table; its packages are also in setup.cfg,
and a test compares the two.
"""

import importlib
import importlib.util
import shutil
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from ....schemas.parts.install_commands import install_packages
from ....schemas.parts.problems import MissingSolver
from ....schemas.parts.status import Status
from ...isolated import Overdue, isolated
from ..interface import GRACE, OVER, Answer, Options, Request

if TYPE_CHECKING:
    from ..program import FloatProgram


class Solver(NamedTuple):
    """A line of the table. Several lines may be one solver with different methods."""

    module: str
    """Our module that calls it; imported on first use."""
    package: str = ""
    """The Python package that contains it; empty if there is none."""
    extra: str = ""
    """The extra in setup.cfg with the package; empty if efgc itself requires the package."""
    program: str = ""
    """Its name on the PATH; empty if it is not started as a program."""
    get: str = ""
    """Another way to get it."""
    unlicensed: int = 0
    """The most columns and rows without a licence; 0 if it needs none."""
    options: Options = ()
    """The options that this name stands for in the module."""
    basis: bool = True
    """Whether it ends at a basis of the program and returns it."""


SOLVERS = {
    "glpk": Solver(
        "efgc.stages.solve.solvers.glpk",
        "swiglpk",
        options=(("method", "primal simplex"), ("presolve", "on")),
    ),
    "glpsol": Solver(
        "efgc.stages.solve.solvers.glpsol",
        program="glpsol",
        get="apt-get install glpk-utils, brew install glpk",
    ),
    "highs": Solver(
        "efgc.stages.solve.solvers.highs",
        "highspy",
        options=(("solver", "simplex"), ("threads", "1")),
    ),
    "highs-ipm": Solver(
        "efgc.stages.solve.solvers.highs",
        "highspy",
        options=(("solver", "ipm"), ("threads", "1")),
    ),
    "highs-pdlp": Solver(
        "efgc.stages.solve.solvers.highs",
        "highspy",
        options=(("solver", "pdlp"), ("threads", "1"), ("kkt_tolerance", "1e-09")),
        basis=False,
    ),
    "highs-hipdlp": Solver(
        "efgc.stages.solve.solvers.highs",
        "highspy",
        options=(("solver", "hipdlp"), ("threads", "1"), ("kkt_tolerance", "1e-09")),
        basis=False,
    ),
    "cbc": Solver(
        "efgc.stages.solve.solvers.cbc",
        "cbcbox",
        "solvers",
        program="cbc",
        get="apt-get install coinor-cbc",
    ),
    "cvxopt": Solver(
        "efgc.stages.solve.solvers.cvxopt",
        "cvxopt",
        "solvers",
        # Its defaults are 1e-7.
        options=(("abstol", "1e-10"), ("reltol", "1e-10"), ("feastol", "1e-10")),
        basis=False,
    ),
    "scip": Solver("efgc.stages.solve.solvers.scip", "pyscipopt", "solvers"),
    # With more threads, the method that finishes first wins, or another one is chosen.
    "gurobi": Solver(
        "efgc.stages.solve.solvers.gurobi",
        "gurobipy",
        "commercial",
        unlicensed=2_000,
        options=(("Threads", "1"),),
    ),
    "cplex": Solver(
        "efgc.stages.solve.solvers.cplex",
        "cplex",
        "commercial",
        unlicensed=1_000,
        options=(("threads", "1"),),
    ),
    "xpress": Solver(
        "efgc.stages.solve.solvers.xpress",
        "xpress",
        "commercial",
        unlicensed=5_000,
        options=(("threads", "1"),),
    ),
}
"""A solver is a module with a function `solve`. A Python package also needs a line in `setup.cfg`,
and a place in mypy's list there if it has no types. Only those in ORDERS of
`stages/solve/order.py` are used without --solver.
"""
DEFAULT = "glpk"
# Further values of --solver, or names in artifacts, which are not solvers of linear programs:
EXACT = "exact"  # `stages.report.exact`, which solves a game's program from the game.
KERNEL = "kernel"  # `stages.solve.induction.matrix_game`, for matrix games.


class Backend(Protocol):
    """Calls a solver for a linear program."""

    def __call__(self, program: "FloatProgram", request: Request = ..., /) -> Answer: ...


def available(solver: Solver) -> bool:
    """Return whether a solver is installed."""
    packaged = solver.package and importlib.util.find_spec(solver.package) is not None
    return bool(packaged or solver.program and shutil.which(solver.program))


def how_to_get(solver: Solver) -> str:
    """Return how to get a solver."""
    limit = f" ({solver.unlicensed:,} columns and rows without a licence)"
    packaged = install_packages(solver.package) if solver.package else ""
    return ", ".join(filter(None, (packaged + limit * bool(solver.unlicensed), solver.get)))


def backend(name: str) -> Backend:
    """Return a function that calls a solver (a key of SOLVERS); a library runs in a sandbox
    process. Raises SolverError if the solver is not installed.
    """
    solver = SOLVERS[name]
    if not available(solver):
        raise MissingSolver(f"the solver {name} is not installed: {how_to_get(solver)}")
    try:
        module = importlib.import_module(solver.module)
    except ImportError as error:
        raise MissingSolver(
            f"the solver {name} is not installed: {how_to_get(solver)} ({error})"
        ) from None

    def ask(program: "FloatProgram", request: Request = Request()) -> Answer:
        request = request._replace(options=(*solver.options, *request.options))
        if (program.rows.lower > program.rows.upper).any():  # No solver's file can say that.
            return Answer("", Status.INFEASIBLE)
        if solver.program:  # It is a process of its own anyway.
            return cast(Answer, module.solve(program, request))
        # It should stop by itself before that.
        patience = request.time_limit and request.time_limit + GRACE
        try:
            answer = isolated(
                name, module.solve, program, request, seconds=patience, heard=request.log
            )
            return cast(Answer, answer)
        except Overdue:
            return OVER

    return ask
