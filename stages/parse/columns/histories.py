"""The graph with one state per history, from the graph that merges equal situations."""

from dataclasses import replace

import numpy as np

from schemas.parts.limits import MOST, refuse_too_many
from schemas.state_graph.columns import GraphColumns
from stages.parse.columns.finish import measure_tree, unroll


def unrolled(columns: GraphColumns, limit: int) -> GraphColumns | None:
    """Return the tree of a graph without cycles that begins at state 0, numbered along its
    histories, the first follower first; None if it has more than `limit` states.

    The size of the tree below a state is one plus the sizes of those below its followers. So the
    number of a follower is that of the state, plus one, plus the sizes of the trees below the
    followers before it.
    """
    most = min(limit, MOST)
    sizes = np.zeros(len(columns), np.int64)
    measure_tree(columns.begin, columns.targets, most + 1, sizes)
    size = int(sizes[0])
    if size > limit:
        return None
    refuse_too_many(size, "states")
    of = np.empty(size, np.int32)
    begin = np.empty(size + 1, np.int32)
    targets = np.empty(max(size - 1, 0), np.int32)
    unroll(columns.begin, columns.targets, sizes, of, begin, targets)
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
