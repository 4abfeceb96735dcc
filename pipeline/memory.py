"""What fits into the machine: limits are lowered to it, so that a large game is refused before the
machine swaps.
"""

from schemas.parts.limits import MemoryLimit
from stages.isolated.memory import free_memory

# Measured on trees of a million nodes, from the map to the verified report.
STATE_BYTES = 700
HISTORY_BYTES = 900
# Things that any process that could start can hold, whatever the system says: some 18 MB.
LEAST = 20_000


def affordable(limit: int, size: int, free: int | None = None) -> int:
    """Return a limit for things of `size` bytes each that also fits into `free` bytes, by default
    what can be had here.

    A limit that is lowered is a MemoryLimit, which says so where something goes beyond it; it is
    never below LEAST.

    >>> affordable(1_000_000, STATE_BYTES, free=70_000_000), affordable(5, STATE_BYTES, free=0)
    (100000, 5)
    """
    room = free_memory() if free is None else free
    return limit if room is None else min(limit, MemoryLimit(max(0, room), size, LEAST))
