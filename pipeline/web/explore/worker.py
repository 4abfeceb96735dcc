"""Processes that compile. Each is warm before its first work and may be killed at any time; a spare
process then takes its place.
"""

import pickle
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from pipeline.web.explore.orders import Order
from stages.isolated import sandbox
from stages.isolated.interpreter import Server

FAULTS = ("SIGABRT", "SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL")
"""Signals that mean that a process failed because of its work."""
SMALL = "5\n5\n#####\n#-E-#\n#S#D#\n#-E-#\n#####\n1\n1\n"
"""A map that is compiled quickly."""
WORKERS = 2
"""The number of processes that may work at the same time: each has its share of the free memory."""

Hear = Callable[[str, int, int], None]


class Limits(NamedTuple):
    """The limits of one order."""

    seconds: float = 600.0
    """Elapsed wall-clock time."""
    memory: int = 0
    """Bytes of a process; 0 for its share of the free memory when it starts."""
    grace: float = 3.0
    """Seconds by which it may exceed its time, so that it can report its progress itself."""


class Gone(Exception):
    """The process has ended without an answer."""

    def __init__(
        self, words: str, state: str = "died", broke: bool = False, worn: bool = False
    ) -> None:
        super().__init__(words)
        self.state = state
        """The state in the answer."""
        self.broke = broke
        """Whether the process failed because of its work, and was not killed on purpose."""
        self.worn = worn
        """Whether its memory was full, and not because of this work alone."""


class Worker:
    """One process. Only one thread at a time may call it, but any thread may end it."""

    def __init__(self, folder: str, memory: int) -> None:
        self._server = Server()
        self._why, self._state = "", ""
        self._asked, self._is_full = 0, False
        self._server.ask(_warm, (folder, memory), False)
        self._is_warm = False

    @property
    def number(self) -> int:
        """The process id."""
        return self._server.process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it accepts work."""
        return not self._why and self._server.process.poll() is None

    def ask(
        self,
        work: Callable[..., Any],
        *arguments: Any,
        seconds: float = 0.0,
        hear: Hear | None = None,
    ) -> Any:
        """Return `work(*arguments)`, called in the process; `hear` is called with the progress.

        Raises Gone if the process ends first or takes longer than `seconds`, and any exception of
        `work`.
        """
        self.warm()
        self._asked += 1
        self._server.ask(work, arguments, hear is not None)
        return self._answer(seconds, hear)

    def warm(self) -> None:
        """Wait until the process is warm. Raises Gone."""
        if not self._is_warm:
            self._answer(0.0, None)
            self._is_warm = True

    def end(self, why: str, state: str = "stopped") -> None:
        """Kill the process; a thread that waits for its result gets the reason `why`."""
        if not self._why:
            self._why, self._state = why, state
        self._server.end()

    def _answer(self, seconds: float, hear: Hear | None) -> Any:
        end = time.monotonic() + seconds if seconds else float("inf")
        for kind, content in self._server.frames():
            if kind == sandbox.RESULT:
                return pickle.loads(content)
            if kind == sandbox.ERROR:
                raise pickle.loads(content)
            if kind == sandbox.MEMORY:
                self._is_full = True
                self.end("it needs more memory than it may have here", "died")
            elif kind == sandbox.WATCH and hear:
                hear(*pickle.loads(content))
            if time.monotonic() > end:
                self.end(f"it took longer than {seconds:g} s")
        raise self._gone()

    def _gone(self) -> Gone:
        name = _signal(self._server.process.wait())
        if self._why:
            return Gone(self._why, self._state, worn=self._is_full and self._asked > 1)
        if name in FAULTS:
            return Gone(f"the process that compiled it broke: {name}", broke=True)
        return Gone(f"the process that compiled it was ended from outside: {name}")


class Spares:
    """Provides warm processes, and starts the next one in advance."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._folder = tempfile.TemporaryDirectory(prefix="efgc-", ignore_cleanup_errors=True)
        self._lock = threading.Lock()
        self._spare: Worker | None = None
        self._closed = False
        self._given: list[Worker] = []
        self._start()

    def take(self) -> Worker:
        """Return a process that is not in use. Raises Gone after `close`."""
        with self._lock:
            if self._closed:
                raise Gone("the explorer was ended")
            worker = self._spare or Worker(self._folder.name, self.limits.memory)
            self._spare = None
            self._given = [*(one for one in self._given if one.is_alive), worker]
        threading.Thread(target=self._start, daemon=True).start()
        return worker

    def _start(self) -> None:
        with self._lock:
            if self._spare is None and not self._closed:
                with suppress(OSError):  # No further process can be started now.
                    self._spare = Worker(self._folder.name, self.limits.memory)

    def close(self) -> None:
        """End all processes, and delete their files."""
        with self._lock:
            self._closed = True
            for worker in (*self._given, *([self._spare] if self._spare else [])):
                worker.end("the explorer was ended")
        self._folder.cleanup()


def _signal(code: int) -> str:
    return next((one.name for one in signal.Signals if one == -code), f"the exit code {code}")


def _warm(folder: str, memory: int) -> None:
    """Load the modules for compiling in the process, by compiling something small."""
    # Imported here for start-up time: the server does not need them.
    from pipeline.web.explore.compilation import compiled
    from pipeline.web.explore.compilation import page as shown

    # Temporary files of a killed process are deleted with the folder.
    tempfile.tempdir = folder
    compiled(Order(1, 1, SMALL), "", 0.0, lambda stage, done, total: None)
    shown("", ())
    sandbox.limit_memory(1 / WORKERS, memory, for_good=True)
