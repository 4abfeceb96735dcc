"""The result of walking a hand-in: corresponding decisions, and the first difference."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class DifferenceKind(StrEnum):
    """The kind of a first difference."""

    PAYOFF = "payoff"
    """The payoff of a terminal node differs."""
    PROBABILITY = "probability"
    """The probabilities of a chance node differ."""
    MOVES = "moves"
    """The agent's moves differ."""
    CHOICES = "choices"
    """The choices of player 2 differ."""
    TURN = "turn"
    """Another player moves, or play ends."""
    KNOWS_TOO_MUCH = "knows too much"
    """A player distinguishes nodes that it cannot tell apart under the rules."""
    KNOWS_TOO_LITTLE = "knows too little"
    """A player cannot distinguish nodes that it can tell apart under the rules."""


class Difference(NamedTuple):
    """Where a hand-in first differs from the reference."""

    kind: DifferenceKind
    reference: int
    """The node of the reference that the hand-in should have."""
    before: int
    """The node of the reference whose history is described; mostly the same."""
    open: tuple[int, ...]
    """Nodes of the reference above it whose decision the hand-in has not made yet."""
    node: int
    """The node of the hand-in."""
    other: int | None
    """The node of the hand-in that it is compared with; None for most kinds."""
    expected: str
    found: str


class Member(NamedTuple):
    """A node of the reference that may correspond to a node of the hand-in."""

    node: int
    open: tuple[tuple[int, int], ...] = ()
    """Nodes of player 2 above it that the hand-in has not reached yet, each with the action taken
    there.
    """


class Place(NamedTuple):
    """A node of the hand-in with the nodes of the reference that may correspond to it."""

    members: list[Member]
    node: int


class Pair(NamedTuple):
    """Two corresponding decision nodes."""

    reference: Member
    infoset: int
    """The node of the reference."""
    node: int
    """The node of the hand-in."""
    actions: tuple[tuple[int, int], ...]
    """Pairs of corresponding actions, first of the reference, then of the hand-in; several actions
    of the hand-in may correspond to one of the reference.
    """


class Agreement(NamedTuple):
    """The properties of a node or an information set on which both trees agree."""

    following: list[Place]
    pairs: Sequence[Pair] = ()
    straight: bool = True
    """Whether the decision here was matched with one of the reference, action by action."""


class Counterpart(NamedTuple):
    """The counterpart of a node of the reference."""

    node: int
    """The first such node of the hand-in."""
    open: tuple[int, ...]
    """Nodes of the reference whose decision the hand-in has not made yet."""


@dataclass
class TreeComparison:
    """The result of a walk."""

    pairs: list[Pair] = field(default_factory=list)
    difference: Difference | None = None
    """The first difference that matters."""
    drawn: Difference | None = None
    """The first difference in the drawing alone, if found before one that matters."""
    counterparts: dict[int, Counterpart] = field(default_factory=dict)
    """The counterpart in the hand-in of each visited node of the reference."""
    straight: bool = True
    """Whether every decision of the hand-in was matched with one of the reference, action by
    action.
    """
    copied: bool = False
    """Whether both trees have the same nodes in the same order, with the same labels. Then the walk
    was skipped, and all decisions correspond.
    """
