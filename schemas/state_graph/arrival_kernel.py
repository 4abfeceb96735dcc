"""Visit every state with every set of possibilities: see `schemas.state_graph.arrival`."""

from enum import IntEnum, IntFlag

import numpy as np

from ..parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..kernels.key_tables import KeyTable, find
    from ..kernels.limbs import Rows, add, has_room, is_less, multiply, widened
    from ..parts.arrays import (
        Index,
        ReadInt8s,
        ReadInt32s,
        ReadInts,
    )


FREE = -1
"""No pair; no step."""


class Stop(IntEnum):
    """Why the kernel returned."""

    FINISHED = 0
    PAIRS = 1
    """There is no room for more pairs."""
    STEP = 2
    """The effect of a step on a set is not known yet."""
    HISTORIES = 3
    """There are more histories than the limit, and more than `least` possibilities."""
    WORK = 4
    """There are more arrivals than `most`."""


class Counted(IntFlag):
    """The totals to which a state contributes; bit k is row k of `Tally.sums`."""

    NODE = 1
    TERMINAL = 2
    ESCAPE = 4
    DECISION = 8


_FREE = cython.declare(Index, FREE)
_GO_ON = cython.declare(Index, -1)
_FINISHED = cython.declare(Index, int(Stop.FINISHED))
_PAIRS = cython.declare(Index, int(Stop.PAIRS))
_STEP = cython.declare(Index, int(Stop.STEP))
_HISTORIES = cython.declare(Index, int(Stop.HISTORIES))
_WORK = cython.declare(Index, int(Stop.WORK))
_DECISION = cython.declare(Index, int(Counted.DECISION))
_LIMIT = cython.declare(Index, len(Counted))  # The row of the limit.


class Play:
    """A graph of n states.

    order: the reachable states, topological.
    begin, targets: as in `GraphColumns`.
    step: as `Steps.of`.
    counted: shape (n,), Counted flags.
    steps: the number of distinct steps.
    """

    def __init__(
        self,
        order: ReadInt32s,
        begin: ReadInt32s,
        targets: ReadInt32s,
        step: ReadInt32s,
        counted: ReadInt8s,
        steps: Index,
    ) -> None:
        self.order, self.begin, self.targets = order, begin, targets
        self.step, self.counted, self.steps = step, counted, steps


class Pairs:
    """Pairs of a state and a set, as one linked list per state in the order of the first arrivals.

    head: shape (n,), the first pair of each state; FREE if there is none.
    possible: the set of each pair.
    following: the next pair of the same state, or the next free pair.
    ways: the number of ways to each pair.
    free, room: the first free pair, and the number of free pairs.
    """

    def __init__(self, start: Index, states: Index) -> None:
        """Create the pair with which play begins, and one free pair."""
        self.head = np.full(states, FREE, np.int32)
        self.head[start] = 0
        self.possible = np.zeros(2, np.int32)
        self.following = np.full(2, FREE, np.int32)
        self.ways = Rows(np.array([[1, 0], [0, 0]], np.uint32))
        self.free, self.room = 1, 1


class Tally:
    """The position of the pass, and the totals.

    sums: the histories and the other totals of Counted, and at last the limit of histories; at
        least two limbs longer than the ways of a pair.
    factor, product: a number of one limb, and its product with the ways of a pair.
    position: index in the order.
    begun: whether the first pair of the state at `position` has been counted.
    arrived: the number of pairs counted.
    met: the number of possibilities in these pairs.
    most, least: limits of `arrived` and `met`, see Stop.
    possible, step: a set and a step whose effect on it is not known.
    """

    def __init__(self, sums: Rows, product: Rows, least: Index) -> None:
        self.sums, self.product, self.most, self.least = sums, product, 0, least
        self.factor = Rows(np.zeros((1, 1), np.uint32))
        self.position, self.begun, self.arrived, self.met = 0, False, 0, 0
        self.possible, self.step = 0, 0


def arrive(
    play: Play,
    pairs: Pairs,
    tally: Tally,
    known: KeyTable,
    begin: ReadInt32s,
    became: ReadInt32s,
    sizes: ReadInts,
) -> int:
    """Continue until the end, or until the caller must act; return the reason, a Stop.

    `known`, `begin`, `became` and `sizes` are those of `SetColumns`.
    """
    with cython.nogil:
        stop = next_stop(play, pairs, tally, known, begin, became, sizes)
    return stop


def next_stop(
    play: Play,
    pairs: Pairs,
    tally: Tally,
    known: KeyTable,
    begin: ReadInt32s,
    became: ReadInt32s,
    sizes: ReadInts,
) -> Index:
    """The implementation of `arrive`."""
    while tally.position < play.order.shape[0]:
        state: Index = play.order[tally.position]
        step = cython.cast(Index, play.step[state])
        first: Index = play.begin[state]
        last: Index = play.begin[state + 1]
        while pairs.head[state] != _FREE:
            pair: Index = pairs.head[state]
            possible = cython.cast(Index, pairs.possible[pair])
            if not tally.begun:
                stop = begin_pair(play, pairs, tally, state, sizes[possible])
                if stop != _GO_ON:
                    return stop
            tally.begun = True
            onward: Index = 0
            if step != _FREE:
                effect = find(known, possible * play.steps + step, 0)
                if effect < 0:
                    tally.possible, tally.step = possible, step
                    return _STEP
                onward = begin[effect]
            for way in range(first, last):
                becomes: Index = possible if step == _FREE else became[onward + way - first]
                if sizes[becomes]:
                    arrive_at(pairs, tally, play.targets[way], becomes, pair)
            tally.begun = False
            pairs.head[state] = pairs.following[pair]
            pairs.following[pair] = pairs.free
            pairs.free = pair
            pairs.room += 1
        tally.position += 1
    return _FINISHED


def begin_pair(play: Play, pairs: Pairs, tally: Tally, state: Index, members: Index) -> Index:
    """Count the first pair of a state, whose set has `members` members; return a Stop if that is
    not possible.
    """
    if pairs.room < play.begin[state + 1] - play.begin[state]:
        return _PAIRS
    pair: Index = pairs.head[state]
    tally.arrived += 1
    if tally.arrived > tally.most:
        return _WORK
    tally.met += members
    flag: Index = 1
    tally.factor.limbs[0, 0] = members
    multiply(tally.factor, 0, pairs.ways, pair, tally.product)
    for row in range(_LIMIT):
        if play.counted[state] & flag:
            if flag == _DECISION:
                add(tally.sums, row, pairs.ways, pair)
            else:
                add(tally.sums, row, tally.product, 0)
        flag *= 2
    if tally.met > tally.least and is_less(tally.sums, _LIMIT, 0):
        return _HISTORIES
    return _GO_ON


def arrive_at(pairs: Pairs, tally: Tally, state: Index, becomes: Index, source: Index) -> Index:
    """Add the ways of the pair `source` to the pair of a state and a set, which is created if
    missing.
    """
    last: Index = _FREE
    at: Index = pairs.head[state]
    while at != _FREE and pairs.possible[at] != becomes:
        last = at
        at = pairs.following[at]
    if at != _FREE:
        add(pairs.ways, at, pairs.ways, source)
        if not has_room(pairs.ways, at):
            widen(pairs, tally)
        return 0
    new = pairs.free
    pairs.free = pairs.following[new]
    pairs.room -= 1
    pairs.possible[new], pairs.following[new] = becomes, _FREE
    for limb in range(pairs.ways.limbs.shape[1]):
        pairs.ways.limbs[new, limb] = pairs.ways.limbs[source, limb]
    if last == _FREE:
        pairs.head[state] = new
    else:
        pairs.following[last] = new
    return 0


def widen(pairs: Pairs, tally: Tally) -> Index:
    """Give all numbers one limb more."""
    with cython.gil:
        pairs.ways = widened(pairs.ways)
        tally.sums, tally.product = widened(tally.sums), widened(tally.product)
    return 0
