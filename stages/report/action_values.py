"""What every action is worth, if the other player keeps to its strategy.

Whoever decides knows its information set and nothing more. Chance and the other player's strategy
say with which weights play stands at its nodes: w(v) times the sum of the other's realization
weights over its set P (`schemas.game`), whatever moves of one's own lead there. The value of an
action is the payoff over these weights when the player goes on as well as it can against that
strategy: the numbers of a best response, see `stages.report.best_response`, divided by the weight
of the information set. Of an equilibrium, the actions that are played have the largest value where
play comes, or the smallest where player 2 decides. What an action gives away is how far its value
is from the best one there.

These are floats to look at. What is proved comes from the bounds.
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
"""What is less likely has too few digits to be divided by."""
ROUNDING = 1e-12
"""Of the largest payoff: values nearer to each other than this part are told apart by rounding
alone. They are averages of payoffs, in sums of products of floats.
"""


@dataclass(frozen=True, eq=False, kw_only=True)
class ActionValueColumns:
    """What the actions of m information sets with S sequences are worth."""

    weight: Floats
    """Shape (m,): as in ActionValues; 0 where there are no values."""
    first: Int32s
    """Shape (m + 1,): where the actions of each begin in `values`; last S."""
    values: Floats
    """Shape (S,): payoff to player 1 by sequence; the empty one, before all, has none."""

    def __len__(self) -> int:
        return len(self.weight)

    def losses(self, players: NDArray[Any], noise: float) -> Floats:
        """Return what each action gives away, shape (S,), by whose information sets they are: see
        `losses`; 0 for what is no more than `noise`, and where there
        are no values.
        """
        values = self.values[1:]
        greatest = np.maximum.reduceat(values, self.first[:-1] - 1)
        least = np.minimum.reduceat(values, self.first[:-1] - 1)
        best = np.repeat(np.where(players == 1, greatest, least), np.diff(self.first))
        away = abs(best - values)
        away[away <= noise] = 0.0
        return np.concatenate([np.zeros(1), away])


class ActionValueView(View[ActionValues | None]):
    """Such columns, looked at one information set at a time."""

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
    """Return per information set of the game, of either player, what its actions are worth against
    the other player's strategy; None where that strategy and chance never lead, or less often than
    `least`.

    A best response moves at all later information sets of the player, too.
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
    """Return per node how far chance and the other player's plan lead there."""
    reached = game.reached
    # Not `np.add.reduceat`, which adds in another order than the records do.
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
    """Fill per sequence of the player its share of the payoff, not divided by a weight."""
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
    """Return the largest payoff without its sign."""
    return float(abs(game.columns.payoffs.floats).max())


def losses(found: ActionValues, player: int, largest: float) -> tuple[float, ...]:
    """Return how much less than with its best action there a player gets with each, at least 0;
    `largest` is the largest payoff of the game.

    >>> losses(ActionValues(0.5, (1.0, 3.0, 3 - 1e-15)), 1, 4.0)
    (2.0, 0.0, 0.0)
    >>> losses(ActionValues(0.5, (1.0, 3.0)), 2, 4.0)
    (0.0, 2.0)
    """
    best = max(found.values) if player == 1 else min(found.values)
    away = (abs(best - value) for value in found.values)
    return tuple(one if one > ROUNDING * largest else 0.0 for one in away)
