"""A state graph with what follows from its records."""

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property

from schemas.state_graph.columns import graph_columns
from schemas.state_graph.records import GraphRecord
from schemas.state_graph.views import StateView
from schemas.state_graph.writing import write_canonical


@dataclass(frozen=True, kw_only=True)
class StateGraph(GraphRecord):
    """A game's rules as states and transitions, in records or in columns.

    In columns, the states are a view of them. Whoever goes over all states asks `columns`, and does
    without them where the graph is small.
    """

    def in_columns(self) -> "StateGraph":
        """Return the same graph, one with a secret and states, in columns."""
        if self.columns is not None:
            return self
        return replace(self, states=StateView(graph_columns(self.states)))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the graph in canonical form, in hexadecimal: what ties a solution to it."""
        found = hashlib.sha256()
        for part in write_canonical(self):
            found.update(part.encode())
        return found.hexdigest()
