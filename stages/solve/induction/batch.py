"""Matrix games that resemble each other, LANES at a time, in compiled code.

Neighbouring states have stage games of one shape whose optimal strategies live
on a handful of supports. So a batch is tried on the supports that served last:
the equations that make both players indifferent are solved for all lanes at
once, and every lane whose strategies leave no gap is done. What no known support
fits goes through the simplex method one by one and brings a new support. The
gap of every game is computed from its own matrix and strategies, whatever they
come from.
"""

# Numba infers the types of these functions; what intrinsics return is known to it alone.
# mypy: disable-error-code="no-untyped-def, call-arg, var-annotated"

import numpy as np

from schemas.parts.compiled import compiled
from stages.solve.induction.lanes import (
    LANES,
    add,
    divide,
    fill,
    greater,
    lesser,
    load,
    multiply,
    store,
    subtract,
)
from stages.solve.induction.matrix_game import CLEAN
from stages.solve.induction.matrix_game import bounds as plain_bounds
from stages.solve.induction.matrix_game import simplex as plain_simplex

TRIES = 8  # Of the simplex method on one game,
CHANGE = 1e-15  # each with a larger change of the matrix: 1e-11 of an entry to 1e-5.

simplex = compiled(plain_simplex)
bounds = compiled(plain_bounds)


@compiled
def solve_batch(bench, m, n, lanes, lift, keep):
    """Solve the first lanes of the bench's m x n games: write their bounds, return how many took
    the simplex method.

    `lift` added to an entry makes it positive. With `keep` the strategies are written, too.
    """
    A, low, high, done, proof, size = (
        bench.A,
        bench.low,
        bench.high,
        bench.done,
        bench.proof,
        bench.size,
    )
    left, chosen, alone, kept = lanes, 0, 0, size.size - 1
    for lane in range(LANES):
        done[lane] = lane >= lanes
    while left > 0:
        lone, lone_low, lone_high = -1, 0.0, 0.0
        if chosen >= kept or size[chosen] == 0:
            lone = 0
            while done[lone]:
                lone += 1
            chosen = kept
            lone_low, lone_high = solve_alone(bench, lone, m, n, lift)
            alone += 1
        else:
            try_support(
                A,
                m,
                n,
                bench.R[chosen],
                bench.C[chosen],
                size[chosen],
                lift,
                bench.K,
                bench.weights,
                proof,
                done,
            )
        served = 0
        for lane in range(lanes):
            # A singular block gives no numbers, and bounds that are infinite.
            clean = proof[0, 0, lane] >= 0.0 and abs(proof[0, 2, lane] - proof[0, 1, lane]) <= CLEAN
            if not done[lane] and (clean or lane == lone):
                if lane == lone:  # Its strategies are written.
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
    return alone


@compiled
def try_support(A, m, n, R, C, s, lift, K, weights, proof, done):
    """Solve all lanes of the m x n games A on rows R and columns C, s of each.

    With B the lifted block, `B u = 1` and `w B = 1` come from one elimination of B bordered by ones
    (K). Writes u and w, summing to 1, and to proof[0] the least weight, the lower and the upper
    bound; the bounds only if a lane that is not done has no weight below 0.
    """
    one, nothing, lifted = fill(1.0), fill(0.0), fill(lift)
    for a in range(s):
        for b in range(s):
            store(K, a, b, add(load(A, R[a], C[b]), lifted))
        store(K, a, s, one)
        store(K, s, a, one)
    for a in range(s):
        inverse = divide(one, load(K, a, a))
        store(K, s + 1, a, inverse)
        for i in range(a + 1, s + 1):
            factor = multiply(load(K, i, a), inverse)
            store(K, i, a, factor)
            for j in range(a + 1, s + 1):
                store(K, i, j, subtract(load(K, i, j), multiply(factor, load(K, a, j))))
    least, total, other = nothing, nothing, nothing
    for a in range(s - 1, -1, -1):
        u, w = load(K, a, s), load(K, s, a)
        for j in range(a + 1, s):
            u = subtract(u, multiply(load(K, a, j), load(weights, 0, j)))
            w = subtract(w, multiply(load(K, j, a), load(weights, 1, j)))
        u = multiply(u, load(K, s + 1, a))
        store(weights, 0, a, u)
        store(weights, 1, a, w)
        least = lesser(w, lesser(u, least))
        total, other = add(total, u), add(other, w)
    store(proof, 0, 0, least)
    hopeful = False
    for lane in range(LANES):
        hopeful |= proof[0, 0, lane] >= 0.0 and not done[lane]
    if not hopeful:
        return
    total, other = divide(one, total), divide(one, other)
    for a in range(s):
        store(weights, 0, a, multiply(load(weights, 0, a), total))
        store(weights, 1, a, multiply(load(weights, 1, a), other))
    upper, lower = fill(-np.inf), fill(np.inf)
    for i in range(m):
        worth = nothing
        for b in range(s):
            worth = add(worth, multiply(load(A, i, C[b]), load(weights, 0, b)))
        upper = greater(worth, upper)
    for j in range(n):
        worth = nothing
        for a in range(s):
            worth = add(worth, multiply(load(A, R[a], j), load(weights, 1, a)))
        lower = lesser(worth, lower)
    store(proof, 0, 1, lower)
    store(proof, 0, 2, upper)


@compiled
def solve_alone(bench, lane, m, n, lift):
    """Solve one lane by the simplex method and then, for all lanes, on the support that this found:
    the newcomer.

    Where neither leaves a clean gap, near ties have led it astray: slightly changed matrices are
    tried for other supports. Returns the best bounds of the one lane.
    """
    A, true, changed, proof = bench.A, bench.true, bench.changed, bench.proof
    kept = bench.size.size - 1
    R, C = bench.R[kept], bench.C[kept]
    best_low, best_high = -np.inf, np.inf
    for attempt in range(TRIES):
        change = CHANGE * 10.0**attempt if attempt else 0.0
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
        s, at = 0, 0
        for j in range(n):
            if bench.free[j] >= n:
                R[s] = bench.free[j] - n
                s += 1
        for i in range(m):
            if bench.basic[i] < n:
                C[at] = bench.basic[i]
                at += 1
        bench.size[kept] = s
        try_support(A, m, n, R, C, s, lift, bench.K, bench.weights, proof, bench.done)
        if (
            proof[0, 0, lane] >= 0.0
            and abs(proof[0, 2, lane] - proof[0, 1, lane]) < best_high - best_low
        ):
            best_low, best_high = proof[0, 1, lane], proof[0, 2, lane]
            from_support(bench, kept, lane, m, n)
        if best_high - best_low <= CLEAN:
            break
    return best_low, best_high


@compiled
def from_support(bench, chosen, lane, m, n):
    """Write a lane's strategies from its weights on a support."""
    for i in range(m):
        bench.X[i, lane] = 0.0
    for j in range(n):
        bench.Y[j, lane] = 0.0
    for a in range(bench.size[chosen]):
        bench.X[bench.R[chosen, a], lane] = bench.weights[1, a, lane]
        bench.Y[bench.C[chosen, a], lane] = bench.weights[0, a, lane]


@compiled
def to_front(R, C, size, chosen):
    """Move a support to the front of those that are kept."""
    for kept in range(chosen, 0, -1):
        size[kept], size[kept - 1] = size[kept - 1], size[kept]
        for a in range(max(size[kept], size[kept - 1])):
            R[kept, a], R[kept - 1, a] = R[kept - 1, a], R[kept, a]
            C[kept, a], C[kept - 1, a] = C[kept - 1, a], C[kept, a]
