"""A game beside the state graph that it was expanded from: which state a node is, and what happened
before it.

Kept in memory alone, in columns by node: for grading, which tells in words what a hand-in does not
have, and for whoever draws a game.
"""

from typing import NamedTuple

from schemas.game import Game
from schemas.parts.events import Event
from schemas.state_graph import StateGraph
from schemas.state_graph.secrets import Hidden

Events = tuple[Event, ...]


class Expansion(NamedTuple):
    """A game with where its nodes come from."""

    game: Game
    graph: StateGraph
    """With all its states listed."""
    states: tuple[int, ...]
    """Per node the state of the graph, behind all looks; of the root that in which play begins."""
    events: tuple[Events, ...]
    """Per node what happened since the node above it: a move of a player or of chance, and then
    what the rules saw when they looked. None at the root; of a shared node on the way that was
    first.
    """
    secrets: tuple[Hidden, ...]
    """Per node what player 2 holds of the secret; of a shared node only what still matters."""

    def after(self, node: int) -> Event | None:
        """Return the move that led to a node; None for the root."""
        return self.events[node][0] if self.events[node] else None
