"""What the compiled walk knows of the decisions of the agent: their ways, and the bench of the
search for them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stages.parse.columns.plan import SIDES, Plan

SINGLE, CHAINED, RICHEST, WIDER = range(4)
"""Which ways are told apart."""
BEHIND = SIDES
"""Stands behind the moves of a way."""
RUNNING, BUCKET, FOUND, ENDS, DEAD, ASKS = range(6)
"""Of `Bench.at`."""
_NONE = -1


class Decisions(NamedTuple):
    """The decisions of the agent that were asked for, each with its ways."""

    position: NDArray[np.int32]
    asks: NDArray[np.int32]
    """How often it was asked what can follow."""
    begin: NDArray[np.int32]
    """The first way."""
    ways: NDArray[np.int32]
    """How many."""


class Ways(NamedTuple):
    """Ways from a decision to what comes next."""

    position: NDArray[np.int32]
    """Where it ends."""
    gold: NDArray[np.int32]
    begin: NDArray[np.int64]
    """Its moves among all moves; BEHIND follows the last of them."""


class Labels(NamedTuple):
    """The best ways known to positions."""

    position: NDArray[np.int32]
    gold: NDArray[np.int32]
    before: NDArray[np.int32]
    """The label that its last move comes from; -1 at the first move."""
    side: NDArray[np.int8]
    """Its last move."""
    next: NDArray[np.int32]
    """The one behind it with as many open squares; of one that is kept, another at its square."""
    ends: NDArray[np.int32]
    """The labels that end a way, as they come."""


class Bench(NamedTuple):
    """What a search stands at."""

    first: NDArray[np.int32]
    """Shape (m + 1,): the first label with so many open squares; -1 where there is none."""
    last: NDArray[np.int32]
    kept: NDArray[np.int32]
    """Shape (m + x,): a label that is kept at a square; -1 where there is none."""
    at: NDArray[np.int64]
    """Shape (6,): the position that is searched, -1 if none is; the number of open squares; how
    many labels and ends there are; the first dead end, or -1; how often it was asked what follows.
    """
    sizes: NDArray[np.int64]
    """Shape (3,): how many decisions, ways and moves there are."""


class Book(NamedTuple):
    """What is decided, and the bench it is done at."""

    kind: int
    """Which ways are told apart."""
    decisions: Decisions
    ways: Ways
    moves: NDArray[np.uint8]
    labels: Labels
    bench: Bench


def book(plan: Plan, kind: int, room: int) -> Book:
    """Return a book without decisions, with room for so many of them."""
    size = plan.to.shape[0] + 1
    return Book(
        kind=kind,
        decisions=Decisions(*(np.empty(room, np.int32) for _ in Decisions._fields)),
        ways=Ways(np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room, np.int64)),
        moves=np.empty(8 * room, np.uint8),
        labels=Labels(
            position=np.empty(room, np.int32),
            gold=np.empty(room, np.int32),
            before=np.empty(room, np.int32),
            side=np.empty(room, np.int8),
            next=np.empty(room, np.int32),
            ends=np.empty(room, np.int32),
        ),
        bench=Bench(
            first=np.full(size, _NONE, np.int32),
            last=np.full(size, _NONE, np.int32),
            kept=np.full(len(plan.gold), _NONE, np.int32),
            at=np.full(6, _NONE, np.int64),
            sizes=np.zeros(3, np.int64),
        ),
    )
