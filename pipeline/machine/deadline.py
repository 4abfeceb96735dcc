"""Time limits: the deadline of a command, enforced from outside, and durations in words."""

import ctypes
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial, partialmethod
from types import FrameType

from ...schemas.parts.problems import TimeUp
from ...stages.isolated.process import OURS
from ...stages.isolated.signals import deferring, hold

ENDS = (TimeUp, KeyboardInterrupt, SystemExit)
AGAIN = 5.0
"""Seconds after which the signal is sent again, since the exception is lost in a finalizer."""
UNBROKEN = "importlib._bootstrap", "weakref", "_weakrefset"
"""Modules whose functions are not interrupted: an import would leave half-loaded modules for the
rest of the process, and what a callback of a weak reference raises is lost.
"""
WHOLE = "contextlib", hold.__module__
"""Modules whose own code is not interrupted: a `with` statement might not clean up."""
SOON = 0.005
"""Seconds after which the signal is sent again in that case."""
LATE = 0.08
"""The share of the limit by which the time is extended."""


@dataclass
class Deadline:
    """The time at which a command must have ended."""

    seconds: float = 0.0
    """The time limit in seconds; 0 for none."""
    end: float = float("inf")
    """The end on the clock of `time.monotonic`."""
    extended: bool = False

    def extend(self) -> None:
        """Give work that stops by itself in time, with a result, a little longer to finish."""
        self.end += 0.0 if self.extended else LATE * self.seconds
        self.extended = True

    def look(self) -> None:
        """Raise TimeUp if the time is over."""
        if time.monotonic() >= self.end:
            raise TimeUp(self.seconds)


NEVER = Deadline()
_current = ContextVar("deadline", default=NEVER)  # One per thread.


def current() -> Deadline:
    """Return the deadline of the running command."""
    return _current.get()


@contextmanager
def limited(seconds: float) -> Iterator[Deadline]:
    """Limit the work of a `with` block to so many seconds, 0 for no limit; then TimeUp is raised in
    it.
    """
    if not seconds:
        yield NEVER
        return
    deadline = Deadline(seconds, time.monotonic() + seconds)
    with ExitStack() as ended:
        ended.callback(_current.reset, _current.set(deadline))
        _arm(deadline, seconds, ended)
        yield deadline


@contextmanager
def unmask_interrupts(under_way: str = "") -> Iterator[None]:
    """Raise the exception that ends a command, a timeout or a signal, if another error hides it.
    Python replaces an exception that is raised while a class is being created, as when modules are
    loaded.

    `under_way` describes the interrupted work in TimeUp.
    """
    try:
        yield
    except (RuntimeError, SystemError, ImportError) as error:
        end: BaseException | None = error
        while end is not None and not isinstance(end, ENDS):
            end = end.__cause__ or end.__context__
        if end is None:
            raise
        if isinstance(end, TimeUp):
            end.under_way = end.under_way or under_way
        raise end from None


def _arm(deadline: Deadline, seconds: float, ended: ExitStack) -> None:
    """Interrupt this thread when the time is over. `ended` cancels that; its callbacks are set
    first, because the shortest time is over before this function returns.
    """
    unbroken_before = _unbroken(sys._getframe())  # The call may itself be part of an import.

    def left(frame: FrameType | None) -> float:
        """Return the seconds until the thread, which is at `frame`, can be interrupted."""
        rest = max(deadline.end - time.monotonic(), 0.0) if deadline.extended else 0.0
        if frame and frame.f_globals.get("__name__") in WHOLE or _unbroken(frame) > unbroken_before:
            return max(rest, SOON)
        return rest

    def over(number: int, frame: FrameType | None) -> None:
        if not (rest := left(frame)):
            raise TimeUp(deadline.seconds)
        signal.setitimer(signal.ITIMER_REAL, rest, AGAIN)

    # Only the main thread gets signals, and Windows has no alarms.
    if threading.get_ident() != threading.main_thread().ident or not hasattr(signal, "setitimer"):
        _interrupt(seconds, deadline, left, ended)
        return
    before = signal.signal(signal.SIGALRM, over)
    ended.callback(signal.signal, signal.SIGALRM, before)
    # The timer of the calling program, which may not be efgc.
    ended.callback(_restore_alarm, *signal.getitimer(signal.ITIMER_REAL), time.monotonic())
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)


def _unbroken(frame: FrameType | None) -> int:
    """Return how many functions that are not interrupted are running."""
    count = 0
    while frame is not None:
        count += frame.f_globals.get("__name__") in UNBROKEN
        frame = frame.f_back
    return count


def _restore_alarm(left: float, interval: float, began: float) -> None:
    """Restore the alarm that was set before ours; none if `left` is 0. An alarm that became due
    meanwhile goes off at once.
    """
    rest = max(left - (time.monotonic() - began), 1e-6) if left else 0.0
    signal.setitimer(signal.ITIMER_REAL, rest, interval)


def _interrupt(after: float, limit: Deadline, left: Callable[..., float], ended: ExitStack) -> None:
    """Do the same without signals: another thread raises the exception in this one."""
    # An exception inside an Event or a join would leave their locks held; these steps are atomic.
    thread, running, sending = threading.get_ident(), threading.Lock(), threading.Lock()
    send = partial(ctypes.pythonapi.PyThreadState_SetAsyncExc, ctypes.c_ulong(thread))
    # Python creates the exception, without arguments.
    over = type("Over", (TimeUp,), {"__init__": partialmethod(TimeUp.__init__, limit.seconds)})

    def wait() -> None:
        pause = after
        while not running.acquire(timeout=min(pause, threading.TIMEOUT_MAX)):
            with sending:
                pause = SOON if thread in deferring else left(sys._current_frames().get(thread))
                if not pause and running.locked():
                    send(ctypes.py_object(over))
                    pause = AGAIN

    def call_off() -> None:
        if running.locked():
            running.release()
        while sending.locked():
            time.sleep(0)
        send(None)

    running.acquire()
    ended.callback(call_off)
    ended.callback(call_off)  # The exception may interrupt one of them.
    threading.Thread(target=wait, name=f"{OURS}deadline", daemon=True).start()


def duration(seconds: float) -> str:
    """Return a duration in words for a forecast or a limit.

    >>> [duration(seconds) for seconds in (0.5, 40, 600, 755, 9000)]
    ['0.5 s', '40 s', '10 minutes', '13 minutes', '2.5 hours']
    """
    if seconds < 120:
        return f"{seconds:.3g} s"
    return f"{seconds / 60:.0f} minutes" if seconds < 7200 else f"{seconds / 3600:,.1f} hours"
