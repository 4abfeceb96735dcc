"""Whether the states of a graph in columns are sound: what is wrong with them, `check` tells."""

import json

import numpy as np
from numpy.typing import NDArray

from schemas.state_graph.columns import DrawMove, GraphColumns, Kind
from schemas.state_graph.order_columns import topological_columns
from schemas.state_graph.records import GraphRecord


def sound(graph: GraphRecord, columns: GraphColumns) -> bool:
    """Return whether `check` finds nothing wrong with any state of a graph with a secret, nor a
    cycle.
    """
    kind = columns.kind
    choices = _used(columns, kind == Kind.CHOICE)
    places = _used(columns, (kind == Kind.LOOK) | (kind == Kind.RELOCATION))
    known = {name for name, _ in graph.places}
    return (
        all(_all_named(json.loads(columns.texts[labels])) for labels in choices)
        and all(map(_is_distribution, columns.draws))
        and all(columns.places[place] in known for place in places)
        and topological_columns(columns, graph.start) is not None
    )


def _used(columns: GraphColumns, states: NDArray[np.bool_]) -> list[int]:
    """Return what some states have in `what`, each once."""
    return np.flatnonzero(np.bincount(columns.what[states])).tolist()


def _is_distribution(move: DrawMove) -> bool:
    return _all_named(move.labels) and min(move.probabilities) > 0 and sum(move.probabilities) == 1


def _all_named(labels: list[str] | tuple[str, ...]) -> bool:
    return bool(labels) and "" not in labels
