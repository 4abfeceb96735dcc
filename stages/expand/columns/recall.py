"""Check whether player 1 can reach one of its states with different knowledge, in a game with
shared nodes.

Where player 1 moves, its knowledge is the set of nodes of its state that it considers possible:
they differ in the parts of the secret and of player 2's moves that still matter. Each node of a
state is possible after some history, so nothing is forgotten if all are possible after every
history. This is checked step by step: consider all nodes of a state and the histories that continue
to player 1's next states. Those that its observations cannot tell apart must reach all nodes of the
next state.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stages.expand.columns.recall_kernel import Found, Search, checked_behind
from stages.expand.columns.room import Room
from stages.expand.columns.rules import Int64s, Rules

ROUND = 1 << 16  # States between two calls of `watch`.


def found_forgotten(
    rules: Rules, room: Room, start: int, chosen: Int64s, watch: Callable[[], None]
) -> Found:
    """Return whether player 1 forgets something in a game whose nodes were written.

    `chosen` holds the secrets that player 2 can choose before play, with places as bits.
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
