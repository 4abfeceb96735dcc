"""State graphs with properties derived from their records."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..parts.states import State
from .columns import GraphColumns, StateView, graph_columns
from .observed_columns import ObservationColumns, TurnView
from .records import GraphRecord
from .writing import write_canonical


@dataclass(frozen=True, kw_only=True)
class Graph(GraphRecord):
    """A state graph of either version."""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the graph in canonical form, in hexadecimal; a solution refers to its graph by
        this digest.
        """
        found = hashlib.sha256()
        for part in write_canonical(self):
            found.update(part.encode())
        return found.hexdigest()


@dataclass(frozen=True, kw_only=True)
class StateGraph(Graph):
    """A graph of version 1, with a secret or with public states, in records or in columns.

    In columns, `states` is a view of them. Code that iterates over all states uses `columns`, if
    the graph has them; a small graph may have records only.
    """

    states: Sequence[State]

    @property
    def columns(self) -> GraphColumns | None:
        """The columns of which `states` is a view; None if the states are records."""
        return self.states.columns if isinstance(self.states, StateView) else None

    @cached_property
    def table(self) -> GraphColumns:
        """The states in columns, also those of a graph in records; it must have a secret."""
        return graph_columns(self.states) if self.columns is None else self.columns


@dataclass(frozen=True, kw_only=True)
class ObservationGraph(Graph):
    """A graph of version 2: a factored-observation stochastic game (Kovařík, Schmid, Burch, Bowling
    and Lisý, Artificial Intelligence 2022).

    A player remembers its own actions and every text that it saw, in order. Information sets follow
    from that, so that there is always perfect recall.
    """

    states: TurnView

    @property
    def columns(self) -> ObservationColumns:
        """The columns of which `states` is a view."""
        return self.states.columns
