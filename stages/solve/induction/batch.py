"""Similar matrix games, solved LANES at a time.

Neighbouring states have stage games of the same shape whose optimal strategies
use only a few supports. So a batch is first tried on the most recent supports:
the equations that make both players indifferent are solved for all lanes at
once, and every lane whose strategies leave no gap is done. The remaining games
are solved one by one with the simplex method, and each yields a new support.
The gap of every game is computed from its own matrix and strategies, however
they were found.
"""

import numpy as np

from ....schemas.parts import shadow as cython
from .matrix_game import CLEAN

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from math import inf as INFINITY

    from ....schemas.parts.arrays import Doubles3, Index, Ints, Ints2
    from .lanes import LANES, MOST, try_support
    from .simplex import bounds, simplex

TRIES = 8  # Runs of the simplex method on one game,
CHANGE = 1e-15  # each with a larger change of the matrix: 1e-11 of an entry to 1e-5.
KEPT = 4  # Default number of supports that are tried before the simplex method.


class Bench:
    """The working arrays of a batch. It starts without supports and keeps `kept` of them.

    A: the games, shape (MOST, MOST, LANES).
    low, high: per lane, the payoff that player 1's strategy guarantees and the most that player 2's
        strategy concedes.
    X, Y: the strategies of both, shape (MOST, LANES).
    R, C: rows and columns of the kept supports, the most recently used first; the last place is for
        a new support.
    size: the sizes of the supports; 0 for an unused place.
    done: per lane 1 once its game is solved.
    K: the equations, shape (MOST + 2, MOST + 1, LANES).
    weights: those of player 2's columns and player 1's rows on a support, shape (2, MOST, LANES).
    proof: least weight, lower and upper bound, shape (1, 3, LANES).
    """

    def __init__(self, kept: int = KEPT) -> None:
        self.A = np.zeros((MOST, MOST, LANES))
        self.low, self.high = np.zeros(LANES), np.zeros(LANES)
        self.X, self.Y = np.zeros((MOST, LANES)), np.zeros((MOST, LANES))
        self.R, self.C = np.zeros((kept + 1, MOST), np.int64), np.zeros((kept + 1, MOST), np.int64)
        self.size = np.zeros(kept + 1, np.int64)
        self.done = np.zeros(LANES)
        self.K = np.zeros((MOST + 2, MOST + 1, LANES))
        self.weights, self.proof = np.zeros((2, MOST, LANES)), np.zeros((1, 3, LANES))
        self.true, self.changed = np.zeros((MOST, MOST)), np.zeros((MOST, MOST))
        self.tableau = np.zeros((MOST + 1, MOST + 1))
        self.basic, self.free = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64)
        self.x, self.y = np.zeros(MOST), np.zeros(MOST)


def solve_batch(bench: Bench, m: Index, n: Index, lanes: Index, lift: float, keep: bool) -> None:
    """Solve the first lanes of the bench's m x n games: write their bounds.

    `lift` makes all entries positive when added to them. With `keep` the strategies are written,
    too.
    """
    low, high, done, proof, size = bench.low, bench.high, bench.done, bench.proof, bench.size
    left, chosen, kept = lanes, 0, size.shape[0] - 1
    for lane in range(LANES):
        done[lane] = lane >= lanes
    while left > 0:
        lone = -1
        lone_low: float = 0.0
        lone_high: float = 0.0
        if chosen >= kept or size[chosen] == 0:
            lone = 0
            while done[lone]:
                lone += 1
            chosen = kept
            lone_low, lone_high = solve_alone(bench, lone, m, n, lift)
        else:
            try_kept(bench, chosen, m, n, lift)
        served = 0
        for lane in range(lanes):
            if not done[lane] and (lane == lone or gap(proof, lane) <= CLEAN):
                if lane == lone:  # Its strategies are already written.
                    low[lane], high[lane] = lone_low, lone_high
                else:
                    low[lane], high[lane] = proof[0, 1, lane], proof[0, 2, lane]
                    if keep:
                        from_support(bench, chosen, lane, m, n)
                done[lane] = 1
                left -= 1
                served += 1
        if lone >= 0:
            to_front(bench.R, bench.C, size, kept)
        else:
            if served:
                to_front(bench.R, bench.C, size, chosen)
            chosen += 1


def try_kept(bench: Bench, chosen: Index, m: Index, n: Index, lift: float) -> None:
    """Try to solve all lanes on a kept support."""
    try_support(
        bench.A,
        m,
        n,
        bench.R[chosen],
        bench.C[chosen],
        bench.size[chosen],
        lift,
        bench.K,
        bench.weights,
        bench.proof,
        bench.done,
    )


def gap(proof: Doubles3, lane: Index) -> float:
    """Return the gap that a support leaves in a lane: infinite if a weight is below 0, NaN if the
    block is singular.
    """
    found: float = INFINITY
    if proof[0, 0, lane] >= 0.0:
        found = abs(proof[0, 2, lane] - proof[0, 1, lane])
    return found


def solve_alone(bench: Bench, lane: Index, m: Index, n: Index, lift: float) -> tuple[float, float]:
    """Solve one lane by the simplex method and then all lanes on the new support that it found.

    If neither leaves a clean gap, near ties have misled the method: slightly changed matrices are
    tried for other supports. Returns the best bounds of the one lane.
    """
    A, true, changed, proof = bench.A, bench.true, bench.changed, bench.proof
    kept = bench.size.shape[0] - 1
    R, C = bench.R[kept], bench.C[kept]
    best_low: float = -INFINITY
    best_high: float = INFINITY
    power: float = 1.0
    for attempt in range(TRIES):
        change = CHANGE * power if attempt else 0.0
        power *= 10.0
        for i in range(m):
            for j in range(n):
                true[i, j] = A[i, j, lane]
                changed[i, j] = true[i, j] + change * (
                    (7919 * i + 104729 * j + 15485863 * attempt) % 1009
                )
        simplex(changed, m, n, bench.tableau, bench.basic, bench.free, bench.x, bench.y)
        low, high = bounds(true, m, n, bench.x, bench.y)
        if high - low < best_high - best_low:
            best_low, best_high = low, high
            for i in range(m):
                bench.X[i, lane] = bench.x[i]
            for j in range(n):
                bench.Y[j, lane] = bench.y[j]
        s, count = 0, 0
        for j in range(n):
            if bench.free[j] >= n:
                R[s] = bench.free[j] - n
                s += 1
        for i in range(m):
            if bench.basic[i] < n:
                C[count] = bench.basic[i]
                count += 1
        bench.size[kept] = s
        try_kept(bench, kept, m, n, lift)
        if gap(proof, lane) < best_high - best_low:
            best_low, best_high = proof[0, 1, lane], proof[0, 2, lane]
            from_support(bench, kept, lane, m, n)
        if best_high - best_low <= CLEAN:
            break
    return best_low, best_high


def from_support(bench: Bench, chosen: Index, lane: Index, m: Index, n: Index) -> None:
    """Write a lane's strategies from its weights on a support."""
    for i in range(m):
        bench.X[i, lane] = 0.0
    for j in range(n):
        bench.Y[j, lane] = 0.0
    for a in range(bench.size[chosen]):
        bench.X[bench.R[chosen, a], lane] = bench.weights[1, a, lane]
        bench.Y[bench.C[chosen, a], lane] = bench.weights[0, a, lane]


def to_front(R: Ints2, C: Ints2, size: Ints, chosen: Index) -> None:
    """Move a support to the front of the kept ones."""
    for kept in range(chosen, 0, -1):
        size[kept], size[kept - 1] = size[kept - 1], size[kept]
        for a in range(max(size[kept], size[kept - 1])):
            R[kept, a], R[kept - 1, a] = R[kept - 1, a], R[kept, a]
            C[kept, a], C[kept - 1, a] = C[kept - 1, a], C[kept, a]
