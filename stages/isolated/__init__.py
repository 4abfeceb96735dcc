"""Isolated: work that may abort, hang or fill the memory runs in a process that may die, and ours
goes on.

That process is forked, so that nothing is loaded again (`forked`); where there is no fork, or none
that is safe, as where threads of other people run, a fresh interpreter is asked (`served`). A
library that solves or reads runs in such processes alone: from one that keeps threads nothing could
be forked.
"""

import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any, TypeVar

from schemas.parts.problems import SolverError, StatusError, shown
from schemas.parts.watch import Watch
from stages.isolated import sandbox
from stages.isolated.process import OURS, Asked

Result = TypeVar("Result")

try:
    import fcntl  # noqa: F401  Which `forked` needs.

    FORKS = sys.platform == "linux"  # On macOS libraries of the system keep threads from the start.
except ImportError:
    FORKS = False
FOREIGN = "Dummy-"
"""How Python calls threads that it did not start."""
KEPT = 2**16
"""Characters of the last words."""
_FAULTS = {
    "SIGABRT": "an abort",
    "SIGSEGV": "a segmentation fault",
    "SIGBUS": "a bus error",
    "SIGFPE": "an arithmetic exception",
    "SIGILL": "an illegal instruction",
}
_DEATHS = {**_FAULTS, "SIGKILL": "a kill from outside, as where memory runs out"}
_ERROR = re.compile(r"(Assertion failed: )?(.*)\s+Error detected in file (.*)")  # As GLPK says it.


class Died(SolverError):
    """The process ended without a result."""


class Broke(Died):
    """It ended over what it was given: with an abort, or a fault of memory or arithmetic."""

    def __init__(self, message: str, who: str = "") -> None:
        super().__init__(message)
        self.who = who


class Overdue(StatusError):
    """The time was up, and the process was ended."""


def isolated(
    who: str,
    work: Callable[..., Result],
    *arguments: Any,
    seconds: float = 0.0,
    heard: bool = False,
    watch: Watch | None = None,
) -> Result:
    """Return `work(*arguments)`, worked out in a process that may die. Within such a process it is
    called.

    `work` is a function of a module, and pickle takes its arguments and its result; `watch`, where
    there is one, is a further argument. What is printed goes to stderr if `heard`, and nowhere
    otherwise. Raises what `work` raises, Overdue after so many `seconds` if not 0, and Died where
    the process dies or its memory is full: in one line, with `who` and the last words.
    """
    if sandbox.is_inside(who):
        return _called(who, work, arguments, seconds, watch)
    with start(work, arguments, watch is not None, forks()) as asked:
        going = following(asked, who, seconds, heard, watch)
        try:
            while True:
                next(going)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]


def tell(words: str) -> None:
    """Write to stderr, where there is one."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(words)


def _called(
    who: str,
    work: Callable[..., Result],
    arguments: tuple[Any, ...],
    seconds: float,
    watch: Watch | None,
) -> Result:
    sandbox.now(who, seconds)
    try:
        return work(*arguments, **({"watch": watch} if watch else {}))
    finally:
        sandbox.now("", 0)


def _until(seconds: float) -> float:
    return time.monotonic() + seconds if seconds else float("inf")


def forks() -> bool:
    """Return whether a process can be forked now: a lock that another thread holds would be held in
    it for ever.

    Threads that Python did not start are not reckoned with: of most of them nobody knows, and of
    others only from the moment on at which they ask who they are.
    """
    return FORKS and all(
        one is threading.current_thread() or one.name.startswith((OURS, FOREIGN))
        for one in threading.enumerate()
    )


def start(work: Callable[..., Any], arguments: tuple[Any, ...], watched: bool, fork: bool) -> Any:
    """Return what gives a process that works: one that is forked, or a fresh interpreter."""
    if fork:
        from stages.isolated.fork import asked  # For start-up time.
    else:
        from stages.isolated.interpreter import asked  # For start-up time.
    return asked(work, arguments, watched)


def following(
    asked: Asked, who: str, seconds: float, heard: bool, watch: Watch | None
) -> Generator[None, None, Any]:
    """Return what comes of a process at work, or raise it; yield at each tick until then."""
    import pickle  # Here for start-up time: what isolates nothing starts without it.

    limits = [_until(seconds)]  # Its own, and that of what it is at.
    words = ""
    for kind, content in asked.frames:
        if kind == sandbox.RESULT:
            return pickle.loads(content)
        if kind == sandbox.ERROR:
            raise pickle.loads(content)
        if kind == sandbox.MEMORY:
            raise Died(f"{who} needs more memory than is free here")
        if kind == sandbox.NOW:
            name, least = pickle.loads(content)
            who, limits[1:] = name or who, [_until(least)]
        elif kind == sandbox.WATCH and watch:
            watch(*pickle.loads(content))
        elif kind == sandbox.WORDS:
            said = content.decode(errors="replace")
            words = (words + said)[-KEPT:]
            if heard:
                tell(said)
        if time.monotonic() > min(limits):
            raise Overdue(f"{who} has not come to an end in time")
        if kind == sandbox.TICK:
            yield
    code = asked.ended()
    message = f"{who} ended with {_death(code, words)}"
    raise Broke(message, who) if _signal(code) in _FAULTS else Died(message)


def _death(code: int, words: str) -> str:
    if found := _ERROR.search(words):
        return f"an {'assertion' if found[1] else 'error'}: {found[2].strip()}, {found[3].strip()}"
    name = _signal(code)
    what = _DEATHS.get(name, name) or f"the exit code {code}"
    last = next((line.strip() for line in reversed(words.splitlines()) if line.strip()), "")
    return f"{what}; its last words: {shown(last)}" if last else what


def _signal(code: int) -> str:
    """Return the name of the signal that ended a process, empty where it was none."""
    return (
        next((one.name for one in signal.Signals if one == -code), f"the signal {-code}")
        if code < 0
        else ""
    )
