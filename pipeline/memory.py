"""What fits into the machine: limits are lowered to it, so that a large game is refused before the machine swaps."""

from pathlib import Path

# Measured on trees of a million nodes, from the map to the verified report.
STATE_BYTES = 700
HISTORY_BYTES = 900


def affordable(limit: int, size: int, free: int | None = None) -> int:
    """Return a limit for things of `size` bytes each that also fits into `free` bytes, by default what the machine has.

    >>> affordable(1_000_000, STATE_BYTES, free=70_000_000)
    100000
    """
    room = _available() if free is None else free
    return limit if room is None else max(1, min(limit, room // size))


def _available() -> int | None:
    """Return the bytes that can be had without swapping; None where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return None
