"""The least payoff of an opponent whose strategy is known, in integers of any size.

They are Python's integers in arrays of objects, which NumPy adds and multiplies in one call. Only
the terminal nodes that the opponent's moves lead to are visited; the others add 0 to every sum.
"""

import math
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....schemas.game import Game
from ....schemas.game.columns import Int32s, Kind
from ....schemas.parts.offsets import moves_of
from ....schemas.strategies import Strategy
from ....schemas.strategies.columns import strategy_columns

UNIT = 256
"""Realization weights are in units of 2**-UNIT."""
DIGITS = 64
"""Bits that the smallest sum of payoffs keeps, however small it is."""
BLOCK = 2**18
"""Terminal nodes whose weighted payoffs are in memory at the same time."""

Integers = NDArray[Any]
"""Python's integers, as objects."""
Int64s = NDArray[np.int64]


class Enclosed(NamedTuple):
    """Realization weights: a lower and an upper end per sequence of the game, 0 for those of the
    other player.
    """

    low: Integers
    high: Integers


def enclosed(game: Game, strategy: Strategy) -> Enclosed:
    """Return the ends of a strategy's realization weights, in units of 2**-UNIT."""
    first = game.columns.infosets.first.tolist()
    parent, begin, members = _sets_above(game)
    low, high = [0] * first[-1], [0] * first[-1]
    low[0] = high[0] = 1 << UNIT
    columns = strategy_columns(strategy)
    start, probabilities = columns.begin.tolist(), columns.probabilities.tolist()
    for at, infoset in enumerate(columns.infoset.tolist()):
        above = members[begin[parent[infoset]] : begin[parent[infoset] + 1]]
        most = sum([high[sequence] for sequence in above])
        if most:
            least = sum([low[sequence] for sequence in above])
            here = _probability_bounds(tuple(probabilities[start[at] : start[at + 1]]))
            for sequence, ends in enumerate(here, first[infoset]):
                low[sequence] = least * ends[0] >> UNIT
                high[sequence] = -(-most * ends[1] >> UNIT)
    return Enclosed(np.array(low, object), np.array(high, object))


def _sets_above(game: Game) -> tuple[list[int], list[int], list[int]]:
    """Return per information set the number of the set P that leads to it, and the offsets and the
    sequences of these sets, as lists, which are quicker to look into one by one.
    """
    reached = game.reached
    return reached.parent.tolist(), reached.begin.tolist(), reached.members.tolist()


@lru_cache(2**16)
def _probability_bounds(probabilities: tuple[float, ...]) -> list[tuple[int, int]]:
    """Return lower and upper ends of the probabilities of `as_printed`."""
    ends = [_ends(probability) for probability in probabilities]
    largest = max(range(len(ends)), key=probabilities.__getitem__)
    least, most = (sum([pair[end] for pair in ends]) - ends[largest][end] for end in (0, 1))
    ends[largest] = (1 << UNIT) - most, (1 << UNIT) - least
    return ends


def _ends(probability: float) -> tuple[int, int]:
    numerator, power_of_2 = probability.as_integer_ratio()
    shift = UNIT + 1 - power_of_2.bit_length()
    if shift >= 0:
        return numerator << shift, numerator << shift
    return numerator >> -shift, (numerator >> -shift) + 1


def sums_of_sets(game: Game, weights: Integers, numbers: NDArray[Any]) -> Integers:
    """Return the sums of the weights of sequences over the sets P with given numbers."""
    reached = game.reached
    begin, sizes = reached.begin[numbers], reached.begin[numbers + 1] - reached.begin[numbers]
    sums: Integers = weights[reached.members[begin]]
    for at in np.flatnonzero(sizes > 1).tolist():
        sums[at] = sum(weights[reached.sequences(numbers[at])].tolist())
    return sums


def conceded(game: Game, player: int, weights: Enclosed, exact: bool) -> tuple[int, int]:
    """Return the least payoff of the opponent of `player`, as a whole number of units, and the
    number of units in 1.

    If the weights are exact, these units do not include the weights' own unit.
    """
    own, below, totals = _totals(game, player, weights)
    if exact:
        parts = math.lcm(*set(below.tolist()))
        return _least(game, player, own, totals * (parts // below)), parts
    lost = max(
        (
            divisor.bit_length() - abs(total).bit_length()
            for divisor, total in zip(below.tolist(), totals.tolist(), strict=True)
            if total
        ),
        default=0,
    )
    shift = max(0, DIGITS + lost)
    return _least(game, player, own, (totals << shift) // below), 1 << UNIT + shift


def _totals(game: Game, player: int, weights: Enclosed) -> tuple[Int32s, Integers, Integers]:
    """Return the sums of the opponent's weighted payoffs by the player's set P and by the common
    denominator of payoff and chance weight: the numbers of the sets, the denominators, the sums.
    """
    columns, reached = game.columns, game.reached
    nodes = np.flatnonzero(columns.kind == Kind.TERMINAL)
    nodes = nodes[columns.payoffs.numerators[columns.what[nodes]] != 0]
    sets, met = np.unique(reached.number[2 - player][nodes], return_inverse=True)
    low, high = (sums_of_sets(game, ends, sets) for ends in weights)
    leads = (high != 0)[met]
    nodes, met = nodes[leads], met[leads]
    gain, gains, below = _gains(game, nodes, 1 if player == 2 else -1)
    kinds, kind = np.unique(below, return_inverse=True)
    key = reached.number[player - 1][nodes].astype(np.int64) * len(kinds) + kind[gain]
    keys, group = np.unique(key, return_inverse=True)
    totals, is_loss = np.zeros(len(keys), object), (gains < 0).astype(np.bool_)
    for start in range(0, len(nodes), BLOCK):
        block = slice(start, start + BLOCK)
        ends = np.where(is_loss[gain[block]], high[met[block]], low[met[block]])
        np.add.at(totals, group[block], gains[gain[block]] * ends)
    own, kind = np.divmod(keys, max(1, len(kinds)))
    return own.astype(np.int32), kinds[kind], totals


def _gains(game: Game, nodes: Int64s, sign: int) -> tuple[Int64s, Integers, Integers]:
    """Return per terminal node the number of its gain, the payoff times the chance weight and
    `sign`; and the numerators and denominators of the gains, not in lowest terms.
    """
    columns, reached = game.columns, game.reached
    pair = columns.what[nodes].astype(np.int64) * len(reached.weights) + reached.weight[nodes]
    pairs, gain = np.unique(pair, return_inverse=True)
    payoff, weight = np.divmod(pairs, len(reached.weights))
    above, below = (
        numbers[payoff].astype(object) * chances[weight].astype(object)
        for numbers, chances in (
            (columns.payoffs.numerators, reached.weights.numerators),
            (columns.payoffs.denominators, reached.weights.denominators),
        )
    )
    return gain, sign * above, below


def _least(game: Game, player: int, own: Int32s, totals: Integers) -> int:
    """Return the least payoff, given the opponent's payoffs by the player's set P."""
    infosets, reached = game.columns.infosets, game.reached
    sums, sizes = np.zeros(infosets.first[-1], object), np.diff(reached.begin)[own]
    np.add.at(sums, reached.members[moves_of(reached.begin, own)], np.repeat(totals, sizes))
    values, first = sums.tolist(), infosets.first.tolist()
    parent, begin, members = _sets_above(game)
    # In reverse order of first visit: an information set is settled before those leading to it.
    for infoset in infosets.of(player)[::-1].tolist():
        best = min(values[first[infoset] : first[infoset + 1]])
        if best:
            for above in members[begin[parent[infoset]] : begin[parent[infoset] + 1]]:
                values[above] += best
    return int(values[0])
