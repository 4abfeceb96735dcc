"""Files of values that are read block by block; each block is compared with its checksum on first
use.

A CRC-32 finds every damage of up to 32 bits in a row, and misses any other damage once in four
billion: that covers disks, cables and incomplete copies. It is no protection against a deliberate
change, but the checksums themselves are in a file whose SHA-256 is in the manifest.

Blocks are read, not mapped. So the numbers in use are those that were verified, and a failing disk
raises an ordinary error; with a mapped page it would end the program.
"""

import hashlib
import io
import os
import stat
import threading
import zlib
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pipeline.files.reading import OutputError
from pipeline.machine.streams import reason
from schemas.levels import BLOCK
from schemas.parts.problems import InputError, Problem
from stages.solve.induction.goofspiel.numbers import number_kind, unpacked
from stages.solve.induction.matrix_game import Array

KEPT = 16_384  # The largest number of blocks in memory, 64 MiB.
MEND = "solve the graph again with this folder: what is damaged is made again"


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


def opened(path: Path) -> io.FileIO:
    """Open a file of the folder for reading. Raises OSError, also for a pipe or device, which might
    block for ever.
    """

    def descriptor(name: str, flags: int) -> int:
        return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))

    file = io.FileIO(str(path), "rb", opener=descriptor)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(0, "is a pipe or a device, not a file")
    return file


def sums_of(path: Path) -> npt.NDArray[np.uint32]:
    """Return the checksums of an existing file. Raises OSError."""
    found = Sums()
    with opened(path) as file:
        while piece := file.read(2**20):
            found.add(memoryview(piece))
    return found.array()


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

    def piece(self, first: int, last: int) -> Array:
        """Return the numbers from one place to another, as stored. Raises InputError if they are
        damaged.
        """
        start, end, size = self._first + first, self._first + last, self._per_block
        numbers = range(start // size, -(-end // size))
        found = np.frombuffer(b"".join(map(self._bytes, numbers)), self.kind)
        return found[start - numbers.start * size : end - numbers.start * size]

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
        raise OutputError(f"{path}: {reason(error)}") from None
    finally:
        whole.unlink(missing_ok=True)
    return digest.hexdigest(), blocks


def _pieces(shape: tuple[int, ...], kind: str, parts: Iterator[Any]) -> Iterator[memoryview]:
    yield memoryview(npy_header(shape, kind))
    for part in parts:
        yield np.ascontiguousarray(part, kind).reshape(-1).view(np.uint8).data
