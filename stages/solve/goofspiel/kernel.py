"""The stage games of Goofspiel, many at a time.

Stage games of one row for one prize that is up differ only in the prizes that
are left, and a handful of supports serves them all. So LANES games at a time are
tried on the supports that served last: the equations that make both players
indifferent are solved for all lanes at once, and every lane whose strategies
leave no gap is done. What no known support fits goes through the simplex method
one by one and brings a new support. The gap of every game is computed from its
own matrix and strategies, whatever they come from.
"""

# Numba infers the types of these functions; what intrinsics return is known to it alone.
# mypy: disable-error-code="no-untyped-def, call-arg, var-annotated"

import numpy as np

from stages.solve.compiled import compiled
from stages.solve.goofspiel.indexing import ODD_BITS, PADDING, TIE
from stages.solve.lanes import LANES, add, divide, fill, greater, lesser, load, multiply, store, subtract
from stages.solve.matrix_game import bounds as plain_bounds
from stages.solve.matrix_game import simplex as plain_simplex

CLEAN = 1e-12  # A lane with a larger gap is not done: rounding explains a hundredth of it.
KEPT = 4  # Supports that are tried before the simplex method.
MOST = 16  # Cards per hand.
TRIES = 8  # Of the simplex method on one game,
CHANGE = 1e-15  # each with a larger change of the matrix: 1e-11 of an entry to 1e-5.
_ODD = np.int64(ODD_BITS)
assert PADDING % LANES == 0

simplex = compiled(plain_simplex)
bounds = compiled(plain_bounds)


@compiled
def without(code, own, other):
    """Return a pattern without player 1's card number `own` and player 2's number `other`, both from the lowest."""
    left, place, first, second = 0, 0, 0, 0
    while code:
        holders = code & 3
        code >>= 2
        if holders & 1:
            holders &= 2 if first == own else 3
            first += 1
        if holders & 2:
            holders &= 1 if second == other else 3
            second += 1
        if holders:
            left |= holders << place
            place += 2
    return left


@compiled
def exchange(code):
    """Return a pattern with the players exchanged."""
    return (code & _ODD) << 1 | code >> 1 & _ODD


@compiled
def patterns_below(codes, cards):
    """Return the rows that a round leads to from rows with `cards` cards, with repetitions."""
    found = np.empty(codes.size * cards * cards, np.int64)
    at = 0
    for code in codes:
        for own in range(cards):
            for other in range(cards):
                left = without(code, own, other)
                found[at] = min(left, exchange(left))
                at += 1
    return found


@compiled
def bids(code, own, other, own_place, other_place):
    """Write the bids that differ: cards of a hand with nothing between them are one bid. Return how many each has."""
    m, n, first, second, place, last = 0, 0, 0, 0, 0, 0
    while code:
        holders = code & 3
        code >>= 2
        if holders & 1:
            if not (holders == 1 and last == 1):
                own[m], own_place[m] = first, place
                m += 1
            first += 1
        if holders & 2:
            if not (holders == 2 and last == 2):
                other[n], other_place[n] = second, place
                n += 1
            second += 1
        last = holders
        place += 1
    return m, n


@compiled
def row_of(patterns, code):
    """Return where a pattern stands among ascending ones."""
    low, high = 0, patterns.size
    while low < high:
        middle = (low + high) >> 1
        if patterns[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def try_support(A, m, n, R, C, s, shift, K, U, W, proof, done):
    """Solve all lanes of the m x n games A on rows R and columns C, s of each.

    With B the shifted block, `B u = 1` and `w B = 1` come from one elimination of B bordered by ones (K).
    Writes u and w, summing to 1, and to proof[0] the least weight, the lower and the upper bound.
    """
    one, nothing, lifted = fill(1.0), fill(0.0), fill(shift)
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
            u = subtract(u, multiply(load(K, a, j), load(U, 0, j)))
            w = subtract(w, multiply(load(K, j, a), load(W, 0, j)))
        u = multiply(u, load(K, s + 1, a))
        store(U, 0, a, u)
        store(W, 0, a, w)
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
        store(U, 0, a, multiply(load(U, 0, a), total))
        store(W, 0, a, multiply(load(W, 0, a), other))
    upper, lower = fill(-np.inf), fill(np.inf)
    for i in range(m):
        sum_ = nothing
        for b in range(s):
            sum_ = add(sum_, multiply(load(A, i, C[b]), load(U, 0, b)))
        upper = greater(sum_, upper)
    for j in range(n):
        sum_ = nothing
        for a in range(s):
            sum_ = add(sum_, multiply(load(A, R[a], j), load(W, 0, a)))
        lower = lesser(sum_, lower)
    store(proof, 0, 1, lower)
    store(proof, 0, 2, upper)


@compiled
def solve_alone(A, lane, m, n, shift, R, C, K, U, W, proof, done, true, changed, tableau, basic, free, x, y):  # noqa: E501
    """Solve one lane by the simplex method and then, for all lanes, on the support that this found.

    Where neither leaves a clean gap, near ties have led it astray: slightly changed matrices are tried
    for other supports. Returns the size of the support and the best bounds of the one lane.
    """
    best_low, best_high, s = -np.inf, np.inf, 0
    for attempt in range(TRIES):
        size = CHANGE * 10.0 ** attempt if attempt else 0.0
        for i in range(m):
            for j in range(n):
                true[i, j] = A[i, j, lane]
                changed[i, j] = true[i, j] + size * ((7919 * i + 104729 * j + 15485863 * attempt) % 1009)
        simplex(changed, m, n, tableau, basic, free, x, y)
        low, high = bounds(true, m, n, x, y)
        if high - low < best_high - best_low:
            best_low, best_high = low, high
        s, at = 0, 0
        for j in range(n):
            if free[j] >= n:
                R[s] = free[j] - n
                s += 1
        for i in range(m):
            if basic[i] < n:
                C[at] = basic[i]
                at += 1
        try_support(A, m, n, R, C, s, shift, K, U, W, proof, done)
        if proof[0, 0, lane] >= 0.0 and abs(proof[0, 2, lane] - proof[0, 1, lane]) < best_high - best_low:
            best_low, best_high = proof[0, 1, lane], proof[0, 2, lane]
        if best_high - best_low <= CLEAN:
            break
    return s, best_low, best_high


@compiled
def to_front(R, C, size, chosen):
    """Move a support to the front of those that are kept; the last place is the newcomer's."""
    for kept in range(chosen, 0, -1):
        size[kept], size[kept - 1] = size[kept - 1], size[kept]
        for a in range(max(size[kept], size[kept - 1])):
            R[kept, a], R[kept - 1, a] = R[kept - 1, a], R[kept, a]
            C[kept, a], C[kept - 1, a] = C[kept - 1, a], C[kept, a]


@compiled
def solve_rows(first, last, patterns, below, values, count, column, child, gain, cards, antisymmetric, shift, out):  # noqa: E501
    """Solve all stage games of the rows `first` to `last` of a level; `values` are those of the level below.

    Adds up the values per row and column in `out`, of shape (last - first, columns). Returns the
    largest gap, the number of games, and how many of them went through the simplex method.
    """
    own, other = np.empty(MOST, np.int64), np.empty(MOST, np.int64)
    own_place, other_place = np.empty(MOST, np.int64), np.empty(MOST, np.int64)
    rows, signs = np.empty((MOST, MOST), np.int64), np.empty((MOST, MOST))
    outcomes, exchanged = np.empty((MOST, MOST), np.int64), np.empty((MOST, MOST), np.int64)
    A, K = np.zeros((MOST, MOST, LANES)), np.zeros((MOST + 2, MOST + 1, LANES))
    U, W, proof = np.zeros((1, MOST, LANES)), np.zeros((1, MOST, LANES)), np.zeros((1, 3, LANES))
    true, changed, tableau = np.zeros((MOST, MOST)), np.zeros((MOST, MOST)), np.empty((MOST + 1, MOST + 1))
    basic, free, x, y = np.empty(MOST, np.int64), np.empty(MOST, np.int64), np.empty(MOST), np.empty(MOST)
    R, C = np.zeros((KEPT + 1, MOST), np.int64), np.zeros((KEPT + 1, MOST), np.int64)
    size = np.zeros(KEPT + 1, np.int64)
    done = np.zeros(LANES, np.bool_)
    worst, games, alone = 0.0, 0, 0
    for row in range(first, last):
        code = patterns[row]
        if antisymmetric and exchange(code) == code:
            continue  # f(V, V, P) = -f(V, V, P) = 0.
        m, n = bids(code, own, other, own_place, other_place)
        for i in range(m):
            for j in range(n):
                left = without(code, own[i], other[j])
                mirror = exchange(left)
                exchanged[i, j] = mirror < left
                signs[i, j] = -1.0 if mirror < left else 1.0
                rows[i, j] = row_of(below, min(left, mirror))
                outcomes[i, j] = TIE + (own_place[i] > other_place[j]) - (own_place[i] < other_place[j])
        size[:] = 0
        for up in range(count.size):
            for start in range(0, count[up], LANES):
                lanes = min(LANES, count[up] - start)
                for i in range(m):
                    for j in range(n):
                        paid, sign, below_row = gain[up] * (outcomes[i, j] - TIE), signs[i, j], rows[i, j]
                        outcome, mirrored = outcomes[i, j], exchanged[i, j]
                        for lane in range(LANES):
                            A[i, j, lane] = paid + sign * values[below_row, child[up, outcome, mirrored, start + lane]]
                for lane in range(LANES):
                    done[lane] = lane >= lanes
                games += lanes
                left_over, chosen = lanes, 0
                while left_over > 0:
                    lone, low, high = -1, 0.0, 0.0
                    if chosen >= KEPT or size[chosen] == 0:
                        lone = 0
                        while done[lone]:
                            lone += 1
                        chosen = KEPT
                        size[chosen], low, high = solve_alone(A, lone, m, n, shift, R[chosen], C[chosen], K, U, W, proof, done,
                                                              true, changed, tableau, basic, free, x, y)
                        alone += 1
                    else:
                        try_support(A, m, n, R[chosen], C[chosen], size[chosen], shift, K, U, W, proof, done)
                    served = 0
                    for lane in range(lanes):
                        # A singular block gives no numbers, and bounds that are infinite.
                        clean = proof[0, 0, lane] >= 0.0 and abs(proof[0, 2, lane] - proof[0, 1, lane]) <= CLEAN
                        if not done[lane] and (clean or lane == lone):
                            if lane == lone:
                                proof[0, 1, lane], proof[0, 2, lane] = low, high
                            worst = max(worst, proof[0, 2, lane] - proof[0, 1, lane])
                            out[row - first, column[up, start + lane]] += 0.5 * (proof[0, 1, lane] + proof[0, 2, lane])
                            done[lane] = True
                            left_over -= 1
                            served += 1
                    if lone >= 0:
                        to_front(R, C, size, KEPT)
                    elif served:
                        to_front(R, C, size, chosen)
                        chosen += 1
                    else:
                        chosen += 1
        for at in range(out.shape[1]):
            out[row - first, at] /= cards
    return worst, games, alone
