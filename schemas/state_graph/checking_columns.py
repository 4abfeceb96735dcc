"""Whether the states of a graph in columns are sound: what is wrong with them, `check` tells."""

import json

import numpy as np

from schemas.state_graph.columns import DrawMove, GraphColumns, Kind
from schemas.state_graph.order_columns import topological_columns
from schemas.state_graph.records import GraphRecord


def sound(graph: GraphRecord, columns: GraphColumns) -> bool:
    """Return whether `check` finds nothing wrong with any state of a graph with a secret, nor a
    cycle.
    """
    choices = np.unique(columns.what[columns.kind == Kind.CHOICE])
    rest = np.isin(columns.kind, (Kind.LOOK, Kind.RELOCATION))
    known = {name for name, _ in graph.places}
    return (
        all(_all_named(json.loads(columns.texts[labels])) for labels in choices)
        and all(map(_is_distribution, columns.draws))
        and all(columns.places[place] in known for place in np.unique(columns.what[rest]))
        and topological_columns(columns, graph.start) is not None
    )


def _is_distribution(move: DrawMove) -> bool:
    return _all_named(move.labels) and min(move.probabilities) > 0 and sum(move.probabilities) == 1


def _all_named(labels: list[str] | tuple[str, ...]) -> bool:
    return bool(labels) and "" not in labels
