"""The graph with one state per history, from the graph in which equal situations are one state."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from dataclasses import replace

import numpy as np

from schemas.parts.compiled import compiled
from schemas.parts.large import MOST, refuse_too_many
from schemas.state_graph.columns import GraphColumns


def unrolled(columns: GraphColumns, limit: int) -> GraphColumns | None:
    """Return the tree of a graph without cycles that begins at state 0, numbered along its
    histories, the first follower first; None if it has more than `limit` states.

    The tree below a state is as large as those below its followers together, and one more; so the
    number of a follower is that of the state, and one more, and what is below the followers before
    it.
    """
    most = min(limit, MOST)
    sizes = np.zeros(len(columns), np.int64)
    _measure(columns.begin, columns.targets, most + 1, sizes)
    size = int(sizes[0])
    if size > limit:
        return None
    refuse_too_many(size, "states")
    of = np.empty(size, np.int32)
    begin = np.empty(size + 1, np.int32)
    targets = np.empty(max(size - 1, 0), np.int32)
    _unroll(columns.begin, columns.targets, sizes, of, begin, targets)
    return replace(
        columns,
        kind=columns.kind[of],
        what=columns.what[of],
        begin=begin,
        targets=targets,
        player=columns.player[of],
        sees=columns.sees[of],
        at=columns.at[of],
    )


@compiled
def _measure(begin, targets, most, sizes):
    """Set how many states the tree below each state has, itself among them; `most` stands for all
    that have more.
    """
    path = np.empty(begin.size, np.int32)
    next = begin.copy()
    path[0] = depth = 0
    while depth >= 0:
        state = path[depth]
        if next[state] < begin[state + 1]:
            to = targets[next[state]]
            if sizes[to] == 0:
                depth += 1
                path[depth] = to
                continue
            next[state] += 1
            continue
        total = 1
        for at in range(begin[state], begin[state + 1]):
            total = min(most, total + sizes[targets[at]])
        sizes[state] = total
        depth -= 1


@compiled
def _unroll(begin, targets, sizes, of, first, to):
    of[0] = 0
    ways = 0
    for state in range(of.size):
        first[state] = ways
        behind = state + 1
        for at in range(begin[of[state]], begin[of[state] + 1]):
            of[behind] = targets[at]
            to[ways] = behind
            ways += 1
            behind += sizes[targets[at]]
    first[of.size] = ways
