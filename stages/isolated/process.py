"""What is known of a process at work, however it was started, and how it is ended."""

import glob
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

OURS = "efgc "
"""How the names of threads begin beside which a process can be forked."""
TICKS = 0.2
"""Seconds between two looks whether it lives."""


class Asked(NamedTuple):
    """A process at work."""

    frames: Iterator[tuple[bytes, bytes]]
    """What it prints and tells, as in `inside`, with ticks in between; they end with it."""
    ended: Callable[[], int]
    """Waits for its end; returns the exit code, or minus the number of the signal."""
    descriptors: tuple[int, ...] = ()
    """What has something to be read when there is a frame, or when it ended; none where nobody
    knows.
    """
    spent: Callable[[], float] = lambda: 0.0
    """Returns the processor seconds that it has taken so far; 0 where nobody knows."""


def end_group(process: int) -> None:
    """End a process, and its group if it leads one."""
    # Windows has neither that nor groups, and ends a process by any.
    number = getattr(signal, "SIGKILL", signal.SIGTERM)
    for kill in (getattr(os, "killpg", os.kill), os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(process, number)


def named_file(suffix: str) -> Any:
    """Return a temporary file to write text to, which goes when it is closed, or when the process
    that made it has died.
    """
    return tempfile.NamedTemporaryFile(
        "w", prefix=_prefix(os.getpid()), suffix=suffix, encoding="utf-8"
    )


def remove_files(process: int) -> None:
    """Remove the temporary files that a process left when it died."""
    for path in glob.glob(f"{glob.escape(os.path.join(tempfile.gettempdir(), _prefix(process)))}*"):
        with suppress(OSError):
            os.unlink(path)


def _prefix(process: int) -> str:
    return f"efgc-{process}-"
