"""Several pieces of work in parallel, each in a sandbox process, yielded as they finish."""

import select
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any, NamedTuple

from . import follow, forks, sandbox, start
from .processors import processors

LOOK = 1.0
"""Seconds between two checks of the time limits while no process sends anything."""
LOADED = 4
"""The most other processes that may compete with a leading one for its processor. Its lead counts
the processor seconds that it used, until this many times as many seconds have passed.
"""


class Work(NamedTuple):
    """A piece of work, as for `isolated`."""

    name: str
    work: Callable[..., Any]
    arguments: tuple[Any, ...]


class RaceOutcome(NamedTuple):
    """The outcome of a piece of work."""

    name: str
    result: Callable[[], Any]
    """Returns the result of the work, or raises its error."""
    others: tuple[str, ...] = ()
    """The names of the others that had started by then."""


class _Runner(NamedTuple):
    name: str
    going: Generator[None, None, Any]
    descriptors: tuple[int, ...]
    spent: Callable[[], float]
    since: float
    """Its start, on the clock of `time.monotonic`."""

    def left(self, lead: float) -> float:
        """Return the least number of seconds that its lead still lasts."""
        return min(lead - self.spent(), self.since + LOADED * lead - time.monotonic())


def can_race() -> bool:
    """Return whether processes can be forked and there is more than one core."""
    if not forks() or sandbox.is_inside():
        return False
    return processors() > 1


def race(works: Sequence[Work], lead: float = 0.0) -> Iterator[RaceOutcome]:
    """Run pieces of work and yield their outcomes in the order in which they finish. The first
    piece starts at once. Each further one starts when its predecessor has used `lead` seconds of
    processor time, or as soon as none is running; so if the first finishes within its lead, the
    others cost nothing. Processes continue while the caller does not request the next outcome;
    closing the iterator kills those that are still running. Their output is dropped.
    """
    begun: list[str] = []
    with ExitStack() as ended:
        runners: list[_Runner] = []
        while runners or len(begun) < len(works):
            all_begun = len(begun) == len(works)
            left = runners[-1].left(lead) if runners and not all_begun else 0.0
            if left <= 0 and not all_begun:
                runners.append(_begun(works[len(begun)], ended))
                begun.append(runners[-1].name)
                continue
            for one in _ready(runners, min(left, LOOK) or LOOK):
                result = _step(one)
                if result is not None:
                    runners.remove(one)
                    yield RaceOutcome(
                        one.name, result, tuple(who for who in begun if who != one.name)
                    )


def _begun(work: Work, ended: ExitStack) -> _Runner:
    worker = ended.enter_context(start(work.work, work.arguments, False, fork=True))
    return _Runner(
        name=work.name,
        going=follow(worker, work.name, 0.0, False, None),
        descriptors=worker.descriptors,
        spent=worker.spent,
        since=time.monotonic(),
    )


def _ready(runners: Sequence[_Runner], seconds: float) -> list[_Runner]:
    """Return those that send something or end within `seconds`; all if none does."""
    waiting = select.poll()
    for one in runners:
        for descriptor in one.descriptors:
            waiting.register(descriptor, select.POLLIN)
    ready = {descriptor for descriptor, _ in waiting.poll(1000 * seconds)}
    return [one for one in runners if not ready or not ready.isdisjoint(one.descriptors)]


def _step(one: _Runner) -> Callable[[], Any] | None:
    """Advance one runner; return its outcome once it is done."""
    try:
        next(one.going)
    except StopIteration as stopped:
        return partial(_returned, stopped.value)
    except Exception as error:
        return partial(_raised, error)
    return None


def _returned(value: Any) -> Any:
    return value


def _raised(error: Exception) -> Any:
    raise error
