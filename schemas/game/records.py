"""What the file of a game holds: information sets and nodes, as records."""

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
    """The state of the graph for player 1; empty where there is no one state."""
    sees: tuple[str, ...]
    """What the player was shown since its last move; the same on all ways that lead here."""
    actions: tuple[str, ...]
    """Labels, unique in the information set."""


class Decision(NamedTuple):
    """A player moves."""

    infoset: int
    children: tuple[int, ...]
    """One per action of the information set; the same node may stand for several."""


class Chance(NamedTuple):
    """Chance moves."""

    actions: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    """Positive, sum 1."""
    children: tuple[int, ...]


class Terminal(NamedTuple):
    """The end of play."""

    payoff: Fraction
    """To player 1."""


Node = Decision | Chance | Terminal


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """An extensive-form game as its file tells it, not checked; `Game` has it in columns, and adds
    what follows from it.
    """

    title: str
    source: Source | None
    players: tuple[str, str]
    states: int
    """Of the state graph it comes from; 0 if from none."""
    information_sets: Sequence[InformationSet]
    """In order of first visit."""
    nodes: Sequence[Node]
    counts: Counts | None = None
    """Of the game without reductions, where they are known."""
    places: tuple[tuple[str, Square], ...] = ()
    """Of the secret, with their squares on the map; for readers only."""
    constant: Fraction = Fraction(0)
    """What both players' payoffs add up to: player 2 gets this less player 1's payoff."""


def children(node: Node) -> tuple[int, ...]:
    """Return the nodes that can follow."""
    return () if isinstance(node, Terminal) else node.children
