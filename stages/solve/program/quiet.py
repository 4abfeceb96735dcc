"""C libraries print on the standard output, which belongs to the artifact: send it elsewhere for a
while.
"""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def stdout_to(descriptor: int) -> Iterator[None]:
    """Send what C code prints on the standard output to a file descriptor."""
    if sys.stdout is not None:
        sys.stdout.flush()
    try:
        saved = os.dup(1)
    except OSError:  # It is closed, and nothing can be printed there.
        yield
        return
    try:
        os.dup2(descriptor, 1)
        yield
    finally:
        # What C code holds back would come out later, behind the artifact.
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).fflush(None)
        os.dup2(saved, 1)
        os.close(saved)
