"""The record in the file of a state graph."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from ..parts.counts import Counts
from ..parts.source import Source
from ..parts.squares import Square
from ..parts.states import AnyState
from ..rules.rule import Rule
from .columns import GraphColumns, StateView
from .observed_columns import ObservationColumns, TurnView

FORMAT = "efgc/state-graph"
RESERVED = ("secret", "chance", "joint")  # Names of actors that no player may have.


class Secret(NamedTuple):
    """The secret: player 2 chooses some of the places before play."""

    places: tuple[tuple[str, Square], ...]
    """Name and square, in reading order."""
    size: int
    """The number of places to choose."""


class Limit(NamedTuple):
    """The bound on the length of play of a graph with cycles."""

    moves: int
    """The number of moves after which play ends."""
    payoff: Fraction
    """The payoff to player 1 at that end, in addition to the rewards."""


@dataclass(frozen=True, kw_only=True)
class GraphRecord:
    """A game's rules as states and transitions; targets are indices into `states`."""

    title: str
    source: Source | None
    players: tuple[str, str]
    names: Sequence[str]
    """The unique names of the states: a tuple, or `NumberedNames`."""
    states: Sequence[AnyState]
    """A tuple, or a view of columns; empty if the states are generated from `rule`."""
    start: int
    secret: Secret | None = None
    """In version 1; None if both players know the state."""
    rule: Rule | None = None
    """In version 1, the rule from which the states are generated, if known."""
    limit: Limit | None = None
    """In version 2; None if the graph has no cycle."""
    counts: Counts | None = None
    """Size of the game without the reductions of this graph, if known."""
    comment: tuple[str, ...] = field(default=(), compare=False)
    """Lines at the beginning of the file, such as the map; not part of the game."""

    @property
    def places(self) -> tuple[tuple[str, Square], ...]:
        """The places of the secret."""
        return self.secret.places if self.secret else ()

    @property
    def columns(self) -> GraphColumns | ObservationColumns | None:
        """The columns of which `states` is a view; None if the states are records."""
        return self.states.columns if isinstance(self.states, StateView | TurnView) else None
