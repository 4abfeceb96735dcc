"""Positions, and the steps between them. A position is a square with the open squares that still
matter there, and is stored once. The proofs about which squares matter are in
`stages.parse.reductions`.
"""

import numpy as np

from ....schemas.parts import shadow as cython
from ....schemas.parts.squares import STEPS
from ..meter import STEP
from .tables import ALL, REACHABLE, RELEVANT, twice

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.parts.arrays import (
        Index,
        ReadFlags,
        ReadInt32s,
        ReadInt32s2,
        ReadUInt64s,
        UInt64,
        UInt64s,
    )
    from .row_table import Interned, intern

SIDES = len(STEPS)
NO_MOVE, UNKNOWN = -1, -2
LOOK = 5  # The cost of finding the relevant squares, per square, in the unit of Meter.
_COST = cython.declare(Index, STEP)

_ONE = cython.declare(UInt64, 1)
_ALL = cython.declare(UInt64, 2**64 - 1)
_PAIRS = cython.declare(UInt64, 0x5555555555555555)
_FOURS = cython.declare(UInt64, 0x3333333333333333)
_EIGHTS = cython.declare(UInt64, 0x0F0F0F0F0F0F0F0F)
_BYTES = cython.declare(UInt64, 0x0101010101010101)


class Plan:
    """The squares of a map that matter, m of them numbered row by row, and behind them its x exits.
    Number m itself stands for all exits where they are one: the sink.

    to: shape (m, SIDES): where a move leads, in the order of STEPS; -1 where it is not possible.
    beside: shape (m, SIDES + 1): the neighbours of a square, exits as the sink; -1 behind the last.
    leaves: the squares beside an exit.
    gold: shape (m + x,): the gold on a square.
    ends: shape (m + x,): whether a way ends there: an exit or a dangerous place.
    """

    def __init__(
        self,
        to: ReadInt32s2,
        beside: ReadInt32s2,
        leaves: ReadInt32s,
        gold: ReadInt32s,
        ends: ReadFlags,
        start: Index,
    ) -> None:
        self.to, self.beside, self.leaves = to, beside, leaves
        self.gold, self.ends, self.start = gold, ends, start


class Search:
    """Room for a search over m squares and the sink. All arrays down to `stack` have shape
    (m + 1,).

    order: the time of `clock` when a vertex was found; times up to the beginning of a search are
        from earlier ones.
    low: the earliest vertex that is known to be within reach of a branch.
    next: the index of the next neighbour.
    behind: 1 if the sink is in the branch below a vertex, else 0.
    stack: the vertices whose block is not known yet.
    here: the open squares, the start of the search, and the sink.
    open: the open squares.
    found: the open squares that were found.
    """

    def __init__(self, size: Index, words: Index) -> None:
        self.order, self.low = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self.next, self.behind = np.zeros(size, np.int32), np.zeros(size, np.int32)
        self.path, self.stack = np.zeros(size, np.int32), np.zeros(size, np.int32)
        self.clock = 0
        self.here, self.open = np.zeros(words, np.uint64), np.zeros(words, np.uint64)
        self.found = np.zeros(words, np.uint64)


class Land:
    """A plan with the positions on it.

    region: the rule for the squares that matter.
    table: the rows of the positions: the open squares as words, and the square.
    square, size: of each position, with the number of open squares.
    moves: the number of moves; UNKNOWN if not computed yet.
    steps: shape (room, SIDES): the position after a move; NO_MOVE if there is none.
    label: its label in `stages.parse.columns.decisions`, or -1.
    decision: the number of the agent's decision there; -1 if not computed yet.
    asked, spent: the number of requests for successors, and their total cost (see
        `stages.parse.meter.Meter`).
    """

    def __init__(self, plan: Plan, open: ReadUInt64s, region: Index, room: int) -> None:
        """Make room for positions; the first is the start, with the given open squares."""
        self.plan, self.region = plan, region
        self.search = Search(plan.to.shape[0] + 1, open.shape[0])
        self.table = Interned(open.shape[0] + 1, room)
        self.square, self.size = np.empty(room, np.int32), np.empty(room, np.int32)
        self.moves, self.steps = np.empty(room, np.int32), np.empty((room, SIDES), np.int32)
        self.label, self.decision = np.empty(room, np.int32), np.empty(room, np.int32)
        self.asked = self.spent = 0
        for word in range(open.shape[0]):
            self.table.rows[0, word] = open[word]
        position(self, self.table, plan.start)

    def grow(self) -> None:
        """Make room for twice as many positions."""
        self.table.grow()
        self.square, self.size = twice(self.square), twice(self.size)
        self.moves, self.steps = twice(self.moves), twice(self.steps)
        self.label, self.decision = twice(self.label), twice(self.decision)


def position(land: Land, table: Interned, square: Index) -> Index:
    """Return the number of a position whose open squares are in the search row of the table."""
    words, before = table.rows.shape[1] - 1, table.size
    table.rows[before, words] = square
    number = intern(table)
    if number == before:
        size: Index = 0
        for word in range(words):
            size += size_of(table.rows[number, word])
        land.square[number], land.size[number] = square, size
        land.moves[number] = UNKNOWN
        land.label[number] = land.decision[number] = -1
    return number


def explore(land: Land, number: Index) -> Index:
    """Find the moves at a position and their target positions, for which there must be room, unless
    this is done already; return their number.
    """
    if land.moves[number] == UNKNOWN:
        land.moves[number] = explored(land, land.plan, land.search, land.table, number)
    return cython.cast(Index, land.moves[number])


def explored(land: Land, plan: Plan, search: Search, table: Interned, number: Index) -> Index:
    """Find the target positions of the moves at a position; return their number."""
    inner, words = plan.to.shape[0], search.open.shape[0]
    square: Index = land.square[number]
    moves: Index = 0
    for side in range(SIDES):
        to: Index = plan.to[square, side]
        if to < 0 or (to < inner and not has(table.rows[number, to >> 6], to)):
            to = NO_MOVE
        else:
            moves += 1
        land.steps[number, side] = to
    # After an only move, the same squares matter as before it, except the square itself.
    region = land.region if moves > 1 else ALL
    if region != ALL:
        look = LOOK if region == RELEVANT else 0
        land.spent += moves * (_COST + look * cython.cast(Index, land.size[number]))
    for side in range(SIDES):
        to = land.steps[number, side]
        if to == NO_MOVE:
            continue
        for word in range(words):
            search.open[word] = table.rows[number, word]
            search.found[word] = 0
        if to < inner:
            drop(search.open, to)
            keep(plan, search, to, region)
        for word in range(words):
            table.rows[table.size, word] = search.found[word]
        land.steps[number, side] = position(land, table, to)
    return moves


# Sets of squares are words of 64 bits.


def has(word: UInt64, at: Index) -> bool:
    """Return whether a square is in the word of a set that it belongs to."""
    return (cython.cast(UInt64, word) >> (cython.cast(UInt64, at) & 63)) & _ONE != 0


def holds(squares: UInt64s, at: Index) -> bool:
    """Return whether a square is in a set."""
    return has(squares[at >> 6], at)


def put(squares: UInt64s, at: Index) -> None:
    """Put a square into a set."""
    squares[at >> 6] = cython.cast(UInt64, squares[at >> 6]) | _ONE << (
        cython.cast(UInt64, at) & 63
    )


def drop(squares: UInt64s, at: Index) -> None:
    """Take a square out of a set."""
    bit = _ONE << (cython.cast(UInt64, at) & 63)
    squares[at >> 6] = cython.cast(UInt64, squares[at >> 6]) & (_ALL ^ bit)


def size_of(word: UInt64) -> Index:
    """Return the number of squares in a word: bits are added in pairs, fours, and so on (Knuth, The
    Art of Computer Programming 4A, 7.1.3).
    """
    bits = cython.cast(UInt64, word)
    bits -= bits >> 1 & _PAIRS
    bits = (bits & _FOURS) + (bits >> 2 & _FOURS)
    bits = (bits + (bits >> 4)) & _EIGHTS
    return cython.cast(Index, ((bits * _BYTES) & _ALL) >> 56)


def squares_at_start(plan: Plan, open: ReadUInt64s, region: Index) -> list[int]:
    """Return the numbers of the open squares that matter at the start."""
    search = Search(plan.to.shape[0] + 1, open.shape[0])
    for word in range(open.shape[0]):
        search.open[word], search.found[word] = open[word], 0
    keep(plan, search, plan.start, region)
    return [square for square in range(plan.to.shape[0]) if holds(search.found, square)]


def keep(plan: Plan, search: Search, square: Index, region: Index) -> None:
    """Add the open squares that matter to an agent on `square` to `found`, by a rule."""
    if region == RELEVANT:
        relevant(plan, search, square)
    elif region == REACHABLE:
        reachable(plan, search, square)
    else:
        for word in range(search.open.shape[0]):
            search.found[word] = search.open[word]


def reachable(plan: Plan, search: Search, square: Index) -> None:
    """Add the open squares that a walk from `square` can still reach to `found`."""
    sink, sides = plan.beside.shape[0], plan.beside.shape[1]
    search.stack[0] = square
    top: Index = 1
    while top:
        top -= 1
        vertex: Index = search.stack[top]
        for side in range(sides):
            to: Index = plan.beside[vertex, side]
            if to < 0:
                break
            if to != sink and holds(search.open, to) and not holds(search.found, to):
                put(search.found, to)
                search.stack[top] = to
                top += 1


def relevant(plan: Plan, search: Search, square: Index) -> None:
    """Add the open squares on a simple path over open squares from `square` to an exit to `found`:
    the blocks between it and the sink in the tree of blocks and cut vertices (Hopcroft and Tarjan,
    CACM 16, 1973). A block that is completed in the depth-first search counts if the sink lies
    below it.
    """
    sink, sides, many = plan.beside.shape[0], plan.beside.shape[1], plan.leaves.shape[0]
    for word in range(search.here.shape[0]):
        search.here[word] = search.open[word]
    put(search.here, square)
    put(search.here, sink)
    begin = search.clock
    clock = begin + 1
    search.order[square] = search.low[square] = clock
    search.next[square] = search.behind[square] = 0
    search.path[0] = square
    depth: Index = 0
    top: Index = 0
    while True:
        vertex: Index = search.path[depth]
        following: Index = search.next[vertex]
        to: Index = -1
        if vertex == sink:
            while to < 0 and following < many:
                to = plan.leaves[following]
                if not holds(search.here, to):
                    to = -1
                following += 1
        else:
            while to < 0 and following < sides and plan.beside[vertex, following] >= 0:
                to = plan.beside[vertex, following]
                if not holds(search.here, to):
                    to = -1
                following += 1
        search.next[vertex] = following
        if to >= 0:
            if search.order[to] <= begin:
                clock += 1
                search.order[to] = search.low[to] = clock
                search.next[to] = 0
                search.behind[to] = to == sink
                search.stack[top] = to
                top += 1
                depth += 1
                search.path[depth] = to
            elif search.order[to] < search.low[vertex]:
                search.low[vertex] = search.order[to]
            continue
        depth -= 1
        if depth < 0:
            break
        above: Index = search.path[depth]
        search.low[above] = min(search.low[above], search.low[vertex])
        search.behind[above] |= search.behind[vertex]
        if search.low[vertex] >= search.order[above]:
            last: Index = -1
            while last != vertex:  # The block of this branch is on top of the stack.
                top -= 1
                last = search.stack[top]
                if search.behind[vertex] and last != sink:
                    put(search.found, last)
    search.clock = clock
