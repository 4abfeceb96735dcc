"""The order of play on a state graph in columns."""

import numpy as np

from schemas.state_graph.columns import GraphColumns, Int32s
from schemas.state_graph.order_kernel import ascending, first_come


def topological_columns(columns: GraphColumns, start: int) -> Int32s | None:
    """Return what `topological` does, as an array: in the same order."""
    order = np.empty(len(columns), np.int32)
    graph = columns.begin, columns.targets
    size = ascending(*graph, start, order) or first_come(*graph, start, order)
    return order[:size] if size else None
