"""Measures of strategies on the game: realization weights, the probabilities with which play comes
to information sets, the most likely history, and the values of actions.

Reach is computed node by node from the behaviour strategies alone. In a game with shared nodes a
behaviour strategy does not depend on the history into a node, so the probabilities along one
history multiply there, too.

The value of an action is that against the other player's fixed strategy. The deciding player knows
only its information set. Chance and the other player's strategy determine the weights of the nodes
in it: w(v) times the sum of the other player's realization weights over its set P
(`schemas.game`), independent of the player's own moves. The value is the expected payoff under
these weights if the player then plays its best response to that strategy: the numbers of a best
response (`stages.report.best_response`), divided by the weight of the information set. In an
equilibrium, the actions played at a reached information set have the largest value, or the smallest
where player 2 decides. The loss of an action is the distance of its value from the best one there.

These are floats for display. The proofs use the bounds.
"""

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...schemas.game import Game
from ...schemas.game.columns import Int32s, Kind
from ...schemas.kernels.passes import Order, backward, forward, forward_marks, reach_nodes
from ...schemas.parts.views import ArrayView, View
from ...schemas.report import Report
from ...schemas.strategies import ActionValues, Plan, Strategy, StrategyView
from ...schemas.strategies.columns import StrategyColumns, strategy_columns
from .reach_kernel import turn_back

Floats = NDArray[np.float64]

TIE = 1e-9
"""Histories whose probabilities differ by at most this relative amount are tied; of those the first
in the game's order is taken.
"""
LEAST = 1e-290
"""Values of smaller weight are not computed: the division would lose too many digits."""
ROUNDING = 1e-12
"""Fraction of the largest payoff that can be reached: smaller differences between values are
rounding. Values are averages of payoffs, in sums of products of floats.
"""


def order_of(game: Game, infosets: Int32s) -> Order:
    """Return information sets of a player, in the game's order."""
    first, reached = game.columns.infosets.first, game.reached
    return Order(infosets, first, reached.parent, reached.begin, reached.members)


def uniform(game: Game, player: int) -> StrategyColumns:
    """Return the strategy with uniform probabilities; its reach is not computed and set to 0."""
    first, infosets = game.columns.infosets.first, game.columns.infosets.of(player)
    sizes = first[infosets + 1] - first[infosets]
    return StrategyColumns(
        infoset=infosets,
        own_reach=np.zeros(len(infosets)),
        begin=np.concatenate(([0], np.cumsum(sizes))).astype(np.int32),
        probabilities=np.repeat(1 / sizes, sizes),
    )


def realized(game: Game, infosets: Int32s, probabilities: Floats) -> tuple[Floats, Floats]:
    """Return a strategy's realization weights by the numbers of sequences in the game, and the
    weight with which the player's own moves reach each information set.
    """
    order = order_of(game, infosets)
    weights, reach = np.zeros(game.columns.infosets.first[-1]), np.empty(len(infosets))
    weights[0] = 1.0
    forward(order, probabilities, weights, reach)
    return weights, reach


def reached_entries(game: Game, strategy: Strategy) -> list[int]:
    """Return the entries of a strategy that the player's own moves reach."""
    columns = strategy_columns(strategy)
    order = order_of(game, columns.infoset)
    played = np.zeros(game.columns.infosets.first[-1], np.bool_)
    found = np.empty(len(columns), np.bool_)
    played[0] = True
    forward_marks(order, columns.probabilities > 0, played, found)
    return np.flatnonzero(found).tolist()


def with_reach(game: Game, strategy: StrategyColumns) -> StrategyView:
    """Return a strategy with the weights of the player's own moves computed from its
    probabilities.
    """
    _, own_reach = realized(game, strategy.infoset, strategy.probabilities)
    return StrategyView(replace(strategy, own_reach=own_reach))


def plan_of(game: Game, strategy: Strategy) -> ArrayView[float]:
    """Return the realization plan of a strategy."""
    columns = strategy_columns(strategy)
    _, reach = realized(game, columns.infoset, columns.probabilities)
    found = np.empty(1 + len(columns.probabilities))
    found[0] = 1.0
    np.multiply(np.repeat(reach, np.diff(columns.begin)), columns.probabilities, out=found[1:])
    return ArrayView(found)


def plans_of(
    game: Game, strategies: tuple[Strategy, Strategy]
) -> tuple[ArrayView[float], ArrayView[float]]:
    """Return the realization plans of strategies."""
    return plan_of(game, strategies[0]), plan_of(game, strategies[1])


class Step(NamedTuple):
    """One move of the history from the root to a terminal node."""

    node: int
    action: int
    """Its index among the actions of the node."""
    probability: float
    """Of the action at the node, by the player's strategy or by chance."""


class History(NamedTuple):
    """One history from the root to a terminal node."""

    steps: tuple[Step, ...]
    end: int
    """The terminal node."""
    probability: float
    """The probability of this history."""


def reaches(game: Game, strategies: tuple[Strategy, Strategy]) -> ArrayView[float]:
    """Return per information set of the game the probability that play reaches it."""
    columns = game.columns
    nodes = _reach_probabilities(game, _shares(game, strategies))
    decisions = np.flatnonzero(columns.kind == Kind.DECISION)
    return ArrayView(np.bincount(columns.what[decisions], nodes[decisions], len(columns.infosets)))


def most_likely(game: Game, strategies: tuple[Strategy, Strategy]) -> History:
    """Return the most likely history."""
    columns, shares = game.columns, _shares(game, strategies)
    best = _reach_probabilities(game, shares)
    taken = np.zeros(len(columns), np.int32)
    turn_back(columns.kind, columns.begin, columns.children, shares, TIE, best, taken)
    steps, at = [], 0
    while columns.kind[at] != Kind.TERMINAL:
        action = int(taken[at])
        way = columns.begin[at] + action
        steps.append(Step(at, action, float(shares[way])))
        at = int(columns.children[way])
    return History(tuple(steps), at, math.exp(best[0]))


def _shares(game: Game, strategies: tuple[Strategy, Strategy]) -> Floats:
    """Return the probability of each way from a node to a child, by both players and chance."""
    columns = game.columns
    first, tables = columns.infosets.first, columns.chances
    by_chance = [float(share) for move in tables for share in move.probabilities]
    moves = np.zeros(first[-1] + len(by_chance))
    moves[first[-1] :] = by_chance
    whose = np.repeat(columns.infosets.player, np.diff(first))
    for player, strategy in enumerate(map(strategy_columns, strategies), 1):
        moves[1 : first[-1]][whose == player] = strategy.probabilities
    sizes = [len(move.probabilities) for move in tables]
    # The chance moves follow the information sets.
    starts = np.append(first, first[-1] + np.cumsum(sizes)).astype(np.int32)
    # Terminal nodes have no ways: their numbers, which mean payoffs, are not used.
    move = columns.what + len(columns.infosets) * (columns.kind == Kind.CHANCE)
    shift = starts.take(move, mode="clip") - columns.begin[:-1]
    places = np.arange(len(columns.children), dtype=np.int32)
    places += np.repeat(shift, np.diff(columns.begin))
    found: Floats = moves[places]
    return found


def _reach_probabilities(game: Game, shares: Floats) -> Floats:
    """Return the probabilities with which play reaches the nodes."""
    columns = game.columns
    nodes = np.zeros(len(columns))
    nodes[0] = 1.0
    reach_nodes(columns.begin, columns.children, shares, nodes)
    return nodes


@dataclass(frozen=True, eq=False, kw_only=True)
class ActionValueColumns:
    """The values of the actions at m information sets with S sequences."""

    weight: Floats
    """Shape (m,): as in ActionValues; 0 if there are no values."""
    players: NDArray[Any]
    """Shape (m,): who decides, 1 or 2."""
    first: Int32s
    """Shape (m + 1,): where the actions of each information set begin in `values`; the last is S.
    """
    values: Floats
    """Shape (S,): payoff to player 1 by sequence; the empty sequence, which precedes all, has
    none.
    """
    largest: tuple[float, float]
    """By the player who decides: the largest absolute payoff to which chance and the other player's
    strategy can lead.
    """

    def __len__(self) -> int:
        return len(self.weight)

    @cached_property
    def losses(self) -> Floats:
        """Shape (S,): the distance of each value from the best one there, at least 0; 0 if there
        are no values.
        """
        values, sizes = self.values[1:], np.diff(self.first)
        greatest = np.maximum.reduceat(values, self.first[:-1] - 1)
        least = np.minimum.reduceat(values, self.first[:-1] - 1)
        away = abs(np.repeat(np.where(self.players == 1, greatest, least), sizes) - values)
        largest = np.where(self.players == 1, *self.largest)
        away[away <= ROUNDING * np.repeat(largest, sizes)] = 0.0
        return np.concatenate([np.zeros(1), away])


class ActionValueView(View[ActionValues | None]):
    """A view of such columns that builds one information set's record on access."""

    def __init__(self, columns: ActionValueColumns) -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns)

    def one(self, at: int) -> ActionValues | None:
        columns = self.columns
        if not columns.weight[at]:
            return None
        begin, end = columns.first[at : at + 2].tolist()
        return ActionValues(float(columns.weight[at]), tuple(columns.values[begin:end].tolist()))


def action_values(
    game: Game, strategies: tuple[Strategy, Strategy], least: float = LEAST
) -> ActionValueView:
    """Return, for each information set of either player, the values of its actions against the
    other player's strategy, if the player continues with a best response at all its later
    information sets; None if chance and that strategy reach it with probability 0, or with less
    than `least`.
    """
    infosets = game.columns.infosets
    weight, values = np.zeros(len(infosets)), np.zeros(infosets.first[-1])
    largest = [0.0, 0.0]
    for player in (1, 2):
        met = _opponent_weights(game, player, _plan(game, strategies[2 - player]))
        _weigh(game, player, met, weight)
        largest[player - 1] = _value(game, player, met, values)
    weight[weight < least] = 0.0
    own = np.repeat(weight, np.diff(infosets.first))
    np.divide(values[1:], own, out=values[1:], where=own != 0)
    columns = ActionValueColumns(
        weight=weight,
        players=infosets.player,
        first=infosets.first,
        values=values,
        largest=(largest[0], largest[1]),
    )
    return ActionValueView(columns)


def _plan(game: Game, strategy: Strategy) -> Floats:
    """Return the realization weights of a player by the numbers of sequences in the game."""
    columns = strategy_columns(strategy)
    return realized(game, columns.infoset, columns.probabilities)[0]


def _opponent_weights(game: Game, player: int, plan: Floats) -> Floats:
    """Return per node the weight with which chance and the other player's plan lead there."""
    reached = game.reached
    # Not `np.add.reduceat`, which adds in a different order from that of the records.
    of_sets = np.repeat(np.arange(len(reached.begin) - 1), np.diff(reached.begin))
    played = np.bincount(of_sets, plan[reached.members])
    weights = np.array([float(weight) for weight in reached.weights])
    met: Floats = weights[reached.weight] * played[reached.number[2 - player]]
    return met


def _weigh(game: Game, player: int, met: Floats, weight: Floats) -> None:
    """Add up the nodes of each information set of the player."""
    columns = game.columns
    decisions = np.flatnonzero(columns.kind == Kind.DECISION)
    infosets = columns.what[decisions]
    own = columns.infosets.player[infosets] == player
    weight += np.bincount(infosets[own], met[decisions[own]], len(weight))


def _value(game: Game, player: int, met: Floats, values: Floats) -> float:
    """Fill per sequence of the player its share of the payoff, before division by the weight, and
    return the largest absolute payoff that has a weight.
    """
    columns = game.columns
    ends = np.flatnonzero(columns.kind == Kind.TERMINAL)
    payoffs = columns.payoffs.floats[columns.what[ends]]
    found = _best_totals(game, player, ends, met[ends] * payoffs, player == 1)
    own = np.repeat(columns.infosets.player == player, np.diff(columns.infosets.first))
    values[1:][own] = found[1:][own]
    return float(abs(payoffs[met[ends] > 0]).max(initial=0.0))


def _best_totals(
    game: Game, player: int, nodes: NDArray[np.intp], gains: Floats, largest: bool
) -> Floats:
    """Return per sequence of the player the total gain at some nodes, under best later play."""
    reached = game.reached
    totals = np.bincount(reached.number[player - 1][nodes], gains, len(reached.begin) - 1)
    shares = np.repeat(totals, np.diff(reached.begin))
    size, every = game.columns.infosets.first[-1], np.empty(0, np.int32)
    found: Floats = np.bincount(reached.members, shares, size).astype(np.float64, copy=False)
    backward(order_of(game, game.columns.infosets.of(player)), largest, every, every, found)
    return found


def largest_payoff(game: Game) -> float:
    """Return the largest absolute payoff."""
    return float(abs(game.columns.payoffs.floats).max())


@dataclass(frozen=True, eq=False)
class Measured(Report):
    """A report whose strategies are measured against each other, when that is asked for."""

    @cached_property
    def reach(self) -> ArrayView[float]:
        """Per information set of the game the probability that play comes there."""
        return reaches(self.game, self.strategies)

    @cached_property
    def values(self) -> ActionValueView:
        """Per information set of the game the values of its actions, see
        `action_values`.
        """
        return action_values(self.game, self.strategies)

    @property
    def plans(self) -> tuple[Plan, Plan]:
        """Both players' realization plans."""
        return plans_of(self.game, self.strategies)

    @cached_property
    def unsettled(self) -> NDArray[np.bool_]:
        """Shape (S,): whether an action is not played, and may lead to choices of the other player
        that play does not reach and that are not meant to be good, so that its value is arbitrary.
        """
        game, infosets = self.game, self.game.columns.infosets
        found = np.zeros(infosets.first[-1], np.bool_)
        is_open = (self.reach.array == 0) & (np.diff(infosets.first) > 1) & (not self.advises)
        decisions = np.flatnonzero(game.columns.kind == Kind.DECISION)
        plans = [_plan(game, strategy) for strategy in self.strategies]
        for player in (1, 2):
            is_theirs = is_open & (infosets.player != player)
            nodes = decisions[is_theirs[game.columns.what[decisions]]]
            met = _opponent_weights(game, player, plans[2 - player])[nodes]
            leads = _best_totals(game, player, nodes, met, largest=True) > 0
            found |= leads & (plans[player - 1] == 0)
        return found

    def losses(self, infoset: int) -> tuple[float, ...] | None:
        """Return the losses of the actions of an information set; None if unknown."""
        columns = self.values.columns
        begin, end = columns.first[infoset : infoset + 2].tolist()
        return tuple(columns.losses[begin:end].tolist()) if columns.weight[infoset] else None


def short(number: float) -> float:
    """Return a number rounded to the digits worth showing; never negative zero.

    >>> short(2.3400000000000003), short(-0.0)
    (2.34, 0.0)
    """
    return float(f"{number:.12g}") + 0.0
