"""The records in the file of a state graph: the head, which both versions have, the secret and the
states.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..parts.counts import Counts
from ..parts.source import Source
from ..parts.squares import Square
from ..parts.states import State
from ..rules.rule import Rule
from .columns import GraphColumns, StateView

FORMAT = "efgc/state-graph"
VERSION = 1
RESERVED = ("secret", "chance", "joint")  # Names of actors that no player may have.


class Secret(NamedTuple):
    """The secret: player 2 chooses some of the places before play."""

    places: tuple[tuple[str, Square], ...]
    """Name and square, in reading order."""
    size: int
    """The number of places to choose."""


@dataclass(frozen=True, kw_only=True)
class GraphHead:
    """What the files of both versions begin with."""

    title: str
    source: Source | None
    players: tuple[str, str]
    counts: Counts | None = None
    """Size of the game without the reductions of this graph, if known."""
    comment: tuple[str, ...] = field(default=(), compare=False)
    """Lines at the beginning of the file, such as the map; not part of the game."""


@dataclass(frozen=True, kw_only=True)
class GraphRecord(GraphHead):
    """A game's rules as states and transitions; targets are indices into `states`."""

    secret: Secret | None
    """None if both players know the state."""
    names: Sequence[str]
    """The unique names of the states: a tuple, or `NumberedNames`."""
    states: Sequence[State]
    """A tuple, or a view of columns; empty if the states are generated from `rule`."""
    start: int
    rule: Rule | None = None
    """The rule from which the states are generated, if known."""

    @property
    def places(self) -> tuple[tuple[str, Square], ...]:
        """The places of the secret."""
        return self.secret.places if self.secret else ()

    @property
    def columns(self) -> GraphColumns | None:
        """The columns of which `states` is a view; None if the states are records."""
        return self.states.columns if isinstance(self.states, StateView) else None
