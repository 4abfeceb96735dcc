"""The number of available processors."""

import os


def processors() -> int:
    """Return the number of processors that this process may use, which can be fewer than the
    machine has.
    """
    if hasattr(os, "sched_getaffinity"):  # Not available on every system.
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
