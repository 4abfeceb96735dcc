"""Inside the process that may die: work, and tell what comes of it.

What is told goes out in frames: a byte for its kind, its length, its content.
"""

import os
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from stages.isolated.memory import free_memory

Send = Callable[[bytes, bytes], None]

HEAD = struct.Struct("!cQ")
RESULT, ERROR, MEMORY, WATCH, NOW, WORDS, TICK = b"r", b"e", b"m", b"w", b"n", b"o", b"t"
SHARE = 0.9
"""Of the memory that is free, for the work."""
LEAST = 2**26
"""Bytes that the work may have whatever the system says: a container counts files that it has read
as memory in use.
"""
_PAGE = 4096

_send: Send | None = None
_among = 1
_trusted: tuple[str, ...] = ()


def is_inside(who: str = "") -> bool:
    """Return whether this process is one that may die, of somebody's work at least."""
    return _send is not None or who in _trusted


@contextmanager
def trusting(*names: str) -> Iterator[None]:
    """In a process that may die, let the work of these alone be done here in a `with` block, and
    that of all others in further processes, as in a process that may not.

    It saves the quick their start. Who keeps threads is none to be trusted: from here nothing
    could be forked any more.
    """
    global _send, _trusted
    before, (_send, _trusted) = (_send, _trusted), (None, names)
    try:
        yield
    finally:
        _send, _trusted = before


@contextmanager
def shared(among: int) -> Iterator[None]:
    """Let processes that are started in a `with` block have an equal part, one of so many, of the
    memory that they might have otherwise.
    """
    global _among
    before, _among = _among, among
    try:
        yield
    finally:
        _among = before


def parts() -> int:
    """Return among how many the memory is shared here."""
    return _among


def now(who: str, seconds: float) -> None:
    """Tell who is at work from here on, and for how long at most; 0 is no limit, and nobody is who
    was.
    """
    if _send:
        import pickle  # Here for start-up time: what isolates nothing starts without it.

        _send(NOW, pickle.dumps((who, seconds)))


def sender(descriptor: int) -> Send:
    """Return what writes a frame to a file descriptor."""

    def send(kind: bytes, content: bytes) -> None:
        left = memoryview(HEAD.pack(kind, len(content)) + content)
        while left:
            left = left[os.write(descriptor, left) :]

    return send


def whole(received: bytearray) -> Iterator[tuple[bytes, bytes]]:
    """Yield the frames that have come whole, and take them away."""
    while len(received) >= HEAD.size:
        kind, length = HEAD.unpack_from(received)
        end = HEAD.size + length
        if len(received) < end:
            return
        content = bytes(memoryview(received)[HEAD.size : end])
        del received[:end]
        yield kind, content


def work_and_tell(
    send: Send, work: Callable[..., Any], arguments: tuple[Any, ...], watched: bool
) -> None:
    """Work, and send what is returned or raised."""
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
    """Return an error as it is, if it can be sent; where memory is full it is raised again."""
    if isinstance(error, MemoryError):
        raise error
    import pickle  # For start-up time, as above.

    with suppress(Exception):
        pickled = pickle.dumps(error)
        pickle.loads(pickled)  # Which some errors do not survive.
        return pickled
    return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))


def prints_to(descriptor: int) -> None:
    """Let whatever prints, C or Python, print to a file descriptor, and nobody read from the
    terminal.
    """
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    # Fresh ones: the old ones may hold what is not ours to print, and a lock that nobody opens any
    # more.
    sys.stdout, sys.stderr = (
        open(at, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)
        for at in (1, 2)
    )


def flush() -> None:
    """Let out what is held back; a library's C code holds back, too."""
    with suppress(OSError, AttributeError):
        import ctypes  # For start-up time, as above.

        ctypes.CDLL(None).fflush(None)


@contextmanager
def no_files() -> Iterator[None]:
    """Let nothing be opened in this process, where the system can forbid it."""
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
    """Allow this process a share of what memory is free now, or so many bytes, beyond what it has,
    and no file of its memory when it dies; `for_good`, it and those that it forks can get no more.

    A share of 0 is the usual one.
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
        # Of memory that is written to: libraries reserve more addresses than they use.
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit if for_good else hard))
