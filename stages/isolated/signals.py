"""Defer terminating signals while something is created or removed that must not stay half done: a
process, a folder, a file.
"""

import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ENDING = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM")
    if hasattr(signal, name)
)

deferring: list[int] = []
"""The identifiers of threads that defer their interruption, as often as they do."""


def hold() -> Callable[[], None]:
    """Defer terminating signals; return a function that delivers them again, including those that
    arrived meanwhile.
    """
    deferring.append(threading.get_ident())
    is_main = threading.current_thread() is threading.main_thread()  # Only this one gets signals.
    came: list[int] = []
    before = {
        number: signal.signal(number, lambda number, frame: came.append(number))
        for number in ENDING
        if is_main and callable(signal.getsignal(number))
    }

    def release() -> None:
        deferring.remove(threading.get_ident())
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in dict.fromkeys(came):
            signal.raise_signal(number)

    return release


@contextmanager
def deferred_signals() -> Iterator[None]:
    """Defer terminating signals until the end of a `with` block."""
    release = hold()
    try:
        yield
    finally:
        release()


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Provide a private folder for a `with` block; it is removed whatever signals arrive."""
    release = hold()
    made = tempfile.TemporaryDirectory(prefix="efgc-", ignore_cleanup_errors=True)
    try:
        release()
        yield Path(made.name)
    finally:
        with deferred_signals():
            made.cleanup()
