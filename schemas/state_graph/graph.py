"""A state graph with properties derived from its records."""

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property

from .columns import StateView, graph_columns
from .records import GraphRecord
from .writing import write_canonical


@dataclass(frozen=True, kw_only=True)
class StateGraph(GraphRecord):
    """A game's rules as states and transitions, in records or in columns.

    In columns, `states` is a view of them. Code that iterates over all states uses `columns`, if
    the graph has them; a small graph may have records only.
    """

    def in_columns(self) -> "StateGraph":
        """Return the same graph in columns; it must have a secret and list its states."""
        if self.columns is not None:
            return self
        return replace(self, states=StateView(graph_columns(self.states)))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the graph in canonical form, in hexadecimal; a solution refers to its graph by
        this digest.
        """
        found = hashlib.sha256()
        for part in write_canonical(self):
            found.update(part.encode())
        return found.hexdigest()
