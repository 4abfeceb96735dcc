"""Inside the sandbox process: do the work and send its outcome.

Messages are sent in frames: a byte for the kind, the length, the content.
"""

import os
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .memory import free_memory

Send = Callable[[bytes, bytes], None]

HEAD = struct.Struct("!cQ")
RESULT, ERROR, MEMORY, WATCH, NOW, WORDS, TICK = b"r", b"e", b"m", b"w", b"n", b"o", b"t"
SHARE = 0.9
"""The fraction of the free memory that the work may use."""
LEAST = 2**26
"""Bytes that the work may always use, whatever the system reports: a container counts files that it
has read as memory in use.
"""
_PAGE = 4096

_send: Send | None = None
_among = 1
_trusted: tuple[str, ...] = ()


def is_inside(who: str = "") -> bool:
    """Return whether we run inside a sandbox process, or, within `run_directly`, whether the work
    of `who` may run directly.
    """
    return _send is not None or who in _trusted


@contextmanager
def run_directly(*names: str) -> Iterator[None]:
    """Within a `with` block inside a sandbox, run the work named in `names` directly in this
    process, and all other work in further sandboxes, as outside a sandbox. This saves quick work
    the start of a process. Do not name work whose libraries leave threads running: this process
    could then not fork safely any more.
    """
    global _send, _trusted
    before, (_send, _trusted) = (_send, _trusted), (None, names)
    try:
        yield
    finally:
        _send, _trusted = before


@contextmanager
def shared(among: int) -> Iterator[None]:
    """Give each process that is started in a `with` block an equal share, 1 / `among`, of the
    memory that it could otherwise use.
    """
    global _among
    before, _among = _among, among
    try:
        yield
    finally:
        _among = before


def parts() -> int:
    """Return the number of processes that share the memory here."""
    return _among


def report_work(who: str, seconds: float) -> None:
    """Report who works from now on, and the time limit in seconds, 0 for none; an empty `who` keeps
    the previous one.
    """
    if _send:
        import pickle  # Here for start-up time: only needed with a sandbox.

        _send(NOW, pickle.dumps((who, seconds)))


def sender(descriptor: int) -> Send:
    """Return a function that writes a frame to a file descriptor."""

    def send(kind: bytes, content: bytes) -> None:
        left = memoryview(HEAD.pack(kind, len(content)) + content)
        while left:
            left = left[os.write(descriptor, left) :]

    return send


def whole(received: bytearray) -> Iterator[tuple[bytes, bytes]]:
    """Yield the completely received frames and remove them from `received`."""
    while len(received) >= HEAD.size:
        kind, length = HEAD.unpack_from(received)
        end = HEAD.size + length
        if len(received) < end:
            return
        content = bytes(memoryview(received)[HEAD.size : end])
        del received[:end]
        yield kind, content


def work_and_send(
    send: Send, work: Callable[..., Any], arguments: tuple[Any, ...], watched: bool
) -> None:
    """Do the work, and send its result or error."""
    import pickle  # For start-up time, as above.

    global _send
    _send = send
    further = {"watch": lambda *far: send(WATCH, pickle.dumps(far))} if watched else {}
    try:
        try:
            kind, content = (
                RESULT,
                pickle.dumps(work(*arguments, **further), pickle.HIGHEST_PROTOCOL),
            )
        except Exception as error:
            kind, content = ERROR, _pickled(error)
    except MemoryError:
        kind, content = MEMORY, b""
    flush()
    send(kind, content)


def _pickled(error: Exception) -> bytes:
    """Return an error pickled if that is possible; raise it again if memory is full."""
    if isinstance(error, MemoryError):
        raise error
    import pickle  # For start-up time, as above.

    with suppress(Exception):
        pickled = pickle.dumps(error)
        pickle.loads(pickled)  # Some errors cannot be unpickled.
        return pickled
    return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))


def prints_to(descriptor: int) -> None:
    """Redirect the output of C and Python code to a file descriptor, and prevent reading from the
    terminal.
    """
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    # New streams: the old ones may hold buffered text of the parent, and a lock that is never
    # released.
    sys.stdout, sys.stderr = (
        open(at, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)
        for at in (1, 2)
    )


def flush() -> None:
    """Flush buffered output, including that of C libraries."""
    with suppress(OSError, AttributeError):
        import ctypes  # For start-up time, as above.

        ctypes.CDLL(None).fflush(None)


@contextmanager
def forbid_files() -> Iterator[None]:
    """Prevent this process from opening files, if the system supports that."""
    try:
        import resource  # Which not every system has.
    except ImportError:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def limit_memory(share: float = 0.0, most: int = 0, for_good: bool = False) -> None:
    """Limit the additional memory of this process to a share of the free memory, or to `most`
    bytes, and disable core dumps; with `for_good`, it and its forks cannot raise the limit again.

    A share of 0 means the default SHARE.
    """
    share = share or SHARE / _among
    with suppress(ImportError, OSError, ValueError):
        import resource  # Which not every system has.

        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        has = _PAGE * int(Path("/proc/self/statm").read_text().split()[5])
        free = free_memory()
        if free is None and not most:
            return
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        limit = has + (most or max(LEAST, int(share * (free or 0))))
        limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        # Limit only writable memory: libraries reserve more addresses than they use.
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit if for_good else hard))
