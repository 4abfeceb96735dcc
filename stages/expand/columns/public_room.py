"""The arrays that the walk over a graph without a secret writes."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game.columns import Int32s
from schemas.parts.key_tables import fill
from stages.expand.columns.room import LEAST, enlarge, lengthen
from stages.expand.columns.rules import Int64s

WAITING = 9
"""The numbers stored for a queued history: the state; the payoff won so far; per player, a number
of the trie for its observations since its own move; per player, the observation on the way here, or
-1; the place among the children; player 1's half of a simultaneous move, or -1, and then player 2's
information set.
"""


class PublicRoom(NamedTuple):
    """The output arrays of the walk; see `stages.expand.columns.room`."""

    counters: Int64s
    waiting: NDArray[np.int64]
    kind: NDArray[np.int8]
    what: Int32s
    begin: Int32s
    children: Int32s
    player: NDArray[np.int8]
    state: Int32s
    sees: Int32s
    actions: Int32s
    first: Int32s
    steps: Int64s
    trie: Int32s
    sums: Int64s
    """The payoffs at terminal nodes, in units of 1 / the common denominator."""
    payoffs: Int32s
    """The hash table of `sums`."""


def new_room(total: int, most: int, start: int) -> PublicRoom:
    """Return arrays for a tree of `total` histories, the first of which is queued."""
    waiting = np.zeros((LEAST + most, WAITING), np.int64)
    waiting[0] = start, 0, 0, 0, -1, -1, -1, -1, 0
    room = PublicRoom(
        counters=np.array([0, 0, 1, 0, 1, 0], np.int64),
        waiting=waiting,
        kind=np.empty(total, np.int8),
        what=np.empty(total, np.int32),
        begin=np.empty(total + 1, np.int32),
        children=np.empty(total + most, np.int32),
        player=np.empty(total + 1, np.int8),
        state=np.empty(total + 1, np.int32),
        sees=np.empty(total + 1, np.int32),
        actions=np.empty(total + 1, np.int32),
        first=np.empty(total + 2, np.int32),
        steps=np.empty(LEAST, np.int64),
        trie=np.full(LEAST, -1, np.int32),
        sums=np.empty(LEAST, np.int64),
        payoffs=np.full(LEAST, -1, np.int32),
    )
    room.begin[0], room.first[0] = 0, 1
    return room


def grow(room: PublicRoom, most: int) -> None:
    """Lengthen the arrays that are too short for one more node."""
    _, _, waiting, _, trie, paid = room.counters.tolist()
    lengthen(room.waiting, waiting + most)
    lengthen(room.steps, trie + 3)
    lengthen(room.sums, paid + 1)
    for table, keys, begin, end in (
        (room.trie, room.steps, 1, trie),
        (room.payoffs, room.sums, 0, paid),
    ):
        if enlarge(table, end + 2):
            fill(table, keys, begin, end)


def cut(room: PublicRoom, nodes: int, children: int, infosets: int) -> None:
    """Free the unused ends of the arrays."""
    for arrays, size in (
        ((room.kind, room.what), nodes),
        ((room.begin,), nodes + 1),
        ((room.children,), children),
        ((room.player, room.state, room.sees, room.actions), infosets),
        ((room.first,), infosets + 1),
    ):
        for array in arrays:
            array.resize(size, refcheck=False)
