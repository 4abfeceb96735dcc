"""A history to be written, and what the players know there."""

from typing import NamedTuple

from schemas.state_graph.secrets import Hidden
from stages.expand.expansion import Events


class Knowledge(NamedTuple):
    """What tells a player's information sets apart."""

    last: int
    """Number of the last own move, -1 for none."""
    seen: tuple[str, ...]
    """What was shown since."""

    def sees(self, what: str) -> "Knowledge":
        return Knowledge(self.last, (*self.seen, what))


NOTHING = Knowledge(-1, ())


class Point(NamedTuple):
    """A history to be written: where the graph stands and what both players know."""

    state: int
    hidden: Hidden
    first: Knowledge
    second: Knowledge
    parent: int
    position: int
    events: Events
    """What happened since the parent."""
