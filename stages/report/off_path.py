"""Off the path: what to play where equilibrium play never comes, in games of any size.

An equilibrium says nothing of an information set that play never reaches: every strategy there may
keep the value. Here its owner plays a best response to the other player's strategy with uniform
trembles: with a small probability δ the other player makes a mistake, and then takes each action
with the same probability. Where its strategy leads anyhow that is the best response to it. Where it
does not, the histories with the fewest mistakes count, and each mistake has the factor 1/n at an
information set with n actions: a history with one more is δ times as likely. So everything is
compared among histories with the same number of mistakes, in floats, and δ is never a number. What
ties there is left as it is.

The mistakes are counted in the other player's strategy as the solver has it. That is no refined
equilibrium: both players change at once, and what the one expects of the other behind a mistake is
what it did before. `stages.report.refine` has one, for games that are not too large.

What a player does where its own moves never lead changes no guarantee. Where they do, and only the
other's do not, it may: the other player could come there to profit. So the guarantee is computed
anew, with the rounding of all bounds, and where it is worse, the changes are given back at the
information sets that the best replies lead to, until it is not.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.game.columns import Int32s, Kind
from schemas.parts.views import ArrayView
from schemas.report import Bounds, OffPath
from schemas.strategies import Strategy, StrategyView
from schemas.strategies.columns import StrategyColumns, strategy_columns
from stages.forms.passes import backward, forward_marks
from stages.report.best_response import best_response_value
from stages.report.orders import infosets_of, order_of, realized
from stages.report.reach import reaches
from stages.report.reach_kernel import err, find_best

Floats = NDArray[np.float64]

TIE = 1e-9
"""Actions whose values differ by no more than this part of the largest payoff are equally good."""
ROUNDS = 8
"""Best replies that are looked at before all is given back where the player's moves lead."""
NEVER = 2**30
"""Mistakes: more than there are."""


class Played(NamedTuple):
    """What best responses off the path come to."""

    strategies: tuple[Strategy, Strategy]
    bounds: Bounds
    """Of these strategies, never worse than before."""
    off_path: OffPath


def best_off_path(
    game: Game,
    strategies: tuple[Strategy, Strategy],
    bounds: Bounds,
    largest: float,
    instead: tuple[Strategy, Strategy] | None = None,
) -> Played:
    """Return equilibrium strategies that play best responses where equilibrium play never comes, or
    as `instead` does there.

    `bounds` are those of the strategies, `largest` is the largest payoff without its sign.
    """
    reach, tie = reaches(game, strategies), TIE * largest
    if instead is None:
        wished = [answered(game, player, strategies, reach, tie) for player in (1, 2)]
    else:
        on_path = np.flatnonzero(reach.array).astype(np.int32)
        wished = [
            _returned(game, old, new, on_path) for old, new in zip(strategies, instead, strict=True)
        ]
    lower = _kept(game, 1, strategies[0], wished[0], bounds.lower, tie)
    upper = _kept(game, 2, strategies[1], wished[1], bounds.upper, tie)
    return Played(
        (lower.strategy, upper.strategy),
        Bounds(lower.bound, upper.bound),
        OffPath((lower.changed, upper.changed), (lower.returned, upper.returned)),
    )


def in_words(found: OffPath, players: tuple[str, str]) -> str:
    """Return what was changed, for a line of a report."""
    back = sum(found.returned)
    left = f", not at {back:,} others for the sake of the bounds" if back else ""
    return (
        f"best responses to small trembles at {found.changed[0]:,} more information sets of "
        f"{players[0]} and {found.changed[1]:,} of {players[1]}{left}; the bounds are not worse"
    )


class _Kept(NamedTuple):
    strategy: Strategy
    bound: float
    changed: int
    returned: int


def _kept(
    game: Game,
    player: int,
    old: Strategy,
    new: Strategy,
    bound: float,
    tie: float,
) -> _Kept:
    """Return the changes from a player's old strategy to the new one that cost none of its
    guarantee `bound`.
    """
    tried = _changes(old, new)
    for _ in range(ROUNDS):
        found = best_response_value(game, 3 - player, new)
        if found >= bound if player == 1 else found <= bound:
            break
        back = _returned(game, old, new, punished(game, player, new, tie))
        if _changes(back, new) == 0:
            back = _returned(game, old, new, _led(game, old))
        new = back
    else:
        # Where the player's own moves lead it is the old strategy, and so is what is guaranteed.
        new = _returned(game, old, new, _led(game, old))
        found = best_response_value(game, 3 - player, new)
    changed = _changes(old, new)
    return _Kept(new, found, changed, tried - changed)


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


def _returned(game: Game, old: Strategy, new: Strategy, infosets: Int32s) -> StrategyView:
    """Return the new strategy with what the old one does at some information sets."""
    was, now = strategy_columns(old), strategy_columns(new)
    back = np.repeat(np.isin(was.infoset, infosets), np.diff(was.begin))
    return _reaching(game, was, np.where(back, was.probabilities, now.probabilities))


def _changes(old: Strategy, new: Strategy) -> int:
    """Return at how many information sets two strategies differ."""
    was, now = strategy_columns(old), strategy_columns(new)
    if not len(was):
        return 0
    differ = was.probabilities != now.probabilities
    return int(np.logical_or.reduceat(differ, was.begin[:-1]).sum())


def _led(game: Game, old: Strategy) -> Int32s:
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
