"""Engines do many pieces of work at once: in processes of this machine, or on several by Ray.

A new one is a file here and a line in ENGINES.

A piece of work is a record of a module, which pickle takes and which is called, without arguments,
in the process that has it. An engine's class takes the number of jobs; called with pieces of work
it yields, in any order, the number of each and what it returned. It hands a piece to another
process when one is lost, so that what a piece writes must be the same the second time. What it
raises ends the rest; work that may fail by itself stands in `alone.Alone`.
"""

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from schemas.parts.install_commands import install_extra
from schemas.parts.problems import SolverError
from schemas.parts.watch import Watch

Result = TypeVar("Result")
Made = TypeVar("Made", covariant=True)

ENGINES = {  # Module and the extra that brings it.
    "local": ("pipeline.engines.local", ""),
    "ray": ("pipeline.engines.ray_tasks", "ray"),
}


class Work(Protocol[Made]):
    """A piece of work."""

    def __call__(self) -> Made: ...


class Engine(Protocol):
    """Who does the work."""

    def __call__(self, works: Sequence[Work[Result]]) -> Iterator[tuple[int, Result]]:
        """Yield the number of each piece of work and its result, as they come."""

    def close(self) -> None:
        """Stop the processes; work that is not done is lost."""


def engine(name: str, jobs: int) -> Engine:
    """Return an engine. Raises SolverError if it is not installed."""
    module, extra = ENGINES[name]
    try:
        found: Callable[[int], Engine] = importlib.import_module(module).Engine
    except ImportError as error:
        raise SolverError(
            f"the engine {name} is not installed: {install_extra(extra)} ({error})"
        ) from None
    return found(jobs)


def watched(
    results: Iterable[tuple[int, Result]], total: int, watch: Watch, each: int = 1
) -> Iterator[tuple[int, Result]]:
    """Yield results as they come, and tell `watch` how many of the total these are, each counted
    as so many.

    >>> [number for number, _ in watched([(1, "b"), (0, "a")], 2, print, 10)]
    0 20
    10 20
    20 20
    [1, 0]
    """
    watch(0, total * each)
    for done, result in enumerate(results, 1):
        watch(done * each, total * each)
        yield result


def ordered(results: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """Yield results in the order of their numbers, from 0, each as soon as all before it are there.

    >>> list(ordered([(1, "b"), (0, "a"), (2, "c")]))
    ['a', 'b', 'c']
    """
    waiting: dict[int, Result] = {}
    due = 0
    for number, result in results:
        waiting[number] = result
        while due in waiting:
            yield waiting.pop(due)
            due += 1
