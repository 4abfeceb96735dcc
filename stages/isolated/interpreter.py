"""A fresh interpreter as worker where no process can be forked: it is reused for further requests,
and restarted after it died.

It reads requests from its standard input, sends results to its standard output, and prints to its
standard error. It ends when its standard input is closed, at the latest with our process.
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

from .process import OURS, TICKS, Worker, end_group, remove_files
from .sandbox import (
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
    work_and_send,
)
from .signals import deferred_signals

LEAST = 0.05
"""The fraction of all memory that must stay free."""
_START = (
    "import sys; sys.path[:] = {!r}; from efgc.stages.isolated.interpreter import serve; serve({})"
)
_PRINTED = b"\0all is printed\0"
_alone = threading.Lock()
_kept: "list[Server]" = []


@contextmanager
def worker(work: Callable[..., Any], arguments: tuple[Any, ...], watched: bool) -> Iterator[Worker]:
    """Provide a working process; afterwards it is killed, unless it finished its work."""
    with _alone:
        server = None
        try:
            with deferred_signals():  # A process whose start is interrupted would stay.
                server = _kept.pop() if _kept else Server()
                if server.process.poll() is not None:
                    server = Server()
            server.ask(work, arguments, watched)
            yield Worker(server.frames(), server.process.wait)
        finally:
            with deferred_signals():
                if server and server.idle:
                    _kept.append(server)
                elif server:
                    server.end()


class Server:
    """The process, and threads that read its messages and its output."""

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
        """Send it work. A caller does so again only after the frame with the previous result."""
        assert self.process.stdin is not None
        request = pickle.dumps((work, arguments, watched), pickle.HIGHEST_PROTOCOL)
        self.idle, self.all_printed, self.waiting = False, False, b""
        with suppress(OSError):
            self.process.stdin.write(HEAD.pack(TICK, len(request)) + request)
            self.process.stdin.flush()

    def end(self) -> None:
        """Kill the process and its children."""
        end_group(self.process.pid)
        self.process.wait()
        remove_files(self.process.pid)

    def frames(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield its output and messages, with ticks in between, until it has ended."""
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
        """Yield the output so far, or all output up to the mark or the end. A possible beginning of
        the mark is held back.
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
        block = os.read(stream, 2**16)
        into.put(block)


def _full() -> bool:
    try:
        import psutil  # For start-up time: only needed for long work.
    except ImportError:  # It does not work on this system: unknown.
        return False
    memory = psutil.virtual_memory()
    return bool(memory.available < LEAST * memory.total)


def serve(among: int) -> None:
    """Serve requests one after the other until the standard input ends; the memory is shared among
    `among` processes.
    """
    asks, tells = open(os.dup(0), "rb"), os.dup(1)
    prints_to(2)
    with shared(among):
        limit_memory()
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    # This thread holds no lock, so forking is safe.
    threading.Thread(
        target=_receive_requests, args=(asks, requests), name=f"{OURS}requests", daemon=True
    ).start()
    send = sender(tells)

    def send_and_mark(kind: bytes, content: bytes) -> None:
        if kind in (RESULT, ERROR, MEMORY):
            os.write(2, _PRINTED)
        send(kind, content)

    while True:
        work, arguments, watched = pickle.loads(requests.get())
        work_and_send(send_and_mark, work, arguments, watched)


def _receive_requests(asks: IO[bytes], requests: "queue.SimpleQueue[bytes]") -> None:
    """Receive requests, and exit when the requesting process ends."""
    while head := asks.read(HEAD.size):
        requests.put(asks.read(HEAD.unpack(head)[1]))
    os._exit(0)
