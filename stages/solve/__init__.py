"""Solve: from a linear program to a solution. Knows nothing of games.

A new solver is a file here with a function `solve` and a line in SOLVERS.
"""

import hashlib
import importlib
import os
import time
from collections.abc import Callable
from typing import NamedTuple

from schemas.linear_program import name, recognise
from schemas.problems import SolverError
from schemas.solution import Entry, Size, Solution

__all__ = ("DEFAULT", "KERNEL", "SOLVERS", "Answer", "backend", "solve")

SOLVERS = {  # Module and the package that brings it, imported when it is asked for.
    "glpk": ("stages.solve.glpk", "swiglpk"),
    "highs": ("stages.solve.highs", "highspy"),
}
DEFAULT = "glpk"
KERNEL = "kernel"  # Not a solver of linear programs: `stages.solve.matrix_game`.


class Answer(NamedTuple):
    """What a solver's module returns; see `schemas.solution` for the vocabulary."""

    version: str
    options: tuple[tuple[str, str], ...]
    status: str
    sense: str
    objective: float | None
    size: Size
    columns: tuple[Entry, ...]
    rows: tuple[Entry, ...]


def backend(solver: str) -> Callable[[str, str], Answer]:
    """Return the function of a solver's module. Raises SolverError if it is not installed."""
    module, package = SOLVERS[solver]
    try:
        importlib.import_module(package)
        return importlib.import_module(module).solve  # type: ignore[no-any-return]
    except ImportError as error:
        raise SolverError(f"the solver {solver} is not installed: pip install {package} ({error})") from None


def solve(text: str, solver: str = DEFAULT) -> Solution:
    """Return what a solver (a key of SOLVERS) says about the linear program of an `.lp` or `.mps` text.

    Raises InputError where the text is no linear program and SolverError where
    the solver is missing or fails. An infeasible program is a solution, too: its
    status says so.
    """
    format = recognise(text)
    ask = backend(solver)
    before = time.perf_counter()
    answer = ask(text, format)
    # Set by people who compare builds byte for byte (reproducible-builds.org): then nothing may tell the time.
    seconds = None if "SOURCE_DATE_EPOCH" in os.environ else round(time.perf_counter() - before, 6)
    return Solution(
        name(text), hashlib.sha256(text.encode()).hexdigest(), solver, answer.version, answer.options, answer.status,
        answer.sense, answer.objective, seconds, answer.size, answer.columns, answer.rows,
    )
