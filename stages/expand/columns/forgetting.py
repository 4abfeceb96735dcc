"""Whether player 1 can come to one of its states knowing different things, of a game with shared
nodes.

What player 1 holds possible where it moves is a set of nodes of its state: what of the secret, and
of what player 2 did, still matters. All nodes of a state are possible after one way or another; so
nothing is forgotten if after every way all of them are. That is checked step by step: of all nodes
of a state, one move on, those that player 1 cannot tell apart by what it is shown then are either
all nodes of its next state or none.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game.columns import Int32s
from schemas.parts.compiled import compiled, compiled_part
from schemas.state_graph.columns import Kind
from stages.expand.columns.room import Room
from stages.expand.columns.rules import Int64s, Rules

ROUND = 1 << 16  # States between two words to who watches.
_MOST_WORK = 64  # Times the ways between nodes; what takes more goes the plain way.


class Ways(NamedTuple):
    """What the check reads of the rules and of the nodes."""

    kind: NDArray[np.int8]
    what: Int32s
    begin: Int32s
    targets: Int32s
    player: NDArray[np.int8]
    bit: Int64s
    places: int
    below: Int32s
    """Where the children of each node begin."""
    children: Int32s
    hidden: Int64s


class Found(IntEnum):
    """What a check has found."""

    NOTHING = 0
    FORGETTING = 1
    TOO_MUCH = 2
    """Work."""


_NOTHING, _FORGETTING, _TOO_MUCH = map(int, Found)
_TERMINAL, _LOOK, _CHOICE, _RELOCATION = (
    int(kind) for kind in (Kind.TERMINAL, Kind.LOOK, Kind.CHOICE, Kind.RELOCATION)
)


def found_forgotten(
    rules: Rules, room: Room, start: int, chosen: Int64s, watch: Callable[[], None]
) -> Found:
    """Return what player 1 forgets in a game whose nodes were written.

    `chosen` is what player 2 can choose before play, places as bits.
    """
    own = np.flatnonzero((rules.player == 1)[room.states])
    own = own[own > 0]  # The root is player 2's.
    own = own[np.argsort(room.states[own], kind="stable")].astype(np.int32)
    ends = np.flatnonzero(np.diff(room.states[own], append=-1)) + 1
    together = np.zeros(len(rules.kind), np.int32)
    together[room.states[own[ends - 1]]] = np.diff(ends, prepend=0)
    ends = np.concatenate(([0], ends))
    stamp, counters = np.zeros(len(room.kind), np.int64), np.zeros(2, np.int64)
    ways = Ways(*rules[:5], *rules[6:8], room.begin, room.children, room.hidden)
    # Behind the root.
    pool = np.stack((room.children[: len(chosen)].astype(np.int64), chosen), axis=1)
    groups, size = np.array([[start, 0, len(chosen)]], np.int64), 1
    for at in range(0, len(ends), ROUND):
        watch()
        these = ends[at : at + ROUND + 1]
        states = room.states[own[these[:-1]]]
        found = _all(ways, states, own, these, together, stamp, counters, pool, groups, size)
        if found != Found.NOTHING:
            return Found(found)
        size = 0
    return Found.NOTHING


@compiled
def _all(ways, states, own, ends, together, stamp, counters, pool, groups, size):
    """Check all groups that there are, and then all that can come behind nodes of player 1, which
    stand together by state.
    """
    found, pool, groups = _checked(ways, pool, groups, size, together, stamp, counters)
    for at in range(len(states)):
        if found != _NOTHING:
            return found
        nodes = own[ends[at] : ends[at + 1]]
        nothing = np.int64(0)
        state = np.int64(states[at])
        pool, groups, size = _onward(ways, state, nodes, pool, nothing, groups, nothing)
        found, pool, groups = _checked(ways, pool, groups, size, together, stamp, counters)
    return found


@compiled_part
def _checked(ways, pool, groups, size, together, stamp, counters):
    """Follow groups of histories that player 1 cannot tell apart to its next states; return what is
    found there, and the pool and the groups, which may have grown.

    A group is a state and a piece of the pool: nodes that play comes to, and what player 2 holds.
    """
    kind, begin, targets = ways.kind, ways.begin, ways.targets
    while size:
        size -= 1
        state, first, end = groups[size, 0], groups[size, 1], groups[size, 2]
        counters[0] += end - first
        if counters[0] > _MOST_WORK * len(ways.children):
            return _TOO_MUCH, pool, groups
        if kind[state] == _LOOK:
            middle, bit = first, ways.bit[ways.what[state]]
            for at in range(first, end):
                if pool[at, 1] >> bit & 1:
                    for column in range(2):
                        held = pool[at, column]
                        pool[at, column] = pool[middle, column]
                        pool[middle, column] = held
                    middle += 1
            if len(groups) < size + 2:
                groups = _longer(groups, size + 2)
            for slot, one, other in ((0, first, middle), (1, middle, end)):
                if one < other:
                    groups[size, 0] = targets[begin[state] + slot]
                    groups[size, 1], groups[size, 2] = one, other
                    size += 1
            continue
        counters[1] += 1
        different = first
        for at in range(first, end):
            node = pool[at, 0]
            if stamp[node] != counters[1]:
                stamp[node] = counters[1]
                pool[different, 0] = node
                different += 1
        if kind[state] == _CHOICE and ways.player[state] == 1:
            if different - first != together[state]:
                return _FORGETTING, pool, groups
        elif kind[state] != _TERMINAL:
            nodes = pool[first:different, 0].astype(np.int32)
            pool, groups, size = _onward(ways, state, nodes, pool, first, groups, size)
    return _NOTHING, pool, groups


@compiled_part
def _onward(ways, state, nodes, pool, top, groups, size):
    """Add the groups of histories behind nodes of one state that player 1 cannot tell apart yet;
    return the pool, the groups and how many there are.
    """
    begin, need = ways.begin[state], 0
    moves = ways.begin[state + 1] - begin
    for node in nodes:
        need += ways.below[node + 1] - ways.below[node]
    if len(pool) < top + need:
        pool = _longer(pool, top + need)
    if len(groups) < size + moves:
        groups = _longer(groups, size + moves)
    for move in range(moves):
        groups[size, 0], groups[size, 1] = ways.targets[begin + move], top
        for node in nodes:
            hidden, slot = ways.hidden[node], ways.below[node]
            if ways.kind[state] != _RELOCATION:
                pool[top, 0], pool[top, 1] = ways.children[slot + move], hidden
                top += 1
                continue
            taken = hidden | 1 << ways.bit[ways.what[state]]
            pool[top, 0], pool[top, 1] = ways.children[slot], hidden  # To stay.
            top += 1
            for old in range(ways.places):
                for new in range(ways.places):
                    if hidden >> old & ~(taken >> new) & 1:
                        slot += 1
                        pool[top, 0] = ways.children[slot]
                        pool[top, 1] = hidden ^ 1 << old ^ 1 << new
                        top += 1
        groups[size, 2] = top
        size += 1
    return pool, groups, size


@compiled_part
def _longer(rows, need):
    """Return rows with room for twice as many as are needed."""
    longer = np.empty((2 * need, rows.shape[1]), rows.dtype)
    for row in range(len(rows)):
        for column in range(rows.shape[1]):
            longer[row, column] = rows[row, column]
    return longer
