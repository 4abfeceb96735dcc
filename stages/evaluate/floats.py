"""A strategy in floats, and how far a plan leads."""

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.strategies import ExactStrategy, StrategyView
from schemas.strategies.columns import StrategyColumns
from stages.evaluate.plans import WholePlan


def own_weights(game: Game, plan: WholePlan) -> NDArray[np.float64]:
    """Return per information set of the game how far a player's plan leads there; what it returns
    for those of the other player means nothing.
    """
    reached = game.reached
    weights = np.zeros(game.columns.infosets.first[-1])
    weights[list(plan.weights)] = [weight / plan.unit for weight in plan.weights.values()]
    # No set is empty.
    sums = np.add.reduceat(weights[reached.members], reached.begin[:-1])
    found: NDArray[np.float64] = sums[reached.parent]
    return found


def floats(game: Game, player: int, strategy: ExactStrategy, plan: WholePlan) -> StrategyView:
    """Return a strategy in floats; uniform where it never leads."""
    first = game.columns.infosets.first
    infosets = np.flatnonzero(game.columns.infosets.player == player).astype(np.int32)
    sizes = first[infosets + 1] - first[infosets]
    begin = np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)
    probabilities = np.repeat(1 / sizes, sizes)
    own = own_weights(game, plan)[infosets]
    led = np.flatnonzero((own > 0) & (sizes > 1))
    places = zip(led.tolist(), begin[led].tolist(), begin[led + 1].tolist(), strict=True)
    for at, start, end in places:
        probabilities[start:end] = [float(one) for one in strategy[at].probabilities]
    return StrategyView(
        StrategyColumns(infoset=infosets, own_reach=own, begin=begin, probabilities=probabilities)
    )
