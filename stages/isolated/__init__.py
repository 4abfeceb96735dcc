"""Process isolation: work that may abort, hang or fill the memory runs in a sandbox process, so
that our own process survives.

The sandbox is forked, so that nothing is loaded again (`fork`); where forking is impossible or
unsafe, such as while foreign threads run, a fresh interpreter does the work (`interpreter`).
Libraries that solve or read run only in sandboxes: a process with their threads could not be forked
any more.
"""

import re
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from ...schemas.parts.problems import SolverError, StatusError, shown
from . import sandbox
from .process import OURS, Worker

Result = TypeVar("Result")

try:
    import fcntl  # noqa: F401  Which `forked` needs.

    FORKS = sys.platform == "linux"  # On macOS, system libraries run threads from the start.
except ImportError:
    FORKS = False
FOREIGN = "Dummy-"
"""The prefix of Python's names for threads that it did not start."""
KEPT = 2**16
"""The most characters of a dead process's last output."""
FAULTS = {
    "SIGABRT": "an abort",
    "SIGSEGV": "a segmentation fault",
    "SIGBUS": "a bus error",
    "SIGFPE": "an arithmetic exception",
    "SIGILL": "an illegal instruction",
}
"""Signals that mean that a process failed because of its work."""
_DEATHS = {**FAULTS, "SIGKILL": "a kill signal, perhaps because memory ran out"}
_ERROR = re.compile(r"(Assertion failed: )?(.*)\s+Error detected in file (.*)")  # GLPK's message.


class ProcessDied(SolverError):
    """The process ended without a result."""


class Broke(ProcessDied):
    """Its input crashed it: with an abort, or a memory or arithmetic fault."""

    def __init__(self, message: str, who: str = "") -> None:
        super().__init__(message)
        self.who = who


class Overdue(StatusError):
    """The process timed out and was killed."""


def isolated(
    who: str,
    work: Callable[..., Result],
    *arguments: Any,
    seconds: float = 0.0,
    heard: bool = False,
    watch: Callable[..., None] | None = None,
) -> Result:
    """Return `work(*arguments)`, computed in a sandbox process; inside a sandbox, `work` is called
    directly.

    `work` is a module-level function with picklable arguments and result; `watch`, if given, is an
    additional argument. The output goes to stderr if `heard`, else it is dropped. Raises the error
    of `work`, Overdue after `seconds` if not 0, and ProcessDied if the process dies or runs out of
    memory: in one line, with `who` and its last output.
    """
    if sandbox.is_inside(who):
        return _call_directly(who, work, arguments, seconds, watch)
    with _start(work, arguments, watch is not None) as worker:
        result: Result = _result(worker, who, seconds, heard, watch)
        return result


def print_error(words: str) -> None:
    """Write to stderr, if there is one."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(words)


def _call_directly(
    who: str,
    work: Callable[..., Result],
    arguments: tuple[Any, ...],
    seconds: float,
    watch: Callable[..., None] | None,
) -> Result:
    sandbox.report_work(who, seconds)
    try:
        return work(*arguments, **({"watch": watch} if watch else {}))
    finally:
        sandbox.report_work("", 0)


def _until(seconds: float) -> float:
    return time.monotonic() + seconds if seconds else float("inf")


def forks() -> bool:
    """Return whether a process can be forked now: if another thread held a lock, it would stay
    locked in the fork for ever.

    Threads that Python did not start are ignored: Python does not know most of them, and learns of
    others only when they call `threading.current_thread`.
    """
    return FORKS and all(
        one is threading.current_thread() or one.name.startswith((OURS, FOREIGN))
        for one in threading.enumerate()
    )


def _start(work: Callable[..., Any], arguments: tuple[Any, ...], watched: bool) -> Any:
    """Return a context manager for a working process: a fork, or a fresh interpreter."""
    if forks():
        from .fork import worker  # For start-up time.
    else:
        from .interpreter import worker  # For start-up time.
    return worker(work, arguments, watched)


def _result(
    worker: Worker, who: str, seconds: float, heard: bool, watch: Callable[..., None] | None
) -> Any:
    """Return the result of a working process, or raise its error."""
    import pickle  # Here for start-up time: only needed with a sandbox.

    limits = [_until(seconds)]  # Its own limit, and that of its current work.
    words = ""
    for kind, content in worker.frames:
        if kind == sandbox.RESULT:
            return pickle.loads(content)
        if kind == sandbox.ERROR:
            raise pickle.loads(content)
        if kind == sandbox.MEMORY:
            raise ProcessDied(f"{who} needs more memory than is available")
        if kind == sandbox.NOW:
            name, least = pickle.loads(content)
            who, limits[1:] = name or who, [_until(least)]
        elif kind == sandbox.WATCH and watch:
            watch(*pickle.loads(content))
        elif kind == sandbox.WORDS:
            said = content.decode(errors="replace")
            words = (words + said)[-KEPT:]
            if heard:
                print_error(said)
        if time.monotonic() > min(limits):
            raise Overdue(f"{who} timed out")
    code = worker.ended()
    message = f"{who} ended with {_death(code, words)}"
    raise Broke(message, who) if signal_of(code) in FAULTS else ProcessDied(message)


def _death(code: int, words: str) -> str:
    if found := _ERROR.search(words):
        return f"an {'assertion' if found[1] else 'error'}: {found[2].strip()}, {found[3].strip()}"
    name = signal_of(code)
    what = _DEATHS.get(name, name) or f"the exit code {code}"
    last = next((line.strip() for line in reversed(words.splitlines()) if line.strip()), "")
    return f"{what}; its last output: {shown(last)}" if last else what


def signal_of(code: int) -> str:
    """Return the name of the signal that killed a process; empty if it was none."""
    return (
        next((one.name for one in signal.Signals if one == -code), f"the signal {-code}")
        if code < 0
        else ""
    )
