"""One chunk of a level as a piece of work for an engine."""

from pathlib import Path
from typing import NamedTuple

from pipeline.levels.chunks import Chunks
from pipeline.levels.store import Store
from schemas.rules.goofspiel import Goofspiel
from stages.solve.induction.goofspiel import solve_chunk


class Task(NamedTuple):
    """One chunk to solve: all data that a process needs, except for the level files in
    the folder.
    """

    folder: str
    """An absolute path: other processes may have other working directories."""
    rule: Goofspiel
    cards: int
    number: int
    rows: tuple[int, int]
    """The first row, and the row after the last."""

    def __call__(self) -> tuple[float, int]:
        """Solve the chunk from the files in its folder and write its file there. Return its largest
        gap and its number of games.
        """
        store = Store(Path(self.folder), self.rule, make=False)
        chunk = solve_chunk(
            self.rule, self.cards, self.rows, store.mapped(self.cards - 1), store.numbers
        )
        Chunks(store, self.cards).write(self.number, self.rows, chunk)
        return chunk.largest_gap, chunk.games


def task_of(chunks: Chunks, number: int) -> Task:
    """Return the task of solving a chunk."""
    return Task(
        folder=str(chunks.store.folder.absolute()),
        rule=chunks.store.rule,
        cards=chunks.cards,
        number=number,
        rows=chunks.rows[number],
    )
