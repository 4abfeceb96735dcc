"""The size of a map's textbook tree, computed from its graph of level 2 without building a tree."""

from schemas.parts.counts import UNREDUCED
from schemas.state_graph import StateGraph
from schemas.state_graph.histories import count_within, histories_up_to

COUNTING = 4_000_000  # The limit of counting in the units of `count_within`: two seconds.


def counted(graph: StateGraph, limit: int) -> tuple[int, bool]:
    """Return the number of histories of a map's tree, and whether it is exact; if not, it is a
    lower bound, since the graph of level 2 omits some.
    """
    counts = graph.counts
    if counts is not None and counts.of == UNREDUCED:
        return counts.histories, True
    counted = count_within(graph, most=COUNTING)
    if counted is not None:
        return counted.histories, False
    return histories_up_to(graph, limit)[0], False
