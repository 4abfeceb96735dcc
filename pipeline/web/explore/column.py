"""One column of the page: its orders, of which the last one wins, and its process."""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from pipeline.web.explore import compilation
from pipeline.web.explore.orders import Order
from pipeline.web.explore.worker import Gone, Spares, Worker
from pipeline.web.site import Data, Refused

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
OVERTAKEN, STOPPED = "another order came", "stopped"
NONE = "no process can be started now"
NOTHING = "this report is not kept any more; it was of an order before, or of a process that ended"


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
        threading.Thread(target=self._go, daemon=True).start()

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
            self._changed.wait_for(lambda: self._told(number)["state"] != "working", patience)
            return self._told(number)

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
        """Return the result of a function of `compilation` for the source under a key; None if
        there is no such source.
        """
        with self._changed:
            if key not in self._keys:
                return None
            idle = self._changed.wait_for(
                lambda: self._closed or not (self._work or self._waiting), PATIENT
            )
            number, worker = self._keys.get(key, (0, None))
            if not idle or self._closed or worker is None or worker is not self._worker:
                return None
            work = self._work = _Work(worker)
        try:
            return worker.ask(ask, key, *arguments, seconds=PATIENT)
        except Gone as gone:
            raise Refused(410, f"{NOTHING}: {gone}") from None
        finally:
            with self._changed:
                self._work = None if self._work is work else self._work
                self._changed.notify_all()

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

    def _told(self, number: int) -> Data:
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

    def _go(self) -> None:
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
            except (Gone, OSError):
                continue
        return None

    def _compiled(self, order: Order, work: _Work) -> Data:
        limits, key = self._spares.limits, secrets.token_urlsafe(24)
        try:
            found: Data = work.worker.ask(
                compilation.compiled,
                *(order, key, limits.seconds),
                seconds=limits.seconds + limits.grace,
                hear=work.hear,
            )
        except Gone as gone:
            if (again := self._again(order, gone, bool(work.far))) is not None:
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

    def _again(self, order: Order, gone: Gone, begun: bool) -> tuple[Order, _Work] | None:
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
