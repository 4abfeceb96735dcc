"""The least payoff of an opponent whose strategy is known, in integers of any size, computed in two
ways.

`conceded_in_limbs` and `conceded_exactly` use arrays of limbs of 32 bits. They visit only the nodes
that the opponent's moves lead to; the others add 0 to every sum. If the limbs do not suffice, or a
number cannot belong to a strategy, they return None. `conceded` goes node by node in Python's
integers: it always returns a result, and the same one.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....schemas.game import Game, Terminal
from ....schemas.game.columns import Kind
from ....schemas.kernels.limbs import Rows, in_limbs, whole
from ....schemas.kernels.passes import Order, backward, forward_marks
from ....schemas.parts.offsets import moves_of
from ....schemas.strategies import Strategy
from ....schemas.strategies.columns import StrategyColumns, strategy_columns
from .gains import Gains, gains_of, numbered
from .limbs_kernel import (
    bit_lengths,
    enclose,
    settle,
    share,
    sum_sets,
    weigh,
)

UNIT = 256
"""Realization weights are in units of 2**-UNIT."""
DIGITS = 64
"""Bits that the smallest sum of payoffs keeps, however small it is."""
MOST = 2**26
"""Limbs of a plan's weights in rationals; a larger plan is left to `conceded`."""

Int32s = NDArray[np.int32]
_NONE = np.zeros(0, np.int32)
Limbs = NDArray[np.uint32]
Enclosed = dict[int, tuple[int, int]]  # Per sequence a lower and an upper end.


class _Weights(NamedTuple):
    """The opponent's realization weights, where they are positive."""

    row: Int32s
    """Per set of sequences its row, -1 if its weight is 0."""
    low: Limbs
    high: Limbs
    nodes: NDArray[np.int64]
    """The terminal nodes that they lead to, with nonzero payoffs."""


def conceded_in_limbs(game: Game, player: int, opponent: Strategy) -> tuple[int, int] | None:
    """Return the least payoff of the opponent of `player`, as a whole number of units, and the
    number of units in 1.
    """
    strategy, infosets = strategy_columns(opponent), game.columns.infosets.of(3 - player)
    if not _is_strategy(game, strategy, infosets):
        return None
    order, row = _order(game, infosets), _no_rows(game)
    played = row[: game.columns.infosets.first[-1]] == 0  # The empty sequence.
    forward_marks(
        Order(*order), strategy.probabilities > 0, played, np.empty(len(infosets), np.bool_)
    )
    sequences = np.flatnonzero(played)
    count = len(sequences)
    row[sequences] = np.arange(count)
    nodes, sets = _reached_terminals(game, player, row)
    row[sets] = np.arange(count, count + len(sets))
    low, high = (_zeros(count + len(sets), UNIT // 32 + 1) for _ in range(2))
    probabilities = np.ascontiguousarray(strategy.probabilities)
    room, product = Rows(_zeros(6, low.shape[1])), Rows(_zeros(1, 2 * low.shape[1]))
    if not enclose(
        *order,
        probabilities,
        probabilities.view(np.int64),
        row,
        Rows(low),
        Rows(high),
        room,
        product,
    ):
        return None
    return _in_limbs(game, player, _Weights(row, low, high, nodes), sets, exact=False)


def conceded_exactly(
    game: Game, player: int, number: Int32s, weights: Sequence[int]
) -> tuple[int, int] | None:
    """Return the same against a realization plan, without its unit: per sequence the number of its
    weight.
    """
    played = np.array([bool(weight) for weight in weights])
    row = _no_rows(game)
    row[: len(number)] = np.where(played[number], number, -1)
    nodes, sets = _reached_terminals(game, player, row)
    row[sets] = np.arange(len(weights), len(weights) + len(sets))
    limbs = max(weights).bit_length() // 32 + 2
    if min(weights) < 0 or limbs * (len(weights) + len(sets)) > MOST:
        return None
    low = _zeros(len(weights) + len(sets), limbs)
    low[: len(weights)] = in_limbs(weights, limbs)
    return _in_limbs(game, player, _Weights(row, low, low, nodes), sets, exact=True)


def _order(game: Game, infosets: Int32s) -> tuple[Int32s, Int32s, Int32s, Int32s, Int32s]:
    """Return information sets, the sequences that lead to them, and the offsets of their own."""
    reached = game.reached
    return infosets, game.columns.infosets.first, reached.parent, reached.begin, reached.members


def _value_rows(game: Game, infosets: Sequence[Int32s], own: Int32s) -> tuple[Int32s, int]:
    """Return per sequence of the player its row, -1 if no total of the sets `own` follows it, and
    the number of rows.
    """
    reached, row = game.reached, _no_rows(game)[: game.columns.infosets.first[-1]]
    followed = np.zeros(len(row))
    followed[np.append(reached.members[moves_of(reached.begin, own)], 0)] = 1.0
    backward(Order(*infosets), True, _NONE, _NONE, followed)
    sequences = np.flatnonzero(followed)
    row[sequences] = np.arange(len(sequences))
    return row, len(sequences)


def _is_strategy(game: Game, strategy: StrategyColumns, infosets: Int32s) -> bool:
    """Return whether all actions have probabilities, at least one of them positive in each
    information set.
    """
    first, found = game.columns.infosets.first, strategy.probabilities
    if not np.array_equal(strategy.infoset, infosets):
        return False
    if not len(infosets):
        return True
    if not np.array_equal(np.diff(strategy.begin), first[infosets + 1] - first[infosets]):
        return False
    largest = np.maximum.reduceat(found, strategy.begin[:-1])
    return bool(found.min() >= 0 and found.max() <= 1 and largest.min() > 0)


def _no_rows(game: Game) -> Int32s:
    found = np.full(len(game.reached.begin) - 1, -1, np.int32)
    found[0] = 0
    return found


def _reached_terminals(game: Game, player: int, row: Int32s) -> tuple[NDArray[np.int64], Int32s]:
    """Return the terminal nodes that the opponent's moves lead to, without those that pay 0, and
    the sets of several sequences through which they are reached.
    """
    columns, reached = game.columns, game.reached
    other = reached.number[2 - player]
    nodes = np.flatnonzero(columns.kind == Kind.TERMINAL)
    nodes = nodes[columns.payoffs.numerators[columns.what[nodes]] != 0]
    several = np.unique(other[nodes][other[nodes] >= columns.infosets.first[-1]])
    if not len(several):
        return nodes[row[other[nodes]] >= 0], several
    played = np.concatenate(([0], np.cumsum(row[reached.members] >= 0)))
    sets = several[played[reached.begin[several + 1]] > played[reached.begin[several]]]
    leads = row >= 0
    leads[sets] = True
    return nodes[leads[other[nodes]]], sets


def _in_limbs(
    game: Game, player: int, weights: _Weights, sets: Int32s, exact: bool
) -> tuple[int, int] | None:
    reached = game.reached
    low, high = Rows(weights.low), Rows(weights.high)
    if not sum_sets(sets, reached.begin, reached.members, weights.row, low, high):
        return None
    if not len(weights.nodes):
        return 0, 1
    gains = gains_of(game, weights.nodes, 1 if player == 2 else -1)
    divisors = ((),) * len(gains.below) if exact else gains.divisors()
    if divisors is None:
        return None
    own, kind, totals = _totals(game, player, weights, gains)
    factors, parts = _factors(gains, kind, totals, exact)
    times = in_limbs(factors)
    limbs = totals.shape[1] + times.shape[1]
    infosets = _order(game, game.columns.infosets.of(player))
    to, count = _value_rows(game, infosets, own)
    values = _zeros(count, limbs + 1)
    start = np.cumsum([0, *map(len, divisors)])
    flat = np.array([part for parts in divisors for part in parts], np.uint64)
    if not share(
        Rows(totals),
        kind,
        Rows(times),
        start,
        flat,
        own,
        reached.begin,
        reached.members,
        to,
        Rows(_zeros(1, limbs)),
        Rows(values),
    ):
        return None
    if not settle(*infosets, to, Rows(values)):
        return None
    return whole(values[0]), parts


def _totals(
    game: Game, player: int, weights: _Weights, gains: Gains
) -> tuple[Int32s, Int32s, Limbs]:
    """Return the sums of the opponent's least payoffs by the player's set and by the denominator:
    the numbers of sets and denominators, then the sums.
    """
    reached, kinds = game.reached, len(gains.below)
    own, other = reached.number[player - 1], reached.number[2 - player]
    key = own[weights.nodes].astype(np.int64) * kinds + gains.kind[gains.gain]
    keys, group = numbered(key, (len(reached.begin) - 1) * kinds)
    limbs = weights.low.shape[1] + gains.numbers.shape[1]
    totals = _zeros(len(keys), limbs + 1)
    weigh(
        group,
        weights.row[other[weights.nodes]],
        gains.gain,
        gains.negative,
        Rows(gains.numbers),
        Rows(weights.low),
        Rows(weights.high),
        Rows(_zeros(1, limbs)),
        Rows(totals),
    )
    return (keys // kinds).astype(np.int32), (keys % kinds).astype(np.int32), totals


def _zeros(*shape: int) -> Limbs:
    return np.zeros(shape, np.uint32)


def _factors(gains: Gains, kind: Int32s, totals: Limbs, exact: bool) -> tuple[list[int], int]:
    """Return the factor for the totals of each kind of denominator, and the number of the resulting
    units in 1.
    """
    if exact:
        parts = math.lcm(*gains.below)
        return [parts // below for below in gains.below], parts
    bits = np.zeros(len(totals), np.int64)
    bit_lengths(Rows(totals), bits)
    long = np.array([below.bit_length() for below in gains.below])
    lost = int((long[kind] - bits)[bits > 0].max(initial=-DIGITS)) if bits.any() else 0
    shift = max(0, DIGITS + lost)
    return [1 << shift] * len(gains.below), 1 << UNIT + shift


def enclosed(game: Game, strategy: Strategy) -> Enclosed:
    """Return the lower and upper ends of the realization weights in units of 2**-UNIT."""
    weights: Enclosed = {0: (1 << UNIT, 1 << UNIT)}
    for infoset, _, probabilities in strategy:
        above = [weights[parent] for parent in game.parents[infoset]]
        low, high = sum(pair[0] for pair in above), sum(pair[1] for pair in above)
        for sequence, (least, most) in enumerate(
            _probability_bounds(probabilities), game.first[infoset]
        ):
            weights[sequence] = low * least >> UNIT, -(-high * most >> UNIT)
    return weights


def _probability_bounds(probabilities: Sequence[float]) -> list[tuple[int, int]]:
    """Return lower and upper ends of the probabilities of `as_printed`."""
    ends = []
    for probability in probabilities:
        above, below = probability.as_integer_ratio()
        ends.append(((above << UNIT) // below, -((-above << UNIT) // below)))
    largest = max(range(len(ends)), key=probabilities.__getitem__)
    least, most = (sum(pair[end] for pair in ends) - ends[largest][end] for end in (0, 1))
    ends[largest] = (1 << UNIT) - most, (1 << UNIT) - least
    return ends


def conceded(game: Game, player: int, weights: Enclosed, exact: bool) -> tuple[int, int]:
    """Return the least payoff of the opponent of `player`, as a whole number of units, and the
    number of units in 1.

    If the weights are exact, these units do not include the weights' own unit.
    """
    sums = _sums(game, player, weights)
    if exact:
        parts = math.lcm(*{below for _, below in sums})
        scaled = {pair: total * (parts // pair[1]) for pair, total in sums.items()}
    else:
        lost = max(
            (
                below.bit_length() - abs(total).bit_length()
                for (_, below), total in sums.items()
                if total
            ),
            default=0,
        )
        shift = max(0, DIGITS + lost)
        parts = 1 << UNIT + shift
        scaled = {pair: (total << shift) // pair[1] for pair, total in sums.items()}
    values = [0] * (1 + sum(len(infoset.actions) for infoset in game.information_sets))
    for (number, _), total in scaled.items():
        for sequence in game.reached.sequences(number):
            values[sequence] += total
    # In reverse order of first visit: an information set is settled before those leading to it.
    for infoset in reversed(game.infosets(player)):
        first = game.first[infoset]
        best = min(values[first : first + len(game.information_sets[infoset].actions)])
        for above in game.parents[infoset]:
            values[above] += best
    return values[0], parts


def _sums(game: Game, player: int, weights: Enclosed) -> dict[tuple[int, int], int]:
    """Return the opponent's payoffs, weighted, by the player's set P and by the common
    denominator of payoff and chance weight.
    """
    reached = game.reached
    own, other = reached.number[player - 1].tolist(), reached.number[2 - player].tolist()
    weight_of, chances = reached.weight.tolist(), [*reached.weights]
    sign = 1 if player == 2 else -1
    ends: dict[int, tuple[int, int]] = {}
    sums: dict[tuple[int, int], int] = {}
    for number, node in enumerate(game.nodes):
        if not isinstance(node, Terminal) or not node.payoff:
            continue
        met = other[number]
        if met not in ends:
            pairs = [weights[sequence] for sequence in reached.sequences(met)]
            ends[met] = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
        chance = chances[weight_of[number]]
        gain = sign * node.payoff.numerator * chance.numerator
        key = own[number], node.payoff.denominator * chance.denominator
        sums[key] = sums.get(key, 0) + gain * ends[met][gain < 0]
    return sums
