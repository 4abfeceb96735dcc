"""The chunks of one level: their list, their problems, joining them to the level, and one chunk as
a piece of work for an engine.
"""

import hashlib
import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ...schemas.levels import chunk_name
from ...schemas.parts.problems import Problem
from ...schemas.rules.goofspiel import Goofspiel
from ...stages.solve.induction.goofspiel import Chunk, cuts, plan, prove, solve_chunk
from ...stages.solve.induction.matrix_game import Array
from ..files.reading import OutputError
from ..files.sealed import MISSING
from .files import Label, read_chunk, write_chunk
from .store import Store, delete_unneeded, forget_chunks

Rows = tuple[int, int]


class Unfit(NamedTuple):
    """A chunk that is missing, or damaged."""

    number: int
    why: str


class Chunks:
    """The chunks of a level whose level below is complete."""

    def __init__(self, store: Store, cards: int) -> None:
        self.store, self.cards = store, cards
        self._below = store.levels[cards - 1].sha256

    @cached_property
    def rows(self) -> tuple[Rows, ...]:
        """The first row of each chunk, and the row after its last."""
        return cuts(self.store.rule, self.cards)

    def path(self, number: int) -> Path:
        return self.store.folder / chunk_name(self.cards, number)

    def write(self, number: int, rows: Rows, chunk: Chunk) -> None:
        """Write the file of a chunk in one step."""
        write_chunk(self.path(number), self._label(number, rows), chunk)

    def look(self, number: int) -> Chunk | str:
        """Return a chunk, or its problem."""
        return read_chunk(self.path(number), self._label(number, self.rows[number]))

    def read(self, number: int) -> Chunk:
        """Return a chunk that was verified or written before. Raises OutputError if it
        has changed.
        """
        found = self.look(number)
        if isinstance(found, str):
            raise OutputError(
                f"{self.path(number)}: was deleted or changed after it was written; start again"
            )
        return found

    def unfit(self) -> list[Unfit]:
        """Return every chunk that is missing or damaged."""
        found = ((number, self.look(number)) for number in range(len(self.rows)))
        return [Unfit(number, one) for number, one in found if isinstance(one, str)]

    def problem(self, unfit: Unfit) -> Problem:
        """Return the problem of a chunk, for messages."""
        first, behind = self.rows[unfit.number]
        of = (
            f" (chunk {unfit.number:,} of {len(self.rows):,}, rows {first:,} to {behind - 1:,})"
            if unfit.why == MISSING
            else ""
        )
        return Problem(f"{self.path(unfit.number).name}: {unfit.why}{of}")

    def join(self) -> None:
        """Join the chunks, all of which must exist, to the level; then delete them."""
        store, finished = self.store, list[tuple[float, int]]()

        def values() -> Iterator[Array]:
            for number in range(len(self.rows)):
                chunk = self.read(number)
                finished.append((chunk.largest_gap, chunk.games))
                yield chunk.values

        sha256 = store.put(plan(store.rule)[self.cards], values())
        store.add(
            prove(store.rule, self.cards, finished, store.levels[-1].proof, store.numbers), sha256
        )
        delete_unneeded(store)
        forget_chunks(store, self.cards)

    def _label(self, number: int, rows: Rows) -> Label:
        follows = [self.store.rule.fields(), self.store.numbers, self.cards, rows, self._below]
        seal = hashlib.sha256(json.dumps(follows).encode()).hexdigest()
        return Label(cards=self.cards, number=number, rows=rows, seal=seal)


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
