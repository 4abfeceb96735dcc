"""Which squares still matter, over arrays: `reachable` and `relevant`, compiled.

The proofs stand beside the plain functions (`stages.parse.reductions`).
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.compiled import compiled_part
from stages.parse.columns.plan import Plan

NOTHING, REACHABLE, RELEVANT = range(3)
"""What is said of the squares that matter."""

_ONE = np.uint64(1)


class Search(NamedTuple):
    """Room for a search over m squares and the sink. All arrays down to `stack` have shape
    (m + 1,).
    """

    order: NDArray[np.int64]
    """When a vertex was found, in the time of `clock`; what is not later than the begin of a search
    is of an earlier one.
    """
    low: NDArray[np.int64]
    """The earliest vertex that is known to be within reach of a branch."""
    next: NDArray[np.int32]
    """Which neighbour is the next one."""
    behind: NDArray[np.bool_]
    """Whether the sink is in the branch below a vertex."""
    path: NDArray[np.int32]
    stack: NDArray[np.int32]
    """The vertices whose block is not known yet."""
    clock: NDArray[np.int64]
    """Shape (1,)."""
    here: NDArray[np.uint64]
    """The open squares, the one where the search begins, and the sink."""
    open: NDArray[np.uint64]
    """The open squares."""


def search_room(plan: Plan, words: int) -> Search:
    """Return room for searches on a plan whose sets have so many words."""
    size = plan.to.shape[0] + 1
    return Search(
        order=np.zeros(size, np.int64),
        low=np.zeros(size, np.int64),
        next=np.zeros(size, np.int32),
        behind=np.zeros(size, np.bool_),
        path=np.zeros(size, np.int32),
        stack=np.zeros(size, np.int32),
        clock=np.zeros(1, np.int64),
        here=np.zeros(words, np.uint64),
        open=np.zeros(words, np.uint64),
    )


@compiled_part
def holds(squares, at):
    """Return whether a square is in a set."""
    return (squares[at >> 6] >> np.uint64(at & 63)) & _ONE != 0


@compiled_part
def put(squares, at):
    """Put a square into a set."""
    squares[at >> 6] |= _ONE << np.uint64(at & 63)


@compiled_part
def drop(squares, at):
    """Take a square out of a set."""
    squares[at >> 6] &= ~(_ONE << np.uint64(at & 63))


@compiled_part
def size_of(squares):
    """Return how many squares a set has: bits are added up in pairs, fours, and so on (Knuth, The
    Art of Computer Programming 4A, 7.1.3).
    """
    total = np.uint64(0)
    for word in squares:
        bits = word - (word >> _ONE & np.uint64(0x5555555555555555))
        fours = np.uint64(0x3333333333333333)
        bits = (bits & fours) + (bits >> np.uint64(2) & fours)
        bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        total += bits * np.uint64(0x0101010101010101) >> np.uint64(56)
    return np.int64(total)


@compiled_part
def reachable(plan, search, square, open, found):
    """Set `found` to the open squares that a walk from `square` can still reach."""
    found[:] = 0
    stack, beside = search.stack, plan.beside
    sink = beside.shape[0]
    stack[0] = square
    top = 1
    while top:
        top -= 1
        vertex = stack[top]
        for to in beside[vertex]:
            if to < 0:
                break
            if to != sink and holds(open, to) and not holds(found, to):
                put(found, to)
                stack[top] = to
                top += 1


@compiled_part
def relevant(plan, search, square, open, found):
    """Set `found` to the open squares on a simple path over open squares from `square` to an exit:
    the blocks between it and the sink, in one depth-first search.
    """
    beside, leaves = plan.beside, plan.leaves
    order, low, next, behind = search.order, search.low, search.next, search.behind
    path, stack, here = search.path, search.stack, search.here
    sink, sides, many = beside.shape[0], beside.shape[1], leaves.size
    found[:] = 0
    for word in range(here.size):
        here[word] = open[word]
    put(here, square)
    put(here, sink)
    begin = search.clock[0]
    clock = begin + 1
    order[square] = low[square] = clock
    next[square] = 0
    behind[square] = False
    path[0] = square
    depth = top = 0
    while depth >= 0:
        vertex = path[depth]
        at, to = next[vertex], -1
        if vertex == sink:
            while to < 0 and at < many:
                to = leaves[at] if holds(here, leaves[at]) else -1
                at += 1
        else:
            while to < 0 and at < sides and beside[vertex, at] >= 0:
                to = beside[vertex, at] if holds(here, beside[vertex, at]) else -1
                at += 1
        next[vertex] = at
        if to >= 0:
            if order[to] <= begin:
                clock += 1
                order[to] = low[to] = clock
                next[to] = 0
                behind[to] = to == sink
                stack[top] = to
                top += 1
                depth += 1
                path[depth] = to
            elif order[to] < low[vertex]:
                low[vertex] = order[to]
            continue
        depth -= 1
        if depth < 0:
            break
        above = path[depth]
        low[above] = min(low[above], low[vertex])
        behind[above] |= behind[vertex]
        if low[vertex] >= order[above]:
            last = -1
            while last != vertex:  # The block of this branch is on top of the stack.
                top -= 1
                last = stack[top]
                if behind[vertex] and last != sink:
                    put(found, last)
    search.clock[0] = clock
