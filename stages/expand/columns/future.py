"""What matters from each state of a graph on: places of the secret, and whether player 2 moves."""

import numpy as np

from schemas.state_graph import StateGraph, topological
from schemas.state_graph.columns import GraphColumns, Int32s
from stages.expand.columns.passes_kernel import look_ahead
from stages.expand.columns.rules import Future, place_bits


def future_of(graph: StateGraph, columns: GraphColumns) -> Future:
    """Return what matters from each state on."""
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
    """Return states, among them all that can be reached, each before what follows it."""
    size = len(columns)
    numbers = np.arange(size, dtype=np.int32)
    if (columns.targets > np.repeat(numbers, np.diff(columns.begin))).all():
        return numbers  # As parse writes them.
    return np.array(topological(graph) or [], np.int32)
