"""A strategy in floats, and the reach of a plan."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.strategies import StrategyView
from schemas.strategies.columns import ExactColumns
from stages.evaluate.plans import WholePlan
from stages.report.orders import uniform


def own_weights(game: Game, plan: WholePlan) -> NDArray[np.float64]:
    """Return for each information set of the game the weight with which a player's plan reaches it;
    the numbers for sets of the other player are meaningless.
    """
    reached = game.reached
    weights = np.array([weight / plan.unit for weight in plan.weights])[plan.number]
    # No set of sequences is empty.
    sums = np.add.reduceat(weights[reached.members], reached.begin[:-1])
    found: NDArray[np.float64] = sums[reached.parent]
    return found


def floats(game: Game, player: int, strategy: ExactColumns, plan: WholePlan) -> StrategyView:
    """Return a strategy in floats; uniform at information sets that it never reaches."""
    found = uniform(game, player)
    own = own_weights(game, plan)[found.infoset]
    every = [float(one) for each in strategy.distributions for one in each]
    start = np.cumsum([0, *map(len, strategy.distributions)])[strategy.which]
    sizes = np.diff(found.begin)
    places = np.arange(found.begin[-1]) + np.repeat(start - found.begin[:-1], sizes)
    led = np.repeat(own > 0, sizes)
    found.probabilities[led] = np.array(every)[places[led]]
    return StrategyView(replace(found, own_reach=own))
