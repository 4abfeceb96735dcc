"""A player's realization plan in whole numbers: exact, or rounded down to a tiny unit; and the
payoffs of plans, against a best response and against each other.

All sums are of whole numbers. If a plan is rounded, its weights have errors of at most `off` units,
all in the same direction, and the error of a sum is at most `off` times the sum of the absolute
values of all payoffs, each weighted with chance and with the ways that lead there.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...schemas.evaluation import Enclosed
from ...schemas.game import Game
from ...schemas.game.columns import Kind
from ...schemas.strategies import StrategyView
from ...schemas.strategies.columns import ExactColumns
from ..report.best_response import exact_best_response
from ..report.best_response.concessions import sums_of_sets
from ..report.measures import uniform

UNIT = 256
"""The weights of a rounded plan are in units of 2**-UNIT."""
SMALL = 20_000
"""The number of nodes of a game below which losses are exact; in larger games they are floats."""
BITS, BITS_IF_LARGE = 4_000, 512
"""The most bits of an exact plan's common denominator, for a small game and a large one; plans that
need more are rounded.
"""
Int64s = NDArray[np.int64]


class WholePlan(NamedTuple):
    """Realization weights in whole numbers."""

    weights: list[int]
    """Per sequence of the game; 0 for sequences that are not played and those of the other player.
    """
    unit: int
    """The number that represents 1."""
    off: int
    """The largest error: a true weight is at least the one here, and at most this much larger."""


def is_small(game: Game) -> bool:
    """Return whether a game is small enough for exact losses."""
    return len(game.nodes) < SMALL


def whole_plan(game: Game, player: int, strategy: ExactColumns) -> WholePlan:
    """Return the realization plan of a player's strategy: the products of its probabilities."""
    most = BITS if is_small(game) else BITS_IF_LARGE
    return _exact(game, strategy, most) or _rounded(game, strategy)


def _distributions(strategy: ExactColumns) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield the information sets of a strategy, each with its probabilities as numerators and
    denominators.
    """
    numerators, denominators = strategy.shares.numerators, strategy.shares.denominators
    shares = [*zip(numerators.tolist(), denominators.tolist(), strict=True)]
    begin = strategy.begin.tolist()
    for infoset, which in zip(strategy.infoset.tolist(), strategy.which.tolist(), strict=True):
        yield infoset, shares[begin[which] : begin[which + 1]]


def _exact(game: Game, strategy: ExactColumns, most: int) -> WholePlan | None:
    """Return the exact weights; None if their common denominator has more than `most` bits.

    They are numerators over denominators, and are reduced to lowest terms only when summed: more
    would take too long in a large game.
    """
    first, parents = game.columns.infosets.first.tolist(), game.parents
    above, below = [0] * first[-1], [1] * first[-1]
    above[0], unit, known = 1, 1, {1}
    for infoset, shares in _distributions(strategy):
        played = [sequence for sequence in parents[infoset] if above[sequence]]
        if not played:
            continue
        top, divisor = above[played[0]], below[played[0]]
        if len(played) > 1:
            each = (Fraction(above[sequence], below[sequence]) for sequence in played)
            top, divisor = sum(each, Fraction(0)).as_integer_ratio()
        for sequence, (share, of) in enumerate(shares, first[infoset]):
            if share:
                above[sequence], below[sequence] = top * share, divisor * of
                if divisor * of not in known:
                    known.add(divisor * of)
                    unit = math.lcm(unit, divisor * of)
                    if unit.bit_length() > most:
                        return None
    scale = {divisor: unit // divisor for divisor in known}
    weights = [top * scale[divisor] for top, divisor in zip(above, below, strict=True)]
    return WholePlan(weights, unit, 0)


def _rounded(game: Game, strategy: ExactColumns) -> WholePlan:
    """Return the weights rounded down. The error of a weight is at most the sum of the errors of
    the weights above it plus one unit, as no probability is above 1.
    """
    first, parents = game.columns.infosets.first.tolist(), game.parents
    weights, off = [0] * first[-1], {0: 0}
    weights[0] = 1 << UNIT
    for infoset, shares in _distributions(strategy):
        played = [sequence for sequence in parents[infoset] if sequence in off]
        if not played:
            continue
        above, wrong = sum(weights[at] for at in played), 1 + sum(off[at] for at in played)
        for sequence, (share, of) in enumerate(shares, first[infoset]):
            if share:
                weights[sequence], off[sequence] = above * share // of, wrong
    return WholePlan(weights, 1 << UNIT, max(off.values()))


def most_ways(game: Game, player: int) -> int:
    """Return an upper bound on a player's realization weights under any strategy: 1 in a tree, and
    with shared nodes the most sequences of its own moves that reach an information set.
    """
    if game.columns.is_tree:
        return 1
    ways, most = {0: 1}, 1
    for infoset in game.infosets(player):
        here = sum(map(ways.__getitem__, game.parents[infoset]))
        ways.update(dict.fromkeys(game.sequences(infoset), here))
        most = max(most, here)
    return most


def own_weights(game: Game, plan: WholePlan) -> NDArray[np.float64]:
    """Return for each information set of the game the weight with which a player's plan reaches it;
    the numbers for sets of the other player are meaningless.
    """
    reached = game.reached
    weights = np.array([weight / plan.unit for weight in plan.weights])
    # No set of sequences is empty.
    sums = np.add.reduceat(weights[reached.members], reached.begin[:-1])
    found: NDArray[np.float64] = sums[reached.parent]
    return found


def floats(game: Game, player: int, strategy: ExactColumns, plan: WholePlan) -> StrategyView:
    """Return a strategy in floats; uniform at information sets that it never reaches."""
    found = uniform(game, player)
    own = own_weights(game, plan)[found.infoset]
    start = strategy.begin[strategy.which]
    sizes = np.diff(found.begin)
    places = np.arange(found.begin[-1]) + np.repeat(start - found.begin[:-1], sizes)
    led = np.repeat(own > 0, sizes)
    found.probabilities[led] = strategy.shares.floats[places[led]]
    return StrategyView(replace(found, own_reach=own))


def best_response(game: Game, player: int, plan: WholePlan) -> Enclosed:
    """Return player 1's payoff when `player` plays best against the other player's plan."""
    found = exact_best_response(game, player, dict(enumerate(plan.weights)), plan.unit)
    if not plan.off:
        return Enclosed(found, found)
    # A best response is a maximum, or minimum, of sums whose errors are at most this.
    off = Fraction(plan.off, plan.unit) * most_ways(game, player) * _largest(game)
    return Enclosed(found - off, found + off)


def played(game: Game, plans: tuple[WholePlan, WholePlan]) -> Enclosed:
    """Return player 1's payoff when two plans are played against each other: the sum over terminal
    nodes of the payoff, weighted with chance and with both plans.
    """
    units = plans[0].unit * plans[1].unit
    found = _total(game, plans) / units
    if not plans[0].off and not plans[1].off:
        return Enclosed(found, found)
    # If both have errors: X Y - x y = x (Y - y) + (X - x) Y.
    first, second = (Fraction(plan.off, plan.unit) for plan in plans)
    most = [Fraction(max(plan.weights) + plan.off, plan.unit) for plan in plans]
    off = (most[0] * second + first * most[1]) * _largest(game)
    return Enclosed(found - off, found + off)


def _total(game: Game, plans: tuple[WholePlan, WholePlan]) -> Fraction:
    """Return the sum over terminal nodes, in units of both plans, with Python's integers of any
    size.
    """
    columns, reached = game.columns, game.reached
    nodes = np.flatnonzero(columns.kind == Kind.TERMINAL)
    nodes = nodes[columns.payoffs.numerators[columns.what[nodes]] != 0]
    sums = []
    for player, plan in enumerate(plans):
        found = np.zeros(len(reached.begin) - 1, object)
        sets = np.unique(reached.number[player][nodes])
        found[sets] = sums_of_sets(game, np.array(plan.weights, object), sets)
        nodes = nodes[found[reached.number[player][nodes]] != 0]
        sums.append(found)
    if not len(nodes):
        return Fraction(0)
    met = sums[0][reached.number[0][nodes]] * sums[1][reached.number[1][nodes]]
    # Equal payoffs with equal chance weights are added up first.
    gain = columns.what[nodes].astype(np.int64) * len(reached.weights) + reached.weight[nodes]
    order = np.argsort(gain, kind="stable")
    starts = np.flatnonzero(np.diff(gain[order], prepend=-1))
    by_gain = np.add.reduceat(met[order], starts)
    return _weighted(game, gain[order][starts], by_gain)


def _largest(game: Game) -> Fraction:
    """Return an upper bound on the sum of the absolute values of all payoffs, each weighted with
    chance and with the number of pairs of sequences that lead there: twice the float, far above its
    rounding error, and what may underflow.
    """
    columns, reached = game.columns, game.reached
    nodes = np.flatnonzero(columns.kind == Kind.TERMINAL)
    many = np.diff(reached.begin).astype(np.float64)
    ways = many[reached.number[0][nodes]] * many[reached.number[1][nodes]]
    if not (columns.payoffs.numerators[columns.what[nodes]] != 0).any():
        return Fraction(0)
    payoffs = np.abs(columns.payoffs.floats[columns.what[nodes]])
    gains = payoffs * reached.weights.floats[reached.weight[nodes]]
    lost = Fraction(float(ways.sum())) * (1 + Fraction(float(payoffs.max()))) / 2**1000
    return 2 * Fraction(float((gains * ways).sum())) + lost


def _weighted(game: Game, gains: Int64s, sums: NDArray[Any]) -> Fraction:
    """Return the sum of sums, each times a payoff and a chance weight."""
    columns, reached = game.columns, game.reached
    by_divisor: dict[int, int] = {}
    for gain, met in zip(gains.tolist(), sums.tolist(), strict=True):
        payoff, chance = divmod(gain, len(reached.weights))
        one = columns.payoffs[payoff] * reached.weights[chance]
        by_divisor[one.denominator] = by_divisor.get(one.denominator, 0) + met * one.numerator
    return sum((Fraction(total, below) for below, total in by_divisor.items()), Fraction(0))
