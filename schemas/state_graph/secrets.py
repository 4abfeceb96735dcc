"""The secret: player 2's choices before play, and its relocations during play.

Player 1's observations determine which secrets, and which later moves of player 2, are still
possible: a set of possibilities accompanies every state.
"""

from itertools import combinations

from .records import GraphRecord

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


ARRIVAL = 12  # The cost of a step, in the unit of `count_within`.
ENOUGH = 50_000  # Number of possibilities that are always counted: about a second.

MOST_PLACES = 63
"""The most places of a secret whose histories are counted or expanded: they are bits of an integer.
"""


class TooManyPossibilities(Exception):
    """There are more possibilities than the limit: at least `least`."""

    def __init__(self, least: int) -> None:
        super().__init__(f"{least:,} possibilities")
        self.least = least
