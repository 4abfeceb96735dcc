"""The topological order of a state graph, or a cycle if there is none."""

from collections.abc import Iterable
from itertools import accumulate, chain

import numpy as np

from ..parts.states import targets
from .columns import GraphColumns, Int32s
from .order_kernel import ascending, first_come
from .records import GraphRecord


def topological(graph: GraphRecord) -> list[int] | None:
    """Return the reachable states, each after all its predecessors; None if there is a cycle."""
    if graph.columns is not None:
        order = topological_columns(graph.columns, graph.start)
    else:
        following = [targets(state) for state in graph.states]
        sizes = accumulate(map(len, following), initial=0)
        begin = np.fromiter(sizes, np.int32, len(following) + 1)
        target = np.fromiter(chain.from_iterable(following), np.int32, begin[-1])
        order = topological_order(begin, target, graph.start)
    return None if order is None else order.tolist()


def topological_columns(columns: GraphColumns, start: int) -> Int32s | None:
    """Return the same for a graph in columns, as an array."""
    return topological_order(columns.begin, columns.targets, start)


def topological_order(begin: Int32s, targets: Int32s, start: int) -> Int32s | None:
    """Return the same for a graph in arrays: the target of each move, and the offset of the moves
    of each state.
    """
    order = np.empty(len(begin) - 1, np.int32)
    size = ascending(begin, targets, start, order) or first_come(begin, targets, start, order)
    return order[:size] if size else None


def find_cycle(edges: Iterable[tuple[int, int]], start: int) -> list[int]:
    """Return the states of one cycle that can be reached, with the first one repeated at the end;
    `edges` has the state and the target of each move.
    """
    import networkx  # For start-up time: only needed for a message.

    cycle = networkx.find_cycle(networkx.DiGraph(edges), start)
    return [state for state, _ in cycle] + [cycle[0][0]]
