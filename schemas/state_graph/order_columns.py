"""The order of play on a state graph in columns."""

# Numba infers the types of the compiled functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled
from schemas.state_graph.columns import GraphColumns, Int32s


def topological_columns(columns: GraphColumns, start: int) -> Int32s | None:
    """Return what `topological` does, as an array: in the same order."""
    order: Int32s = _ascending(columns.begin, columns.targets, start)
    if not len(order):
        order = _first_come(columns.begin, columns.targets, start)
    return order if len(order) else None


@compiled
def _ascending(begin, targets, start):
    """Return the states that can be reached if their numbers grow along every transition; else
    none.
    """
    reached = np.zeros(begin.size - 1, np.bool_)
    reached[start] = True
    size = 0
    for state in range(start, begin.size - 1):
        if reached[state]:
            size += 1
            for at in range(begin[state], begin[state + 1]):
                if targets[at] <= state:
                    return np.empty(0, np.int32)
                reached[targets[at]] = True
    order = np.empty(size, np.int32)
    at = 0
    for state in range(start, begin.size - 1):
        if reached[state]:
            order[at] = state
            at += 1
    return order


@compiled
def _first_come(begin, targets, start):
    """Return the states that can be reached as a queue brings them, each when its last predecessor
    is there (Kahn 1962); none if there is a cycle.
    """
    indegree = np.zeros(begin.size - 1, np.int32)
    reached = np.zeros(begin.size - 1, np.bool_)
    queue = np.empty(begin.size - 1, np.int32)
    queue[0] = start
    reached[start] = True
    size = 1
    at = 0
    while at < size:
        for way in range(begin[queue[at]], begin[queue[at] + 1]):
            target = targets[way]
            indegree[target] += 1
            if not reached[target]:
                reached[target] = True
                queue[size] = target
                size += 1
        at += 1
    if indegree[start]:
        return np.empty(0, np.int32)
    queue[0] = start
    found = 1
    at = 0
    while at < found:
        for way in range(begin[queue[at]], begin[queue[at] + 1]):
            target = targets[way]
            indegree[target] -= 1
            if not indegree[target]:
                queue[found] = target
                found += 1
        at += 1
    return queue[:found].copy() if found == size else np.empty(0, np.int32)
