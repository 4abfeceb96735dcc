"""The folder of level files: read as memory maps, written whole or not at all."""

import hashlib
import io
import json
import os
import secrets
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.files import OutputError, read_text, reason, write_text
from schemas.goofspiel import Goofspiel, Position
from schemas.induction import LevelProof
from schemas.levels import MANIFEST, PARTS, Manifest, WholeLevel, chunk_name, file_name, read, write
from schemas.problems import InputError, Problem
from stages.solve.goofspiel import Chunk, cuts
from stages.solve.goofspiel.indexing import Level
from stages.solve.goofspiel.position import Answer, answer, value
from stages.solve.matrix_game import Array

LOCK_TRIES = 20  # Twentieths of a second: the processes of a run that was killed hold its lock until they notice.
KINDS = {"": ("<f8", 2), ".rows": ("<i8", 1), ".columns": ("<i8", 2)}  # Type and number of dimensions of PARTS.


class Store:
    """The level files of one game."""

    def __init__(self, folder: Path, rule: Goofspiel | None = None, make: bool = True) -> None:
        """Open a folder, or make it for a rule. Raises InputError if it holds another game than the rule's."""
        self.folder = folder
        if rule is not None and make:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except FileExistsError:
                raise OutputError(f"{folder}: is not a folder") from None
            except OSError as error:
                raise OutputError(f"{folder}: {reason(error)}") from None
        known = self._manifest(rule if make else None)
        if rule is not None and known.rule != rule:
            raise InputError([Problem("holds the levels of another deal; name another folder")], str(folder))
        self.rule = known.rule
        self.levels = known.levels
        self.open: dict[int, tuple[Level, Array]] = {}

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other processes from solving in the same folder. Raises OutputError if one does."""
        with warnings.catch_warnings(action="ignore"):  # That a system has nothing better than a file that is there or not.
            from filelock import FileLock, Timeout  # Here, as it takes a while to import.

        path = self.folder / ".lock"
        lock = FileLock(path)
        try:
            lock.acquire(0.05 * LOCK_TRIES, 0.05)
        except Timeout:
            raise OutputError(f"{self.folder}: another process solves there") from None
        except OSError as error:
            raise OutputError(f"{path}: {reason(error)}") from None
        except NotImplementedError:
            raise OutputError(f"{path}: this file system has no locks; name a folder on another one") from None
        try:
            # Who waited may have found it half done.
            self.levels = self._manifest(self.rule).levels
            yield
        finally:
            lock.release()

    def tidy(self) -> None:
        """Remove what runs that were killed left: half-written files, and chunks of levels that are whole or are not next."""
        left = [path for name in (".level-*.tmp", f".{MANIFEST}.*.tmp") for path in self.folder.glob(name)]
        chunks = set(self.folder.glob("level-*.chunk-*.npz")) - set(self._chunk_files(len(self.levels)))
        for path in (*left, *chunks):
            path.unlink(missing_ok=True)

    def level(self, cards: int) -> tuple[Level, Array]:
        """Return a whole level and its values, mapped into memory. Raises InputError if a file is missing or broken."""
        if cards not in self.open:
            values, rows, columns = (self._map(cards, part) for part in PARTS)
            constants = (-1.0, 0.0, 1.0) if self.rule.objective == "win" else ()
            level = Level(cards, rows, columns[:, 0], columns[:, 1], constants)
            if values.shape != (len(rows), level.width):
                raise InputError([Problem(f"{values.shape} numbers for {len(rows)} x {level.width} states")],
                                 str(self.folder / file_name(cards)))
            self.open[cards] = (level, values)
        return self.open[cards]

    def answer(self, position: Position) -> Answer:
        """Return how to play a position with a prize up. Raises InputError where the deal does not lead there."""
        level, values = self.level(self._whole(len(position.prizes) - 1))
        return answer(self.rule, level, values, position)

    def value(self, position: Position) -> float:
        """Return the value of a position before a prize is turned up."""
        level, values = self.level(self._whole(len(position.prizes)))
        return value(self.rule, level, values, position._replace(up=None))

    def add(self, level: Level, parts: Iterator[Array], proof: LevelProof) -> None:
        """Write the files of a level from its rows in order, and its line in the manifest."""
        columns = np.stack([level.prizes, level.scores], axis=1)
        shape = (len(level.patterns), level.width)
        sums = (
            _write(self.folder / file_name(level.cards), shape, "<f8", parts),
            _write(self.folder / file_name(level.cards, ".rows"), level.patterns.shape, "<i8", iter([level.patterns])),
            _write(self.folder / file_name(level.cards, ".columns"), columns.shape, "<i8", iter([columns])),
        )
        self.levels = (*self.levels, WholeLevel(proof, sums))
        write_text(str(self.folder / MANIFEST), write(Manifest(self.rule, self.levels)))

    def forget(self, cards: int) -> None:
        """Remove the files of a level that no level above needs."""
        self.open.pop(cards, None)
        for part in PARTS:
            (self.folder / file_name(cards, part)).unlink(missing_ok=True)

    def write_chunk(self, cards: int, number: int, rows: tuple[int, int], chunk: Chunk) -> None:
        """Write the file of a chunk in one step."""
        whole = io.BytesIO()
        np.savez(whole, seal=np.array(self._seal(cards, rows)), values=chunk.values,
                 gap=np.float64(chunk.largest_gap), games=np.int64(chunk.games))
        _replace(self.folder / chunk_name(cards, number), whole.getbuffer())

    def read_chunk(self, cards: int, number: int, rows: tuple[int, int]) -> Chunk | None:
        """Return a chunk; None if it is not there, or broken, or not of this level."""
        try:
            with np.load(self.folder / chunk_name(cards, number)) as found:
                if found["seal"].item() != self._seal(cards, rows):
                    return None
                return Chunk(found["values"], float(found["gap"]), int(found["games"]))
        except Exception:  # There is no end to what NumPy and zipfile raise for broken files.
            return None

    def chunks(self, cards: int) -> Iterator[Array]:
        """Yield the values of all chunks of a level in order. Raises OutputError if one is not there any more."""
        for number, rows in enumerate(cuts(self.rule, cards)):
            chunk = self.read_chunk(cards, number, rows)
            if chunk is None:
                raise OutputError(f"{self.folder / chunk_name(cards, number)}: was written, and is gone or changed; "
                                  f"start again")
            yield chunk.values

    def forget_chunks(self, cards: int) -> None:
        """Remove the chunks of a level that is whole."""
        for path in self._chunk_files(cards):
            path.unlink(missing_ok=True)

    def broken(self, lowest: int = 0) -> list[Problem]:
        """Return what differs from the checksums of the manifest, from the level with `lowest` cards up."""
        problems = []
        for whole in self.levels[lowest:]:
            for part, known in zip(PARTS, whole.sha256):
                path = self.folder / file_name(whole.proof.left, part)
                try:
                    with open(path, "rb") as file:
                        if hashlib.file_digest(file, "sha256").hexdigest() != known:
                            problems.append(Problem(f"{path.name} is not what the manifest says: its checksum differs"))
                except OSError as error:
                    problems.append(Problem(f"{path.name}: {reason(error)}"))
        return problems

    def _seal(self, cards: int, rows: tuple[int, int]) -> str:
        """Return a checksum of what the numbers of a chunk follow from."""
        below = self.levels[cards - 1].sha256
        return hashlib.sha256(json.dumps([self.rule.fields(), cards, rows, below]).encode()).hexdigest()

    def _chunk_files(self, cards: int) -> list[Path]:
        return list(self.folder.glob(chunk_name(cards, 0).replace("00000", "*")))

    def _manifest(self, rule: Goofspiel | None) -> Manifest:
        path = self.folder / MANIFEST
        if rule is not None and not path.exists():
            return Manifest(rule, ())
        text = read_text(str(path))
        try:
            return read(text.text)
        except InputError as error:
            error.source = error.source or str(path)
            raise

    def _whole(self, cards: int) -> int:
        if not 0 <= cards < len(self.levels):
            raise InputError([Problem(f"the level with {cards} cards is not there; solve the graph in this folder first")],
                             str(self.folder))
        return cards

    def _map(self, cards: int, part: str) -> Any:
        path = self.folder / file_name(cards, part)
        try:
            found = np.load(path, mmap_mode="r", allow_pickle=False)
        except OSError as error:
            raise InputError([Problem(reason(error))], str(path)) from None
        except Exception:  # As for chunks.
            found = None
        if not isinstance(found, np.ndarray) or (found.dtype.str, found.ndim) != KINDS[part]:
            raise InputError([Problem("is broken: no array file of NumPy, or of other numbers")], str(path))
        return found


def _write(path: Path, shape: tuple[int, ...], kind: str, parts: Iterator[Any]) -> str:
    """Write an array from its rows in one step and return the SHA-256 of the file."""
    digest = hashlib.sha256()
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": kind, "fortran_order": False, "shape": shape})
    whole = path.with_name(f".{path.name}.tmp")
    try:
        with open(whole, "wb") as file:
            digest.update(header.getbuffer())
            file.write(header.getbuffer())
            for part in parts:
                rows = np.ascontiguousarray(part, kind).reshape(-1).view(np.uint8).data
                digest.update(rows)
                file.write(rows)
            file.flush()
            os.fsync(file.fileno())
        os.replace(whole, path)
    except OSError as error:
        raise OutputError(f"{path}: {reason(error)}") from None
    finally:
        whole.unlink(missing_ok=True)
    return digest.hexdigest()


def _replace(path: Path, content: memoryview) -> None:
    # A process that was taken for lost may write the same chunk once more.
    whole = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        whole.write_bytes(content)
        os.replace(whole, path)
    except OSError as error:
        raise OutputError(f"{path}: {reason(error)}") from None
    finally:
        whole.unlink(missing_ok=True)
