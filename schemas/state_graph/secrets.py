"""The secret: player 2's choices before play, and its relocations during play."""

from itertools import combinations

from schemas.state_graph.records import GraphRecord

Hidden = frozenset[str]  # The places that player 2 holds.


def placements(graph: GraphRecord) -> list[tuple[str, Hidden]]:
    """Return the placements that player 2 can choose before play, with their labels.

    A label names the places in the order of the graph; that of no place is `none`.
    """
    names = [name for name, _ in graph.places]
    chosen = combinations(names, graph.secret.size if graph.secret else 0)
    return [(" ".join(places) or "none", frozenset(places)) for places in chosen]


def relocations(graph: GraphRecord, hidden: Hidden, not_to: str) -> list[tuple[str, Hidden]]:
    """Return player 2's options in a relocation, with their labels: stay, or move one element to a
    free place that is not closed.
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
