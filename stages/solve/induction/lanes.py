"""Eight matrix games at once: the equations of a support, solved in NumPy.

The last axis of an array, of length LANES, has one number of each game. Compiled kernels call the
same function in C (`lanes.h`).
"""

import numpy as np

from ....schemas.parts.arrays import Doubles, Doubles3, Index, Ints

LANES = 8
MOST = 16  # Rows and columns of a game.


def try_support(
    A: Doubles3,
    m: Index,
    n: Index,
    R: Ints,
    C: Ints,
    s: Index,
    lift: float,
    K: Doubles3,
    weights: Doubles3,
    proof: Doubles3,
    done: Doubles,
) -> None:
    """Solve all lanes of the m x n games A on rows R and columns C, s of each.

    With B the lifted block, `B u = 1` and `w B = 1` come from one elimination of B bordered by ones
    (K). Writes u and w, each summing to 1, and to proof[0] the least weight, the lower and the
    upper bound. The bounds are valid only for lanes that are not done and have no weight below 0.
    """
    with np.errstate(all="ignore"):  # A singular block gives NaN.
        for a in range(s):
            for b in range(s):
                K[a, b] = A[R[a], C[b]] + lift
            K[a, s] = K[s, a] = 1.0
        for a in range(s):
            K[s + 1, a] = inverse = 1.0 / K[a, a]
            for i in range(a + 1, s + 1):
                K[i, a] = factor = K[i, a] * inverse
                for j in range(a + 1, s + 1):
                    K[i, j] -= factor * K[a, j]
        least, total, other = np.zeros(LANES), np.zeros(LANES), np.zeros(LANES)
        for a in range(s - 1, -1, -1):
            u, w = K[a, s], K[s, a]
            for j in range(a + 1, s):
                u = u - K[a, j] * weights[0, j]
                w = w - K[j, a] * weights[1, j]
            weights[0, a] = u = u * K[s + 1, a]
            weights[1, a] = w
            least = np.where(u < least, u, least)
            least = np.where(w < least, w, least)
            total, other = total + u, other + w
        proof[0, 0] = least
        weights[0, :s] *= 1.0 / total
        weights[1, :s] *= 1.0 / other
        proof[0, 1:] = _bounds(A, m, n, R, C, s, weights)


def _bounds(
    A: Doubles3, m: Index, n: Index, R: Ints, C: Ints, s: Index, weights: Doubles3
) -> tuple[Doubles, Doubles]:
    """Return, per lane, the payoff that player 1's weights guarantee and the most that player 2's
    weights concede.
    """
    upper, lower = np.full(LANES, -np.inf), np.full(LANES, np.inf)
    for i in range(m):
        worth = np.zeros(LANES)
        for b in range(s):
            worth = worth + A[i, C[b]] * weights[0, b]
        upper = np.where(worth > upper, worth, upper)
    for j in range(n):
        worth = np.zeros(LANES)
        for a in range(s):
            worth = worth + A[R[a], j] * weights[1, a]
        lower = np.where(worth < lower, worth, lower)
    return lower, upper
