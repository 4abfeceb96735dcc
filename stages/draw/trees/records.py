"""The content of a drawing of a game tree."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from stages.draw.labels import Probability


class Kind(StrEnum):
    """The mover at a history, which determines shape and colour."""

    FIRST = "first"
    SECOND = "second"
    CHANCE = "chance"
    END = "end"


class Comes(StrEnum):
    """Whether play reaches a history, shown by line styles as well as by colours."""

    PLAY = "play"
    """Reached under both players' strategies."""
    OTHER = "other"
    """Reached only against other play: the player who moves there can reach it by its own moves."""
    NEVER = "never"
    """Excluded by own moves of the player who moves there: its actions there do not matter."""


class Drawn(NamedTuple):
    """One history."""

    node: int
    """Its number in the game; histories with a shared node have the same one."""
    above: int
    """The index of its parent history in the drawing; -1 for the first."""
    kind: Kind
    label: str = ""
    """The label of the last move, printable; empty for the first."""
    short: str = ""
    """The label as it is drawn."""
    probability: Probability | None = None
    """The probability of that move; None if it is not shown or is the only move."""
    apart: bool = False
    """Whether play never reaches the information set of that move: its probability is not a
    recommendation.
    """
    reached: bool = True
    """Whether play reaches it; True if no strategies are known."""
    led: bool = True
    """Whether the own moves of its player lead here; True if no player moves here."""
    infoset: int | None = None
    payoff: Fraction | None = None
    """To player 1, at a terminal node."""
    behind: int = 0
    """The number of histories folded behind this one; 0 if none."""

    @property
    def comes(self) -> "Comes":
        """Whether and how play reaches it."""
        if self.reached:
            return Comes.PLAY
        return Comes.OTHER if self.led else Comes.NEVER


@dataclass(frozen=True, kw_only=True)
class Tree:
    """Histories of a game, each after its parent, in the order of the game."""

    title: str
    players: tuple[str, str]
    start: tuple[str, ...] = ()
    """The moves before the first history, printable."""
    nodes: tuple[Drawn, ...]
    joined: tuple[int, ...] = ()
    """Information sets, ascending, that contain several histories of the drawing."""
    told: bool = False
    """Whether the probabilities of players' moves are shown."""

    @cached_property
    def below(self) -> Sequence[Sequence[int]]:
        """For each history, the indices of its successors."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for at, node in enumerate(self.nodes):
            if node.above >= 0:
                found[node.above].append(at)
        return found

    @cached_property
    def depths(self) -> Sequence[int]:
        """For each history, its number of moves from the first."""
        found: list[int] = []
        for node in self.nodes:
            found.append(found[node.above] + 1 if node.above >= 0 else 0)
        return found

    @property
    def folded(self) -> int:
        """The number of histories that are not shown."""
        return sum(node.behind for node in self.nodes)
