"""Processes of this machine, and isolation of a piece of work that may hang, fill the memory or
abort: only its own process ends.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from ...schemas.parts.problems import EfgcError, SolverError
from ...stages.isolated import isolated, sandbox
from ...stages.isolated.process import OURS
from ...stages.isolated.signals import deferred_signals
from . import Result, Work

LOSSES = 5  # The number of times in a row that a process may be lost without any result in between.


class Engine:
    """A pool of processes, started when there is work for several."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.pool: ProcessPoolExecutor | None = None
        self.life: Connection | None = None
        """The processes end when this is closed, however our process ends."""

    def __call__(self, works: Sequence[Work[Result]]) -> Iterator[tuple[int, Result]]:
        if self.jobs == 1 or len(works) < 2:
            for number, work in enumerate(works):
                yield number, work()
            return
        waiting, losses = dict.fromkeys(range(len(works))), 0
        while waiting:
            pool = self._pool()
            try:
                # Hold back signals: a process that has just started has no handler yet.
                with deferred_signals():
                    futures = {pool.submit(_call, works[at]): at for at in waiting}
                for future in as_completed(futures):
                    found = future.result()
                    del waiting[futures[future]]
                    losses = 0
                    yield futures[future], found
            except BrokenProcessPool:
                # A process was killed: other processes repeat its unfinished work.
                self.close()
                losses += 1
                if losses == LOSSES:
                    raise SolverError(
                        "the worker processes are killed one after another; is there enough memory?"
                    ) from None

    def close(self) -> None:
        """Stop the processes; unfinished work is lost."""
        if self.pool is not None and self.life is not None:
            self.life.close()
            # The processes are ending. Without waiting for them here, Python's own exit handler
            # would wake the thread of the pool while that thread closes its wake-up pipe.
            self.pool.shutdown(cancel_futures=True)
            self.pool = None

    def _pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            # A forked process has the compiled kernels and the tables at once. Forking is safe on
            # Linux only.
            way = "fork" if sys.platform == "linux" else "spawn"
            context = multiprocessing.get_context(way)
            seen, self.life = context.Pipe(duplex=False)
            self.pool = ProcessPoolExecutor(
                self.jobs, context, initializer=_exit_with_parent, initargs=(seen, self.life)
            )
        return self.pool


def _exit_with_parent(seen: Connection, life: Connection) -> None:
    """End this process once the other end of the pipe is closed. Ctrl-C and similar signals are
    left to the parent process.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    life.close()

    def watch() -> None:
        seen.poll(None)
        os._exit(1)

    # The name marks it as a thread beside which forking is safe.
    threading.Thread(target=watch, name=f"{OURS}life", daemon=True).start()


def _call(work: Callable[[], Result]) -> Result:
    return work()


@dataclass(frozen=True)
class Outcome:
    """The outcome of a piece of work: its result, or the error that ended it."""

    result: Any = None
    error: EfgcError | None = None
    """`stages.isolated.Overdue` if it timed out, `ProcessDied` if its memory was full or its
    process was killed, or its own exception.
    """


@dataclass(frozen=True)
class IsolatedJob:
    """A piece of work in a process of its own."""

    name: str
    """Its name in messages."""
    work: Work[Any]
    seconds: float = 0.0
    """The time limit; 0 for none."""
    among: int = 1
    """How many such pieces run on this machine at the same time and share the free memory."""

    def __call__(self) -> Outcome:
        with sandbox.shared(self.among):
            try:
                return Outcome(isolated(self.name, self.work, seconds=self.seconds))
            except EfgcError as error:
                return Outcome(error=error)
