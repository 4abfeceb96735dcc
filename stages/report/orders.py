"""A player's information sets in the form used by `stages.forms.passes`, and strategies there."""

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.game.columns import Int32s
from schemas.strategies.columns import StrategyColumns
from stages.forms.passes import Order, forward

Floats = NDArray[np.float64]


def order_of(game: Game, infosets: Int32s) -> Order:
    """Return information sets of a player, in the game's order."""
    first, reached = game.columns.infosets.first, game.reached
    return Order(infosets, first, reached.parent, reached.begin, reached.members)


def infosets_of(game: Game, player: int) -> Int32s:
    """Return the numbers of a player's information sets."""
    return np.flatnonzero(game.columns.infosets.player == player).astype(np.int32)


def uniform(game: Game, player: int) -> StrategyColumns:
    """Return the strategy with uniform probabilities; its reach is not computed and set to 0."""
    first, infosets = game.columns.infosets.first, infosets_of(game, player)
    sizes = first[infosets + 1] - first[infosets]
    return StrategyColumns(
        infoset=infosets,
        own_reach=np.zeros(len(infosets)),
        begin=np.concatenate(([0], np.cumsum(sizes))).astype(np.int32),
        probabilities=np.repeat(1 / sizes, sizes),
    )


def realized(game: Game, infosets: Int32s, probabilities: Floats) -> tuple[Floats, Floats]:
    """Return a strategy's realization weights by the numbers of sequences in the game, and the
    weight with which the player's own moves reach each information set.
    """
    weights, reach = np.zeros(game.columns.infosets.first[-1]), np.empty(len(infosets))
    weights[0] = 1.0
    forward(order_of(game, infosets), probabilities, weights, reach)
    return weights, reach
