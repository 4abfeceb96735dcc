"""What a drawing of a state graph shows."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from schemas.parts.squares import Square


class Kind(StrEnum):
    """Who acts at a state, by which it has shape and colour."""

    FIRST = "first"
    SECOND = "second"
    RELOCATION = "relocation"
    """Player 2, unseen."""
    LOOK = "look"
    """The rules look at a place of the secret."""
    CHANCE = "chance"
    JOINT = "joint"
    """Both players at once."""
    END = "end"


class Shown(NamedTuple):
    """One state."""

    state: int
    """Its number in the graph."""
    name: str
    """Printable, as all labels here."""
    kind: Kind
    told: str = ""
    """What else is told of it: what player 2 sees, or the place that is looked at."""
    at: Square | None = None
    payoff: Fraction | None = None
    """To player 1, at an end."""
    behind: int = 0
    """Moves that are not drawn."""


class Move(NamedTuple):
    """All moves from one state to another."""

    start: int
    """Its place among the states that are drawn."""
    end: int
    labels: tuple[str, ...]
    """Each with its reward, where it has one."""
    probability: Fraction | None = None
    """Of chance: all of them together."""


@dataclass(frozen=True, kw_only=True)
class Graph:
    """States of a graph, each behind all that lead to it, and the moves between them."""

    title: str
    players: tuple[str, str]
    start: str
    """The name of the first state."""
    states: tuple[Shown, ...]
    moves: tuple[Move, ...]
    """In the order of the states where they begin, and of the graph."""
    layers: tuple[int, ...]
    """Per state the moves of the longest way to it."""
    rewards: bool = False
    """Whether any move has a reward."""

    @property
    def left_out(self) -> bool:
        """Whether there is more than is drawn behind some state."""
        return any(state.behind for state in self.states)
