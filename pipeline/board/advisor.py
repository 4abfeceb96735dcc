"""The help: how the equilibrium would play a position, and what it is worth.

The equilibrium takes seconds and much memory. It is worked out in a process of
its own, which ends with ours, wherever it is.
"""

import multiprocessing
import signal
import threading
from multiprocessing.connection import Connection
from typing import NamedTuple

from pipeline.memory import affordable
from schemas.droid_battle import DroidBattle, Standing
from schemas.problems import EfgcError

POLICIES = 2 * 5 + 1  # Numbers per state and round: what each player does with five actions, and the value.
PATIENCE = 10.0  # Seconds for an answer that takes a millisecond.


class NoHelp(EfgcError):
    """There is no help for this battle."""


class Advice(NamedTuple):
    """What is known of a position."""

    value: float
    """To player 1; of a battle for points, of the points to come."""
    plays: tuple[tuple[float, ...] | None, tuple[float, ...] | None]
    """The probabilities of both players' actions, in the order of ACTIONS; None where nothing matters any more."""


class Advisor:
    """Who works out the equilibrium of a battle once it is asked for."""

    def __init__(self, rule: DroidBattle) -> None:
        self.rule = rule
        self._lock = threading.Lock()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None
        self._ready = False
        self._last: tuple[Standing, Advice] | None = None

    def advise(self, point: Standing, wait: bool = False) -> Advice | None:
        """Return the help for a position; None while it is worked out, unless told to wait. Raises NoHelp."""
        with self._lock:
            if self._line is None:
                self._line = self._start()
            try:
                return self._ask(self._line, point, wait)
            except (EOFError, OSError):
                raise NoHelp("the process that works out the equilibrium has ended; is there enough memory?") from None

    def close(self) -> None:
        """End the work, done or not."""
        if self._process is not None:
            self._process.kill()
            self._process.join()

    def _ask(self, line: Connection, point: Standing, wait: bool) -> Advice | None:
        if not self._ready and not line.poll(None if wait else 0):
            return None
        if not self._ready:
            self._ready = bool(line.recv())
        if self._last is None or self._last[0] != point:
            line.send(point)
            if not line.poll(PATIENCE):
                raise EOFError
            self._last = point, line.recv()
        return self._last[1]

    def _start(self) -> Connection:
        size = _bytes(self.rule)
        if affordable(size, 1) < size:
            raise NoHelp(f"the equilibrium of this battle takes {size / 2**30:.1f} GB, more than there is")
        context = multiprocessing.get_context("spawn")  # A fork would copy the locks of our threads.
        ours, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, self.rule), daemon=True)
        self._process.start()
        theirs.close()  # Or we would wait for an answer of a process that has ended.
        return ours


def _bytes(rule: DroidBattle) -> int:
    free = sum(len(row) - row.count("#") for row in rule.board)
    scores = sum(rule.shots) + 1 if rule.objective == "win" else 1
    return 8 * POLICIES * rule.rounds * free**2 * (rule.shots[0] + 1) * (rule.shots[1] + 1) * scores


def _work(line: Connection, rule: DroidBattle) -> None:
    """Answer for positions until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent, which ends us.
    from stages.play.policy import at_standing, equilibrium
    from stages.solve.droid_battle import rounds, value

    policies = equilibrium(rule)
    values = [found for found, _ in rounds(rule)]
    try:
        line.send(True)
        while True:
            point = line.recv()
            first, second = (at_standing(rule, policy, point) for policy in policies)
            line.send(Advice(value(rule, values[point.rounds], point), (first, second)))
    except (EOFError, OSError):
        return
