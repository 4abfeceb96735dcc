"""The secret: player 2's choices before play, and its relocations during play.

Player 1's observations determine which secrets, and which later moves of player 2, are still
possible: a set of possibilities accompanies every state.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from .graph import StateGraph
from .records import GraphRecord

Hidden = frozenset[str]  # The places that player 2 holds.


ARRIVAL = 12  # The cost of a step, in the unit of `count_within`.
ENOUGH = 50_000  # Number of possibilities that are always counted: about a second.

MOST_PLACES = 63
"""The most places of a secret whose histories are counted or expanded: they are bits of an integer.
"""


def placements(graph: GraphRecord) -> list[tuple[str, Hidden]]:
    """Return the placements that player 2 can choose before play, with their labels.

    A label names the places in the order of the graph; that of no place is `none`.
    """
    names = [name for name, _ in graph.places]
    chosen = combinations(names, graph.secret.size if graph.secret else 0)
    return [(" ".join(places) or "none", frozenset(places)) for places in chosen]


NO_PLACE = MOST_PLACES
"""The number of a place that is none of the secret's, such as that of a relocation which closes no
place.
"""


def place_numbers(graph: StateGraph) -> NDArray[np.int64]:
    """Return the numbers of the places of the columns, at least one, in the graph; or NO_PLACE."""
    number = {name: at for at, (name, _) in enumerate(graph.places)}
    return np.array(
        [number.get(name, NO_PLACE) for name in graph.table.places] or [NO_PLACE], np.int64
    )


def placement_bits(graph: GraphRecord) -> NDArray[np.int64]:
    """Return the places that each placement chooses, as bits: bit k is place k of the graph."""
    bits = [1 << number for number in range(len(graph.places))]
    chosen = combinations(bits, graph.secret.size if graph.secret else 0)
    return np.fromiter(map(sum, chosen), np.int64)


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


class TooManyPossibilities(Exception):
    """There are more possibilities than the limit: at least `least`."""

    def __init__(self, least: int) -> None:
        super().__init__(f"{least:,} possibilities")
        self.least = least
