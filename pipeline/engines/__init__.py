"""Engines run many pieces of work in parallel: in processes of this machine, or on several machines
by Ray.

A new engine is a file here and a line in ENGINES.

A piece of work is a record of a module. It can be pickled, and is called without arguments in the
process that receives it. The class of an engine takes the number of jobs. Called with pieces of
work, an engine yields the number of each and its result, in any order. If a process dies, its piece
goes to another process, so the files that a piece writes must be the same the second time. An
exception in a piece ends all the others; work that may fail by itself belongs in
`local.IsolatedJob`. Pieces that have a large part in common are named tuples with this part in the
field `common`.
"""

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from ...schemas.parts.install_commands import install_extra
from ...schemas.parts.problems import SolverError
from ...schemas.parts.watch import Watch

Result = TypeVar("Result")
Made = TypeVar("Made", covariant=True)

ENGINES = {  # The module, and the extra that installs it.
    "local": ("efgc.pipeline.engines.local", ""),
    "ray": ("efgc.pipeline.engines.ray_tasks", "ray"),
}

THREADS = "threads"
"""The engine of `local` for kernels without the lock of the interpreter; no option names it."""


class Work(Protocol[Made]):
    """A piece of work."""

    def __call__(self) -> Made: ...


class Engine(Protocol):
    """Runs pieces of work."""

    def __call__(self, works: Sequence[Work[Result]]) -> Iterator[tuple[int, Result]]:
        """Yield the number of each piece of work and its result, as they finish."""

    def close(self) -> None:
        """Stop the processes; unfinished work is lost."""


def engine(name: str, jobs: int) -> Engine:
    """Return an engine. Raises SolverError if it is not installed."""
    module, extra = {THREADS: ("efgc.pipeline.engines.threads", ""), **ENGINES}[name]
    try:
        found: Callable[[int], Engine] = importlib.import_module(module).Engine
    except ImportError as error:
        raise SolverError(
            f"the engine {name} is not installed: {install_extra(extra)} ({error})"
        ) from None
    return found(jobs)


def watched(
    results: Iterable[tuple[int, Result]], total: int, watch: Watch
) -> Iterator[tuple[int, Result]]:
    """Yield results as they arrive, and report their number to `watch`, out of `total`.

    >>> [number for number, _ in watched([(1, "b"), (0, "a")], 2, print)]
    0 2
    1 2
    2 2
    [1, 0]
    """
    watch(0, total)
    for done, result in enumerate(results, 1):
        watch(done, total)
        yield result


def ordered(results: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """Yield results in the order of their numbers, from 0, each as soon as all results before it
    have arrived.

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
