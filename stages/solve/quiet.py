"""C libraries print on the standard output, which belongs to the artifact: send it elsewhere for a while."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress


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
        with suppress(OSError, AttributeError):  # What C code holds back would come out later, behind the artifact.
            ctypes.CDLL(None).fflush(None)
        os.dup2(saved, 1)
        os.close(saved)


@contextmanager
def logging(log: bool) -> Iterator[None]:
    """Send a solver's prints to stderr, or nowhere, whether C or Python does the printing."""
    with open(os.devnull, "w") as nowhere:
        heard = log and sys.stderr is not None
        with redirect_stdout(sys.stderr if heard else nowhere), stdout_to(2 if heard else nowhere.fileno()):
            yield
