"""The arrays that a batch of matrix games is solved in, made once for many batches."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np

from schemas.parts.compiled import compiled
from stages.solve.induction.lanes import LANES
from stages.solve.induction.matrix_game import Array, Indices

KEPT = 4  # Supports that are tried before the simplex method, where nobody asks for more.
MOST = 16  # Rows and columns of a game.


class Bench(NamedTuple):
    """The arrays that a batch works in."""

    A: Array
    """The games, shape (MOST, MOST, LANES)."""
    low: Array
    """What player 1's strategy guarantees, per lane."""
    high: Array
    """What player 2's strategy concedes at most, per lane."""
    X: Array
    """Player 1's strategies, shape (MOST, LANES)."""
    Y: Array
    """Player 2's strategies, shape (MOST, LANES)."""
    R: Indices
    """Rows of the supports that are kept, the last one served first; the last place is the
    newcomer's.
    """
    C: Indices
    """Columns of these supports."""
    size: Indices
    """Their sizes; 0 where there is none."""
    done: Array
    """Per lane 1 once its game is solved."""
    K: Array
    """For the equations, shape (MOST + 2, MOST + 1, LANES)."""
    weights: Array
    """Of player 2's columns and player 1's rows on a support, shape (2, MOST, LANES)."""
    proof: Array
    """Least weight, lower and upper bound, shape (1, 3, LANES)."""
    true: Array
    changed: Array
    tableau: Array
    basic: Indices
    free: Indices
    x: Array
    y: Array


@compiled
def new_bench(kept=KEPT):
    """Return a bench without supports, for so many of them."""
    return Bench(
        np.zeros((MOST, MOST, LANES)),
        np.zeros(LANES),
        np.zeros(LANES),
        np.zeros((MOST, LANES)),
        np.zeros((MOST, LANES)),
        np.zeros((kept + 1, MOST), np.int64),
        np.zeros((kept + 1, MOST), np.int64),
        np.zeros(kept + 1, np.int64),
        np.zeros(LANES),
        np.zeros((MOST + 2, MOST + 1, LANES)),
        np.zeros((2, MOST, LANES)),
        np.zeros((1, 3, LANES)),
        np.zeros((MOST, MOST)),
        np.zeros((MOST, MOST)),
        np.zeros((MOST + 1, MOST + 1)),
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(MOST),
        np.zeros(MOST),
    )
