"""Information sets and nodes of a tree that was walked: records, or columns of a large one."""

from collections.abc import Sequence

from schemas.game import Chance, Decision, InformationSet, Node, Terminal
from schemas.game.views import InfosetView, NodeView
from schemas.parts.large import in_columns
from stages.parse.openspiel.walk import CHANCE, DECISION, TreeWalk


def grown(walk: TreeWalk) -> tuple[Sequence[InformationSet], Sequence[Node]]:
    """Return information sets and nodes of a walk that came to its end."""
    return _columns(walk) if in_columns(len(walk.kinds)) else _records(walk)


def _records(walk: TreeWalk) -> tuple[tuple[InformationSet, ...], tuple[Node, ...]]:
    below: list[list[int]] = [[] for _ in walk.kinds]
    for node, above in enumerate(walk.above[1:], 1):
        below[above].append(node)
    chances, payoffs = list(walk.chances), list(walk.payoffs)
    nodes: list[Node] = []
    for kind, what, children in zip(walk.kinds, walk.what, below, strict=True):
        if kind == DECISION:
            nodes.append(Decision(what, tuple(children)))
        elif kind == CHANCE:
            nodes.append(Chance(*chances[what], tuple(children)))
        else:
            nodes.append(Terminal(payoffs[what]))
    return tuple(walk.information_sets), tuple(nodes)


def _columns(walk: TreeWalk) -> tuple[InfosetView, NodeView]:
    import numpy as np

    # For start-up time: NumPy.
    from schemas.game.columns import ChanceMove, GameColumns, infoset_columns
    from schemas.parts.rationals import rationals

    above = np.frombuffer(walk.above, np.int32)
    counts = np.bincount(above[1:], minlength=len(above))
    columns = GameColumns(
        kind=np.frombuffer(bytes(walk.kinds), np.int8),
        what=np.frombuffer(walk.what, np.int32),
        begin=np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
        # In prefix order the children of a node stand behind each other once sorted by it.
        children=1 + np.argsort(above[1:], kind="stable").astype(np.int32),
        payoffs=rationals(walk.payoffs),
        chances=tuple(ChanceMove(*move) for move in walk.chances),
        infosets=infoset_columns(walk.information_sets),
    )
    return InfosetView(columns.infosets), NodeView(columns)
