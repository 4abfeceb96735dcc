"""The solvers of linear programs, one file each, and the table of them.

A solver is a file here with a function `solve(text, format, request) -> Answer` and a line in
SOLVERS. What `--solver` takes, what `efgc solvers` lists, how to get what is missing, and which
solvers the tests ask all come from the table; its packages stand in setup.cfg, which a test
compares.
"""

import importlib
import importlib.util
import shutil
from typing import NamedTuple, Protocol, cast

from schemas.parts.installed import install_packages
from schemas.parts.problems import MissingSolver
from stages.isolated import Overdue, isolated
from stages.solve.answer import OVER, Answer
from stages.solve.request import GRACE, Options, Request


class Solver(NamedTuple):
    """A line of the table. Several lines may be one solver, asked by several methods."""

    module: str
    """Ours, which asks it; imported when the solver is asked for."""
    package: str = ""
    """The Python package that brings it; empty where none does."""
    extra: str = ""
    """That of setup.cfg which has the package; empty where efgc itself requires it."""
    program: str = ""
    """What it is called on the PATH; empty where it is not started as a program."""
    get: str = ""
    """How else to get it."""
    unlicensed: int = 0
    """How many columns and rows it takes without a licence; 0 where it needs none."""
    options: Options = ()
    """What this name means to the module."""
    basis: bool = True
    """Whether it ends at a basis of the program, and says which."""


SOLVERS = {
    "glpk": Solver(
        "stages.solve.solvers.glpk",
        "swiglpk",
        options=(("method", "primal simplex"), ("presolve", "on")),
    ),
    "glpsol": Solver(
        "stages.solve.solvers.glpsol",
        program="glpsol",
        get="apt-get install glpk-utils, brew install glpk",
    ),
    "highs": Solver(
        "stages.solve.solvers.highs",
        "highspy",
        options=(("solver", "simplex"), ("threads", "1")),
    ),
    "highs-ipm": Solver(
        "stages.solve.solvers.highs",
        "highspy",
        options=(("solver", "ipm"), ("threads", "1")),
    ),
    "highs-pdlp": Solver(
        "stages.solve.solvers.highs",
        "highspy",
        options=(("solver", "pdlp"), ("threads", "1"), ("kkt_tolerance", "1e-09")),
        basis=False,
    ),
    "highs-hipdlp": Solver(
        "stages.solve.solvers.highs",
        "highspy",
        options=(("solver", "hipdlp"), ("threads", "1"), ("kkt_tolerance", "1e-09")),
        basis=False,
    ),
    "cbc": Solver(
        "stages.solve.solvers.cbc",
        "cbcbox",
        "solvers",
        program="cbc",
        get="apt-get install coinor-cbc",
    ),
    "scip": Solver("stages.solve.solvers.scip", "pyscipopt", "solvers"),
    "gurobi": Solver("stages.solve.solvers.gurobi", "gurobipy", "commercial", unlicensed=2_000),
    "cplex": Solver("stages.solve.solvers.cplex", "cplex", "commercial", unlicensed=1_000),
    "xpress": Solver("stages.solve.solvers.xpress", "xpress", "commercial", unlicensed=5_000),
}
DEFAULT = "glpk"
# What --solver takes, too, or an artifact names, and no solver of linear programs:
EXACT = "exact"  # `stages.report.exact`, which solves a game's program from the game.
KERNEL = "kernel"  # `stages.solve.induction.matrix_game`, for matrix games.


class Backend(Protocol):
    """What asks a solver: takes the text of a linear program and its format."""

    def __call__(self, text: str, format: str, request: Request = ..., /) -> Answer: ...


def available(solver: Solver) -> bool:
    """Return whether a solver is there to be asked."""
    packaged = solver.package and importlib.util.find_spec(solver.package) is not None
    return bool(packaged or solver.program and shutil.which(solver.program))


def how_to_get(solver: Solver) -> str:
    """Return how to get a solver."""
    limit = f" ({solver.unlicensed:,} columns and rows without a licence)"
    packaged = install_packages(solver.package) if solver.package else ""
    return ", ".join(filter(None, (packaged + limit * bool(solver.unlicensed), solver.get)))


def backend(name: str) -> Backend:
    """Return what asks a solver (a key of SOLVERS), a library in a process that may die. Raises
    SolverError if it is not installed.
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
    ask_module = cast(Backend, module.solve)

    def ask(text: str, format: str, request: Request = Request()) -> Answer:
        request = request._replace(options=(*solver.options, *request.options))
        if solver.program:  # Not in this process in any case.
            return ask_module(text, format, request)
        # By itself it should end before.
        patience = request.time_limit and request.time_limit + GRACE
        try:
            return isolated(
                name, ask_module, text, format, request, seconds=patience, heard=request.log
            )
        except Overdue:
            return OVER

    return ask
