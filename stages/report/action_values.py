"""The value of every action against the other player's fixed strategy.

The deciding player knows only its information set. Chance and the other player's strategy
determine the weights of the nodes in it: w(v) times the sum of the other player's realization
weights over its set P (`schemas.game`), independent of the player's own moves. The value of an
action is the expected payoff under these weights if the player then plays its best response to
that strategy: the numbers of a best response (`stages.report.best_response`), divided by the weight
of the information set. In an equilibrium, the actions played at a reached information set have the
largest value, or the smallest where player 2 decides. The loss of an action is the distance of its
value from the best one there.

These are floats for display. The proofs use the bounds.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.game.columns import Int32s, Kind
from schemas.parts.views import View
from schemas.strategies import ActionValues, Strategy
from schemas.strategies.columns import strategy_columns
from stages.forms.passes import backward
from stages.report.orders import infosets_of, order_of, realized

Floats = NDArray[np.float64]

LEAST = 1e-290
"""Values of smaller weight are not computed: the division would lose too many digits."""
ROUNDING = 1e-12
"""Fraction of the largest payoff: smaller differences between values are rounding. Values are
averages of payoffs, in sums of products of floats.
"""


@dataclass(frozen=True, eq=False, kw_only=True)
class ActionValueColumns:
    """The values of the actions at m information sets with S sequences."""

    weight: Floats
    """Shape (m,): as in ActionValues; 0 if there are no values."""
    first: Int32s
    """Shape (m + 1,): where the actions of each information set begin in `values`; the last is S.
    """
    values: Floats
    """Shape (S,): payoff to player 1 by sequence; the empty sequence, which precedes all, has
    none.
    """

    def __len__(self) -> int:
        return len(self.weight)

    def losses(self, players: NDArray[Any], noise: float) -> Floats:
        """Return the loss of each action, shape (S,); `players` has the player per information set.

        See `losses`. 0 for a loss of at most `noise`, and if there are no values.
        """
        values = self.values[1:]
        greatest = np.maximum.reduceat(values, self.first[:-1] - 1)
        least = np.minimum.reduceat(values, self.first[:-1] - 1)
        best = np.repeat(np.where(players == 1, greatest, least), np.diff(self.first))
        away = abs(best - values)
        away[away <= noise] = 0.0
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
    """Return per information set of either player the values of its actions against the other
    player's strategy; None if chance and that strategy reach it with probability 0, or with less
    than `least`.

    The player's best response also covers all its later information sets.
    """
    infosets = game.columns.infosets
    weight, values = np.zeros(len(infosets)), np.zeros(infosets.first[-1])
    for player in (1, 2):
        met = _met(game, player, _plan(game, strategies[2 - player]))
        _weigh(game, player, met, weight)
        _value(game, player, met, values)
    weight[weight < least] = 0.0
    own = np.repeat(weight, np.diff(infosets.first))
    np.divide(values[1:], own, out=values[1:], where=own != 0)
    columns = ActionValueColumns(weight=weight, first=infosets.first, values=values)
    return ActionValueView(columns)


def _plan(game: Game, strategy: Strategy) -> Floats:
    """Return the realization weights of a player by the numbers of sequences in the game."""
    columns = strategy_columns(strategy)
    return realized(game, columns.infoset, columns.probabilities)[0]


def _met(game: Game, player: int, plan: Floats) -> Floats:
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


def _value(game: Game, player: int, met: Floats, values: Floats) -> None:
    """Fill per sequence of the player its share of the payoff, before division by the weight."""
    columns, reached = game.columns, game.reached
    ends = np.flatnonzero(columns.kind == Kind.TERMINAL)
    gains = met[ends] * columns.payoffs.floats[columns.what[ends]]
    totals = np.bincount(reached.number[player - 1][ends], gains, len(reached.begin) - 1)
    shares = np.repeat(totals, np.diff(reached.begin))
    found = np.bincount(reached.members, shares, len(values)).astype(np.float64, copy=False)
    every = np.empty(0, np.int32)
    backward(order_of(game, infosets_of(game, player)), player == 1, every, every, found)
    own = np.repeat(columns.infosets.player == player, np.diff(columns.infosets.first))
    values[1:][own] = found[1:][own]


def largest_payoff(game: Game) -> float:
    """Return the largest absolute payoff."""
    return float(abs(game.columns.payoffs.floats).max())


def losses(found: ActionValues, player: int, largest: float) -> tuple[float, ...]:
    """Return the loss of each action relative to the best one there, at least 0; `largest` is the
    largest absolute payoff of the game.

    >>> losses(ActionValues(0.5, (1.0, 3.0, 3 - 1e-15)), 1, 4.0)
    (2.0, 0.0, 0.0)
    >>> losses(ActionValues(0.5, (1.0, 3.0)), 2, 4.0)
    (0.0, 2.0)
    """
    best = max(found.values) if player == 1 else min(found.values)
    away = (abs(best - value) for value in found.values)
    return tuple(one if one > ROUNDING * largest else 0.0 for one in away)
