"""The time stamp of a solution if no solver gives one: the seconds taken."""

import os
import time


def seconds_since(before: float) -> float | None:
    """Return the seconds since a reading of `perf_counter`; None if runs must be comparable byte
    for byte.
    """
    # Set to compare builds (reproducible-builds.org): the output must then contain no times.
    return None if "SOURCE_DATE_EPOCH" in os.environ else round(time.perf_counter() - before, 6)
