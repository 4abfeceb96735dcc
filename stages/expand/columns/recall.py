"""Whether player 1 can come to one of its states knowing different things, of a game with shared
nodes.

What player 1 holds possible where it moves is a set of nodes of its state: what of the secret, and
of what player 2 did, still matters. All nodes of a state are possible after one way or another; so
nothing is forgotten if after every way all of them are. That is checked step by step: of all nodes
of a state, one move on, those that player 1 cannot tell apart by what it is shown then are either
all nodes of its next state or none.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stages.expand.columns.recall_kernel import Found, Search, checked_behind
from stages.expand.columns.room import Room
from stages.expand.columns.rules import Int64s, Rules

ROUND = 1 << 16  # States between two words to who watches.


def found_forgotten(
    rules: Rules, room: Room, start: int, chosen: Int64s, watch: Callable[[], None]
) -> Found:
    """Return what player 1 forgets in a game whose nodes were written.

    `chosen` is what player 2 can choose before play, places as bits.
    """
    own: NDArray[Any] = np.flatnonzero((rules.player == 1)[room.states])
    own = own[own > 0]  # The root is player 2's.
    own = own[np.argsort(room.states[own], kind="stable")].astype(np.int32)
    ends = np.flatnonzero(np.diff(room.states[own], append=-1)) + 1
    together = np.zeros(len(rules.kind), np.int32)
    together[room.states[own[ends - 1]]] = np.diff(ends, prepend=0)
    ends = np.concatenate(([0], ends))
    search = Search(rules, room, start, chosen, together)
    for at in range(0, len(ends), ROUND):
        watch()
        these = ends[at : at + ROUND + 1]
        found = Found(checked_behind(search, room.states[own[these[:-1]]], own, these))
        if found != Found.NOTHING:
            return found
    return Found.NOTHING
