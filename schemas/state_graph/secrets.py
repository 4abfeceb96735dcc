"""The secret: what player 2 can choose before play and change in play."""

from itertools import combinations

from schemas.state_graph.records import GraphRecord

Hidden = frozenset[str]  # The places that player 2 holds.


def placements(graph: GraphRecord) -> list[tuple[str, Hidden]]:
    """Return what player 2 can choose before play, each with its label.

    The places are named in the order of the graph; no place at all is `none`.
    """
    names = [name for name, _ in graph.places]
    chosen = combinations(names, graph.secret.size if graph.secret else 0)
    return [(" ".join(places) or "none", frozenset(places)) for places in chosen]


def relocations(graph: GraphRecord, hidden: Hidden, not_to: str) -> list[tuple[str, Hidden]]:
    """Return what player 2 can do when it may move one element: stay, or one to a free place that
    is not closed.
    """
    names = [name for name, _ in graph.places]
    free = [name for name in names if name not in hidden and name != not_to]
    moves = [
        (f"{old} to {new}", hidden - {old} | {new})
        for old in names
        if old in hidden
        for new in free
    ]
    return [("stay", hidden), *moves]
