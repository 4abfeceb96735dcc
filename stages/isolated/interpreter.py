"""A fresh interpreter that works, where none can be forked: it is kept, asked again and again, and
started anew when it died.

It is asked on its standard input, tells on its standard output, and prints on its standard error.
It ends when its standard input does, at the latest with us.
"""

import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

from stages.isolated.process import OURS, TICKS, Asked, end_group, remove_files
from stages.isolated.sandbox import (
    ERROR,
    HEAD,
    MEMORY,
    RESULT,
    TICK,
    WORDS,
    limit_memory,
    parts,
    prints_to,
    sender,
    shared,
    whole,
    work_and_tell,
)
from stages.isolated.signals import held

LEAST = 0.05
"""Of all memory, that stays free."""
_START = "import sys; sys.path[:] = {!r}; from stages.isolated.interpreter import serve; serve({})"
_BLOCK = 2**16
_PRINTED = b"\0all is printed\0"
_alone = threading.Lock()
_kept: "list[Server]" = []


@contextmanager
def asked(work: Callable[..., Any], arguments: tuple[Any, ...], watched: bool) -> Iterator[Asked]:
    """Give a process that works; it is gone afterwards, unless its work came to an end."""
    with _alone:
        server = _kept.pop() if _kept else Server()
        if server.process.poll() is not None:
            server = Server()
        try:
            server.ask(work, arguments, watched)
            yield Asked(server.frames(), server.process.wait)
        finally:
            with held():
                if server.idle:
                    _kept.append(server)
                else:
                    server.end()


class Server:
    """The process, and threads that read what it tells and prints."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _START.format(sys.path, parts())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=os.name == "posix",
        )
        self.idle = self.all_printed = False
        self.waiting = b""
        self.received: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.printed: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        for stream, into in (
            (self.process.stdout, self.received),
            (self.process.stderr, self.printed),
        ):
            assert stream is not None
            threading.Thread(
                target=_listen, args=(stream.fileno(), into), name=f"{OURS}served", daemon=True
            ).start()

    def ask(self, work: Callable[..., Any], arguments: tuple[Any, ...], watched: bool) -> None:
        """Let it work, as soon as it can: who asks again has seen the frame with the result."""
        assert self.process.stdin is not None
        request = pickle.dumps((work, arguments, watched), pickle.HIGHEST_PROTOCOL)
        self.idle, self.all_printed, self.waiting = False, False, b""
        with suppress(OSError):
            self.process.stdin.write(HEAD.pack(TICK, len(request)) + request)
            self.process.stdin.flush()

    def end(self) -> None:
        """End it, with all that it began."""
        end_group(self.process.pid)
        self.process.wait()
        remove_files(self.process.pid)

    def frames(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield what it prints and tells, with ticks in between, until it is gone."""
        received = bytearray()
        block = b"\0"
        while block:
            try:
                block = self.received.get(timeout=TICKS)
            except queue.Empty:
                yield (MEMORY if _full() else TICK), b""
                continue
            received += block
            for kind, content in whole(received):
                self.idle = kind in (RESULT, ERROR)
                yield from self._words(self.idle)
                yield kind, content
        yield from self._words(True)

    def _words(self, all: bool) -> Iterator[tuple[bytes, bytes]]:
        """Yield what was printed so far; or all up to the mark, or the end. What may be part of the
        mark waits.
        """
        while not self.all_printed:
            try:
                block = self.printed.get(block=all)
            except queue.Empty:
                return
            self.waiting += block
            self.all_printed = not block or self.waiting.endswith(_PRINTED)
            end = (
                len(self.waiting.removesuffix(_PRINTED))
                if self.all_printed
                else max(0, len(self.waiting) - len(_PRINTED))
            )
            if end:
                yield WORDS, self.waiting[:end]
            self.waiting = b"" if self.all_printed else self.waiting[end:]


def _listen(stream: int, into: "queue.SimpleQueue[bytes]") -> None:
    block = b"\0"
    while block:
        block = os.read(stream, _BLOCK)
        into.put(block)


def _full() -> bool:
    try:
        import psutil  # For start-up time: it is asked where work takes long.
    except ImportError:  # It needs what this system does not have: nobody knows.
        return False
    memory = psutil.virtual_memory()
    return bool(memory.available < LEAST * memory.total)


def serve(among: int) -> None:
    """Do what is asked, one work after the other, until the standard input ends; the memory is for
    so many.
    """
    asks, tells = open(os.dup(0), "rb"), os.dup(1)
    prints_to(2)
    with shared(among):
        limit_memory()
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    # It holds nothing that a process forked beside it could miss.
    threading.Thread(
        target=_hear, args=(asks, requests), name=f"{OURS}requests", daemon=True
    ).start()
    send = sender(tells)

    def send_and_mark(kind: bytes, content: bytes) -> None:
        if kind in (RESULT, ERROR, MEMORY):
            os.write(2, _PRINTED)
        send(kind, content)

    while True:
        work, arguments, watched = pickle.loads(requests.get())
        work_and_tell(send_and_mark, work, arguments, watched)


def _hear(asks: IO[bytes], requests: "queue.SimpleQueue[bytes]") -> None:
    """Take requests, and leave with who asks."""
    while head := asks.read(HEAD.size):
        requests.put(asks.read(HEAD.unpack(head)[1]))
    os._exit(0)
