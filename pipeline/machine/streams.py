"""Standard streams that nobody reads any more, and the system's error messages."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_silent = ContextVar("silent", default=False)  # One per thread.


def reason(error: OSError) -> str:
    """Return the system's description of an error, in the style of our messages."""
    return (error.strerror or str(error)).lower()


def silence_stdout() -> None:
    """Redirect Python's last flush at exit to nowhere."""
    sys.stdout = open(os.devnull, "w")


@contextmanager
def silent() -> Iterator[None]:
    """Print nothing in a `with` block: for calls from other programs."""
    token = _silent.set(True)
    try:
        yield
    finally:
        _silent.reset(token)


def is_silent() -> bool:
    """Return whether this thread prints nothing."""
    return _silent.get()
