"""Time limits: the deadline of a command, enforced by a signal, and durations in words."""

import _thread
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import FrameType

from ...schemas.parts.problems import TimeUp

ENDS = (TimeUp, KeyboardInterrupt, SystemExit)
AGAIN = 5.0
"""Seconds after which the signal is sent again. The exception is lost where Python cannot raise
one, such as in a finalizer.
"""
UNBROKEN = "importlib._bootstrap", "weakref", "_weakrefset"
"""Modules whose functions are not interrupted: an import would leave half-loaded modules for the
rest of the process, and what a callback of a weak reference raises is lost.
"""
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
def limited(seconds: float, grace: float = 0.0) -> Iterator[Deadline]:
    """Limit the work of a `with` block to so many seconds, 0 for no limit; then TimeUp is raised in
    it.

    `grace` delays the signal for work that never checks the clock: for a solver that stops in time
    by itself.
    """
    if not seconds:
        yield NEVER
        return
    deadline = Deadline(seconds, time.monotonic() + seconds)
    with ExitStack() as ended:
        ended.callback(_current.reset, _current.set(deadline))
        _arm(deadline, seconds + grace, ended)
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

    def over(number: int, frame: FrameType | None) -> None:
        left = deadline.end - time.monotonic()
        if _unbroken(frame) > unbroken_before:
            left = max(left, SOON)
        elif left <= 0 or not deadline.extended:
            raise TimeUp(deadline.seconds)
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, left, AGAIN)

    # Only the main thread gets signals; elsewhere `watch` must suffice.
    if threading.current_thread() is not threading.main_thread():
        return
    if not hasattr(signal, "setitimer"):
        _interrupt(over, seconds, ended)
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


def _interrupt(
    over: Callable[[int, FrameType | None], None], seconds: float, ended: ExitStack
) -> None:
    """Do the same on a system without alarms (Windows): a thread simulates Ctrl-C."""
    called_off, is_over = threading.Event(), threading.Event()

    def answer(number: int, frame: FrameType | None) -> None:
        if is_over.is_set():
            over(number, frame)
        else:
            signal.default_int_handler(number, frame)

    def wait() -> None:
        pause = seconds
        while not called_off.wait(pause):
            is_over.set()
            _thread.interrupt_main()
            pause = AGAIN

    before = signal.signal(signal.SIGINT, answer)
    ended.callback(signal.signal, signal.SIGINT, before)
    ended.callback(called_off.set)
    threading.Thread(target=wait, daemon=True).start()


def duration(seconds: float) -> str:
    """Return a duration in words for a forecast or a limit.

    >>> [duration(seconds) for seconds in (0.5, 40, 600, 755, 9000)]
    ['0.5 s', '40 s', '10 minutes', '13 minutes', '2.5 hours']
    """
    if seconds < 120:
        return f"{seconds:.3g} s"
    return f"{seconds / 60:.0f} minutes" if seconds < 7200 else f"{seconds / 3600:,.1f} hours"
