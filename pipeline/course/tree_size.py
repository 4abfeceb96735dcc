"""How large the textbook tree of a map is, told from its graph of level 2, without any tree."""

from schemas.parts.counts import UNREDUCED
from schemas.state_graph import StateGraph
from schemas.state_graph.histories import count_within, histories_up_to

COUNTING = 4_000_000  # What counting may cost, as `count_within` says: two seconds.


def counted(graph: StateGraph, limit: int) -> tuple[int, bool]:
    """Return how many histories the tree of a map has, and whether these are all: else it has more,
    which the graph of level 2 leaves out.
    """
    counts = graph.counts
    if counts is not None and counts.of == UNREDUCED:
        return counts.histories, True
    counted = count_within(graph, most=COUNTING)
    if counted is not None:
        return counted.histories, False
    return histories_up_to(graph, limit)[0], False
