"""The values of strategies: against a best response, and against each other.

All sums are of whole numbers. If a plan is rounded, its weights have errors of at most `off` units,
all in the same direction, and the error of a sum is at most `off` times the sum of the absolute
values of all payoffs, each weighted with chance and with the ways that lead there.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.evaluation import Enclosed
from schemas.game import Game
from schemas.game.columns import Kind
from stages.evaluate.plans import WholePlan, most_ways
from stages.report.best_response import exact_best_response

Int64s = NDArray[np.int64]


def best_response(game: Game, player: int, plan: WholePlan) -> Enclosed:
    """Return player 1's payoff when `player` plays best against the other player's plan."""
    found = exact_best_response(game, player, plan.number, plan.weights, plan.unit)
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
        found = _of_sets(game, plan, np.unique(reached.number[player][nodes]))
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
    """Return an upper bound on the exact `_size`: twice the float, far above its rounding error."""
    return 2 * Fraction(_size(game))


def _size(game: Game) -> float:
    """Return the sum of the absolute values of all payoffs, each weighted with chance and with the
    number of pairs of sequences that lead there.
    """
    columns, reached = game.columns, game.reached
    nodes = np.flatnonzero(columns.kind == Kind.TERMINAL)
    many = np.diff(reached.begin).astype(np.float64)
    ways = many[reached.number[0][nodes]] * many[reached.number[1][nodes]]
    gains = (
        columns.payoffs.floats[columns.what[nodes]] * reached.weights.floats[reached.weight[nodes]]
    )
    return float((np.abs(gains) * ways).sum())


def _of_sets(game: Game, plan: WholePlan, numbers: NDArray[Any]) -> NDArray[Any]:
    """Return the plan's sums over the sets with given numbers, as Python integers; 0 elsewhere."""
    reached, weights = game.reached, np.array(plan.weights, object)
    found = np.zeros(len(reached.begin) - 1, object)
    begin, sizes = reached.begin[numbers], reached.begin[numbers + 1] - reached.begin[numbers]
    found[numbers] = weights[plan.number[reached.members[begin]]]
    for number in numbers[sizes > 1].tolist():
        members = reached.members[reached.begin[number] : reached.begin[number + 1]]
        found[number] = sum(weights[plan.number[members]].tolist())
    return found


def _weighted(game: Game, gains: Int64s, sums: NDArray[Any]) -> Fraction:
    """Return the sum of sums, each times a payoff and a chance weight."""
    columns, reached = game.columns, game.reached
    by_divisor: dict[int, int] = {}
    for gain, met in zip(gains.tolist(), sums.tolist(), strict=True):
        payoff, chance = divmod(gain, len(reached.weights))
        one = columns.payoffs[payoff] * reached.weights[chance]
        by_divisor[one.denominator] = by_divisor.get(one.denominator, 0) + met * one.numerator
    return sum((Fraction(total, below) for below, total in by_divisor.items()), Fraction(0))
