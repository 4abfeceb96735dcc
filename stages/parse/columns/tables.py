"""The tables of the compiled walk: their growth, the return codes of the walk, the kinds of its
items, and the reductions that it can use.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

DONE, PAUSE, ASK, REFUSED = range(4)
"""The walk is done; the caller should report progress and call it again; it needs an encounter from
the rules; it stopped because of a limit.
"""
POSITIONS, LABELS, DECISIONS, WAYS, MOVES = range(4, 9)
SITUATIONS, HISTORIES, STATES, TARGETS, WAITING = range(9, 14)
"""The table that is full."""
STAND, END, SKETCH, ENTRY = range(4)
"""The kinds of items: a situation in which the agent is to move, an end of play, a state that the
rules make, the entrance of a dangerous place.
"""
ALL, REACHABLE, RELEVANT = range(3)
"""The rule for the squares that matter."""
SINGLE, CHAINED, RICHEST, WIDER = range(4)
"""The kinds of ways from a decision to the next states: single moves, chains of forced moves, the
richest ways, and those of them that no wider one replaces.
"""


def twice(table: NDArray[Any]) -> NDArray[Any]:
    """Return a table, or a kernel's view of one, with twice the room.

    >>> twice(np.array([3, 5])).tolist()[:2]
    [3, 5]
    """
    table = np.asarray(table)
    more = np.empty((2 * len(table), *table.shape[1:]), table.dtype)
    more[: len(table)] = table
    return more
