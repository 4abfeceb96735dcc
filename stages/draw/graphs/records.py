"""The content of a drawing of a state graph."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from schemas.parts.squares import Square


class Kind(StrEnum):
    """The actor at a state, which determines shape and colour."""

    FIRST = "first"
    SECOND = "second"
    RELOCATION = "relocation"
    """Player 2, in secret."""
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
    """Printable, like all labels here."""
    kind: Kind
    told: str = ""
    """Further details: the observation of player 2, or the place that the rules check."""
    at: Square | None = None
    payoff: Fraction | None = None
    """To player 1, at a terminal state."""
    behind: int = 0
    """The number of moves that are not drawn."""


class Move(NamedTuple):
    """All moves from one state to another."""

    start: int
    """The index among the drawn states."""
    end: int
    labels: tuple[str, ...]
    """Each with its reward, if any."""
    probability: Fraction | None = None
    """The total probability of the chance moves."""


@dataclass(frozen=True, kw_only=True)
class Graph:
    """States of a graph, each after all its predecessors, and the moves between them."""

    title: str
    players: tuple[str, str]
    start: str
    """The name of the first state."""
    states: tuple[Shown, ...]
    moves: tuple[Move, ...]
    """In the order of their source states, then in that of the graph."""
    layers: tuple[int, ...]
    """For each state, the number of moves on the longest path to it."""
    rewards: bool = False
    """Whether any move has a reward."""

    @property
    def left_out(self) -> bool:
        """Whether moves of some state are not drawn."""
        return any(state.behind for state in self.states)
