"""The records in the file of a game: information sets and nodes."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from schemas.parts.counts import Counts
from schemas.parts.source import Source
from schemas.parts.squares import Square

FORMAT = "efgc/game"
VERSION = 1


class InformationSet(NamedTuple):
    """Decision nodes that their player cannot tell apart."""

    player: int
    """1 or 2."""
    state: str
    """The state of the state graph, for player 1; empty if there is no single state."""
    sees: tuple[str, ...]
    """The player's observations since its last move; the same on all ways that lead here."""
    actions: tuple[str, ...]
    """Labels, unique in the information set."""


class Decision(NamedTuple):
    """A decision node."""

    infoset: int
    children: tuple[int, ...]
    """One per action of the information set; several actions may have the same child."""


class Chance(NamedTuple):
    """A chance node."""

    actions: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    """Positive, sum 1."""
    children: tuple[int, ...]


class Terminal(NamedTuple):
    """A terminal node."""

    payoff: Fraction
    """To player 1."""


Node = Decision | Chance | Terminal


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """An extensive-form game as read from its file, unchecked; `Game` stores it in columns and adds
    derived properties.
    """

    title: str
    source: Source | None
    players: tuple[str, str]
    states: int
    """Number of states of the state graph from which the game was made; 0 if there is none."""
    information_sets: Sequence[InformationSet]
    """In order of first visit."""
    nodes: Sequence[Node]
    counts: Counts | None = None
    """Size of the game without reductions, if known."""
    places: tuple[tuple[str, Square], ...] = ()
    """The places of the secret with their squares on the map; for display only."""
    constant: Fraction = Fraction(0)
    """The sum of both players' payoffs: player 2 gets this minus player 1's payoff."""


def children(node: Node) -> tuple[int, ...]:
    """Return the children of a node."""
    return () if isinstance(node, Terminal) else node.children
