"""What the file of a game holds: information sets and nodes, as records."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
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
    """An extensive-form game as its file tells it; `Game` adds what follows from it."""

    title: str
    source: Source | None
    players: tuple[str, str]
    states: int
    """Of the state graph it comes from; 0 if from none."""
    information_sets: Sequence[InformationSet]
    """In order of first visit. A tuple, or a view of columns."""
    nodes: Sequence[Node]
    """A tuple, or a view of columns."""
    counts: Counts | None = None
    """Of the game without reductions, where they are known."""
    places: tuple[tuple[str, Square], ...] = ()
    """Of the secret, with their squares on the map; for readers only."""
    constant: Fraction = Fraction(0)
    """What both players' payoffs add up to: player 2 gets this less player 1's payoff."""

    @cached_property
    def first(self) -> Sequence[int]:
        """Per information set the number of the sequence that ends with its first action.

        Sequences of both players are numbered together; 0 is the empty sequence
        of either.
        """
        sizes = (len(infoset.actions) for infoset in self.information_sets)
        return tuple(accumulate(sizes, initial=1))[:-1]

    def move(self, sequence: int) -> tuple[int, int]:
        """Return information set and action of a sequence's last move. Not for the empty
        sequence.
        """
        infoset = bisect_right(self.first, sequence) - 1
        return infoset, sequence - self.first[infoset]

    def infosets(self, player: int) -> list[int]:
        """Return the information sets of a player (1 or 2) in order of first visit."""
        return [
            number
            for number, infoset in enumerate(self.information_sets)
            if infoset.player == player
        ]


def children(node: Node) -> tuple[int, ...]:
    """Return the nodes that can follow."""
    return () if isinstance(node, Terminal) else node.children
