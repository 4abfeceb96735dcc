"""A folder that one process alone works in."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.files.reading import OutputError
from pipeline.machine.streams import reason

# Twentieths of a second: the processes of a run that was killed hold its lock until they notice.
LOCK_TRIES = 20
LOCK = ".lock"
"""The file in the folder."""


@contextmanager
def locked(folder: Path, patience: float = 0.0) -> Iterator[None]:
    """Keep other processes that ask for it from a folder. Raises OutputError if one has it for so
    many seconds, a second at least.
    """
    # It warns where a system has nothing better than a file that is there or not.
    with warnings.catch_warnings(action="ignore"):
        from filelock import FileLock, Timeout  # Here, as it takes a while to import.

    path = folder / LOCK
    lock = FileLock(path)
    try:
        lock.acquire(max(patience, 0.05 * LOCK_TRIES), 0.05)
    except Timeout:
        raise OutputError(f"{folder}: another process works there") from None
    except OSError as error:
        raise OutputError(f"{path}: {reason(error)}") from None
    except NotImplementedError:
        raise OutputError(
            f"{path}: this file system has no locks; name a folder on another one"
        ) from None
    try:
        yield
    finally:
        lock.release()
