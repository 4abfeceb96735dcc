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

import numpy as np

from schemas.parts.compiled import compiled
from schemas.state_graph.columns import Kind
from stages.expand.columns.room import Room
from stages.expand.columns.rules import Int64s, Rules

ROUND = 1 << 16  # States between two words to who watches.
_MOST_WORK = 64  # Times the ways between nodes; what takes more goes the plain way.


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
    found = _first(rules, room, start, chosen, together, stamp, counters)
    for at in range(0, len(ends) - 1, ROUND):
        if found != Found.NOTHING:
            break
        watch()
        found = _all(rules, room, own, ends[at : at + ROUND + 1], together, stamp, counters)
    return Found(found)


@compiled
def _first(rules, room, start, chosen, together, stamp, counters):
    """Check all that can come behind the root."""
    pool = np.empty((2 * len(chosen) + 64, 2), np.int64)
    groups = np.empty((64, 3), np.int64)
    for one in range(len(chosen)):
        pool[one, 0], pool[one, 1] = room.children[one], chosen[one]
    groups[0, 0], groups[0, 1], groups[0, 2] = start, 0, len(chosen)
    return _checked(rules, room, pool, groups, 1, together, stamp, counters)[0]


@compiled
def _all(rules, room, own, ends, together, stamp, counters):
    """Check all that can come behind nodes of player 1, which stand together by state."""
    pool, groups = np.empty((64, 2), np.int64), np.empty((64, 3), np.int64)
    for at in range(len(ends) - 1):
        nodes = own[ends[at] : ends[at + 1]]
        state = np.int64(room.states[nodes[0]])
        pool, groups, size = _onward(rules, room, state, nodes, pool, 0, groups, 0)
        found, pool, groups = _checked(rules, room, pool, groups, size, together, stamp, counters)
        if found != _NOTHING:
            return found
    return _NOTHING


@compiled
def _checked(rules, room, pool, groups, size, together, stamp, counters):
    """Follow groups of histories that player 1 cannot tell apart to its next states; return what is
    found there, and the pool and the groups, which may have grown.

    A group is a state and a piece of the pool: nodes that play comes to, and what player 2 holds.
    """
    kind, begin, targets = rules.kind, rules.begin, rules.targets
    while size:
        size -= 1
        state, first, end = groups[size, 0], groups[size, 1], groups[size, 2]
        counters[0] += end - first
        if counters[0] > _MOST_WORK * len(room.children):
            return _TOO_MUCH, pool, groups
        if kind[state] == _LOOK:
            middle, bit = first, rules.bit[rules.what[state]]
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
        if kind[state] == _CHOICE and rules.player[state] == 1:
            if different - first != together[state]:
                return _FORGETTING, pool, groups
        elif kind[state] != _TERMINAL:
            nodes = pool[first:different, 0].astype(np.int32)
            pool, groups, size = _onward(rules, room, state, nodes, pool, first, groups, size)
    return _NOTHING, pool, groups


@compiled
def _onward(rules, room, state, nodes, pool, top, groups, size):
    """Add the groups of histories behind nodes of one state that player 1 cannot tell apart yet;
    return the pool, the groups and how many there are.
    """
    begin, need = rules.begin[state], 0
    moves = rules.begin[state + 1] - begin
    for node in nodes:
        need += room.begin[node + 1] - room.begin[node]
    if len(pool) < top + need:
        pool = _longer(pool, top + need)
    if len(groups) < size + moves:
        groups = _longer(groups, size + moves)
    for move in range(moves):
        groups[size, 0], groups[size, 1] = rules.targets[begin + move], top
        for node in nodes:
            hidden, slot = room.hidden[node], room.begin[node]
            if rules.kind[state] != _RELOCATION:
                pool[top, 0], pool[top, 1] = room.children[slot + move], hidden
                top += 1
                continue
            taken = hidden | 1 << rules.bit[rules.what[state]]
            pool[top, 0], pool[top, 1] = room.children[slot], hidden  # To stay.
            top += 1
            for old in range(rules.places):
                for new in range(rules.places):
                    if hidden >> old & ~(taken >> new) & 1:
                        slot += 1
                        pool[top, 0] = room.children[slot]
                        pool[top, 1] = hidden ^ 1 << old ^ 1 << new
                        top += 1
        groups[size, 2] = top
        size += 1
    return pool, groups, size


@compiled
def _longer(rows, need):
    """Return rows with room for twice as many as are needed."""
    longer = np.empty((2 * need, rows.shape[1]), rows.dtype)
    longer[: len(rows)] = rows
    return longer
