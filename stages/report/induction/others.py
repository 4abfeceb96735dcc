"""The moves of other, equally good strategies: an equilibrium is often one of several.

If a row of a matrix game pays slightly more in every column, the value rises at the rate of
the largest weight that the row has in any optimal strategy (Mills, "Marginal values of matrix games
and linear programs", 1956). So the game is solved with a row favoured; the resulting strategy is
evaluated in the unchanged game, and counts if it loses next to nothing there.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from schemas.induction_report import Labels
from stages.report.induction.guarantee import stage_bounds
from stages.solve.induction.matrix_game import Array, solve_matrix

# Relative to the largest entry: how much less an equally good strategy may guarantee. Values are
# known much more precisely.
AS_GOOD = 1e-9
# Relative to the largest entry. A large one exceeds rounding errors, a small one keeps the strategy
# optimal.
FAVOURS = (1e-3, 1e-6)
ENTRIES = 400  # Largest stage game: in a larger one each move would take seconds.
TAKEN = 1e-6  # Least weight of a move that counts as played.


def other_moves(
    matrix: Sequence[Sequence[Fraction | float]] | Array,
    strategies: tuple[Sequence[float], Sequence[float]],
    moves: tuple[Labels, Labels],
) -> tuple[Labels, Labels] | None:
    """Return the labels of the moves that these optimal strategies leave out but equally good ones
    play; None for a large game.
    """
    if len(matrix) * len(matrix[0]) > ENTRIES:
        return None
    rows, columns = others(
        np.array([[float(entry) for entry in row] for row in matrix]), strategies
    )
    return tuple(moves[0][row] for row in rows), tuple(moves[1][column] for column in columns)


def others(
    matrix: Array, strategies: tuple[Sequence[float], Sequence[float]]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the rows and columns that only other, equally good strategies play.

    >>> others(np.array([[1.0, 1.0], [1.0, 2.0], [0.0, 3.0]]), ((1.0, 0.0, 0.0), (1.0, 0.0)))
    ((1,), ())
    """
    lower, upper = stage_bounds(matrix.tolist(), strategies)
    x, y = (np.array(strategy) for strategy in strategies)
    return _rows(matrix, x, y, lower), _rows(-matrix.T, y, x, -upper)


def _rows(matrix: Array, own: Array, other: Array, guaranteed: float) -> tuple[int, ...]:
    scale = float(np.max(np.abs(matrix))) or 1.0
    enough = guaranteed - AS_GOOD * scale
    values = matrix @ other
    return tuple(
        row
        for row in range(len(own))
        if own[row] < TAKEN
        and values[row] >= enough
        and any(_takes(matrix, row, favour * scale, enough) for favour in FAVOURS)
    )


def _takes(matrix: Array, row: int, favour: float, enough: float) -> bool:
    """Return whether a strategy that guarantees at least `enough` plays a row."""
    favoured = matrix.copy()
    favoured[row] += favour
    x, _ = solve_matrix(favoured).strategies
    return bool(x[row] >= TAKEN and np.min(x @ matrix) >= enough)
