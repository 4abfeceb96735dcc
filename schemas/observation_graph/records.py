"""The record in the file of an observation graph."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ..state_graph.records import GraphHead
from .columns import ObservationColumns

VERSION = 2


class Limit(NamedTuple):
    """The bound on the length of play of a graph with cycles."""

    moves: int
    """The number of moves after which play ends."""
    payoff: Fraction
    """The payoff to player 1 at that end, in addition to the rewards."""


@dataclass(frozen=True, kw_only=True)
class GraphRecord(GraphHead):
    """A game's rules as states and moves."""

    names: tuple[str, ...]
    """The unique names of the states."""
    columns: ObservationColumns
    start: int
    limit: Limit | None = None
    """None if the graph has no cycle."""
