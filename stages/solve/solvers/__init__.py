"""The solvers of linear programs, one file each.

A solver that is a Python package is a module here with a function `solve(program, request) ->
Answer`, and a line in SOLVERS; its package is also in setup.cfg, and a test compares the two. A
solver that is a program is a solver file, `NAME.solver.yaml`: those of efgc are here, and users
name others by their path, or by NAME if they are in the folder of the environment variable
EFGC_SOLVERS. No other folder is searched: a game could otherwise come with a program to be run.

A solver is named by a text everywhere: a key of SOLVERS, a NAME, or the path of a solver file. The
values of `--solver`, the list of `efgc solvers`, the hints for installing missing solvers, and the
solvers in the tests all follow from the table and the files.
"""

import importlib
import importlib.util
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from ....schemas.parts.install_commands import install_packages
from ....schemas.parts.problems import MissingSolver, OptionError, shown
from ....schemas.parts.status import Status
from ...isolated import Overdue, isolated
from ..interface import GRACE, OVER, Answer, Options, Request

if TYPE_CHECKING:
    from ..program import FloatProgram
    from .description import Description

_NAME = re.compile(r"[A-Za-z0-9][\w.+-]*", re.ASCII)


class Solver(NamedTuple):
    """A line of the table. Several lines may be one solver with different methods."""

    module: str
    """The module that calls it, relative to this package; imported on first use."""
    package: str
    """The Python package that contains it."""
    extra: str = ""
    """The extra in setup.cfg with the package; empty if efgc itself requires the package."""
    unlicensed: int = 0
    """The most columns and rows without a licence; 0 if it needs none."""
    options: Options = ()
    """The options that this name stands for in the module."""
    basis: bool = True
    """Whether it ends at a basis of the program and returns it."""


_FIRST_ORDER = ("threads", "1"), ("kkt_tolerance", "1e-09")
SOLVERS = {
    "glpk": Solver(".glpk", "swiglpk", options=(("method", "primal simplex"), ("presolve", "on"))),
    "highs": Solver(".highs", "highspy", options=(("solver", "simplex"), ("threads", "1"))),
    "highs-ipm": Solver(".highs", "highspy", options=(("solver", "ipm"), ("threads", "1"))),
    "highs-pdlp": Solver(
        ".highs", "highspy", options=(("solver", "pdlp"), *_FIRST_ORDER), basis=False
    ),
    "highs-hipdlp": Solver(
        ".highs", "highspy", options=(("solver", "hipdlp"), *_FIRST_ORDER), basis=False
    ),
    "cvxopt": Solver(
        ".cvxopt",
        "cvxopt",
        "solvers",
        # Its defaults are 1e-7.
        options=(("abstol", "1e-10"), ("reltol", "1e-10"), ("feastol", "1e-10")),
        basis=False,
    ),
    "scip": Solver(".scip", "pyscipopt", "solvers"),
    # With more threads, the method that finishes first wins, or another one is chosen.
    "gurobi": Solver(".gurobi", "gurobipy", "commercial", 2_000, (("Threads", "1"),)),
    "cplex": Solver(".cplex", "cplex", "commercial", 1_000, (("threads", "1"),)),
    "xpress": Solver(".xpress", "xpress", "commercial", 5_000, (("threads", "1"),)),
}
"""The solvers that are Python packages. A package also needs a line in `setup.cfg`, and a place in
mypy's list there if it has no types. Only those in ORDERS of `stages/solve/order.py` are used
without --solver.
"""
ENDING = ".solver.yaml"
SOLVER_FILES = {
    path.name.removesuffix(ENDING): path
    for path in sorted(Path(__file__).parent.glob(f"*{ENDING}"))
}
"""The solver files of efgc, by name."""
BUILT_IN = (*SOLVERS, *SOLVER_FILES)
FOLDER = "EFGC_SOLVERS"
DEFAULT = "glpk"
# Further values of --solver, or names in artifacts, which are not solvers of linear programs:
EXACT = "exact"  # `stages.report.exact`, which solves a game's program from the game.
KERNEL = "kernel"  # `stages.solve.induction.matrix_game`, for matrix games.


class Backend(Protocol):
    """Calls a solver for a linear program."""

    def __call__(self, program: "FloatProgram", request: Request = ..., /) -> Answer: ...


Call = Callable[["FloatProgram", Request], Answer]


def own_files() -> dict[str, Path]:
    """Return the solver files in the user's own folder, by name or, if that cannot be a name, by
    path. Raises OptionError if it is no folder.
    """
    folder = os.environ.get(FOLDER, "")
    if not folder:
        return {}
    # A relative path would depend on the working folder, which may be that of a game.
    if not (os.path.isabs(folder) and os.path.isdir(folder)):
        raise OptionError(f"{FOLDER}={folder!r} is not the absolute path of a folder")
    paths = sorted(Path(folder).glob(f"*{ENDING}"))
    names = [path.name.removesuffix(ENDING) for path in paths]
    return {
        str(path) if _wrong_name(name) else name: path
        for name, path in zip(names, paths, strict=True)
    }


def solver_name(solver: str) -> str:
    """Return the name of a solver in messages and artifacts. Raises OptionError if a solver file
    has a name that it cannot have.

    >>> solver_name("glpk"), solver_name("tools/mine.solver.yaml")
    ('glpk', 'mine')
    """
    name = os.path.basename(solver).removesuffix(ENDING)
    if is_file(solver) and (wrong := _wrong_name(name)):
        raise OptionError(f"{solver}: {wrong}; call the file otherwise")
    return name


def _wrong_name(name: str) -> str:
    """Return why a solver file cannot have a name; empty if it can."""
    if name in (*BUILT_IN, EXACT, KERNEL):
        return f"{shown(name)} is a solver of efgc already"
    return (
        "" if _NAME.fullmatch(name) else f"{shown(name)} has more than letters, digits and . + - _"
    )


def is_file(solver: str) -> bool:
    """Return whether a solver is the path of a solver file."""
    return solver.endswith(ENDING)


def all_solvers() -> tuple[str, ...]:
    """Return the names of all solvers: ours, and those in the user's own folder."""
    return (*BUILT_IN, *own_files())


def described(solver: str) -> "Description":
    """Return the description of a solver that is a program. Raises InputError if its file is wrong,
    and OptionError if there is none of this name.
    """
    from .description import read_description  # For start-up time: NumPy and YAML.

    if is_file(solver):
        path: Path | None = Path(solver)
    else:
        path = SOLVER_FILES.get(solver) or own_files().get(solver)
    if path is None:
        raise OptionError(f"there is no solver {shown(solver)}; see `efgc solvers`")
    return read_description(path, solver_name(solver))


def default_options(solver: str) -> Options:
    """Return the options that a solution records for a solver if the user gives none."""
    if solver in SOLVERS:
        return SOLVERS[solver].options
    from .description import FORMATS  # For start-up time, as above.

    format = described(solver).writes
    return (("from", f"solution file of {format}"),) if FORMATS[format].rounded else ()


def available(solver: str) -> bool:
    """Return whether a solver is installed."""
    if solver in SOLVERS:
        return importlib.util.find_spec(SOLVERS[solver].package) is not None
    from .programs import start_of_command  # For start-up time, as above.

    return bool(start_of_command(described(solver)))


def how_to_get(solver: str) -> str:
    """Return how to get a solver; empty if its file does not say it."""
    if solver in SOLVERS:
        row = SOLVERS[solver]
        limit = f" ({row.unlicensed:,} columns and rows without a licence)"
        return install_packages(row.package) + limit * bool(row.unlicensed)
    description = described(solver)
    packaged = install_packages(description.package) if description.package else ""
    return ", ".join(filter(None, (packaged, description.get)))


def backend(solver: str) -> Backend:
    """Return a function that calls a solver; a library runs in a sandbox process. Raises
    SolverError if the solver is not installed.
    """
    if not available(solver):
        raise _missing(solver)
    call = _library(solver) if solver in SOLVERS else _program(solver)

    def ask(program: "FloatProgram", request: Request = Request()) -> Answer:
        if (program.rows.lower > program.rows.upper).any():  # No solver's file can say that.
            return Answer("", Status.INFEASIBLE)
        return call(program, request)

    return ask


def _missing(solver: str, reason: str = "") -> MissingSolver:
    how = how_to_get(solver) or "its program is not on the PATH, or not executable"
    return MissingSolver(f"the solver {solver_name(solver)} is not installed: {how}{reason}")


def _program(solver: str) -> Call:
    from .programs import ask_program  # For start-up time, as above.

    description = described(solver)
    return lambda program, request: ask_program(program, request, description)


def _library(solver: str) -> Call:
    row = SOLVERS[solver]
    try:
        module = importlib.import_module(row.module, __package__)
    except ImportError as error:
        raise _missing(solver, f" ({error})") from None

    def call(program: "FloatProgram", request: Request) -> Answer:
        request = request._replace(options=(*row.options, *request.options))
        # It should stop by itself before that.
        patience = request.time_limit and request.time_limit + GRACE
        try:
            answer = isolated(
                solver, module.solve, program, request, seconds=patience, heard=request.log
            )
            return cast(Answer, answer)
        except Overdue:
            return OVER

    return call
