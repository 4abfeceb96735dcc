"""Waiting for what a process writes, no longer than so many seconds."""

import os
import queue
import selectors
import threading
from collections.abc import Callable
from typing import IO

BLOCK = 10_000  # Bytes at a time.
AHEAD = 16  # Blocks that are taken before anybody asks for them.
SELECTS_PIPES = os.name != "nt"  # Windows can wait for sockets alone.

Reader = Callable[[float], bytes | None]


def reader(pipe: IO[bytes]) -> Reader:
    """Return a function from seconds to the next bytes of a pipe: b'' at its end, None where the
    time is over.
    """
    return _selecting(pipe) if SELECTS_PIPES else _threaded(pipe)


def _selecting(pipe: IO[bytes]) -> Reader:
    def read(seconds: float) -> bytes | None:
        with selectors.DefaultSelector() as waiting:
            waiting.register(pipe, selectors.EVENT_READ)
            return os.read(pipe.fileno(), BLOCK) if waiting.select(seconds) else None

    return read


def _threaded(pipe: IO[bytes]) -> Reader:
    blocks: queue.Queue[bytes] = queue.Queue(AHEAD)
    # Of its own, as it may outlive the pipe's other users by what the process started.
    descriptor = os.dup(pipe.fileno())

    def pump() -> None:
        while block := os.read(descriptor, BLOCK):
            blocks.put(block)
        os.close(descriptor)
        blocks.put(b"")

    def read(seconds: float) -> bytes | None:
        try:
            return blocks.get(timeout=seconds)
        except queue.Empty:
            return None

    threading.Thread(target=pump, daemon=True).start()
    return read
