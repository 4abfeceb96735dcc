"""Limits by the free memory of the machine, so that a large game is refused before the machine
swaps.
"""

from ...schemas.parts.limits import MemoryLimit
from ...stages.isolated.memory import free_memory

STATE, HISTORY = 300, 400
"""Bytes per state and per history, from the map to the verified report: measured on trees of a
million and of ten million nodes.
"""
MERGED_STATE = 1_250
"""Bytes per state of a game that is solved on its state graph, measured on phantom tic-tac-toe."""
RECALLED_STATE = 860
"""Bytes per state with the recall of both players: the peak of `efgc run` was 3.05 GB for the 3.57
million states of abrupt phantom tic-tac-toe.
"""
PLAYED = 110
"""Bytes per pair of a type and an action in a public game, measured on liar's dice of two dice with
five faces.
"""
# The number of items that fit into any process that could start, whatever the system reports: some
# 18 MB.
LEAST = 20_000


def affordable(limit: int, size: int, free: int | None = None) -> int:
    """Return a limit on the number of items of `size` bytes that also fits into `free` bytes, by
    default the memory that is free here.

    A lowered limit is a MemoryLimit, which mentions memory in its error; it is never below LEAST.

    >>> affordable(1_000_000, 700, free=70_000_000), affordable(5, STATE, free=0)
    (100000, 5)
    """
    room = free_memory() if free is None else free
    if room is None:
        return limit
    return min(limit, MemoryLimit(max(0, room), size, LEAST))
