"""Several pieces of work at once, each in a process that may die: who is done first?"""

import select
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any, NamedTuple

from stages.isolated import following, forks, sandbox, start
from stages.isolated.processors import processors

LOOK = 1.0
"""Seconds after which it is asked whether a time limit is over, where nothing is heard."""
LOADED = 4
"""How many others may want the processor of one that leads: its lead is counted in the seconds that
it had of it, as long as no more than so many times as many have gone by.
"""


class Work(NamedTuple):
    """A piece of work, as for `isolated`."""

    who: str
    work: Callable[..., Any]
    arguments: tuple[Any, ...]


class Done(NamedTuple):
    """What came of a piece of work."""

    who: str
    result: Callable[[], Any]
    """Returns it, or raises what it raised."""
    others: tuple[str, ...] = ()
    """Who else had begun by then."""


class _Runner(NamedTuple):
    who: str
    going: Generator[None, None, Any]
    descriptors: tuple[int, ...]
    spent: Callable[[], float]
    since: float
    """When it began, on the clock of `time.monotonic`."""

    def left(self, lead: float) -> float:
        """Return the seconds that its lead lasts at least."""
        return min(lead - self.spent(), self.since + LOADED * lead - time.monotonic())


def can_race() -> bool:
    """Return whether there are processes that can be forked, and more than one core for them."""
    if not forks() or sandbox.is_inside():
        return False
    return processors() > 1


def race(works: Sequence[Work], lead: float = 0.0, heard: bool = False) -> Iterator[Done]:
    """Yield what comes of each piece of work, the first that is done first.

    The first one begins at once, and each other one when the one before it has had so many seconds
    of a processor (`lead`), or as soon as nobody is at work: where the first is done within its
    lead, nothing is spent on others. Who has begun goes on while nobody asks for the next; closing
    the iterator ends those that still run. What they print is heard as in `isolated`.
    """
    begun: list[str] = []
    with ExitStack() as ended:
        runners: list[_Runner] = []
        while runners or len(begun) < len(works):
            all_begun = len(begun) == len(works)
            left = runners[-1].left(lead) if runners and not all_begun else 0.0
            if left <= 0 and not all_begun:
                runners.append(_begun(works[len(begun)], ended, heard))
                begun.append(runners[-1].who)
                continue
            for one in _told(runners, min(left, LOOK) or LOOK):
                result = _step(one)
                if result is not None:
                    runners.remove(one)
                    yield Done(one.who, result, tuple(who for who in begun if who != one.who))


def _begun(work: Work, ended: ExitStack, heard: bool) -> _Runner:
    asked = ended.enter_context(start(work.work, work.arguments, False, fork=True))
    return _Runner(
        who=work.who,
        going=following(asked, work.who, 0.0, heard, None),
        descriptors=asked.descriptors,
        spent=asked.spent,
        since=time.monotonic(),
    )


def _told(runners: Sequence[_Runner], seconds: float) -> list[_Runner]:
    """Return those that tell something or ended within so many seconds; all where none does."""
    waiting = select.poll()
    for one in runners:
        for descriptor in one.descriptors:
            waiting.register(descriptor, select.POLLIN)
    ready = {descriptor for descriptor, _ in waiting.poll(1000 * seconds)}
    return [one for one in runners if not ready or not ready.isdisjoint(one.descriptors)]


def _step(one: _Runner) -> Callable[[], Any] | None:
    """Let one go on; return what comes of it once it is done."""
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
