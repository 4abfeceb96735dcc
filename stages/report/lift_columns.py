"""Strategies and plans of a game in columns: see `lift`."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.parts.views import ArrayView
from schemas.strategies import Strategy, StrategyView
from schemas.strategies.columns import StrategyColumns, strategy_columns
from stages.report.lift_kernel import behave, follow, lead

Floats = NDArray[np.float64]


def behaviour(game: Game, player: int, weights: Sequence[float], noise: float) -> StrategyView:
    """Return a player's strategy from the weights of its sequences; up to `noise` they are 0."""
    assert game.columns is not None
    of, reached = game.columns.infosets, game.reached
    infosets = np.flatnonzero(of.player == player).astype(np.int32)
    begin = _begin(of.first, infosets)
    found = StrategyColumns(
        infoset=infosets,
        own_reach=np.empty(len(infosets)),
        begin=begin,
        probabilities=np.empty(begin[-1]),
    )
    behave(
        *(infosets, of.first, reached.parent, reached.begin, reached.members),
        *(np.asarray(weights, np.float64), noise, _reach(of.first)),
        *(found.own_reach, found.probabilities),
    )
    return StrategyView(found)


def plan(game: Game, strategy: Strategy) -> ArrayView[float]:
    """Return the realization plan of a strategy."""
    assert game.columns is not None
    of, reached, columns = game.columns.infosets, game.reached, strategy_columns(strategy)
    found = np.empty(1 + len(columns.probabilities))
    follow(
        *(columns.infoset, of.first, reached.parent, reached.begin, reached.members),
        *(columns.probabilities, _reach(of.first), found),
    )
    return ArrayView(found)


def led(game: Game, strategy: Strategy) -> list[int]:
    """Return which entries of a strategy the player's own moves lead to."""
    assert game.columns is not None
    of, reached, columns = game.columns.infosets, game.reached, strategy_columns(strategy)
    played, found = np.zeros(of.first[-1], np.bool_), np.zeros(len(columns), np.bool_)
    played[0] = True
    lead(
        *(columns.infoset, of.first, reached.parent, reached.begin, reached.members),
        *(columns.probabilities, played, found),
    )
    return np.flatnonzero(found).tolist()


def most_apart(weights: Sequence[Sequence[float]], plans: Sequence[ArrayView[float]]) -> float:
    """Return the most by which a weight differs from that of the plan."""
    return max(
        float(np.abs(np.asarray(one, np.float64) - other.array).max())
        for one, other in zip(weights, plans, strict=True)
    )


def _reach(first: NDArray[np.int32]) -> Floats:
    """Return weights to be filled, one per sequence of the game."""
    found = np.zeros(first[-1])
    found[0] = 1.0
    return found


def _begin(first: NDArray[np.int32], infosets: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return where the probabilities of information sets begin, one behind the other."""
    sizes = first[infosets + 1] - first[infosets]
    return np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)
