"""Information sets and nodes of a tree after a walk, in columns."""

import numpy as np

from schemas.game.columns import ChanceMove, GameColumns, InfosetView, NodeView, infoset_columns
from schemas.parts.rationals import rationals
from stages.parse.openspiel.walk import TreeWalk


def grown(walk: TreeWalk) -> tuple[InfosetView, NodeView]:
    """Return information sets and nodes of a completed walk."""
    above = np.frombuffer(walk.above, np.int32)
    counts = np.bincount(above[1:], minlength=len(above))
    columns = GameColumns(
        kind=np.frombuffer(bytes(walk.kinds), np.int8),
        what=np.frombuffer(walk.what, np.int32),
        begin=np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
        # In prefix order, a stable sort by parent puts the children of a node next to each other.
        children=1 + np.argsort(above[1:], kind="stable").astype(np.int32),
        payoffs=rationals(walk.payoffs),
        chances=tuple(ChanceMove(*move) for move in walk.chances),
        infosets=infoset_columns(walk.information_sets),
    )
    return InfosetView(columns.infosets), NodeView(columns)
