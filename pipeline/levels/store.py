"""The folder of level files: what is read is compared with its checksums, what is written is there
whole or not at all.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pipeline.files import OutputError, write_text
from pipeline.levels.array_files import read_array, unreadable
from pipeline.levels.blocks import MEND, Values, npy_header, opened, write_array
from pipeline.levels.chunk_files import read_chunk, write_chunk
from pipeline.levels.lock import locked
from pipeline.levels.manifest_file import read_manifest
from pipeline.system import reason
from schemas.induction import Answer, LayerProof
from schemas.levels import (
    MANIFEST,
    PARTS,
    Manifest,
    Numbers,
    WholeLevel,
    chunk_name,
    file_name,
    write,
)
from schemas.parts.problems import InputError, Problem
from schemas.rules.goofspiel import Goofspiel, Position
from stages.solve.induction.goofspiel import Chunk, cuts
from stages.solve.induction.goofspiel.indexing import Layer
from stages.solve.induction.goofspiel.numbers import number_kind, unit_of
from stages.solve.induction.goofspiel.position import answer, value
from stages.solve.induction.matrix_game import Array

# Type, and shape behind the first dimension.
KINDS: dict[str, tuple[str, tuple[int | None, ...]]] = {
    ".rows": ("<i8", ()),
    ".kinds": ("<i4", ()),
    ".columns": ("<i8", (2,)),
    ".places": ("<i4", (None,)),
    ".sums": ("<u4", ()),
}


class Store:
    """The level files of one game."""

    def __init__(
        self,
        folder: Path,
        rule: Goofspiel | None = None,
        make: bool = True,
        numbers: Numbers | None = None,
    ) -> None:
        """Open a folder, or make it for a rule. Raises InputError if it holds another game, or
        values of another kind than is asked for.
        """
        self.folder = folder
        if rule is not None and make:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except FileExistsError:
                raise OutputError(f"{folder}: is not a folder") from None
            except OSError as error:
                raise OutputError(f"{folder}: {reason(error)}") from None
        known = read_manifest(folder, rule if make else None)
        if rule is not None and known.rule != rule:
            raise InputError(
                [Problem("holds the levels of another deal; name another folder")], str(folder)
            )
        self.rule = known.rule
        self.levels = known.levels
        if numbers is not None and not known.levels:
            known = replace(known, numbers=Numbers(numbers))
        if numbers not in (None, known.numbers):
            raise InputError(
                [Problem(f"holds values as {known.numbers}, not {numbers}; name another folder")],
                str(folder),
            )
        self.numbers = known.numbers
        self.unit = unit_of(self.rule, self.numbers)
        self.open: dict[int, tuple[Layer, Values]] = {}

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other processes from solving in the same folder. Raises OutputError if one does."""
        with locked(self.folder):
            # Who waited may have found it half done.
            self.levels = read_manifest(self.folder, self.rule).levels
            yield

    def tidy(self) -> None:
        """Remove what runs that were killed left: half-written files, and chunks of levels that are
        whole or are not next.
        """
        left = [
            path
            for name in (".level-*.tmp", f".{MANIFEST}.*.tmp")
            for path in self.folder.glob(name)
        ]
        chunks = set(self.folder.glob("level-*.chunk-*.npz")) - set(
            self._chunk_files(len(self.levels))
        )
        for path in (*left, *chunks):
            path.unlink(missing_ok=True)

    def level(self, cards: int) -> tuple[Layer, Values]:
        """Return a whole level and its values. Raises InputError if a file is missing or damaged,
        now or when it is read.
        """
        if cards not in self.open:
            rows, kinds, columns, places, sums = (self.array(cards, part) for part in PARTS[1:])
            level = Layer(
                cards=cards,
                patterns=rows,
                kinds=kinds,
                prizes=columns[:, 0],
                scores=columns[:, 1],
                places=places,
            )
            path = self.folder / file_name(cards)
            try:
                self.open[cards] = (level, Values(path, level.shape, self.unit, sums))
            except OSError as error:
                raise unreadable(path, error) from None
        return self.open[cards]

    def array(self, cards: int, part: str) -> Any:
        """Return the array of one of the small files of a level. Raises InputError if it is missing
        or damaged.
        """
        path = self.folder / file_name(cards, part)
        return read_array(path, self._known(cards, part), *KINDS[part])

    def mapped(self, cards: int) -> Array:
        """Return the numbers of a level that was looked through before, row after row, mapped into
        memory for who reads nearly all of them.
        """
        _, values = self.level(cards)
        header = len(npy_header(values.shape, values.kind))
        return np.memmap(values.path, values.kind, "r", header, (prod(values.shape),))

    def answer(self, position: Position) -> Answer:
        """Return how to play a position with a prize up. Raises InputError for one out of reach."""
        level, values = self.level(self._whole(len(position.prizes) - 1))
        return answer(self.rule, level, values, position)

    def value(self, position: Position) -> float:
        """Return the value of a position before a prize is turned up."""
        level, values = self.level(self._whole(len(position.prizes)))
        return value(self.rule, level, values, position._replace(up=None))

    def add(self, level: Layer, parts: Iterator[Array], proof: LayerProof) -> None:
        """Write the files of a level from its rows in order, and its line in the manifest."""
        self.levels = (*self.levels, WholeLevel(proof, self.put(level, parts)))
        write_text(
            str(self.folder / MANIFEST), write(Manifest(self.rule, self.levels, self.numbers))
        )

    def put(self, level: Layer, parts: Iterator[Array]) -> tuple[str, ...]:
        """Write the files of a level from its rows in order; return their checksums."""
        self.open.pop(level.cards, None)
        digest, blocks = write_array(
            self.folder / file_name(level.cards), level.shape, number_kind(self.unit), parts
        )
        found = [digest]
        whole: list[npt.NDArray[Any]] = [
            level.patterns,
            level.kinds,
            np.stack([level.prizes, level.scores], axis=1),
            level.places,
            blocks.array(),
        ]
        for part, array in zip(PARTS[1:], whole, strict=True):
            digest, _ = write_array(
                self.folder / file_name(level.cards, part),
                array.shape,
                KINDS[part][0],
                iter([array]),
            )
            found.append(digest)
        return tuple(found)

    def forget(self, cards: int) -> None:
        """Remove the files of a level that no level above needs."""
        self.open.pop(cards, None)
        for part in PARTS:
            (self.folder / file_name(cards, part)).unlink(missing_ok=True)

    def write_chunk(self, cards: int, number: int, rows: tuple[int, int], chunk: Chunk) -> None:
        """Write the file of a chunk in one step."""
        write_chunk(self.folder / chunk_name(cards, number), self._seal(cards, rows), chunk)

    def read_chunk(self, cards: int, number: int, rows: tuple[int, int]) -> Chunk | None:
        """Return a chunk; None if it is not there, or broken, or not of this level."""
        return read_chunk(self.folder / chunk_name(cards, number), self._seal(cards, rows))

    def chunks(self, cards: int) -> Iterator[Array]:
        """Yield the values of all chunks of a level in order. Raises OutputError if one is not
        there any more.
        """
        yield from (
            self.chunk(cards, number, rows).values
            for number, rows in enumerate(cuts(self.rule, cards))
        )

    def chunk(self, cards: int, number: int, rows: tuple[int, int]) -> Chunk:
        """Return a chunk that was written. Raises OutputError if it is not there any more."""
        chunk = self.read_chunk(cards, number, rows)
        if chunk is None:
            raise OutputError(
                f"{self.folder / chunk_name(cards, number)}: was written, and is gone or "
                "changed; start again"
            )
        return chunk

    def forget_chunks(self, cards: int) -> None:
        """Remove the chunks of a level that is whole."""
        for path in self._chunk_files(cards):
            path.unlink(missing_ok=True)

    def broken(self) -> list[Problem]:
        """Return what differs from the checksums of the manifest."""
        problems = (self.damage(cards, part) for cards in range(len(self.levels)) for part in PARTS)
        return [problem for problem in problems if problem is not None]

    def damage(self, cards: int, part: str) -> Problem | None:
        """Return in what way a file is not what the manifest says; None where it is. Raises
        InputError if it may not be read.
        """
        path = self.folder / file_name(cards, part)
        try:
            with opened(path) as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != self._known(cards, part):
                    return Problem(
                        f"{path.name} is damaged: it is not what the manifest says, its checksum "
                        f"differs; {MEND}"
                    )
        except FileNotFoundError as error:
            return Problem(f"{path.name}: {reason(error)}; {MEND}")
        except OSError as error:
            raise unreadable(path, error) from None
        return None

    def _seal(self, cards: int, rows: tuple[int, int]) -> str:
        """Return a checksum of what the numbers of a chunk follow from."""
        below = self.levels[cards - 1].sha256
        return hashlib.sha256(
            json.dumps([self.rule.fields(), self.numbers, cards, rows, below]).encode()
        ).hexdigest()

    def _chunk_files(self, cards: int) -> list[Path]:
        return list(self.folder.glob(chunk_name(cards, 0).replace("00000", "*")))

    def _whole(self, cards: int) -> int:
        if not 0 <= cards < len(self.levels):
            raise InputError(
                [
                    Problem(
                        f"the level with {cards} cards is not there; solve the graph in this "
                        "folder first"
                    )
                ],
                str(self.folder),
            )
        return cards

    def _known(self, cards: int, part: str) -> str:
        return self.levels[cards].sha256[PARTS.index(part)]
