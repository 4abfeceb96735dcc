"""What every action is worth, of a game in columns: see `action_values`."""

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
        `stages.report.action_values.losses`; 0 for what is no more than `noise`, and where there
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
    game: Game, strategies: tuple[Strategy, Strategy], least: float = 0.0
) -> ActionValueView:
    """Return per information set of the game what its actions are worth; None where the other
    player's strategy and chance lead less often than `least`.
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
