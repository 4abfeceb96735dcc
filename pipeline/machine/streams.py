"""What the system says, and the output that nobody reads any more."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_silent = ContextVar("silent", default=False)  # Of a thread.


def reason(error: OSError) -> str:
    """Return what the system says went wrong, in the tone of our messages."""
    return (error.strerror or str(error)).lower()


def silence_stdout() -> None:
    """Let Python's last flush at exit go nowhere."""
    sys.stdout = open(os.devnull, "w")


@contextmanager
def silent() -> Iterator[None]:
    """Print nothing in a `with` block: for programs that call us."""
    token = _silent.set(True)
    try:
        yield
    finally:
        _silent.reset(token)


def is_silent() -> bool:
    """Return whether this thread prints nothing."""
    return _silent.get()
