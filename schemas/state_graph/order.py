"""The topological order of a state graph, or a cycle if there is none."""

from collections.abc import Sequence
from itertools import accumulate, chain

import numpy as np

from ..parts.states import targets
from .columns import Int32s
from .observed_columns import ObservationColumns
from .order_kernel import ascending, first_come
from .records import GraphRecord


def topological(graph: GraphRecord) -> Int32s:
    """Return the reachable states, each after all its predecessors; none if there is a cycle."""
    return topological_order(*transitions(graph), graph.start)


def transitions(graph: GraphRecord) -> tuple[Int32s, Int32s]:
    """Return the offset of the moves of each state, and the target of each move."""
    columns = graph.columns
    if isinstance(columns, ObservationColumns):
        return columns.begin, columns.target
    if columns is not None:
        return columns.begin, columns.targets
    return in_arrays([targets(state) for state in graph.states])


def in_arrays(following: Sequence[Sequence[int]]) -> tuple[Int32s, Int32s]:
    """Return the same for the states that follow each state."""
    sizes = accumulate(map(len, following), initial=0)
    begin = np.fromiter(sizes, np.int32, len(following) + 1)
    return begin, np.fromiter(chain.from_iterable(following), np.int32, begin[-1])


def topological_order(begin: Int32s, targets: Int32s, start: int) -> Int32s:
    """Return the same for a graph in arrays, which are those of `transitions`."""
    order = np.empty(len(begin) - 1, np.int32)
    size = ascending(begin, targets, start, order) or first_come(begin, targets, start, order)
    return order[:size]


def ways_to(begin: Int32s, targets: Int32s, start: int) -> list[int]:
    """Return the number of ways to each state of a graph without cycles."""
    first, to = begin.tolist(), targets.tolist()
    ways = [0] * (len(begin) - 1)
    ways[start] = 1
    for state in topological_order(begin, targets, start).tolist():
        for target in to[first[state] : first[state + 1]]:
            ways[target] += ways[state]
    return ways


def find_cycle(begin: Int32s, targets: Int32s, start: int) -> list[int]:
    """Return the states of one cycle that can be reached, the first one also at the end."""
    import networkx  # For start-up time: only needed for a message.

    origin = np.repeat(np.arange(len(begin) - 1), np.diff(begin))
    edges = networkx.DiGraph(zip(origin.tolist(), targets.tolist(), strict=True))
    states = [state for state, _ in networkx.find_cycle(edges, start)]
    return [*states, states[0]]
