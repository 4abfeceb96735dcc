"""C libraries print on the standard output, which is for the artifact: redirect it temporarily."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def stdout_to(descriptor: int) -> Iterator[None]:
    """Redirect the standard output of C code to a file descriptor."""
    if sys.stdout is not None:
        sys.stdout.flush()
    try:
        saved = os.dup(1)
    except OSError:  # Standard output is closed, so nothing can be printed there.
        yield
        return
    try:
        os.dup2(descriptor, 1)
        yield
    finally:
        # Otherwise C's buffered output would appear later, after the artifact.
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).fflush(None)
        os.dup2(saved, 1)
        os.close(saved)
