"""The topological order of a state graph, or a cycle if there is none."""

import numpy as np

from ..parts.states import targets
from .columns import GraphColumns, Int32s
from .order_kernel import ascending, first_come
from .records import GraphRecord


def topological(graph: GraphRecord) -> list[int] | None:
    """Return the reachable states, each after all its predecessors; None if there is a cycle."""
    if graph.columns is not None:
        found = topological_columns(graph.columns, graph.start)
        return None if found is None else found.tolist()
    ascending = _ascending(graph)
    if ascending is not None:
        return ascending
    follow = {graph.start: targets(graph.states[graph.start])}
    waiting = [graph.start]
    indegree = {graph.start: 0}
    while waiting:
        for target in follow[waiting.pop()]:
            indegree[target] = indegree.get(target, 0) + 1
            if target not in follow:
                follow[target] = targets(graph.states[target])
                waiting.append(target)
    order = [graph.start] if not indegree[graph.start] else []
    for state in order:
        for target in follow[state]:
            indegree[target] -= 1
            if not indegree[target]:
                order.append(target)
    return order if len(order) == len(follow) else None


def topological_columns(columns: GraphColumns, start: int) -> Int32s | None:
    """Return the same for a graph in columns, as an array."""
    order = np.empty(len(columns), np.int32)
    graph = columns.begin, columns.targets
    size = ascending(*graph, start, order) or first_come(*graph, start, order)
    return order[:size] if size else None


def find_cycle(graph: GraphRecord) -> list[int]:
    """Return the states of one cycle, with the first one repeated at the end."""
    import networkx

    edges = (
        (state, target) for state, value in enumerate(graph.states) for target in targets(value)
    )
    cycle = networkx.find_cycle(networkx.DiGraph(edges), graph.start)
    return [state for state, _ in cycle] + [cycle[0][0]]


def _ascending(graph: GraphRecord) -> list[int] | None:
    """Return the reachable states if their numbers increase along every transition, as in files
    written by `parse`; otherwise None.
    """
    reached = [False] * len(graph.states)
    reached[graph.start] = True
    order = []
    for state in range(graph.start, len(graph.states)):
        if reached[state]:
            order.append(state)
            for target in targets(graph.states[state]):
                if target <= state:
                    return None
                reached[target] = True
    return order
