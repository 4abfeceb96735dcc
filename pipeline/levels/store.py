"""The folder of level files: what is read is compared with its checksums, what is written is there
whole or not at all.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pipeline.files import OutputError, write_text
from pipeline.levels.array_files import read_array, unreadable
from pipeline.levels.blocks import MEND, Values, npy_header, opened, write_array
from pipeline.levels.lock import locked
from pipeline.levels.manifest_file import read_manifest
from pipeline.system import reason
from schemas.induction import Answer, LayerProof
from schemas.levels import MANIFEST, PARTS, Manifest, WholeLevel, chunk_name, file_name, write
from schemas.parts.problems import InputError, Problem
from schemas.rules.goofspiel import Goofspiel, Position
from schemas.rules.objective import Objective
from stages.solve.induction.goofspiel.indexing import Layer
from stages.solve.induction.goofspiel.position import answer, value
from stages.solve.induction.matrix_game import Array

# Type, and shape behind the first dimension.
KINDS = {".rows": ("<i8", ()), ".columns": ("<i8", (2,)), ".sums": ("<u4", ())}
GONE = "as the folder was solved without --keep"


class Store:
    """The level files of one game."""

    def __init__(self, folder: Path, rule: Goofspiel | None = None, make: bool = True) -> None:
        """Open a folder, or make it for a rule. Raises InputError if it holds another game."""
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
        self.keep = known.keep
        self.open: dict[int, tuple[Layer, Values]] = {}

    @contextmanager
    def alone(self, patience: float = 0.0) -> Iterator[None]:
        """Keep other processes from making levels in the same folder, but for chunks. Raises
        OutputError if one does for so many seconds.
        """
        with locked(self.folder, patience):
            # Who waited may have found it half done.
            self.look()
            yield

    def look(self) -> None:
        """Read the manifest again, which another process may have written."""
        known = read_manifest(self.folder, self.rule)
        self.levels, self.keep = known.levels, known.keep

    def tidy(self) -> None:
        """Remove what runs that were killed left: half-written files, chunks of levels that are
        whole or are not next, and files of levels that are gone.

        What is being written of the next level stays: others may be at it.
        """
        left = {
            path
            for name in (".level-*.tmp", f".{MANIFEST}.*.tmp", "level-*.chunk-*")
            for path in self.folder.glob(name)
        }
        due = chunk_name(len(self.levels), 0).partition("00000")[0]
        for path in left:
            if not path.name.removeprefix(".").startswith(due):
                path.unlink(missing_ok=True)
        for cards, level in enumerate(self.levels):
            if level.gone:
                self._remove(cards)

    def level(self, cards: int) -> tuple[Layer, Values]:
        """Return a whole level and its values. Raises InputError if a file is missing or damaged,
        now or when it is read.
        """
        if cards not in self.open:
            self._refuse_gone(cards)
            rows, columns, sums = (self.array(cards, part) for part in PARTS[1:])
            level = Layer(
                cards=cards,
                patterns=rows,
                prizes=columns[:, 0],
                scores=columns[:, 1],
                constants=(-1.0, 0.0, 1.0) if self.rule.objective == Objective.WIN else (),
            )
            path = self.folder / file_name(cards)
            try:
                self.open[cards] = (level, Values(path, (len(rows), level.width), sums))
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
        """Return the values of a level that was looked through before, mapped into memory for who
        reads nearly all of them.
        """
        _, values = self.level(cards)
        return np.memmap(
            values.path, "<f8", "r", len(npy_header(values.shape, "<f8")), values.shape
        )

    def answer(self, position: Position) -> Answer:
        """Return how to play a position with a prize up. Raises InputError for one out of reach."""
        level, values = self.level(self._whole(len(position.prizes) - 1))
        return answer(self.rule, level, values, position)

    def value(self, position: Position) -> float:
        """Return the value of a position before a prize is turned up."""
        level, values = self.level(self._whole(len(position.prizes)))
        return value(self.rule, level, values, position._replace(up=None))

    def add(self, proof: LayerProof, sha256: tuple[str, ...]) -> None:
        """Write the line of a level whose files were put there; without `keep` the one below goes,
        unless the first round is answered from it.
        """
        self.levels = (*self.levels, WholeLevel(proof, sha256))
        self.write()
        self.let_go()

    def write(self) -> None:
        """Write the manifest."""
        write_text(str(self.folder / MANIFEST), write(Manifest(self.rule, self.levels, self.keep)))

    def let_go(self) -> None:
        """Without `keep`, remove the files of levels that no level above needs any more, and say so
        in the manifest first.
        """
        last = len(self.levels) - 1
        needed = last - 1 if last == len(self.rule.prizes) else last
        going = [cards for cards in range(needed) if not self.levels[cards].gone]
        if self.keep or not going:
            return
        self.levels = tuple(
            level._replace(gone=level.gone or cards in going)
            for cards, level in enumerate(self.levels)
        )
        self.write()
        for cards in going:
            self._remove(cards)

    def put(self, level: Layer, parts: Iterator[Array]) -> tuple[str, ...]:
        """Write the files of a level from its rows in order; return their checksums."""
        self.open.pop(level.cards, None)
        digest, blocks = write_array(
            self.folder / file_name(level.cards), (len(level.patterns), level.width), "<f8", parts
        )
        found = [digest]
        whole: list[npt.NDArray[Any]] = [
            level.patterns,
            np.stack([level.prizes, level.scores], axis=1),
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

    def forget_chunks(self, cards: int) -> None:
        """Remove the chunks of a level that is whole, and what was left of writing them."""
        name = chunk_name(cards, 0).replace("00000.npy", "*")
        for path in (*self.folder.glob(name), *self.folder.glob(f".{name}")):
            path.unlink(missing_ok=True)

    @property
    def there(self) -> list[int]:
        """The numbers of cards of the levels that are whole and not gone."""
        return [cards for cards, level in enumerate(self.levels) if not level.gone]

    @property
    def gone(self) -> list[int]:
        """The numbers of cards of the levels that went when no other level needed them."""
        return [cards for cards, level in enumerate(self.levels) if level.gone]

    def broken(self) -> list[Problem]:
        """Return what differs from the checksums of the manifest."""
        problems = (self.damage(cards, part) for cards in self.there for part in PARTS)
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

    def _remove(self, cards: int) -> None:
        self.open.pop(cards, None)
        for part in PARTS:
            (self.folder / file_name(cards, part)).unlink(missing_ok=True)

    def _refuse_gone(self, cards: int) -> None:
        if self.levels[cards].gone:
            raise InputError(
                [
                    Problem(
                        f"the level with {cards} cards is gone, {GONE}; solve the graph in it once "
                        "more with --keep, which makes all levels again"
                    )
                ],
                str(self.folder),
            )

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
