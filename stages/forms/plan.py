"""From a behaviour strategy to the realization plan that it stands for."""

from functools import reduce
from operator import add

from schemas.game import Game
from schemas.report import Strategy


def realization_plan(game: Game, strategy: Strategy) -> tuple[float, ...]:
    """Return one weight per sequence of the strategy's player, the empty sequence first.

    The weight of a sequence is the weight that reaches its information set times
    the probability of its action.
    """
    weights = {0: 1.0}
    for infoset, _, probabilities in strategy:
        above = reduce(add, (weights[parent] for parent in game.parents[infoset]), 0.0)
        for sequence, probability in enumerate(probabilities, game.first[infoset]):
            weights[sequence] = above * probability
    return tuple(weights.values())
