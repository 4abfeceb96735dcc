"""Whether two large trees are drawn in the same way, node by node: then they are the same game. If
their actions have the same labels, too, they need not be laid over each other.
"""

from typing import TYPE_CHECKING

import numpy as np

from schemas.game import Game

if TYPE_CHECKING:
    from schemas.game.columns import GameColumns


def same_drawing(one: Game, other: Game) -> bool:
    """Return whether two games in columns have the same nodes in the same order, up to labels; of
    other games False, which says nothing.
    """
    columns = one.columns, other.columns
    return columns[0] is not None and columns[1] is not None and _alike(columns[0], columns[1])


def _alike(one: "GameColumns", other: "GameColumns") -> bool:
    pairs = (
        (one.kind, other.kind),
        (one.what, other.what),
        (one.begin, other.begin),
        (one.children, other.children),
        (one.infosets.player, other.infosets.player),
    )
    return (
        all(np.array_equal(mine, yours) for mine, yours in pairs)
        and list(one.payoffs) == list(other.payoffs)
        and [move.probabilities for move in one.chances]
        == [move.probabilities for move in other.chances]
    )


def same_labels(one: Game, other: Game) -> bool:
    """Return whether two games that are drawn in the same way have the same labels of actions."""
    mine, yours = one.columns.infosets, other.columns.infosets
    # Each pair of lists is compared once.
    pairs = mine.actions.astype(np.int64) * len(yours.texts) + yours.actions
    numbers = (divmod(pair, len(yours.texts)) for pair in np.unique(pairs).tolist())
    return all(mine.texts[first] == yours.texts[second] for first, second in numbers) and [
        move.actions for move in one.columns.chances
    ] == [move.actions for move in other.columns.chances]
