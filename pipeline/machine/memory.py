"""What fits into the machine: limits are lowered to it, so that a large game is refused before the
machine swaps.
"""

from schemas.parts.limits import MemoryLimit
from stages.isolated.memory import free_memory

STATE, HISTORY = 300, 300
"""What a state or a history takes, from the map to the verified report, in bytes: measured on trees
of a million nodes.
"""
# Things that any process that could start can hold, whatever the system says: some 18 MB.
LEAST = 20_000


def affordable(limit: int, size: int, free: int | None = None) -> int:
    """Return a limit for things of so many bytes that also fits into `free` bytes, by default what
    can be had here.

    A limit that is lowered is a MemoryLimit, which says so where something goes beyond it; it is
    never below LEAST.

    >>> affordable(1_000_000, 700, free=70_000_000), affordable(5, STATE, free=0)
    (100000, 5)
    """
    room = free_memory() if free is None else free
    if room is None:
        return limit
    room = max(0, room)
    return min(limit, MemoryLimit(room, size, LEAST))
