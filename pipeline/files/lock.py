"""A lock that keeps a folder for one process."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.files.reading import OutputError
from pipeline.machine.streams import reason

# Twentieths of a second. The processes of a killed run hold its lock until they notice.
LOCK_TRIES = 20
LOCK = ".lock"
"""The name of the lock file in the folder."""


@contextmanager
def locked(folder: Path, patience: float = 0.0) -> Iterator[None]:
    """Lock a folder for this process. Raises OutputError if another process holds the lock for
    `patience` seconds, and for one second at least.
    """
    # filelock warns on systems where the only lock is the existence of a file.
    with warnings.catch_warnings(action="ignore"):
        from filelock import FileLock, Timeout  # Imported here because it is slow to import.

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
