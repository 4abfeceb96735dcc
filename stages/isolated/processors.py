"""How many processors there are for us."""

import os


def processors() -> int:
    """Return how many processors this process may use, which are fewer than the machine has where
    somebody gave it some of them.
    """
    if hasattr(os, "sched_getaffinity"):  # Which not every system has.
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
