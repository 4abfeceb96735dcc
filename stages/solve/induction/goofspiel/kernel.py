"""The stage games of Goofspiel, row by row of a layer.

Games of one row for one prize that is up differ only in the prizes that are
left: they make the batches of `stages.solve.induction.batch`.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled
from stages.solve.induction.batch import solve_batch
from stages.solve.induction.bench import MOST, new_bench
from stages.solve.induction.goofspiel.patterns import ODD_BITS, PADDING, TIE
from stages.solve.induction.lanes import LANES

_ODD = np.int64(ODD_BITS)
assert PADDING % LANES == 0


@compiled
def without(code, own, other):
    """Return a pattern without player 1's card number `own` and player 2's number `other`, both
    from the lowest.
    """
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
    """Write the bids that differ: cards of a hand with nothing between them are one bid. Return how
    many each has.
    """
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
def solve_rows(
    first,
    last,
    patterns,
    kinds,
    starts,
    prizes,
    own,
    own_first,
    below,
    below_kinds,
    below_starts,
    below_places,
    values,
    scale,
    child,
    gain,
    cards,
    antisymmetric,
    lift,
    decided,
    out,
):
    """Solve all stage games of the rows `first` to `last` of a layer; `values`, times `scale`, are
    those of the layer below.

    Writes the values row after row in `out`. Returns the largest gap, the number of games, and how
    many of them went through the simplex method.
    """
    hand, other = np.empty(MOST, np.int64), np.empty(MOST, np.int64)
    hand_place, other_place = np.empty(MOST, np.int64), np.empty(MOST, np.int64)
    rows, signs = np.empty((MOST, MOST), np.int64), np.empty((MOST, MOST))
    outcomes, mirrored = np.empty((MOST, MOST), np.int64), np.empty((MOST, MOST), np.int64)
    column, place = np.empty(prizes.size, np.int64), np.empty(prizes.size, np.int64)
    behind = np.empty((3, 2, LANES), np.int64)
    bench = new_bench()
    A, low, high = bench.A, bench.low, bench.high
    worst, games, alone = 0.0, 0, 0
    for row in range(first, last):
        code, kind, begin = patterns[row], kinds[row], starts[row] - starts[first]
        number = own_first[kind + 1] - own_first[kind]
        for at in range(decided.size):
            out[begin + number + at] = decided[at]
        if antisymmetric and exchange(code) == code:
            continue  # f(V, V, P) = -f(V, V, P) = 0.
        m, n = bids(code, hand, other, hand_place, other_place)
        for i in range(m):
            for j in range(n):
                left = without(code, hand[i], other[j])
                mirror = exchange(left)
                mirrored[i, j] = mirror < left
                signs[i, j] = scale if mirror >= left else -scale
                rows[i, j] = row_of(below, min(left, mirror))
                outcomes[i, j] = (
                    TIE + (hand_place[i] > other_place[j]) - (hand_place[i] < other_place[j])
                )
        bench.size[:] = 0
        for up in range(gain.size):
            count = 0
            for at in range(number):
                one = own[own_first[kind] + at]
                column[count], place[count] = one, at
                count += prizes[one] >> up & 1
            for start in range(0, count, LANES):
                lanes = min(LANES, count - start)
                for outcome in range(3):
                    for side in range(2):
                        for lane in range(LANES):
                            behind[outcome, side, lane] = child[
                                up, outcome, side, column[min(start + lane, count - 1)]
                            ]
                for i in range(m):
                    for j in range(n):
                        paid, sign, at = gain[up] * (outcomes[i, j] - TIE), signs[i, j], rows[i, j]
                        outcome, side = outcomes[i, j], mirrored[i, j]
                        those, begun = below_kinds[at], below_starts[at]
                        for lane in range(LANES):
                            A[i, j, lane] = (
                                paid
                                + sign
                                * values[begun + below_places[those, behind[outcome, side, lane]]]
                            )
                alone += solve_batch(bench, m, n, lanes, lift, False)
                games += lanes
                for lane in range(lanes):
                    worst = max(worst, high[lane] - low[lane])
                    out[begin + place[start + lane]] += 0.5 * (low[lane] + high[lane])
        for at in range(number):
            out[begin + at] /= cards
    return worst, games, alone
