"""A best response in pieces, which are walked one after the other or at once.

The walk over the memories of a player is a tree. A *piece* is the walk from a memory on from which
few of all histories can go on; the memories before are the first moves, and walked by everybody who
needs the pieces. A *shard* is a range of pieces. The outcome of a piece depends on nothing beside
it, and outcomes are put together in the order of the walk. So the result is that of `Answer.value`
bit by bit, for any pieces and shards.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ...schemas.evaluation import Enclosed
from ...schemas.kernels.passes import add_behind
from ...schemas.parts.watch import Watch
from ...schemas.state_graph.observed_columns import Actor
from .answers import AT_ONCE, Answer, RuleArrays, desk_of
from .answers_kernel import (
    Stack,
    begin_at,
    close,
    step,
    walk_on,
)
from .walks import Floats, Int32s

PIECES = 2048
"""A piece has at most one in so many of all histories,"""
SMALL = 1000.0
"""or at most so many."""
SHARDS = 64
"""The number of shards for workers of one run: many for each, so that all end at the same time."""
NUMBERS = 3
"""Of an outcome: see `answers_kernel.close`."""


class Piece(NamedTuple):
    """A memory from which the walk goes on."""

    state: Int32s
    """The states in which play can be."""
    weight: Floats
    """The weights with which chance and the other player lead there."""
    gained: float
    """The rewards of the move that leads there."""
    roundings: float
    """The longest chain of roundings behind a weight."""
    histories: float
    """The number of histories that can go on from there."""

    def begin(self, stack: Stack) -> None:
        """Put its memory alone on a stack."""
        begin_at(stack, self.state, self.weight, self.gained, self.roundings)


@dataclass(eq=False)
class Pieces:
    """The pieces of a best response, in the order of the walk."""

    rules: RuleArrays
    each: float
    pieces: tuple[Piece, ...]
    ended: bool = field(default=False, init=False)
    """Set to end the walks in other threads."""

    def shards(self, many: int) -> list["Shard"]:
        """Return at most so many shards, with about the same number of histories each; none if
        there are no pieces.
        """
        if not self.pieces:
            return []
        total = np.cumsum([piece.histories for piece in self.pieces])
        cuts = np.searchsorted(total, total[-1] * np.arange(1, many) / many) + 1
        ends = np.unique([0, *cuts, len(self.pieces)]).tolist()
        return [Shard(self, *both) for both in itertools.pairwise(ends)]


class Shard(NamedTuple):
    """A range of pieces, as a piece of work."""

    common: Pieces
    first: int
    behind: int
    """The number after that of its last piece."""

    def __call__(self) -> Floats:
        """Return the outcomes of its pieces, one in each row."""
        pieces = self.common
        rules, stack, desk = pieces.rules.for_kernel(), Stack(4096, 256), desk_of(pieces.rules)
        found = np.full((self.behind - self.first, NUMBERS), np.nan)
        for at, piece in enumerate(pieces.pieces[self.first : self.behind]):
            piece.begin(stack)
            while not pieces.ended and np.isnan(walk_on(rules, stack, desk, pieces.each, AT_ONCE)):
                pass
            found[at] = stack.value[0], stack.behind[0], stack.longest
        return found


Run = Callable[[Sequence[Shard]], Iterator[tuple[int, Floats]]]
"""Yields the number of each shard and the outcomes of its pieces, in any order."""


class _Top:
    """The walk over the first memories of a best response."""

    def __init__(self, answer: Answer) -> None:
        self._rules, self._desk = answer.rules.for_kernel(), desk_of(answer.rules)
        self._each = answer.each
        walk, rules = answer.walk, answer.rules
        owner = np.repeat(walk.actor, np.diff(walk.begin))
        played = (owner == rules.player) | (rules.probability != 0)
        self._count = (walk.actor == Actor.TERMINAL).astype(np.float64)
        add_behind(walk.begin, walk.target, played.astype(np.float64), self._count)
        self.stack = Stack(4096, 256)
        self.histories = float(self._count[0])

    def pieces(self) -> Iterator[Piece]:
        """Yield each memory from which at most SMALL histories can go on, or at most one in PIECES
        of all. It is at the top of the stack then, to be closed.
        """
        limit = max(SMALL, self.histories / PIECES)
        while self.stack.top > 0:
            if not self.stack.opened[self.stack.top - 1]:
                piece = self._piece(self.stack.top - 1)
                if piece.histories <= limit:
                    yield piece
            step(self._rules, self.stack, self._desk, self._each)

    def _piece(self, frame: int) -> Piece:
        """Return the walk from a memory on the stack on."""
        stack = self.stack
        begin, end = stack.begin[frame], stack.end[frame]
        state = np.array(stack.state[begin:end])
        weight, histories = np.array(stack.weight[begin:end]), float(self._count[state].sum())
        return Piece(state, weight, stack.value[frame], stack.roundings[frame], histories)


def split(answer: Answer) -> Pieces:
    """Return the pieces of a best response: each has at most one in PIECES of its histories, or at
    most SMALL. There is none in a large game in which the player never moves and sees nothing.
    """
    top, pieces = _Top(answer), list[Piece]()
    for piece in top.pieces():
        pieces.append(piece)
        close(top.stack, np.zeros(NUMBERS))
    return Pieces(answer.rules, answer.each, tuple(pieces))


def join(answer: Answer, outcomes: Floats) -> Enclosed:
    """Return player 1's payoff from the outcomes of all pieces, shape (k, 3)."""
    top = _Top(answer)
    for _, row in zip(top.pieces(), outcomes, strict=True):
        close(top.stack, row)
    return answer.enclosed(top.stack)


def respond(answer: Answer, watch: Watch, run: Run) -> Enclosed:
    """Return player 1's payoff, as `Answer.value` does; `run` walks over the shards."""
    if (found := answer.go_on()) is not None:
        return found
    pieces = split(answer)
    shards = pieces.shards(SHARDS)
    outcomes = [np.zeros((0, NUMBERS))] * (len(shards) or 1)
    try:
        for done, (number, rows) in enumerate(run(shards), 1):
            outcomes[number] = rows
            watch(done, len(shards))
    finally:
        pieces.ended = True
    return join(answer, np.concatenate(outcomes))
