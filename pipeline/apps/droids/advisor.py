"""Help for players: equilibrium play at a position, and the value of the position.

Solving the equilibrium takes seconds and much memory. It runs in a process of its own, so that
nothing waits for it. That process ends whenever ours does.
"""

import multiprocessing
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import NamedTuple

from ....schemas.parts.limits import bytes_in_words
from ....schemas.parts.problems import EfgcError
from ....schemas.rules.droid_battle import DroidBattle, Position, size
from ...machine.memory import affordable
from .battle import BattleMatch
from .droid_game import policy_memory, value_memory

PATIENCE = 10.0  # Seconds to wait for an answer that takes a millisecond.
CHOICE = (
    "Often several strategies are equally good. Shown is that of an equilibrium that punishes "
    "mistakes: of all that are optimal it takes one that is best against random play."
)
ENDED = "the process that works out the equilibrium has ended; is there enough memory?"


class NoHelp(EfgcError):
    """There is no help for this battle."""


class Advice(NamedTuple):
    """The help for a position."""

    value: float
    """The value to player 1; in a battle for points, that of the points to come."""
    plays: tuple[tuple[float, ...] | None, tuple[float, ...] | None]
    """The probabilities of both players' actions, in the order of ACTIONS; None if no action
    changes the outcome any more.
    """


def helped_players(match: BattleMatch) -> tuple[int, ...]:
    """Return the players whom the help is for: the person whose turn it is, or else all people, or
    two programs.
    """
    return (match.waiting,) if match.waiting else match.people or (1, 2)


class Advisor:
    """Solves the equilibrium of a battle on the first request for help."""

    def __init__(self, rule: DroidBattle) -> None:
        self.rule = rule
        self._lock = threading.Lock()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None
        self._ready = False
        self._refused = ""
        self._last: tuple[Position, Advice] | None = None

    def advise(self, point: Position, wait: bool = False) -> Advice | None:
        """Return the help for a position. While the equilibrium is being solved, return None, or
        wait for it with `wait`. Raises NoHelp.
        """
        with self._lock:
            if self._line is None:
                self._line = self._start()
            if not self._ready and not self._refused:
                self._hear(self._line, wait)
            if self._refused:
                raise NoHelp(self._refused)
            return self._ask(self._line, point) if self._ready else None

    def close(self) -> None:
        """Kill the process, finished or not."""
        if self._process is not None:
            self._process.kill()
            self._process.join()

    def _start(self) -> Connection:
        # A fork would copy the locks of our threads.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, self.rule), daemon=True)
        with _no_interrupts():
            self._process.start()
        theirs.close()  # Otherwise recv() would not notice that the process has ended.
        return ours

    def _hear(self, line: Connection, wait: bool) -> None:
        try:
            if line.poll(None if wait else 0):
                self._refused = line.recv()
                self._ready = not self._refused
        except (EOFError, OSError):
            self._refused = ENDED

    def _ask(self, line: Connection, point: Position) -> Advice:
        if self._last is None or self._last[0] != point:
            try:
                line.send(point)
                answer = line.recv() if line.poll(PATIENCE) else None
            except (EOFError, OSError):
                answer = None
            if answer is None:
                self._refused = ENDED
                # A late answer would be mistaken for that of the next position.
                self.close()
                raise NoHelp(ENDED)
            self._last = point, answer
        return self._last[1]


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Block Ctrl-C for a process that is started now: only our process handles it, and then kills
    the other.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Started together with the process, the resource tracker would unblock signals again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(line: Connection, rule: DroidBattle) -> None:
    """Send an empty text when the equilibrium is solved, or the reason why it is not; then answer
    for positions until the other end is closed.
    """
    # Imported here for start-up time: loads NumPy, in this process only.
    from ....stages.solve.induction.droid_battle import rounds, value
    from .policy import at_position, equilibrium

    needed = size(rule).solving + policy_memory(rule, rule.rounds, 2) + value_memory(rule)
    if affordable(needed, 1) < needed:
        takes = bytes_in_words(needed)
        line.send(f"the equilibrium of this battle takes {takes}, more than there is")
        return
    try:
        both = equilibrium(rule)
        values = [found for found, _ in rounds(rule)]
        line.send("")
        while True:
            point = line.recv()
            first, second = (at_position(rule, policy, point) for policy in both)
            line.send(Advice(value(rule, values[point.rounds], point), (first, second)))
    except (EOFError, OSError, MemoryError):
        return
