"""The record in the file of an observation graph."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from ..parts.counts import Counts
from ..parts.source import Source
from .columns import ObservationColumns

FORMAT = "efgc/state-graph"
VERSION = 2


class Limit(NamedTuple):
    """The bound on the length of play of a graph with cycles."""

    moves: int
    """The number of moves after which play ends."""
    payoff: Fraction
    """The payoff to player 1 at that end, in addition to the rewards."""


@dataclass(frozen=True, kw_only=True)
class GraphRecord:
    """A game's rules as states and moves."""

    title: str
    source: Source | None
    players: tuple[str, str]
    names: tuple[str, ...]
    """The unique names of the states."""
    columns: ObservationColumns
    start: int
    limit: Limit | None = None
    """None if the graph has no cycle."""
    counts: Counts | None = None
    """Size of the game without the reductions of this graph, if known."""
    comment: tuple[str, ...] = field(default=(), compare=False)
    """Lines at the beginning of the file; not part of the game."""
