"""The topological order of a graph in columns.

`begin` and `targets` are those of `schemas.state_graph.columns.GraphColumns`.
"""

import numpy as np

from ..parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..parts.arrays import Flags, Index, Int32s, ReadInt32s


def ascending(begin: ReadInt32s, targets: ReadInt32s, start: Index, order: Int32s) -> int:
    """Write the reachable states into `order` if their numbers increase along every transition;
    return how many there are, or 0 if some transition leads back.
    """
    states = begin.shape[0] - 1
    reached: Flags = np.zeros(states, np.bool_)
    size: Index = 0
    ascends = True
    with cython.nogil:
        reached[start] = True
        for state in range(start, states):
            if reached[state]:
                order[size] = state
                size += 1
                for at in range(begin[state], begin[state + 1]):
                    if targets[at] <= state:
                        ascends = False
                        break
                    reached[targets[at]] = True
            if not ascends:
                size = 0
                break
    return size


def first_come(begin: ReadInt32s, targets: ReadInt32s, start: Index, queue: Int32s) -> int:
    """Write the reachable states into `queue`, each after its last predecessor (Kahn 1962); return
    how many there are, or 0 if there is a cycle.
    """
    indegree: Int32s = np.zeros(begin.shape[0] - 1, np.int32)
    reached: Flags = np.zeros(begin.shape[0] - 1, np.bool_)
    size: Index = 1
    tail: Index = 1
    head: Index = 0
    with cython.nogil:
        queue[0] = start
        reached[start] = True
        while head < size:
            for way in range(begin[queue[head]], begin[queue[head] + 1]):
                target: Index = targets[way]
                indegree[target] += 1
                if not reached[target]:
                    reached[target] = True
                    queue[size] = target
                    size += 1
            head += 1
        if indegree[start] == 0:
            head = 0
            while head < tail:
                for way in range(begin[queue[head]], begin[queue[head] + 1]):
                    target = targets[way]
                    indegree[target] -= 1
                    if indegree[target] == 0:
                        queue[tail] = target
                        tail += 1
                head += 1
        if indegree[start] != 0 or tail != size:
            size = 0
    return size
