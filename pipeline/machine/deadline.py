"""The time that a command may take: one clock for all its stages.

Long work tells `watch` how far it is, and that looks at the clock. What tells nobody is interrupted
as by Ctrl-C: by a signal, which Python answers between two of its own instructions. A library that
does not come back for long must be told itself what is left: `stages.solve.Request.until`.
"""

import _thread
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import FrameType

from schemas.parts.problems import TimeUp

ENDS = (TimeUp, KeyboardInterrupt, SystemExit)
AGAIN = 5.0
"""Seconds after which the signal comes again: an exception is lost where Python can raise none,
such as in a finalizer.
"""


@dataclass(frozen=True)
class Deadline:
    """When a command has to have ended."""

    seconds: float = 0.0
    """What it may take; 0 for as long as it likes."""
    end: float = float("inf")
    """On the clock of `time.monotonic`."""

    def look(self) -> None:
        """Raise TimeUp if the time is over."""
        if time.monotonic() >= self.end:
            raise TimeUp(self.seconds)


NEVER = Deadline()
_current = ContextVar("deadline", default=NEVER)  # Of what this thread is at.


def current() -> Deadline:
    """Return the deadline of the command under way."""
    return _current.get()


@contextmanager
def limited(seconds: float, grace: float = 0.0) -> Iterator[Deadline]:
    """Give the work of a `with` block so many seconds, 0 for ever; then TimeUp is raised in it.

    `grace` is how much later that happens where nothing looks at the clock: for a solver that ends
    by itself in time.
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
def laid_bare(under_way: str = "") -> Iterator[None]:
    """Raise what ends a command, the time or a signal, where another error hides it: Python itself
    makes another one of what is raised while a class is made, as when modules are loaded.

    `under_way` is what TimeUp then says of that.
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
    """Interrupt this thread when the time is over; `ended` calls that off, and can before it
    begins: the shortest time is over before this function is.
    """

    def over(number: int, frame: FrameType | None) -> None:
        raise TimeUp(deadline.seconds)

    # Signals are for the main thread; elsewhere `watch` must do.
    if threading.current_thread() is not threading.main_thread():
        return
    if not hasattr(signal, "setitimer"):
        _interrupt(over, seconds, ended)
        return
    before = signal.signal(signal.SIGALRM, over)
    ended.callback(signal.signal, signal.SIGALRM, before)
    # Of the program that calls us, which may be none of ours.
    ended.callback(_let_go_on, *signal.getitimer(signal.ITIMER_REAL), time.monotonic())
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)


def _let_go_on(left: float, interval: float, began: float) -> None:
    """Set the alarm that was set before ours; none where `left` is 0. What came due meanwhile comes
    at once.
    """
    rest = max(left - (time.monotonic() - began), 1e-6) if left else 0.0
    signal.setitimer(signal.ITIMER_REAL, rest, interval)


def _interrupt(
    over: Callable[[int, FrameType | None], None], seconds: float, ended: ExitStack
) -> None:
    """Do the same where the system has no alarm (Windows): a thread of ours plays Ctrl-C."""
    called_off, is_over = threading.Event(), threading.Event()

    def answer(number: int, frame: FrameType | None) -> None:
        if is_over.is_set():
            over(number, frame)
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
