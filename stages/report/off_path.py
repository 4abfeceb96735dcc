"""Off-path play: the actions at information sets that equilibrium play never reaches.

An equilibrium does not restrict an information set that play never reaches: every strategy there
may keep the value. Here its owner plays a best response to the other player's strategy with uniform
trembles: with a small probability δ the other player makes a mistake and then takes each action
with equal probability. If the other player's strategy leads there anyway, this is the plain best
response. If not, only the histories with the fewest mistakes count, and each mistake has the factor
1/n at an information set with n actions: a history with one more is δ times as likely. So all
comparisons are among histories with the same number of mistakes, in floats, and δ never gets a
number. Ties at that order are not broken further.

The mistakes are counted in the other player's strategy as the solver returned it. The result is no
refined equilibrium: both strategies change at once, and each player's expectation about the other
after a mistake is the other's strategy before the change. `stages.report.refine` computes
refinements for games that are not too large.

Play at information sets that the player's own moves never reach changes no guarantee. Where only
the other player's moves do not lead, it may: the other player could deviate to there and profit. So
the guarantee is recomputed with rounded bounds, and where it is worse, the changes are undone at
the information sets on the paths of the best replies, until it is not.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...schemas.game import Game
from ...schemas.game.columns import Int32s, Kind
from ...schemas.kernels.passes import backward, forward_marks
from ...schemas.parts.offsets import moves_of
from ...schemas.parts.problems import counted
from ...schemas.parts.views import ArrayView
from ...schemas.report import Bounds, OffPath, Report
from ...schemas.strategies import Strategy, StrategyView
from ...schemas.strategies.columns import StrategyColumns, strategy_columns
from ...schemas.strategy import FittedStrategies
from .best_response import best_response_value, guarantees
from .carry import carry, carry_given
from .measures import Measured, largest_payoff, order_of, reaches, with_reach
from .reach_kernel import err
from .strategy_formats import rounded

Floats = NDArray[np.float64]

TIE = 1e-9
"""Actions whose values differ by at most this fraction of the largest payoff are equally good."""
ROUNDS = 8
"""Best replies tried before all changes on the player's own paths are undone."""
GAP = 1e-6
"""Bounds closer than this fraction of the largest payoff prove an equilibrium."""
NEVER = 2**30
"""More mistakes than any history has."""


def with_off_path(report: Measured, instead: tuple[Strategy, Strategy] | None = None) -> Measured:
    """Return a report whose strategies are changed where equilibrium play never comes: to best
    responses, or to the strategies `instead`. Its bounds are never worse than before.
    """
    game, strategies, bounds, reach = report.game, report.strategies, report.bounds, report.reach
    tie = TIE * largest_payoff(game)
    if instead is None:
        wished = [with_best_responses(game, player, strategies, reach, tie) for player in (1, 2)]
    else:
        on_path = np.flatnonzero(reach.array).astype(np.int32)
        wished = [
            _returned(game, old, new, on_path) for old, new in zip(strategies, instead, strict=True)
        ]
    lower = _keep_guarantee(game, 1, strategies[0], wished[0], bounds.lower, tie)
    upper = _keep_guarantee(game, 2, strategies[1], wished[1], bounds.upper, tie)
    return replace(
        report,
        strategies=(lower.strategy, upper.strategy),
        bounds=Bounds(lower.bound, upper.bound),
        off_path=OffPath((lower.changed, upper.changed), (lower.returned, upper.returned)),
    )


def in_words(found: OffPath, players: tuple[str, str]) -> str:
    """Return a summary of the changes, for a line of a report."""
    back = sum(found.returned)
    left = f", not at {counted(back, 'other')} for the sake of the bounds" if back else ""
    return (
        f"best responses to small trembles at {counted(found.changed[0], 'more information set')} "
        f"of {players[0]} and {found.changed[1]:,} of {players[1]}{left}; the bounds are not worse"
    )


class _GuaranteedStrategy(NamedTuple):
    strategy: Strategy
    bound: float
    changed: int
    returned: int


def _keep_guarantee(
    game: Game,
    player: int,
    old: Strategy,
    new: Strategy,
    bound: float,
    tie: float,
) -> _GuaranteedStrategy:
    """Return the new strategy without the changes that would worsen the old one's guarantee
    `bound`.
    """
    tried = _changes(old, new)
    for _ in range(ROUNDS):
        guaranteed = best_response_value(game, 3 - player, new)
        if guaranteed >= bound if player == 1 else guaranteed <= bound:
            break
        back = _returned(game, old, new, punished(game, player, new, tie))
        if _changes(back, new) == 0:
            back = _returned(game, old, new, _own_reached_infosets(game, old))
        new = back
    else:
        # On the player's own paths this is the old strategy, so its guarantee is the old one.
        new = _returned(game, old, new, _own_reached_infosets(game, old))
        guaranteed = best_response_value(game, 3 - player, new)
    changed = _changes(old, new)
    return _GuaranteedStrategy(new, guaranteed, changed, tried - changed)


class _Worth(NamedTuple):
    """The value of each sequence of a player, if the opponent has made as few mistakes as possible
    on the way to it.
    """

    orders: Int32s
    """Per node of the game the number of the opponent's mistakes before it."""
    weights: Floats
    """Per information set the weight of its nodes with the fewest mistakes; 0 for the opponent's.
    """
    values: Floats
    """Per sequence the value under best play, times the weight of its information set."""


def with_best_responses(
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
    return with_reach(game, replace(old, probabilities=found))


def punished(game: Game, player: int, strategy: Strategy, tie: float) -> Int32s:
    """Return the information sets that play reaches when the opponent plays some best reply."""
    columns = game.columns
    worth = _worth(game, 3 - player, strategy)
    of = columns.infosets
    replies = np.zeros(of.first[-1], np.bool_)
    replies[0] = True
    infosets = game.columns.infosets.of(3 - player)
    forward_marks(
        order_of(game, infosets),
        _best(game, 3 - player, worth, tie),
        replies,
        np.empty(len(infosets), np.bool_),
    )
    sets = np.logical_or.reduceat(replies[game.reached.members], game.reached.begin[:-1])
    decisions = np.flatnonzero((columns.kind == Kind.DECISION) & (worth.orders == 0))
    infosets = columns.what[decisions]
    there = (of.player[infosets] == player) & sets[game.reached.number[2 - player][decisions]]
    found: Int32s = np.unique(infosets[there])
    return found


def _returned(game: Game, old: Strategy, new: Strategy, infosets: Int32s) -> StrategyView:
    """Return the new strategy with the old one's probabilities at some information sets."""
    was, now = strategy_columns(old), strategy_columns(new)
    back = np.repeat(np.isin(was.infoset, infosets), np.diff(was.begin))
    kept = np.where(back, was.probabilities, now.probabilities)
    return with_reach(game, replace(was, probabilities=kept))


def _changes(old: Strategy, new: Strategy) -> int:
    """Return the number of information sets at which two strategies differ."""
    was, now = strategy_columns(old), strategy_columns(new)
    if not len(was):
        return 0
    differ = was.probabilities != now.probabilities
    return int(np.logical_or.reduceat(differ, was.begin[:-1]).sum())


def _own_reached_infosets(game: Game, old: Strategy) -> Int32s:
    """Return the information sets that the player's own moves reach, with any positive weight."""
    found: StrategyColumns = with_reach(game, strategy_columns(old)).columns
    return found.infoset[found.own_reach > 0]


def _best(game: Game, player: int, worth: _Worth, tie: float) -> NDArray[np.bool_]:
    """Return a mask of the player's actions that are among the best of their information set; none
    if its weight is 0.
    """
    first, infosets = game.columns.infosets.first, game.columns.infosets.of(player)
    sizes = first[infosets + 1] - first[infosets]
    weights = np.repeat(worth.weights[infosets], sizes)
    values = worth.values[moves_of(first, infosets)] * (1.0 if player == 1 else -1.0)
    means = np.divide(values, weights, out=np.zeros(len(values)), where=weights != 0)
    begin = np.cumsum(sizes) - sizes
    most = np.maximum.reduceat(means, begin) if len(begin) else means
    best: NDArray[np.bool_] = (weights != 0) & (means >= np.repeat(most, sizes) - tie)
    return best


def _worth(game: Game, player: int, opponent: Strategy) -> _Worth:
    columns, reached = game.columns, game.reached
    first = columns.infosets.first
    order, weight = np.zeros(first[-1], np.int32), np.zeros(first[-1])
    weight[0] = 1.0
    others = order_of(game, game.columns.infosets.of(3 - player))
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
    values = _terminal_payoffs(game, player, orders, met, of_sequences)
    own = order_of(game, game.columns.infosets.of(player))
    backward(own, player == 1, of_sequences, least, values)
    return _Worth(orders, weights, values)


def _least(game: Game, player: int, orders: Int32s, met: Floats) -> tuple[Int32s, Floats]:
    """Return per information set of the player the fewest mistakes, and the weight of its nodes
    reached with that number.
    """
    columns = game.columns
    least = np.full(len(columns.infosets), NEVER, np.int32)
    decisions = np.flatnonzero(columns.kind == Kind.DECISION)
    decisions = decisions[columns.infosets.player[columns.what[decisions]] == player]
    infosets = columns.what[decisions]
    np.minimum.at(least, infosets, orders[decisions])
    those = orders[decisions] == least[infosets]
    weights = np.bincount(infosets[those], met[decisions[those]], len(least))
    return least, weights.astype(np.float64)  # A no-op: NumPy's annotations are too loose.


def _terminal_payoffs(
    game: Game, player: int, orders: Int32s, met: Floats, least: Int32s
) -> Floats:
    """Return per sequence of the player the payoffs of histories with the fewest mistakes."""
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


class OneEquilibrium(NamedTuple):
    """An equilibrium, and the players that are proved to have other optimal strategies."""

    report: Measured
    several: tuple[int, ...]
    """The players with a second optimal strategy that plays differently on the path. Both are
    proved in rationals: floats that differ may be roundings of one strategy.
    """


def one_equilibrium(reported: Measured, other: Measured) -> OneEquilibrium:
    """Return the strategies of one report in the game of another. Where they never lead, they are
    replaced by the other's, unless that worsens a guarantee.

    Both reports are on games of one map, or on the same game. The other report is returned
    unchanged if the strategies are not an equilibrium of its game, which only a bug could cause.
    """
    game, strategies = other.game, reported.strategies
    if reported.game.digest != game.digest:
        strategies = carry(reported.game, strategies, game)
    bounds = guarantees(game, strategies)
    if bounds.upper - bounds.lower > GAP * largest_payoff(game):
        return OneEquilibrium(other, ())
    carried = replace(other, strategies=strategies, bounds=bounds, refinement=None)
    return OneEquilibrium(with_off_path(carried, other.strategies), _differing(reported, other))


def _differing(reported: Report, other: Report) -> tuple[int, ...]:
    """Return the players whose strategies in the proofs of two reports differ where play comes
    under the first proof; none if one value is not proved.
    """
    if isinstance(reported.exact, str) or isinstance(other.exact, str):
        return ()
    if reported.exact.value != other.exact.value:  # Only a bug could cause that.
        return ()
    game, strategies = other.game, reported.exact.strategies
    if reported.game.digest != game.digest:
        carried = carry_given(reported.game, FittedStrategies(strategies), game).players
        assert carried[0] is not None and carried[1] is not None
        strategies = carried[0], carried[1]
    reach = reaches(game, (rounded(game, strategies[0]), rounded(game, strategies[1])))
    return tuple(
        player
        for player, (mine, others) in enumerate(
            zip(strategies, other.exact.strategies, strict=True), 1
        )
        if any(
            reach[a.infoset] > 0 and tuple(a.probabilities) != tuple(b.probabilities)
            for a, b in zip(mine, others, strict=True)
        )
    )
