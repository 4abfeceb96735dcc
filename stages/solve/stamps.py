"""What a solution is stamped with where no solver says it: the seconds taken."""

import os
import time


def seconds_since(before: float) -> float | None:
    """Return the seconds since a reading of `perf_counter`; None where runs must be comparable byte
    for byte.
    """
    # Set by people who compare builds (reproducible-builds.org): then nothing may tell the time.
    return None if "SOURCE_DATE_EPOCH" in os.environ else round(time.perf_counter() - before, 6)
