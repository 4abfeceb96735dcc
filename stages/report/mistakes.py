"""Play against an opponent that makes mistakes: see `off_path`."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.game.columns import Int32s, Kind
from schemas.parts.views import ArrayView
from schemas.strategies import Strategy, StrategyView
from schemas.strategies.columns import StrategyColumns, strategy_columns
from stages.forms.passes import backward, forward_marks
from stages.report.orders import infosets_of, order_of, realized
from stages.report.reach_kernel import err, find_best

Floats = NDArray[np.float64]
NEVER = 2**30
"""Mistakes: more than there are."""


class _Worth(NamedTuple):
    """What the sequences of a player are worth behind as few mistakes of the opponent's as can
    be.
    """

    orders: Int32s
    """Per node of the game, the opponent's mistakes on the way there."""
    weights: Floats
    """Per information set, of its nodes with the fewest mistakes; 0 for those of the opponent."""
    values: Floats
    """Per sequence, times the weight of its information set, if the player then plays its best."""


def answered(
    game: Game,
    player: int,
    strategies: tuple[Strategy, Strategy],
    reached: ArrayView[float],
    tie: float,
) -> StrategyView:
    """Return a player's strategy with best responses where `reached` is 0."""
    worth, old = (
        _worth(game, player, strategies[2 - player]),
        strategy_columns(strategies[player - 1]),
    )
    off = (reached.array[old.infoset] == 0) & (worth.weights[old.infoset] > 0)
    best, found = _best(game, player, worth, tie), old.probabilities.copy()
    begin = old.begin[:-1]
    worse = np.logical_or.reduceat((found > 0) & ~best, begin) & off
    found[np.repeat(worse, np.diff(old.begin))] = 0.0
    places = np.flatnonzero(best)
    found[places[np.searchsorted(places, begin[worse])]] = 1.0  # The first of the best.
    return _reaching(game, old, found)


def punished(game: Game, player: int, strategy: Strategy, tie: float) -> Int32s:
    """Return the information sets that the strategy comes to against some best reply to it."""
    columns = game.columns
    worth = _worth(game, 3 - player, strategy)
    of = columns.infosets
    replies = np.zeros(of.first[-1], np.bool_)
    replies[0] = True
    infosets = infosets_of(game, 3 - player)
    forward_marks(
        *(order_of(game, infosets), _best(game, 3 - player, worth, tie)),
        *(replies, np.empty(len(infosets), np.bool_)),
    )
    sets = np.logical_or.reduceat(replies[game.reached.members], game.reached.begin[:-1])
    decisions = np.flatnonzero((columns.kind == Kind.DECISION) & (worth.orders == 0))
    infosets = columns.what[decisions]
    there = (of.player[infosets] == player) & sets[game.reached.number[2 - player][decisions]]
    found: Int32s = np.unique(infosets[there])
    return found


def returned(game: Game, old: Strategy, new: Strategy, infosets: Int32s) -> StrategyView:
    """Return the new strategy with what the old one does at some information sets."""
    was, now = strategy_columns(old), strategy_columns(new)
    back = np.repeat(np.isin(was.infoset, infosets), np.diff(was.begin))
    return _reaching(game, was, np.where(back, was.probabilities, now.probabilities))


def changes(old: Strategy, new: Strategy) -> int:
    """Return at how many information sets two strategies differ."""
    was, now = strategy_columns(old), strategy_columns(new)
    if not len(was):
        return 0
    differ = was.probabilities != now.probabilities
    return int(np.logical_or.reduceat(differ, was.begin[:-1]).sum())


def led(game: Game, old: Strategy) -> Int32s:
    """Return the information sets that the player's own moves lead to, however rarely."""
    columns = strategy_columns(old)
    found = strategy_columns(_reaching(game, columns, columns.probabilities))
    return found.infoset[found.own_reach > 0]


def _reaching(game: Game, old: StrategyColumns, probabilities: Floats) -> StrategyView:
    """Return probabilities with how far the player's own moves lead to them."""
    _, own_reach = realized(game, old.infoset, probabilities)
    return StrategyView(replace(old, own_reach=own_reach, probabilities=probabilities))


def _best(game: Game, player: int, worth: _Worth, tie: float) -> NDArray[np.bool_]:
    """Return which of all actions of the player are as good as the best beside them."""
    first, infosets = game.columns.infosets.first, infosets_of(game, player)
    found = np.empty((first[infosets + 1] - first[infosets]).sum(), np.bool_)
    sign = 1.0 if player == 1 else -1.0
    find_best(order_of(game, infosets), worth.weights, worth.values, sign, tie, found)
    return found


def _worth(game: Game, player: int, opponent: Strategy) -> _Worth:
    columns, reached = game.columns, game.reached
    first = columns.infosets.first
    order, weight = np.zeros(first[-1], np.int32), np.zeros(first[-1])
    weight[0] = 1.0
    others = order_of(game, infosets_of(game, 3 - player))
    err(others, strategy_columns(opponent).probabilities, order, weight)
    # No set is empty.
    begin, sizes = reached.begin[:-1], np.diff(reached.begin)
    fewest = np.minimum.reduceat(order[reached.members], begin)
    those = order[reached.members] == np.repeat(fewest, sizes)
    whole = np.add.reduceat(np.where(those, weight[reached.members], 0.0), begin)
    number = reached.number[2 - player]
    chance = np.array([float(one) for one in reached.weights])
    orders, met = fewest[number], chance[reached.weight] * whole[number]
    least, weights = _least(game, player, orders, met)
    of_sequences = np.concatenate(([0], np.repeat(least, np.diff(first)))).astype(np.int32)
    values = _ends(game, player, orders, met, of_sequences)
    own = order_of(game, infosets_of(game, player))
    backward(own, player == 1, of_sequences, least, values)
    return _Worth(orders, weights, values)


def _least(game: Game, player: int, orders: Int32s, met: Floats) -> tuple[Int32s, Floats]:
    """Return per information set of the player the fewest mistakes, and the weight of its nodes
    behind as many.
    """
    columns = game.columns
    least = np.full(len(columns.infosets), NEVER, np.int32)
    decisions = np.flatnonzero(columns.kind == Kind.DECISION)
    decisions = decisions[columns.infosets.player[columns.what[decisions]] == player]
    infosets = columns.what[decisions]
    np.minimum.at(least, infosets, orders[decisions])
    those = orders[decisions] == least[infosets]
    weights = np.bincount(infosets[those], met[decisions[those]], len(least))
    return least, weights.astype(np.float64)  # What it is, but NumPy's types say less.


def _ends(game: Game, player: int, orders: Int32s, met: Floats, least: Int32s) -> Floats:
    """Return per sequence of the player the payoffs behind the fewest mistakes."""
    columns, reached = game.columns, game.reached
    ends = np.flatnonzero(columns.kind == Kind.TERMINAL)
    gains = met[ends] * columns.payoffs.floats[columns.what[ends]]
    mistakes, own = int(orders.max()) + 1, reached.number[player - 1][ends].astype(np.int64)
    keys, at = np.unique(own * mistakes + orders[ends], return_inverse=True)
    totals, sets = np.bincount(at, gains, len(keys)), keys // mistakes
    sizes = np.diff(reached.begin)[sets]
    start = np.repeat(reached.begin[sets] - np.concatenate(([0], np.cumsum(sizes)[:-1])), sizes)
    members = reached.members[start + np.arange(len(start))]
    those = least[members] == np.repeat(keys % mistakes, sizes)
    shares = np.repeat(totals, sizes)
    return np.bincount(members[those], shares[those], len(least)).astype(np.float64)
