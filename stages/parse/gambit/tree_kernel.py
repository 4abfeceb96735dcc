"""The tree that nodes in prefix order make, compiled."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled
from schemas.parts.slots_kernel import full, number_of, table, wider


@compiled
def children(begin):
    """Return the children of nodes that stand in prefix order, one behind the other.

    `begin` says where those of each node begin, last where all end. From the last node to the
    first one, what waits on the stack are the subtrees behind a node, the next one on top: its
    children are the uppermost of them.
    """
    nodes = begin.size - 1
    found, waiting = np.empty(begin[nodes], np.int32), np.empty(nodes, np.int32)
    top = 0
    for node in range(nodes - 1, -1, -1):
        for at in range(begin[node], begin[node + 1]):
            top -= 1
            found[at] = waiting[top]
        waiting[top] = node
        top += 1
    return found


@compiled
def paid_in_all(begin, following, own):
    """Return per node the outcomes on the way to it and its own, added up, as numbers of sums.

    `own` has per node the number of its outcome, -1 for none. A sum is a pair: the sum before it,
    -1 for none, and an outcome, -1 for the end of its way.
    """
    nodes = own.size
    sums, keys = np.empty((nodes, 2), np.int32), np.empty(nodes, np.int64)
    found, places = np.empty(nodes, np.int32), table()
    found[0], count = -1, 0
    for node in range(nodes):
        above = np.int64(found[node])
        number = above
        if own[node] >= 0:
            if full(places.size, count):
                places = wider(places, keys, count)
            key = (above + 1) << 32 | np.int64(own[node])
            number = number_of(places, keys, count, key)
            if number == count:
                sums[count, 0], sums[count, 1] = above, own[node]
                count += 1
        found[node] = number
        for at in range(begin[node], begin[node + 1]):
            found[following[at]] = number
    return found, sums[:count]
