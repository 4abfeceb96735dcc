"""A matrix game as a linear program of its own, for any solver: slow, but an independent
check.

Player 1 maximises the least payoff over all columns; player 2's strategy is the
dual values of the columns' rows (von Neumann 1928; Dantzig 1951).
"""

from collections.abc import Sequence

import numpy as np

from ....schemas.parts.problems import StatusError
from ....schemas.parts.status import Status
from ...isolated import isolated
from .. import SOLVERS, backend
from ..program import read_program
from ..solvers import Backend
from .matrix_game import Array, MatrixSolution, proved

OPEN = 1e-5  # The largest gap of a solution, for entries up to 1; PDLP leaves about 1e-6.


def solve_programs(matrices: Sequence[Array], solver: str) -> list[MatrixSolution]:
    """Return the solutions of matrix games by a solver, all in one call."""
    ask = backend(solver)
    if solver not in SOLVERS:  # A program is a process of its own anyway.
        return [solve_program(matrix, ask) for matrix in matrices]
    return isolated(solver, _solved, matrices, solver)


def _solved(matrices: Sequence[Array], solver: str) -> list[MatrixSolution]:
    return [solve_program(matrix, backend(solver)) for matrix in matrices]


def solve_program(matrix: Array, backend: Backend) -> MatrixSolution:
    """Return the solution of a matrix game by a solver's module. Raises StatusError if it finds no
    optimum.
    """
    # No solver handles entries of every size: a power of 2 scales the largest one to about 1.
    # Entries that differ only by rounding are made equal: they mislead GLPK's simplex method.
    scaled = np.asarray(
        np.round(np.ldexp(matrix, -int(np.frexp(np.abs(matrix).max())[1])), 12), np.float64
    )
    x, y = _optimum(scaled, backend)
    found = proved(matrix, (x, y))
    if proved(scaled, (x, y)).gap <= OPEN:
        return found
    # If the dual values prove nothing, as SCIP's if it turns rows into bounds, player 2's own
    # program gives the strategy.
    return min(
        found,
        proved(matrix, (x, _optimum(-scaled.T, backend)[0])),
        key=lambda solution: solution.gap,
    )


def _optimum(matrix: Array, backend: Backend) -> tuple[Array, Array]:
    answer = backend(read_program(write_program(matrix)))
    if answer.status != Status.OPTIMAL:
        raise StatusError(
            f"could not solve a stage game of {matrix.shape[0]} x {matrix.shape[1]}: "
            f"{answer.status}"
        )
    weights = {entry.name: entry.value for entry in (*answer.columns, *answer.rows)}
    x = _distribution([weights.get(f"x{row}", 0.0) for row in range(matrix.shape[0])])
    return x, _distribution(
        [abs(weights.get(f"c{column}", 0.0)) for column in range(matrix.shape[1])]
    )


def write_program(matrix: Array) -> str:
    r"""Return player 1's linear program as an `.lp` text.

    >>> print(write_program(np.array([[1.0, -2.0]])))
    Maximize
     value: +1 v
    Subject To
     c0: +1 v -1.0 x0 <= 0
     c1: +1 v +2.0 x0 <= 0
     one: +1 x0 = 1
    Bounds
     v free
    End
    <BLANKLINE>
    """
    lines = []
    for column, entries in enumerate(matrix.T.tolist()):
        terms = "\n  ".join(f"{-entry:+} x{row}" for row, entry in enumerate(entries) if entry)
        lines.append(f" c{column}: +1 v {terms} <= 0")
    lines.append(" one: " + " ".join(f"+1 x{row}" for row in range(len(matrix))) + " = 1")
    return "\n".join(
        ("Maximize", " value: +1 v", "Subject To", *lines, "Bounds", " v free", "End", "")
    )


def _distribution(weights: list[float]) -> Array:
    found = np.maximum(np.array(weights), 0.0)
    return found / found.sum() if found.sum() > 0 else np.full(len(weights), 1 / len(weights))
