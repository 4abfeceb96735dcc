"""Matrix games: value, optimal strategies of both players, and the gap that proves them.

Player 1 chooses a row and gets the entry, player 2 a column and pays it. The simplex method is not
trusted: `bounds` computes the payoffs that the two strategies guarantee.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ....schemas.induction import Answer, StageSolution
from .simplex import bounds, simplex

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

CLEAN = 1e-12
"""A gap of this fraction of the largest entry is as good as rounding allows; rounding itself
accounts for a hundredth of it.
"""
_TRIES = 6


class MatrixSolution(NamedTuple):
    """The solution of one matrix game, with its bounds."""

    strategies: tuple[Array, Array]
    """A distribution over the rows and one over the columns."""
    lower: float
    """The payoff that player 1's strategy guarantees, up to the rounding of one product."""
    upper: float
    """The most that player 2's strategy concedes."""

    @property
    def value(self) -> float:
        return 0.5 * (self.lower + self.upper)

    @property
    def gap(self) -> float:
        return max(0.0, self.upper - self.lower)


def solve_matrix(matrix: Array) -> MatrixSolution:
    """Return the solution of a matrix of shape (rows, columns).

    If the simplex method leaves more than a CLEAN gap, the equations of its
    support are solved again, and then slightly changed matrices are tried, as near
    ties mislead it. The best answer is kept.

    >>> solution = solve_matrix(np.array([[3.0, -1.0], [-2.0, 1.0]]))
    >>> round(solution.value, 12), solution.strategies[0].round(12).tolist()
    (0.142857142857, [0.428571428571, 0.571428571429])
    """
    matrix = np.ascontiguousarray(matrix, np.float64)
    rows, columns = matrix.shape
    scale = float(np.max(np.abs(matrix))) or 1.0
    even = (np.full(rows, 1 / rows), np.full(columns, 1 / columns))
    best = proved(matrix, even)
    noise = np.random.default_rng(0)
    for attempt in range(_TRIES):
        change = 0.0 if not attempt else 10.0 ** (attempt - 11) * noise.random(matrix.shape)
        x, y = _simplex(matrix / scale + change)
        for strategies in ((x, y), _resolved(matrix / scale, x > 0, y > 0)):
            solution = proved(matrix, strategies) if strategies else best
            best = solution if solution.gap < best.gap else best
        if best.gap <= CLEAN * scale:
            break
    return best


def _simplex(matrix: Array) -> tuple[Array, Array]:
    m, n = matrix.shape
    x, y = np.empty(m), np.empty(n)
    simplex(
        matrix, m, n, np.empty((m + 1, n + 1)), np.empty(m, np.int64), np.empty(n, np.int64), x, y
    )
    return x, y


def _resolved(
    matrix: Array, rows: npt.NDArray[np.bool_], columns: npt.NDArray[np.bool_]
) -> tuple[Array, Array] | None:
    """Return the strategies on a support that make the other player indifferent, if any."""
    if rows.sum() != columns.sum():
        return None
    block = matrix[np.ix_(rows, columns)]
    block = block - block.min() + 1.0
    found = (_solution(block.T.tolist()), _solution(block.tolist()))
    if found[0] is None or found[1] is None or min(found[0] + found[1]) < 0:
        return None
    x, y = np.zeros(len(rows)), np.zeros(len(columns))
    x[rows], y[columns] = (
        [weight / sum(weights) for weight in weights] for weights in found if weights
    )
    return x, y


def _solution(equations: list[list[float]]) -> list[float] | None:
    """Return the solution of a square system with ones on the right; None if it is singular.

    NumPy is not used: LAPACK's last bits differ between processors, and the numbers go to files.
    """
    size = len(equations)
    work = [[*row, 1.0] for row in equations]
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(work[row][at]))
        if not abs(work[best][at]) > 1e-300:
            return None
        work[at], work[best] = work[best], work[at]
        for row in range(at + 1, size):
            factor = work[row][at] / work[at][at]
            work[row] = [
                entry - factor * above for entry, above in zip(work[row], work[at], strict=True)
            ]
    found = [0.0] * size
    for at in range(size - 1, -1, -1):
        known = sum(work[at][column] * found[column] for column in range(at + 1, size))
        found[at] = (work[at][size] - known) / work[at][at]
    return found


def proved(matrix: Array, strategies: tuple[Array, Array]) -> MatrixSolution:
    """Return two strategies with their bounds."""
    # Not NumPy's product: the order of its additions depends on the processor.
    x, y = strategies
    lower, upper = bounds(np.ascontiguousarray(matrix), len(x), len(y), x, y)
    return MatrixSolution(strategies, float(lower), float(upper))


def stage_solution(state: str, found: MatrixSolution) -> StageSolution:
    """Return the solution of the stage game of a state."""
    x, y = found.strategies
    return StageSolution(
        state=state,
        value=found.value,
        gap=found.gap,
        strategies=(tuple(x.tolist()), tuple(y.tolist())),
    )


def stage_answer(
    state: str,
    moves: tuple[tuple[str, ...], tuple[str, ...]],
    matrix: Array,
    found: MatrixSolution,
) -> Answer:
    """Return the optimal play of a stage game."""
    return Answer(moves, tuple(map(tuple, matrix.tolist())), stage_solution(state, found))
