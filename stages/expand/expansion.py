"""A game with the state graph that it was expanded from: the state of each node, and the events
before it.

It is kept only in memory, in columns by node: for grading, which describes the parts that a hand-in
lacks, and for drawing games.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...schemas.game import Game
from ...schemas.parts.events import Event
from ...schemas.parts.views import View
from ...schemas.state_graph import Graph
from ...schemas.state_graph.secrets import Hidden

Events = tuple[Event, ...]


class Numbered(View[Any]):
    """A sequence with few distinct items, stored as numbers into a table.

    >>> tuple(Numbered(("a", "b"), (1, 1, 0)))
    ('b', 'b', 'a')
    """

    def __init__(self, table: Sequence[Any], numbers: Sequence[int]) -> None:
        self.table, self.numbers = table, numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def one(self, at: int) -> Any:
        return self.table[self.numbers[at]]


class Expansion(NamedTuple):
    """A game with the origin of its nodes, which may be left out."""

    game: Game
    graph: Graph
    """The graph with all its states listed."""
    states: Sequence[int] = ()
    """Per node the state of the graph, after all looks; for the root the state that starts play."""
    events: Sequence[Events] = ()
    """Per node the events since its parent: a move of a player or of chance, and then the results
    when the rules looked at the secret. Empty at the root; for a shared node, the events on the
    first way to it.
    """
    secrets: Sequence[Hidden] = ()
    """Per node the places that player 2 holds; for a shared node only those that still matter."""

    def after(self, node: int) -> Event | None:
        """Return the move that led to a node; None for the root."""
        return self.events[node][0] if self.events[node] else None
