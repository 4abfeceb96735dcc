"""The stage games of a table of positions, one by one, with their strategies."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled
from stages.solve.induction.matrix_game import bounds as plain_bounds
from stages.solve.induction.matrix_game import simplex as plain_simplex

simplex = compiled(plain_simplex)
bounds = compiled(plain_bounds)


@compiled
def solve_all(behind, signs, left, prizes, below, low, high, x, y):
    """Solve all stage games of a layer, and write their bounds and strategies.

    The first four are those of `table.Rounds`, `below` the values of the layer below; `low` and
    `high` have shape (patterns, sets, cards), `x` and `y` one dimension of cards more.
    """
    patterns, cards = behind.shape[0], behind.shape[1]
    matrix, tableau = np.empty((cards, cards)), np.empty((cards + 1, cards + 1))
    rows, columns = np.empty(cards, np.int64), np.empty(cards, np.int64)
    for row in range(patterns):
        for column in range(prizes.shape[0]):
            for up in range(cards):
                prize, those = prizes[column, up], left[column, up]
                for i in range(cards):
                    for j in range(cards):
                        matrix[i, j] = prize * signs[row, i, j] + below[behind[row, i, j], those]
                own, other = x[row, column, up], y[row, column, up]
                simplex(matrix, cards, cards, tableau, rows, columns, own, other)
                found = bounds(matrix, cards, cards, own, other)
                low[row, column, up], high[row, column, up] = found
