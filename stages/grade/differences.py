"""What a walk over a hand-in finds: decisions that correspond, and the first difference."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What a first difference is about."""

    PAYOFF = "payoff"
    """The end of play pays something else."""
    PROBABILITY = "probability"
    """Chance has other probabilities."""
    MOVES = "moves"
    """The agent has other moves."""
    CHOICES = "choices"
    """Player 2 has other choices."""
    TURN = "turn"
    """It is somebody else's turn, or the end."""
    KNOWS_TOO_MUCH = "knows too much"
    """A player can tell apart what it cannot by the rules."""
    KNOWS_TOO_LITTLE = "knows too little"
    """A player cannot tell apart what it can by the rules."""


class Difference(NamedTuple):
    """Where a hand-in first differs from the reference."""

    kind: Kind
    reference: int
    """The node of the reference that the hand-in should have."""
    before: int
    """The node of the reference that tells what happened before; mostly the same."""
    open: tuple[int, ...]
    """Nodes of the reference above that one at which the hand-in has not decided yet."""
    node: int
    """The node of the hand-in."""
    other: int | None
    """A node of the hand-in that it is compared with; None for most kinds."""
    expected: str
    found: str


class Member(NamedTuple):
    """A node of the reference that a node of the hand-in may stand for."""

    node: int
    open: tuple[tuple[int, int], ...] = ()
    """Nodes of player 2 above it that the hand-in has not come to yet, each with the action taken
    there.
    """


class Place(NamedTuple):
    """A node of the hand-in with the nodes of the reference that it may stand for."""

    members: list[Member]
    node: int


class Pair(NamedTuple):
    """Two decision nodes that are the same."""

    reference: Member
    infoset: int
    """Of the reference."""
    node: int
    """Of the hand-in."""
    actions: tuple[tuple[int, int], ...]
    """Which action of the reference is which of the hand-in; several of the hand-in can be one of
    the reference.
    """


class Agreement(NamedTuple):
    """What a place of both trees has in common."""

    following: list[Place]
    pairs: Sequence[Pair] = ()
    straight: bool = True
    """Whether the decision here was laid over one of the reference, action by action."""


class Laid(NamedTuple):
    """What stands for a node of the reference."""

    node: int
    """The first such node of the hand-in."""
    open: tuple[int, ...]
    """Nodes of the reference at which the hand-in has not decided yet."""


@dataclass
class Walk:
    """What was found."""

    pairs: list[Pair] = field(default_factory=list)
    difference: Difference | None = None
    """The first that matters."""
    drawn: Difference | None = None
    """The first that drawing alone makes, where it was found before one that matters."""
    laid: dict[int, Laid] = field(default_factory=dict)
    """Per node of the reference that was looked at what stands for it in the hand-in."""
    straight: bool = True
    """Whether every decision of the hand-in was laid over one of the reference, action by action.
    """
    copied: bool = False
    """Whether both trees have the same nodes in the same order, with the same labels; then nothing
    was walked, and all decisions correspond.
    """
