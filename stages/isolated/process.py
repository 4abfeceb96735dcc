"""A worker process, however it was started, and how to kill it."""

import glob
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

OURS = "efgc "
"""The prefix of the names of threads that do not prevent forking."""
TICKS = 0.2
"""Seconds between two checks whether a process is alive."""


class Worker(NamedTuple):
    """A working process."""

    frames: Iterator[tuple[bytes, bytes]]
    """Its output and messages, as in `sandbox`, with ticks in between; they end with it."""
    ended: Callable[[], int]
    """Waits for its end; returns the exit code, or minus the number of the signal."""


def end_group(process: int) -> None:
    """Kill a process, and its group if it leads one."""
    # Windows has neither SIGKILL nor groups, and any signal kills a process.
    number = getattr(signal, "SIGKILL", signal.SIGTERM)
    for kill in (getattr(os, "killpg", os.kill), os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(process, number)


def named_file(suffix: str) -> Any:
    """Return a temporary text file, which is deleted when it is closed, or after the process that
    made it has died.
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
