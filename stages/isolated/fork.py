"""A forked worker process: it starts as a copy of ours, and dies with ours, however ours ends."""

import ctypes
import faulthandler
import fcntl
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from ...schemas.parts.problems import SolverError
from .process import TICKS, Worker, end_group, remove_files
from .sandbox import (
    ERROR,
    MEMORY,
    RESULT,
    TICK,
    WORDS,
    limit_memory,
    prints_to,
    sender,
    whole,
    work_and_send,
)
from .signals import ENDING, deferred_signals, hold

_BLOCK = 2**20
_PARENT_DEATH = 1  # PR_SET_PDEATHSIG of prctl.
_open: set[int] = set()  # The pipe ends that other child processes must not keep open.


class _Child:
    """The working process, and our ends of its pipes."""

    def __init__(self, work: Callable[..., Any], arguments: tuple[Any, ...], watched: bool) -> None:
        parent = os.getpid()
        self.results, tells = _pipe()
        self.words, prints = _pipe()
        self.number = os.fork()
        if not self.number:
            _child(parent, tells, prints, work, arguments, watched)
        os.close(tells)
        os.close(prints)
        self.code: int | None = None
        _open.update((self.results, self.words))

    def ended(self, wait: bool = True) -> int:
        if self.code is None:
            found, code = os.waitpid(self.number, 0 if wait else os.WNOHANG)
            if not found:
                return 0
            self.code = os.waitstatus_to_exitcode(code)
        return self.code

    def alive(self) -> bool:
        self.ended(False)
        return self.code is None

    def end(self, done: bool) -> None:
        """Kill it unless it has ended, and clean up after it."""
        if not done:
            end_group(self.number)
        self.ended()
        if not done:
            remove_files(self.number)
        _open.difference_update((self.results, self.words))
        os.close(self.results)
        os.close(self.words)


@contextmanager
def worker(work: Callable[..., Any], arguments: tuple[Any, ...], watched: bool) -> Iterator[Worker]:
    """Provide a working process; afterwards it and its children are killed."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()
    # A signal between the fork and `try` would leave the process running.
    let_come = hold()
    try:
        child = _Child(work, arguments, watched)
    except OSError as error:
        let_come()
        raise SolverError(
            f"no further process can be started: {(error.strerror or str(error)).lower()}"
        ) from None
    done: list[bytes] = []
    try:
        let_come()
        yield Worker(frames=_frames(child, done), ended=child.ended)
    finally:
        with deferred_signals():
            child.end(bool(done))


def _pipe() -> tuple[int, int]:
    """Return the ends of a pipe, which never have the numbers of the standard streams, even if
    those are closed.
    """
    ends = os.pipe()
    moved = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 3) if end < 3 else end for end in ends)
    for end in set(ends) - set(moved):
        os.close(end)
    return moved[0], moved[1]


def _child(
    parent: int,
    tells: int,
    prints: int,
    work: Callable[..., Any],
    arguments: tuple[Any, ...],
    watched: bool,
) -> None:
    """Work and exit without flushing, closing or cleaning up anything of the parent's."""
    try:
        for number in ENDING:
            signal.signal(number, signal.SIG_DFL)
        os.setsid()
        ctypes.CDLL(None).prctl(_PARENT_DEATH, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
        for end in _open:
            os.close(end)
        faulthandler.disable()
        prints_to(prints)
        limit_memory()
        work_and_send(sender(tells), work, arguments, watched)
        os._exit(0)
    finally:
        os._exit(1)


def _frames(child: _Child, done: list[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yield a process's output and messages, with ticks in between, until it has ended and all is
    read.
    """
    waiting = select.poll()
    for end in (child.results, child.words):
        os.set_blocking(end, False)
        waiting.register(end, select.POLLIN)
    received = bytearray()
    while True:
        waiting.poll(1000 * TICKS)
        alive = child.alive()
        block = _read(child.results)
        # Read last, yielded first: output printed before a message comes before it.
        printed = _read(child.words)
        if printed:
            yield WORDS, printed
        received += block
        for kind, content in whole(received):
            if kind in (RESULT, ERROR, MEMORY):
                done.append(kind)
            yield kind, content
        yield TICK, b""
        if not (alive or block or printed):
            return


def _read(end: int) -> bytes:
    """Return the data that can be read now, if any."""
    try:
        return os.read(end, _BLOCK)
    except BlockingIOError:
        return b""
