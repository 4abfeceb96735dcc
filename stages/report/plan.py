"""From a behaviour strategy to the realization plan that it stands for."""

from schemas.game import Game, Step
from schemas.report import Strategy


def realization_plan(game: Game, strategy: Strategy) -> tuple[float, ...]:
    """Return one weight per sequence of the strategy's player, the empty sequence first.

    The weight of a sequence is the product of the probabilities of its moves.
    """
    weights: dict[Step | None, float] = {None: 1.0}
    for infoset, _, probabilities in strategy:
        above = weights[game.parents[infoset]]
        for action, probability in enumerate(probabilities):
            weights[infoset, action] = above * probability
    return tuple(weights.values())
