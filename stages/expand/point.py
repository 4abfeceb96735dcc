"""A history to be written, and the players' knowledge there."""

from typing import NamedTuple

from schemas.state_graph.secrets import Hidden
from stages.expand.expansion import Events


class Knowledge(NamedTuple):
    """The key of a player's information set."""

    last: int
    """Number of the last own move, -1 for none."""
    seen: tuple[str, ...]
    """The observations since then."""

    def sees(self, what: str) -> "Knowledge":
        return Knowledge(self.last, (*self.seen, what))


NOTHING = Knowledge(-1, ())


class Point(NamedTuple):
    """A history to be written: its state of the graph and both players' knowledge."""

    state: int
    hidden: Hidden
    first: Knowledge
    second: Knowledge
    parent: int
    position: int
    events: Events
    """The events since the parent."""
