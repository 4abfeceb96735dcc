"""What the file of a state graph holds: the head, the secret and the states, as records."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from schemas.parts.counts import Counts
from schemas.parts.source import Source
from schemas.parts.squares import Square
from schemas.parts.states import State
from schemas.rules.rule import Rule
from schemas.state_graph.columns import GraphColumns
from schemas.state_graph.views import StateView

FORMAT = "efgc/state-graph"
VERSION = 1
RESERVED = ("secret", "chance", "joint")  # Actors that are no player's name.


class Secret(NamedTuple):
    """What player 2 chooses before play: some of the places."""

    places: tuple[tuple[str, Square], ...]
    """Name and square, in reading order."""
    size: int
    """How many of them."""


@dataclass(frozen=True, kw_only=True)
class GraphRecord:
    """A game's rules as states and transitions; targets are indices into `states`."""

    title: str
    source: Source | None
    players: tuple[str, str]
    secret: Secret | None
    """None where both players know the state."""
    names: Sequence[str]
    """Of the states, unique. A tuple, or `NumberedNames`."""
    states: Sequence[State]
    """A tuple, or a view of columns; none at all where they are generated."""
    start: int
    counts: Counts | None = None
    """Of the game without the reductions of this graph, where they are known."""
    rule: Rule | None = None
    """What the states follow from, where that is known."""
    comment: tuple[str, ...] = field(default=(), compare=False)
    """Lines at the beginning of the file, such as the map; no part of the game."""

    @property
    def places(self) -> tuple[tuple[str, Square], ...]:
        """The places of the secret."""
        return self.secret.places if self.secret else ()

    @property
    def columns(self) -> GraphColumns | None:
        """The columns that the states are a view of; None where they are records."""
        return self.states.columns if isinstance(self.states, StateView) else None
