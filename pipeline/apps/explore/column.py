"""One column of the page: its orders, of which the last one wins, and the processes that compile.
Each process is warm before its first work and may be killed at any time; a spare process then takes
its place.
"""

import pickle
import secrets
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ....stages.isolated import FAULTS, sandbox, signal_of
from ....stages.isolated.interpreter import Server
from ..server.site import Data, Refused
from . import compilation
from .orders import Order

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


class ProcessEnded(Exception):
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
        self._server.ask(_load_modules, (folder, memory), False)
        self._is_warm = False

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
        return self._receive(seconds, hear)

    def warm(self) -> None:
        """Wait until the process is warm. Raises Gone."""
        if not self._is_warm:
            self._receive(0.0, None)
            self._is_warm = True

    def end(self, why: str, state: str = "stopped") -> None:
        """Kill the process; a thread that waits for its result gets the reason `why`."""
        if not self._why:
            self._why, self._state = why, state
        self._server.end()

    def _receive(self, seconds: float, hear: Hear | None) -> Any:
        end = time.monotonic() + seconds if seconds else float("inf")
        for kind, content in self._server.frames():
            if kind == sandbox.RESULT:
                return pickle.loads(content)
            if kind == sandbox.ERROR:
                raise pickle.loads(content)
            if kind == sandbox.MEMORY:
                self._is_full = True
                self.end("it needs more memory than is available here", "died")
            elif kind == sandbox.WATCH and hear:
                hear(*pickle.loads(content))
            if time.monotonic() > end:
                self.end(f"it took longer than {seconds:g} s")
        raise self._end_reason()

    def _end_reason(self) -> ProcessEnded:
        code = self._server.process.wait()
        name = signal_of(code) or f"the exit code {code}"
        if self._why:
            return ProcessEnded(self._why, self._state, worn=self._is_full and self._asked > 1)
        if name in FAULTS:
            return ProcessEnded(f"the process that compiled it crashed: {name}", broke=True)
        return ProcessEnded(f"the process that compiled it was killed from outside: {name}")


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
                raise ProcessEnded("the explorer was ended")
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


def _load_modules(folder: str, memory: int) -> None:
    """Load the modules for compiling in the process, by compiling something small."""
    # Imported here for start-up time: the server does not need them.
    from .compilation import compile_order, of_kept, page

    # Temporary files of a killed process are deleted with the folder.
    tempfile.tempdir = folder
    compile_order(Order(1, 1, SMALL), "", 0.0, lambda stage, done, total: None)
    of_kept("", page)
    sandbox.limit_memory(1 / WORKERS, memory, for_good=True)


NEARLY, LONG = 0.2, 1.0
"""Bounds, in seconds, on the time that outdated work gets to finish before its process is killed
for the next order. The time is twice that of the last order, within these bounds. A new process
takes longer to be warm.
"""
PATIENT = 60.0
"""Seconds to wait for a process that is busy."""
KEPT = 2
"""The number of reports whose documents can be requested."""
TRIES = 3
"""The number of processes that may end before they are warm."""
OVERTAKEN, STOPPED = "a newer order replaced it", "stopped"
NONE = "no process can be started now"
NOTHING = (
    "this report is no longer available: it belongs to an earlier order, or its process has ended"
)


@dataclass
class _Work:
    """The current work of the process."""

    worker: Worker
    order: Order | None = None
    """None for work on an already compiled source."""
    since: float = field(default_factory=time.monotonic)
    overtaken: float = 0.0
    """The time at which a later order arrived; 0 if none has."""
    far: Data = field(default_factory=dict)

    def hear(self, stage: str, done: int, total: int) -> None:
        """Record the progress."""
        share = min(1.0, done / total) if total else None
        self.far = {"stage": stage, "done": done, "total": total, "share": share}


class Column:
    """One column. Any thread may call it; compiling has a thread of its own."""

    def __init__(self, number: int, spares: Spares) -> None:
        self.number, self._spares = number, spares
        self._changed = threading.Condition()
        self._latest = 0
        self._waiting: Order | None = None
        self._work: _Work | None = None
        self._worker: Worker | None = None
        self._ended: Data = {"column": number, "number": 0, "state": "empty"}
        self._keys: dict[str, tuple[int, Worker]] = {}
        self._closed = False
        self._took = 0.0
        threading.Thread(target=self._run, daemon=True).start()

    def compile(self, order: Order, patience: float) -> Data:
        """Accept an order. Return its result, or its progress after `patience` seconds.

        The last order wins: earlier orders are abandoned.
        """
        with self._changed:
            if order.number > self._latest:
                self._latest, self._waiting = order.number, order
                self._changed.notify_all()
                self._overtake(order)
        return self.answer(order.number, patience)

    def answer(self, number: int, patience: float) -> Data:
        """Return the result of an order, or its progress after `patience` seconds; 0 is the last
        order.
        """
        with self._changed:
            number = number or self._latest
            self._changed.wait_for(
                lambda: self._order_state(number)["state"] != "working", patience
            )
            return self._order_state(number)

    def stop(self, number: int, patience: float) -> Data:
        """End the work on an order, and return its result."""
        with self._changed:
            work = self._work
            if self._waiting is not None and self._waiting.number == number:
                order, self._waiting = self._waiting, None
                self._end(order, {"state": "stopped", "text": STOPPED})
            elif work is not None and work.order is not None and work.order.number == number:
                work.worker.end(STOPPED)
        return self.answer(number, patience)

    def has(self, key: str) -> bool:
        """Return whether a key belongs to a report of this column."""
        return key in self._keys

    def kept(self, key: str, ask: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a function of `compilation` for the source under a key. Raises
        Refused if there is no such source.
        """
        with self._changed:
            idle = self._changed.wait_for(
                lambda: self._closed or key not in self._keys or not (self._work or self._waiting),
                PATIENT,
            )
            number, worker = self._keys.get(key, (0, None))
            if not idle or self._closed or worker is None or worker is not self._worker:
                raise Refused(410, NOTHING)
            work = self._work = _Work(worker)
        try:
            result = worker.ask(compilation.of_kept, key, ask, *arguments, seconds=PATIENT)
        except ProcessEnded as gone:
            raise Refused(410, f"{NOTHING}: {gone}") from None
        finally:
            with self._changed:
                self._work = None if self._work is work else self._work
                self._changed.notify_all()
        if result is None:
            raise Refused(410, NOTHING)
        return result

    def key(self) -> str:
        """Return the key of the last order's report. Raises Refused."""
        with self._changed:
            for key, (number, _) in self._keys.items():
                if number == self._latest:
                    return key
        raise Refused(409, f"the last order of column {self.number} has no report")

    def close(self) -> None:
        """Refuse further orders. The processes are ended by the object that started them."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _order_state(self, number: int) -> Data:
        if self._ended["number"] == number and number == self._latest:
            return self._ended
        told: Data = {"column": self.number, "number": number}
        if number != self._latest:
            return told | {"state": "replaced"}
        far: Data = {"stage": "", "done": 0, "total": 0, "share": None, "seconds": 0.0}
        work = self._work
        if work is not None and work.order is not None and work.order.number == number:
            far |= work.far | {"seconds": time.monotonic() - work.since}
        return told | {"state": "working"} | far

    def _overtake(self, order: Order) -> None:
        """Let the running work finish if it is nearly done, and end it otherwise."""
        work = self._work
        if work is None:
            return
        work.overtaken = work.overtaken or time.monotonic()
        left = work.overtaken + min(LONG, max(NEARLY, 2 * self._took)) - time.monotonic()
        self._changed.wait_for(
            lambda: self._work is not work or self._latest != order.number, max(0.0, left)
        )
        if self._work is work and self._latest == order.number:
            work.worker.end(OVERTAKEN)

    def _run(self) -> None:
        """Compile orders, one after the other."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._waiting and not self._work)
                if self._closed:
                    return
            worker = self._warm()
            with self._changed:
                # Later orders may have arrived meanwhile.
                order, self._waiting = self._waiting, None
                if order is None or self._work is not None:
                    self._waiting = order
                    continue
                work = self._work = _Work(worker, order) if worker else None
            found: Data = {"state": "died", "text": NONE}
            if work is not None:
                found = self._compiled(order, work)
            with self._changed:
                self._work = None
                self._end(order, found)

    def _warm(self) -> Worker | None:
        """Return a warm process; None if there is none."""
        for _ in range(TRIES):
            try:
                if self._worker is None or not self._worker.is_alive:
                    self._worker = self._spares.take()
                self._worker.warm()
                if self._worker.is_alive:  # It may have ended since.
                    return self._worker
            except (ProcessEnded, OSError):
                continue
        return None

    def _compiled(self, order: Order, work: _Work) -> Data:
        limits, key = self._spares.limits, secrets.token_urlsafe(24)
        try:
            found: Data = work.worker.ask(
                compilation.compile_order,
                order,
                key,
                limits.seconds,
                seconds=limits.seconds + limits.grace,
                hear=work.hear,
            )
        except ProcessEnded as gone:
            if (again := self._retry(order, gone, bool(work.far))) is not None:
                return self._compiled(*again)
            passed = {"seconds": time.monotonic() - work.since}
            return work.far | passed | {"state": gone.state, "text": str(gone)}
        except Exception as error:  # The page must survive a bug in a stage.
            return {"state": "died", "text": f"a bug of ours: {type(error).__name__}: {error}"}
        if found["state"] == "done":
            self._took = time.monotonic() - work.since
            with self._changed:
                kept = [*self._keys.items(), (key, (order.number, work.worker))]
                self._keys = dict(kept[-KEPT:])
            return found | {"document": f"document/{key}"}
        return found

    def _retry(self, order: Order, gone: ProcessEnded, begun: bool) -> tuple[Order, _Work] | None:
        """Return the order for a second attempt in another process, if that may succeed. If a
        solver broke this process, the next one runs each solver in a process of its own. If its
        memory was full, the next one starts without kept sources. If it ended before the work
        began, the order stays the same. Return None in all other cases, and if a later order is
        waiting.
        """
        if gone.state != "died" or order.again or (begun and not (gone.broke or gone.worn)):
            return None
        worker = self._warm()
        with self._changed:
            if worker is None or self._waiting is not None:
                return None
            order = replace(order, again=True, apart=gone.broke)
            self._work = _Work(worker, order)
            return order, self._work

    def _end(self, order: Order, found: Data) -> None:
        """Record the result of an order, unless a later one arrived; the caller has the lock."""
        if order.number == self._latest:
            self._ended = {"column": self.number, "number": order.number} | found
        self._changed.notify_all()
