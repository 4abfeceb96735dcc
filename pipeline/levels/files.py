"""The files of a folder of level files: the manifest, small arrays that are read whole, chunks, and
values that are read block by block. Each is compared with a checksum when it is read.

The checksum of a chunk is the SHA-256 of every byte before it, which detects any change to the
file; its description detects two swapped files. Each block of values has a CRC-32. It finds every
damage of up to 32 bits in a row, and misses any other damage once in four billion: that covers
disks, cables and incomplete copies. It is no protection against a deliberate change, but these
checksums themselves are in a file whose SHA-256 is in the manifest.

Blocks are read, not mapped. So the numbers in use are those that were verified, and a failing disk
raises an ordinary error; with a mapped page it would end the program.
"""

import hashlib
import io
import os
import threading
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...schemas.levels import BLOCK, MANIFEST, Manifest, Numbers, read
from ...schemas.parts.problems import InputError, Problem, shown
from ...schemas.rules.goofspiel import Goofspiel
from ...stages.solve.induction.goofspiel import Chunk
from ...stages.solve.induction.goofspiel.numbers import number_kind, unpacked
from ...stages.solve.induction.matrix_game import Array
from ..files.reading import OutputError, read_text, special
from ..files.sealed import opened, read_sealed, write_sealed
from ..machine.streams import reason


def bytes_of(values: int, numbers: Numbers) -> int:
    """Return the bytes of so many values.

    >>> bytes_of(10, Numbers.FLOAT64), bytes_of(10, Numbers.PACKED)
    (80, 40)
    """
    return values * (4 if numbers == Numbers.PACKED else 8)


def most_at_once(sizes: Sequence[int], whole: int, keep: bool) -> int:
    """Return the bytes that must be free to make the rest of the levels, from number `whole` on.

    While the chunks of a level are joined, the level is on the disk twice. Without `keep`, the only
    other files are those of the level below.

    >>> most_at_once([1, 10, 20, 5], 0, True), most_at_once([1, 10, 20, 5], 0, False)
    (56, 50)
    >>> most_at_once([1, 10, 20, 5], 2, True), most_at_once([1, 10, 20, 5], 2, False)
    (45, 40)
    """
    rest = range(whole, len(sizes))
    if keep:
        return sum(sizes[whole:]) + max(sizes[whole:], default=0)
    most = max((2 * sizes[at] + (sizes[at - 1] if at else 0) for at in rest), default=0)
    return max(0, most - (sizes[whole - 1] if whole else 0))


def read_array(path: Path, sha256: str, kind: str, shape: tuple[int | None, ...]) -> Any:
    """Return the array of a file; `shape` leaves out the first dimension, and None stands for any
    size. Raises InputError if the file is missing or damaged.
    """
    try:
        with opened(path) as file:
            content = file.read()
    except OSError as error:
        raise unreadable(path, error) from None
    if hashlib.sha256(content).hexdigest() != sha256:
        raise InputError(
            [Problem(f"is damaged: its checksum differs from the manifest; {MEND}")],
            str(path),
        )
    try:
        array = np.load(io.BytesIO(content), allow_pickle=False)
    except Exception:  # NumPy raises many kinds of exceptions for broken files.
        array = None
    if (
        not isinstance(array, np.ndarray)
        or array.dtype.str != kind
        or not _fits(array.shape[1:], shape)
    ):
        raise InputError(
            [Problem("is not a NumPy array file with numbers of the right type")], str(path)
        )
    return array


def _fits(found: tuple[int, ...], shape: tuple[int | None, ...]) -> bool:
    return len(found) == len(shape) and all(
        wanted in (None, size) for size, wanted in zip(found, shape, strict=True)
    )


def unreadable(path: Path, error: OSError) -> InputError:
    """Return the error for a file that cannot be read."""
    mended = f"; {MEND}" if isinstance(error, FileNotFoundError) else ""
    return InputError([Problem(f"{reason(error)}{mended}")], str(path))


def read_manifest(folder: Path, rule: Goofspiel | None) -> Manifest:
    """Return the manifest of a folder; a new one of the rule if there is a rule and no file."""
    path = folder / MANIFEST
    if rule is not None and not path.exists():
        _refuse_foreign(folder)
        return Manifest(rule=rule)
    if path.exists() and special(str(path)):
        raise InputError([Problem("is a pipe or a device, not a file")], str(path))
    text = read_text(str(path))
    try:
        return read(text.text)
    except InputError as error:
        error.source = error.source or str(path)
        raise


def _refuse_foreign(folder: Path) -> None:
    """Raise InputError for a folder without a manifest that contains other files."""
    with suppress(OSError):
        foreign = sorted(
            name for name in os.listdir(folder) if not name.startswith(("level-", "."))
        )
        if foreign:
            raise InputError(
                [
                    Problem(
                        f"contains other files, such as {shown(foreign[0])}, but no level files; "
                        "name an empty or a new folder"
                    )
                ],
                str(folder),
            )


KEPT = 16_384  # The largest number of blocks in memory, 64 MiB.
MEND = "solve the graph again with this folder to repair it"


class Sums:
    """The checksums of a file that is being written or verified, in pieces of any size."""

    def __init__(self) -> None:
        self.found: list[int] = []
        self._open, self._left = 0, BLOCK

    def add(self, piece: memoryview) -> None:
        """Add the next bytes of the file."""
        while len(piece):
            here = piece[: self._left]
            self._open, self._left = zlib.crc32(here, self._open), self._left - len(here)
            piece = piece[len(here) :]
            if not self._left:
                self.found.append(self._open)
                self._open, self._left = 0, BLOCK

    def array(self) -> npt.NDArray[np.uint32]:
        """Return one checksum per block; the last block may be shorter."""
        return np.array([*self.found, *([self._open] if self._left < BLOCK else [])], "<u4")


class Values:
    """The values of a level, accessed by their places: row after row."""

    def __init__(
        self, path: Path, shape: tuple[int, ...], unit: float, sums: npt.NDArray[np.uint32]
    ) -> None:
        """Open a file that holds an array of this shape. Its numbers are integer multiples of
        `unit`, or floats if it is 0. Raises InputError if the file has another size, and OSError.
        """
        self.path, self.shape, self.kind, self.unit = path, shape, number_kind(unit), unit
        self._sums: list[int] = sums.tolist()
        self._known: dict[int, Array] = {}
        self._lock = threading.Lock()
        header, number = len(npy_header(shape, self.kind)), np.dtype(self.kind).itemsize
        self._first, self._per_block = header // number, BLOCK // number
        self._file = opened(path)
        size = os.fstat(self._file.fileno()).st_size
        expected = header + number * prod(shape)
        if size != expected or len(sums) != -(-size // BLOCK):
            raise InputError(
                [Problem(f"is damaged: {size:,} bytes, not {expected:,}; {MEND}")], str(path)
            )

    def __getitem__(self, at: Any) -> Any:
        """Return the values at some places, an array of any shape or a number. Raises InputError if
        they are damaged.
        """
        numbers = np.asarray(self._first + at)
        blocks, within = np.divmod(numbers.ravel(), self._per_block)
        found = [
            self._block(block)[place]
            for block, place in zip(blocks.tolist(), within.tolist(), strict=True)
        ]
        return unpacked(np.array(found, self.kind), self.unit).reshape(numbers.shape)[()]

    def _block(self, number: int) -> Array:
        known = self._known.get(number)
        if known is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            known = self._known[number] = np.frombuffer(self._bytes(number), self.kind)
        return known

    def _bytes(self, number: int) -> bytes:
        try:
            with self._lock:
                self._file.seek(number * BLOCK)
                content = self._file.read(BLOCK)
        except OSError as error:
            raise InputError([Problem(reason(error))], str(self.path)) from None
        if zlib.crc32(content) != self._sums[number]:
            first = number * BLOCK
            raise InputError(
                [
                    Problem(
                        f"is damaged: the checksum of bytes {first:,} to {first + BLOCK - 1:,} "
                        f"differs; {MEND}"
                    )
                ],
                str(self.path),
            )
        return content


def npy_header(shape: tuple[int, ...], kind: str) -> bytes:
    """Return the header of an array file, which every version of NumPy writes the same."""
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"descr": kind, "fortran_order": False, "shape": shape}
    )
    return header.getvalue()


def write_array(
    path: Path, shape: tuple[int, ...], kind: str, parts: Iterator[Any]
) -> tuple[str, Sums]:
    """Write an array file from its rows in one step; return the SHA-256 of the file, and the
    checksums of its blocks.
    """
    digest, blocks = hashlib.sha256(), Sums()
    whole = path.with_name(f".{path.name}.tmp")
    try:
        with open(whole, "wb") as file:
            for piece in _pieces(shape, kind, parts):
                digest.update(piece)
                blocks.add(piece)
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        os.replace(whole, path)
    except OSError as error:
        raise OutputError(reason(error), path) from None
    finally:
        whole.unlink(missing_ok=True)
    return digest.hexdigest(), blocks


def _pieces(shape: tuple[int, ...], kind: str, parts: Iterator[Any]) -> Iterator[memoryview]:
    yield memoryview(npy_header(shape, kind))
    for part in parts:
        yield np.ascontiguousarray(part, kind).reshape(-1).view(np.uint8).data


FORMAT = "efgc/level-chunk"


class Label(NamedTuple):
    """The description of a chunk."""

    cards: int
    number: int
    rows: tuple[int, int]
    """The first row, and the row after the last."""
    seal: str
    """A checksum of everything that determines its numbers."""


def write_chunk(path: Path, label: Label, chunk: Chunk) -> None:
    """Write the file in one step."""
    about = {
        "format": FORMAT,
        **label._asdict(),
        "games": chunk.games,
        "largest_gap": chunk.largest_gap,
    }
    write_sealed(path, chunk.values, about)


def read_chunk(path: Path, label: Label) -> Chunk | str:
    """Return the chunk, or its problem: MISSING, or the reason why the file is not this chunk."""
    whole = read_sealed(path)
    if isinstance(whole, str):
        return whole
    about = whole.about
    try:
        found = Label(about["cards"], about["number"], tuple(about["rows"]), about["seal"])
        chunk = Chunk(whole.values, float(about["largest_gap"]), int(about["games"]))
    except (KeyError, TypeError, ValueError):
        return "is not a chunk of a level"
    if found == label:
        return chunk
    if found[:3] == label[:3]:
        return "is of another deal, or was computed from another level below"
    return (
        f"is another chunk: number {found.number} of the level with {found.cards} cards, rows "
        f"{found.rows[0]:,} to {found.rows[1] - 1:,}"
    )
