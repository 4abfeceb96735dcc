"""A strategy in floats, and how far a plan leads."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.strategies import ExactStrategy, StrategyView
from stages.evaluate.plans import WholePlan
from stages.report.orders import uniform


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
    found = uniform(game, player)
    own, begin = own_weights(game, plan)[found.infoset], found.begin
    led = np.flatnonzero((own > 0) & (np.diff(begin) > 1))
    places = zip(led.tolist(), begin[led].tolist(), begin[led + 1].tolist(), strict=True)
    for at, start, end in places:
        found.probabilities[start:end] = [float(one) for one in strategy[at].probabilities]
    return StrategyView(replace(found, own_reach=own))
