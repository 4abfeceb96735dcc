"""The relevant future of each state: the places of the secret that matter from there on, and
whether player 2 moves.
"""

import numpy as np

from schemas.state_graph import StateGraph, topological
from schemas.state_graph.columns import GraphColumns, Int32s
from stages.expand.columns.passes_kernel import look_ahead
from stages.expand.columns.rules import Future, place_bits


def future_of(graph: StateGraph, columns: GraphColumns) -> Future:
    """Return the relevant future of each state."""
    size = len(columns)
    future = Future(
        live=np.zeros(size, np.int64), acts=np.zeros(size, np.bool_), alone=np.zeros(size, np.bool_)
    )
    look_ahead(
        _order(graph, columns),
        columns.kind,
        columns.what,
        columns.begin,
        columns.targets,
        columns.player,
        place_bits(graph, columns),
        (1 << len(graph.places)) - 1,
        *future,
    )
    return future


def _order(graph: StateGraph, columns: GraphColumns) -> Int32s:
    """Return states in topological order, including all reachable ones."""
    size = len(columns)
    numbers = np.arange(size, dtype=np.int32)
    if (columns.targets > np.repeat(numbers, np.diff(columns.begin))).all():
        return numbers  # The order in which parse writes them.
    return np.array(topological(graph) or [], np.int32)
