"""An observation graph with properties derived from its record."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

from .columns import StateView
from .records import GraphRecord
from .writing import write_canonical


@dataclass(frozen=True, kw_only=True)
class ObservationGraph(GraphRecord):
    """A game's rules as a factored-observation stochastic game (Kovařík, Schmid, Burch, Bowling and
    Lisý, Artificial Intelligence 2022).

    A player remembers its own actions and every text that it saw, in order. Information sets follow
    from that, so that there is always perfect recall.
    """

    @cached_property
    def states(self) -> StateView:
        """The states as records."""
        return StateView(self.columns)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the graph in canonical form, in hexadecimal."""
        found = hashlib.sha256()
        for part in write_canonical(self):
            found.update(part.encode())
        return found.hexdigest()
