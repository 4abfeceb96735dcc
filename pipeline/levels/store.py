"""The folder of level files. Files are compared with their checksums when they are read, and are
written whole or not at all. Remains of killed runs, chunks of complete levels, and levels that no
other level needs any more are deleted.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ...schemas.induction import Answer, LayerProof
from ...schemas.levels import (
    MANIFEST,
    PARTS,
    Manifest,
    Numbers,
    WholeLevel,
    chunk_name,
    file_name,
    write,
)
from ...schemas.parts.problems import InputError, Problem
from ...schemas.rules.goofspiel import Goofspiel, Position
from ...stages.solve.induction.goofspiel.indexing import Layer
from ...stages.solve.induction.goofspiel.numbers import number_kind, unit_of
from ...stages.solve.induction.goofspiel.position import answer, value
from ...stages.solve.induction.matrix_game import Array
from ..files.reading import OutputError, locked, write_text
from ..files.sealed import opened
from ..machine.streams import reason
from .files import (
    MEND,
    Values,
    npy_header,
    read_array,
    read_manifest,
    unreadable,
    write_array,
)

# The type, and the shape without the first dimension.
KINDS: dict[str, tuple[str, tuple[int | None, ...]]] = {
    ".rows": ("<i8", ()),
    ".kinds": ("<i4", ()),
    ".columns": ("<i8", (2,)),
    ".places": ("<i4", (None,)),
    ".sums": ("<u4", ()),
}
GONE = "because the folder was solved without --keep"


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
        values of another kind than requested.
        """
        self.folder = folder
        if rule is not None and make:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except FileExistsError:
                raise OutputError("is not a folder", folder) from None
            except OSError as error:
                raise OutputError(reason(error), folder) from None
        known = read_manifest(folder, rule if make else None)
        if rule is not None and known.rule != rule:
            raise InputError(
                [Problem("contains the levels of another deal; name another folder")], str(folder)
            )
        self.rule = known.rule
        self.levels = known.levels
        self.keep = known.keep
        self.numbers = known.numbers if numbers is None else Numbers(numbers)
        self._refuse_others(known)
        self.unit = unit_of(self.rule, self.numbers)
        self.open: dict[int, tuple[Layer, Values]] = {}

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other processes from making levels in the same folder; writing chunks is allowed.
        Raises OutputError if another process does so.
        """
        with locked(self.folder):
            # The folder may have changed while we waited.
            self.look()
            yield

    def look(self) -> None:
        """Read the manifest again, which another process may have written."""
        known = read_manifest(self.folder, self.rule)
        self._refuse_others(known)
        self.levels, self.keep = known.levels, known.keep

    def level(self, cards: int) -> tuple[Layer, Values]:
        """Return a complete level and its values. Raises InputError if a file is missing or
        damaged, now or at a later access.
        """
        if cards not in self.open:
            self._refuse_deleted(cards)
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
        """Return the numbers of a level that was verified before, row after row, mapped into memory
        for callers that read nearly all of them.
        """
        _, values = self.level(cards)
        header = len(npy_header(values.shape, values.kind))
        return np.memmap(values.path, values.kind, "r", header, (prod(values.shape),))

    def answer(self, position: Position) -> Answer:
        """Return optimal play for a position with a prize up. Raises InputError for an unreachable
        position.
        """
        level, values = self.level(self._whole(len(position.prizes) - 1))
        return answer(self.rule, level, values, position)

    def value(self, position: Position) -> float:
        """Return the value of a position before a prize is turned up."""
        level, values = self.level(self._whole(len(position.prizes)))
        return value(self.rule, level, values, position._replace(up=None))

    def add(self, proof: LayerProof, sha256: tuple[str, ...]) -> None:
        """Add the line of a level whose files have been written to the manifest."""
        self.levels = (*self.levels, WholeLevel(*proof, sha256))
        self.write()

    def write(self) -> None:
        """Write the manifest."""
        whole = Manifest(rule=self.rule, levels=self.levels, keep=self.keep, numbers=self.numbers)
        write_text(str(self.folder / MANIFEST), write(whole))

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

    @property
    def there(self) -> list[int]:
        """The numbers of cards of the levels that are complete and not deleted."""
        return [cards for cards, level in enumerate(self.levels) if not level.gone]

    @property
    def gone(self) -> list[int]:
        """The deleted levels, which no other level needs any more, by their numbers of cards."""
        return [cards for cards, level in enumerate(self.levels) if level.gone]

    def damage(self, cards: int, part: str) -> Problem | None:
        """Return how a file differs from the manifest; None if it does not differ. Raises
        InputError if it may not be read.
        """
        path = self.folder / file_name(cards, part)
        try:
            with opened(path) as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != self._known(cards, part):
                    return Problem(
                        f"{path.name} is damaged: its checksum differs from the manifest; {MEND}"
                    )
        except FileNotFoundError as error:
            return Problem(f"{path.name}: {reason(error)}; {MEND}")
        except OSError as error:
            raise unreadable(path, error) from None
        return None

    def _refuse_others(self, known: Manifest) -> None:
        if known.levels and known.numbers != self.numbers:
            raise InputError(
                [
                    Problem(
                        f"stores values as {known.numbers}, not {self.numbers}; name another folder"
                    )
                ],
                str(self.folder),
            )

    def refuse_deleted(self) -> None:
        """Raise InputError if a level was deleted, for callers that need all levels."""
        for cards in self.gone[-1:]:
            self._refuse_deleted(cards)

    def _refuse_deleted(self, cards: int) -> None:
        if self.levels[cards].gone:
            raise InputError(
                [
                    Problem(
                        f"the level with {cards} cards was deleted, {GONE}; solve the graph in "
                        "it again with --keep, which restores all levels"
                    )
                ],
                str(self.folder),
            )

    def _whole(self, cards: int) -> int:
        if not 0 <= cards < len(self.levels):
            raise InputError(
                [
                    Problem(
                        f"the level with {cards} cards is missing; solve the graph in this "
                        "folder first"
                    )
                ],
                str(self.folder),
            )
        return cards

    def _known(self, cards: int, part: str) -> str:
        return self.levels[cards].sha256[PARTS.index(part)]


def tidy(store: Store) -> None:
    """Remove the remains of killed runs: half-written files, chunks of levels that are complete or
    are not next, and files of deleted levels.

    Unfinished files of the next level stay: other processes may be writing them.
    """
    left = {
        path
        for name in (".level-*.tmp", f".{MANIFEST}.*.tmp", "level-*.chunk-*")
        for path in store.folder.glob(name)
    }
    due = chunk_name(len(store.levels), 0).partition("00000")[0]
    for path in left:
        if not path.name.removeprefix(".").startswith(due):
            path.unlink(missing_ok=True)
    for cards, level in enumerate(store.levels):
        if level.gone:
            _remove(store, cards)


def delete_unneeded(store: Store) -> None:
    """Without `keep`, remove the files of levels that no level above needs any more, and record
    that in the manifest first.
    """
    last = len(store.levels) - 1
    needed = last - 1 if last == len(store.rule.prizes) else last
    going = [cards for cards in range(needed) if not store.levels[cards].gone]
    if store.keep or not going:
        return
    store.levels = tuple(
        level._replace(gone=level.gone or cards in going)
        for cards, level in enumerate(store.levels)
    )
    store.write()
    for cards in going:
        _remove(store, cards)


def forget_chunks(store: Store, cards: int) -> None:
    """Remove the chunks of a complete level, and the temporary files of writing them."""
    name = chunk_name(cards, 0).replace("00000.npy", "*")
    for path in (*store.folder.glob(name), *store.folder.glob(f".{name}")):
        path.unlink(missing_ok=True)


def _remove(store: Store, cards: int) -> None:
    store.open.pop(cards, None)
    for part in PARTS:
        (store.folder / file_name(cards, part)).unlink(missing_ok=True)
