"""What a drawing of a game tree shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from stages.draw.labels import Probability


class Kind(StrEnum):
    """Who moves at a history, by which it has shape and colour."""

    FIRST = "first"
    SECOND = "second"
    CHANCE = "chance"
    END = "end"


class Comes(StrEnum):
    """How play comes to a history, which is told by lines as well as by colours."""

    PLAY = "play"
    """By both players' strategies."""
    OTHER = "other"
    """Only against other play: own moves of who decides there lead there."""
    NEVER = "never"
    """Not by own moves of who decides there: it does not matter what it does."""


class Drawn(NamedTuple):
    """One history."""

    node: int
    """Its number in the game; of a shared node several histories have the same."""
    above: int
    """Its place among what is drawn, of the history one move before; -1 for the first."""
    kind: Kind
    label: str = ""
    """Of the move that led here, printable; empty for the first."""
    short: str = ""
    """The label as it is drawn."""
    probability: Probability | None = None
    """Of that move; None where it is not told, or where it is the only one."""
    apart: bool = False
    """Whether play never comes to the information set where that move is made: its probability is
    no advice.
    """
    reached: bool = True
    """Whether play comes here; True where no strategies are known."""
    led: bool = True
    """Whether the own moves of who decides here lead here; True where nobody decides."""
    infoset: int | None = None
    payoff: Fraction | None = None
    """To player 1, at an end."""
    behind: int = 0
    """Histories that are folded behind this one; 0 where none is."""

    @property
    def comes(self) -> "Comes":
        """How play comes here."""
        if self.reached:
            return Comes.PLAY
        return Comes.OTHER if self.led else Comes.NEVER


@dataclass(frozen=True, kw_only=True)
class Tree:
    """Histories of a game, each behind the one above it, in the order of the game."""

    title: str
    players: tuple[str, str]
    start: tuple[str, ...] = ()
    """The moves before the first history, printable."""
    nodes: tuple[Drawn, ...]
    joined: tuple[int, ...] = ()
    """Information sets, ascending, that have several histories here."""
    told: bool = False
    """Whether the probabilities of players' moves are told."""

    @cached_property
    def below(self) -> Sequence[Sequence[int]]:
        """Per history the places of those one move on."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for at, node in enumerate(self.nodes):
            if node.above >= 0:
                found[node.above].append(at)
        return found

    @cached_property
    def depths(self) -> Sequence[int]:
        """Per history its moves from the first."""
        found: list[int] = []
        for node in self.nodes:
            found.append(found[node.above] + 1 if node.above >= 0 else 0)
        return found

    @property
    def folded(self) -> int:
        """How many histories are not shown."""
        return sum(node.behind for node in self.nodes)
