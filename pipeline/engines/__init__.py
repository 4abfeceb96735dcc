"""Engines do many pieces of work at once: in processes of this machine, or on several by Ray.

A new one is a file here and a line in ENGINES.

An engine's class takes the number of jobs; called with tasks it yields, in any
order, the largest gap and the number of games of each, once its chunk is in the
folder. It hands a task to another process when one is lost.
"""

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from schemas.parts.installed import install_extra
from schemas.parts.problems import SolverError
from schemas.rules.goofspiel import Goofspiel

ENGINES = {  # Module and the extra that brings it.
    "local": ("pipeline.engines.local", ""),
    "ray": ("pipeline.engines.ray_tasks", "ray"),
}


class Task(NamedTuple):
    """One chunk to solve: all that a process needs, but for the level files in the folder."""

    folder: str
    rule: Goofspiel
    cards: int
    number: int
    rows: tuple[int, int]
    """The first row, and the row behind the last."""


def engine(name: str, jobs: int) -> Any:
    """Return an engine: a callable from tasks to an iterator, with `close`. Raises SolverError if
    it is not installed.
    """
    module, extra = ENGINES[name]
    try:
        found: Callable[[int], Any] = importlib.import_module(module).Engine
    except ImportError as error:
        raise SolverError(
            f"the engine {name} is not installed: {install_extra(extra)} ({error})"
        ) from None
    return found(jobs)


def solve_task(task: Task) -> tuple[float, int]:
    """Solve one chunk from the files in its folder and write its file there; return its largest gap
    and number of games.
    """
    # For start-up time: NumPy and Numba.
    from pipeline.levels.store import Store
    from stages.solve.induction.goofspiel import solve_chunk

    store = Store(Path(task.folder), task.rule, make=False)
    chunk = solve_chunk(task.rule, task.cards, task.rows, store.mapped(task.cards - 1))
    store.write_chunk(task.cards, task.number, task.rows, chunk)
    return chunk.largest_gap, chunk.games


Done = Iterator[tuple[float, int]]
