"""The stage games of Goofspiel, row by row of a layer, and the predecessors and successors of rows.

Games of one row for one prize that is up differ only in the remaining prizes:
they form the batches of `stages.solve.induction.batch`.
"""

import numpy as np

from .....schemas.parts import shadow as cython
from ..batch import KEPT
from .patterns import LOSS, ODD_BITS, TIE

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from .....schemas.parts.arrays import (
        Doubles,
        Doubles2,
        Doubles3,
        Doubles4,
        Index,
        Int64,
        Ints,
        Ints3,
        ReadDoubles,
        ReadDoubles2,
        ReadDoubles3,
        ReadInt32s,
        ReadInt32s2,
        ReadInt32s4,
        ReadInts,
        ReadInts2,
        ReadInts3,
        ReadWords,
        ReadWords2,
        Words,
        Words2,
    )
    from ..batch import Bench, solve_batch
    from ..lanes import LANES, MOST
    from ..simplex import bounds, simplex
    from .indexing import Layer, Tables

KEPT_OF_SCORES = 8
"""The number of supports that are tried for `win`, whose games are less similar: with it, a quarter
fewer of them need the simplex method.
"""


class Round:
    """Arrays for the successors of a row by bids: the row below, whether it is an exchange, and the
    taker of the prize, each of shape (MOST, MOST); and arrays for the bids, as `bids` writes them.
    """

    def __init__(self) -> None:
        self.rows = np.empty((MOST, MOST), np.int64)
        self.mirrored = np.empty((MOST, MOST), np.int64)
        self.outcomes = np.empty((MOST, MOST), np.int64)
        self.own, self.other = np.empty(MOST, np.int64), np.empty(MOST, np.int64)
        self.own_place, self.other_place = np.empty(MOST, np.int64), np.empty(MOST, np.int64)


def without(code: Int64, own: Index, other: Index) -> Int64:
    """Return a pattern without player 1's card number `own` and player 2's number `other`, both
    from the lowest.
    """
    left: Int64 = 0
    place, first, second = 0, 0, 0
    while code:
        holders: Int64 = code & 3
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


def exchange(code: Int64) -> Int64:
    """Return a pattern with the players exchanged."""
    return (code & ODD_BITS) << 1 | code >> 1 & ODD_BITS


def patterns_below(codes: ReadInts, cards: Index) -> Ints:
    """Return the rows that a round leads to from rows with `cards` cards, with repetitions."""
    count = codes.shape[0]
    numbers = np.empty(count * cards * cards, np.int64)
    found: Ints = numbers
    at = 0
    for row in range(count):
        for own in range(cards):
            for other in range(cards):
                left = without(codes[row], own, other)
                found[at] = min(left, exchange(left))
                at += 1
    return numbers


def bids(
    code: Int64, own: Ints, other: Ints, own_place: Ints, other_place: Ints
) -> tuple[Index, Index]:
    """Write the bids that differ: cards of a hand with no opponent's card between them are one bid.
    Return the number of bids of each player.
    """
    m, n, first, second, place = 0, 0, 0, 0, 0
    last: Int64 = 0
    while code:
        holders: Int64 = code & 3
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


def row_of(patterns: ReadInts, code: Int64) -> Index:
    """Return the index of a pattern among ascending ones."""
    low: Index = 0
    high: Index = patterns.shape[0]
    while low < high:
        middle = (low + high) >> 1
        if patterns[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low


def solve_rows(
    first: Index,
    last: Index,
    layer: Layer,
    under: Layer,
    table: Tables,
    values: ReadDoubles,
    packed: ReadInt32s,
    scale: float,
    antisymmetric: bool,
    lift: float,
    decided: ReadDoubles,
    out: Doubles,
) -> tuple[float, int]:
    """Solve all stage games in `table` of the rows `first` to `last` of a layer. The values of the
    layer `under` it are `values`, or `packed` times `scale`; the other of these arrays is empty.

    Writes the values row after row to `out`. Returns the largest gap and the number of games.
    """
    patterns: ReadInts = layer.patterns
    kinds: ReadInt32s = layer.kinds
    starts: ReadInts = layer.starts
    prizes: ReadInts = layer.prizes
    below_patterns: ReadInts = under.patterns
    below_kinds: ReadInt32s = under.kinds
    below_starts: ReadInts = under.starts
    below_places: ReadInt32s2 = under.places
    own: ReadInts = table.own
    place: ReadInts = table.place
    begin: ReadInts = table.first
    child: ReadInt32s4 = table.child
    gain: ReadDoubles = table.gain
    cards: Index = layer.cards
    round = Round()
    column: Ints = np.empty(prizes.shape[0], np.int64)
    offset: Ints = np.empty(prizes.shape[0], np.int64)
    behind: Ints3 = np.empty((3, 2, LANES), np.int64)
    bench = Bench(KEPT_OF_SCORES if decided.shape[0] else KEPT)
    low, high = bench.low, bench.high
    ends = decided.shape[0]
    is_antisymmetric: Index = antisymmetric
    worst: float = 0.0
    solved: Index = 0
    with cython.nogil:
        for row in range(first, last):
            kind = kinds[row]
            number = begin[kind + 1] - begin[kind]
            here: Doubles = out[starts[row] - starts[first] :]
            for index in range(ends):
                here[number + index] = decided[index]
            if is_antisymmetric and exchange(patterns[row]) == patterns[row]:
                continue  # f(V, V, P) = -f(V, V, P) = 0.
            m, n = follow(round, patterns[row], below_patterns)
            bench.size[:] = 0
            for up in range(gain.shape[0]):
                count: Index = 0
                for game in range(begin[kind], begin[kind + 1]):
                    column[count], offset[count] = own[game], place[game]
                    count += prizes[own[game]] >> up & 1
                for batch in range((count + LANES - 1) // LANES):
                    start = batch * LANES
                    lanes = min(LANES, count - start)
                    for outcome in range(3):
                        for side in range(2):
                            for lane in range(LANES):
                                behind[outcome, side, lane] = child[
                                    up, outcome, side, column[min(start + lane, count - 1)]
                                ]
                    write_games(
                        bench.A,
                        m,
                        n,
                        gain[up],
                        scale,
                        round,
                        behind,
                        below_kinds,
                        below_starts,
                        below_places,
                        values,
                        packed,
                    )
                    solve_batch(bench, m, n, lanes, lift, False)
                    solved += lanes
                    for lane in range(lanes):
                        worst = max(worst, high[lane] - low[lane])
                        here[offset[start + lane]] += 0.5 * (low[lane] + high[lane])
            for index in range(number):
                here[index] /= cards
    return worst, solved


def follow(round: Round, code: Int64, below: ReadInts) -> tuple[Index, Index]:
    """Write the successors of a row by bids, with the patterns `below`; return the number of bids
    of each player.
    """
    m, n = bids(code, round.own, round.other, round.own_place, round.other_place)
    for i in range(m):
        for j in range(n):
            left = without(code, round.own[i], round.other[j])
            mirror = exchange(left)
            round.mirrored[i, j] = mirror < left
            round.rows[i, j] = row_of(below, min(left, mirror))
            round.outcomes[i, j] = outcome_of(round.own_place[i], round.other_place[j])
    return m, n


def outcome_of(own_place: Index, other_place: Index) -> Index:
    """Return the outcome of two bids for player 1."""
    if own_place == other_place:
        return TIE
    return TIE + 1 if own_place > other_place else TIE - 1


def write_games(
    A: Doubles3,
    m: Index,
    n: Index,
    gain: float,
    scale: float,
    round: Round,
    behind: Ints3,
    kinds: ReadInt32s,
    starts: ReadInts,
    places: ReadInt32s2,
    values: ReadDoubles,
    packed: ReadInt32s,
) -> None:
    """Write the games of LANES columns for one prize: `behind` has the next columns, by the taker
    of the prize and by whether the next row is an exchange.
    """
    is_packed = packed.shape[0]
    for i in range(m):
        for j in range(n):
            row, side, outcome = round.rows[i, j], round.mirrored[i, j], round.outcomes[i, j]
            paid = gain * (outcome - TIE)
            sign = -scale if side else scale
            kind, start = kinds[row], starts[row]
            for lane in range(LANES):
                place = start + places[kind, behind[outcome, side, lane]]
                A[i, j, lane] = paid + sign * (packed[place] if is_packed else values[place])


def outcomes_before(patterns: ReadInts, known: ReadWords2, below: ReadInts) -> Words2:
    """Return for each row of the layer below the outcomes of the rounds that can have led to it,
    from those that led to the rows of a layer.
    """
    numbers = np.zeros((below.shape[0], MOST), np.uint16)
    found: Words2 = numbers
    round = Round()
    own, other = round.own, round.other
    turned: Words = np.empty(MOST, np.uint16)
    for row in range(patterns.shape[0]):
        m, n = bids(patterns[row], own, other, round.own_place, round.other_place)
        turn(known[row], turned)
        for i in range(m):
            for j in range(n):
                left = without(patterns[row], own[i], other[j])
                mirror = exchange(left)
                outcome = outcome_of(round.own_place[i], round.other_place[j])
                at = row_of(below, min(left, mirror))
                # Hands that equal their exchange are looked up unchanged, and also with the players
                # exchanged if the hands above them are.
                if left <= mirror:
                    add_round(found[at], known[row], outcome)
                if mirror <= left:
                    add_round(found[at], turned, 2 * TIE - outcome)
    return numbers


def outcomes_after(patterns: ReadInts, below: ReadInts, known: ReadWords2) -> Words2:
    """Return for each row of a layer the outcomes of the rounds that can follow, from those that
    follow the rows of the layer below.
    """
    numbers = np.zeros((patterns.shape[0], MOST), np.uint16)
    found: Words2 = numbers
    round = Round()
    own, other = round.own, round.other
    turned: Words = np.empty(MOST, np.uint16)
    for row in range(patterns.shape[0]):
        _, n = bids(patterns[row], own, other, round.own_place, round.other_place)
        for j in range(n):  # The lowest card of player 1 meets one of them.
            left = without(patterns[row], own[0], other[j])
            mirror = exchange(left)
            outcome = outcome_of(round.own_place[0], round.other_place[j])
            at = row_of(below, min(left, mirror))
            if left <= mirror:
                add_round(found[row], known[at], outcome)
            else:
                turn(known[at], turned)
                add_round(found[row], turned, outcome)
    return numbers


def add_round(found: Words, known: ReadWords, outcome: Index) -> None:
    """Add outcomes with one more round."""
    for won in range(MOST):
        if outcome == LOSS:
            found[won] |= known[won] << 1
        elif outcome == TIE:
            found[won] |= known[won]
        elif won:
            found[won] |= known[won - 1]


def turn(known: ReadWords, turned: Words) -> None:
    """Write outcomes with the players exchanged."""
    turned[:] = 0
    for won in range(MOST):
        for lost in range(MOST):
            turned[lost] |= (known[won] >> lost & 1) << won


def solve_all(
    behind: ReadInts3,
    signs: ReadDoubles3,
    left: ReadInts2,
    prizes: ReadDoubles2,
    below: ReadDoubles2,
    low: Doubles3,
    high: Doubles3,
    x: Doubles4,
    y: Doubles4,
) -> None:
    """Solve all stage games of a layer, and write their bounds and strategies.

    The first four arrays are those of `table.Rounds`; `below` has the values of the layer below.
    `low` and `high` have shape (patterns, sets, cards), `x` and `y` one more dimension of cards.
    """
    cards = behind.shape[1]
    matrix: Doubles2 = np.empty((cards, cards))
    tableau: Doubles2 = np.empty((cards + 1, cards + 1))
    rows: Ints = np.empty(cards, np.int64)
    columns: Ints = np.empty(cards, np.int64)
    with cython.nogil:
        for row in range(behind.shape[0]):
            for column in range(prizes.shape[0]):
                for up in range(cards):
                    prize, those = prizes[column, up], left[column, up]
                    for i in range(cards):
                        for j in range(cards):
                            after = below[behind[row, i, j], those]
                            matrix[i, j] = prize * signs[row, i, j] + after
                    own, other = x[row, column, up], y[row, column, up]
                    simplex(matrix, cards, cards, tableau, rows, columns, own, other)
                    ends = bounds(matrix, cards, cards, own, other)
                    low[row, column, up], high[row, column, up] = ends
