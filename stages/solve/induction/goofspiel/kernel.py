"""The stage games of Goofspiel, row by row of a layer.

Games of one row for one prize that is up differ only in the prizes that are
left: they make the batches of `stages.solve.induction.batch`.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled
from stages.solve.induction.batch import solve_batch
from stages.solve.induction.bench import KEPT, MOST, new_bench
from stages.solve.induction.goofspiel.patterns import ODD_BITS, TIE
from stages.solve.induction.lanes import LANES

_ODD = np.int64(ODD_BITS)
KEPT_OF_SCORES = 8
"""Supports that are tried for `win`, whose games resemble each other less: a quarter fewer of them
go through the simplex method.
"""


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
    games,
    below,
    values,
    scale,
    cards,
    antisymmetric,
    lift,
    decided,
    out,
):
    """Solve all stage games of the rows `first` to `last` of a layer, whose `games` are named as in
    `Tables`; `values`, times `scale`, are those of the layer `below`, of which this has patterns,
    kinds, starts and places.

    Writes the values row after row in `out`. Returns the largest gap, the number of games, and how
    many of them went through the simplex method.
    """
    own, place, begin, child, gain = games
    round = new_round()
    column, at = np.empty(prizes.size, np.int64), np.empty(prizes.size, np.int64)
    behind = np.empty((3, 2, LANES), np.int64)
    bench = new_bench(KEPT_OF_SCORES if decided.size else KEPT)
    low, high = bench.low, bench.high
    worst, solved, alone = 0.0, 0, 0
    for row in range(first, last):
        code, kind = patterns[row], kinds[row]
        number = begin[kind + 1] - begin[kind]
        here = out[starts[row] - starts[first] :]
        here[number : number + decided.size] = decided
        if antisymmetric and exchange(code) == code:
            continue  # f(V, V, P) = -f(V, V, P) = 0.
        m, n = follow(code, below[0], round)
        bench.size[:] = 0
        for up in range(gain.size):
            count = 0
            for game in range(begin[kind], begin[kind + 1]):
                column[count], at[count] = own[game], place[game]
                count += prizes[own[game]] >> up & 1
            for start in range(0, count, LANES):
                lanes = min(LANES, count - start)
                for outcome in range(3):
                    for side in range(2):
                        for lane in range(LANES):
                            behind[outcome, side, lane] = child[
                                up, outcome, side, column[min(start + lane, count - 1)]
                            ]
                write_games(bench.A, m, n, gain[up], scale, round, behind, below, values)
                alone += solve_batch(bench, m, n, lanes, lift, False)
                solved += lanes
                for lane in range(lanes):
                    worst = max(worst, high[lane] - low[lane])
                    here[at[start + lane]] += 0.5 * (low[lane] + high[lane])
        for one in range(number):
            here[one] /= cards
    return worst, solved, alone


@compiled
def new_round():
    """Return arrays for what follows the bids of a row: the row below, whether it is an exchange,
    and who takes the prize, each of shape (MOST, MOST).
    """
    return (
        np.empty((MOST, MOST), np.int64),
        np.empty((MOST, MOST), np.int64),
        np.empty((MOST, MOST), np.int64),
    )


@compiled
def follow(code, below, round):
    """Write what follows the bids of a row, with the patterns `below`; return how many bids each
    player has.
    """
    rows, mirrored, outcomes = round
    own, other = np.empty(MOST, np.int64), np.empty(MOST, np.int64)
    own_place, other_place = np.empty(MOST, np.int64), np.empty(MOST, np.int64)
    m, n = bids(code, own, other, own_place, other_place)
    for i in range(m):
        for j in range(n):
            left = without(code, own[i], other[j])
            mirror = exchange(left)
            mirrored[i, j] = mirror < left
            rows[i, j] = row_of(below, min(left, mirror))
            outcomes[i, j] = TIE + (own_place[i] > other_place[j]) - (own_place[i] < other_place[j])
    return m, n


@compiled
def write_games(A, m, n, gain, scale, round, behind, below, values):
    """Write the games of LANES columns for one prize: `behind` has the columns that follow, by who
    takes the prize and by whether the row that follows is an exchange.
    """
    rows, mirrored, outcomes = round
    _, kinds, starts, places = below
    for i in range(m):
        for j in range(n):
            row, side, outcome = rows[i, j], mirrored[i, j], outcomes[i, j]
            paid, sign = gain * (outcome - TIE), -scale if side else scale
            kind, start = kinds[row], starts[row]
            for lane in range(LANES):
                A[i, j, lane] = (
                    paid + sign * values[start + places[kind, behind[outcome, side, lane]]]
                )
