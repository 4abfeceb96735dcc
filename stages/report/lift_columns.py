"""Strategies and plans of a game in columns: see `lift`."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.parts.views import ArrayView
from schemas.strategies import Strategy, StrategyView
from schemas.strategies.columns import StrategyColumns, strategy_columns
from stages.forms.passes import forward_marks
from stages.report.orders import infosets_of, order_of, realized
from stages.report.reach_kernel import fill_up, normalize


def behaviour(game: Game, player: int, weights: Sequence[float], noise: float) -> StrategyView:
    """Return a player's strategy from the weights of its sequences; up to `noise` they are 0."""
    infosets = infosets_of(game, player)
    begin = _begin(game.columns.infosets.first, infosets)
    shares, totals = np.array(weights, np.float64)[1:], np.empty(len(infosets))
    normalize(begin, noise, shares, totals)
    _, reach = realized(game, infosets, shares)
    fill_up(begin, totals, shares, reach)
    found = StrategyColumns(infoset=infosets, own_reach=reach, begin=begin, probabilities=shares)
    return StrategyView(found)


def plan(game: Game, strategy: Strategy) -> ArrayView[float]:
    """Return the realization plan of a strategy."""
    columns = strategy_columns(strategy)
    _, reach = realized(game, columns.infoset, columns.probabilities)
    found = np.empty(1 + len(columns.probabilities))
    found[0] = 1.0
    np.multiply(np.repeat(reach, np.diff(columns.begin)), columns.probabilities, out=found[1:])
    return ArrayView(found)


def led(game: Game, strategy: Strategy) -> list[int]:
    """Return which entries of a strategy the player's own moves lead to."""
    columns = strategy_columns(strategy)
    played = np.zeros(game.columns.infosets.first[-1], np.bool_)
    found = np.empty(len(columns), np.bool_)
    played[0] = True
    forward_marks(order_of(game, columns.infoset), columns.probabilities > 0, played, found)
    return np.flatnonzero(found).tolist()


def most_apart(weights: Sequence[Sequence[float]], plans: Sequence[ArrayView[float]]) -> float:
    """Return the most by which a weight differs from that of the plan."""
    return max(
        float(np.abs(np.asarray(one, np.float64) - other.array).max())
        for one, other in zip(weights, plans, strict=True)
    )


def _begin(first: NDArray[np.int32], infosets: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return where the probabilities of information sets begin, one behind the other."""
    sizes = first[infosets + 1] - first[infosets]
    return np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)
