"""What strategies are worth against each other, of a game in columns: see `values`."""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.game.columns import Kind
from stages.evaluate.plans import WholePlan

Int64s = NDArray[np.int64]


def total(game: Game, plans: tuple[WholePlan, WholePlan]) -> Fraction:
    """Return the sum over terminal nodes, in units of both plans: whole numbers of Python, which
    have any size.
    """
    columns, reached = game.columns, game.reached
    assert columns is not None
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


def size(game: Game) -> float:
    """Return the sum of all payoffs without their signs, each weighted with chance and with how
    many pairs of sequences lead there.
    """
    columns, reached = game.columns, game.reached
    assert columns is not None
    nodes = np.flatnonzero(columns.kind == Kind.TERMINAL)
    many = np.diff(reached.begin).astype(np.float64)
    ways = many[reached.number[0][nodes]] * many[reached.number[1][nodes]]
    gains = (
        columns.payoffs.floats[columns.what[nodes]] * reached.weights.floats[reached.weight[nodes]]
    )
    return float((np.abs(gains) * ways).sum())


def _of_sets(game: Game, plan: WholePlan, numbers: NDArray[Any]) -> NDArray[Any]:
    """Return the plan's sums over the sets of some numbers, in Python's integers; 0 elsewhere."""
    reached, weights = game.reached, plan.weights
    found = np.zeros(len(reached.begin) - 1, object)
    begin, end = reached.begin[numbers].tolist(), reached.begin[numbers + 1].tolist()
    members = reached.members.tolist()
    found[numbers] = [
        weights.get(members[first], 0)
        if last == first + 1
        else sum(weights.get(member, 0) for member in members[first:last])
        for first, last in zip(begin, end, strict=True)
    ]
    return found


def _weighted(game: Game, gains: Int64s, sums: NDArray[Any]) -> Fraction:
    """Return the sum of sums, each times a payoff and a chance weight."""
    columns, reached = game.columns, game.reached
    assert columns is not None
    by_divisor: dict[int, int] = {}
    for gain, met in zip(gains.tolist(), sums.tolist(), strict=True):
        payoff, chance = divmod(gain, len(reached.weights))
        one = columns.payoffs[payoff] * reached.weights[chance]
        by_divisor[one.denominator] = by_divisor.get(one.denominator, 0) + met * one.numerator
    return sum((Fraction(total, below) for below, total in by_divisor.items()), Fraction(0))
