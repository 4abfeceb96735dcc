"""Many texts in one array of bytes."""

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Texts(Sequence[str]):
    """A sequence of texts, stored as one concatenated array.

    >>> found = texts(["up", "", "d\u00e9j\u00e0"])
    >>> len(found), list(found), found.begin.tolist()
    (3, ['up', '', 'd\u00e9j\u00e0'], [0, 2, 2, 8])
    """

    data: Bytes
    """In UTF-8."""
    begin: NDArray[np.int64]
    """Offset of each text; last the end of all."""

    def __len__(self) -> int:
        return len(self.begin) - 1

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        at = range(len(self))[at]
        return self.data[self.begin[at] : self.begin[at + 1]].tobytes().decode()

    def __iter__(self) -> Iterator[str]:
        data = self.data.tobytes()
        begin = self.begin.tolist()
        for at in range(len(self)):
            yield data[begin[at] : begin[at + 1]].decode()


def texts(those: Iterable[str]) -> Texts:
    """Store texts in one array of bytes."""
    encoded = [text.encode() for text in those]
    begin = np.fromiter(accumulate(map(len, encoded), initial=0), np.int64, len(encoded) + 1)
    return Texts(np.frombuffer(b"".join(encoded), np.uint8), begin)


def byte_array(text: str) -> Bytes:
    """Return a text as a read-only array of bytes in UTF-8.

    >>> byte_array("ab").tolist()
    [97, 98]
    """
    return np.frombuffer(text.encode(), np.uint8)


def ascii_array(text: str) -> Bytes:
    """Return an ASCII text as a read-only array of bytes, which shares the memory of the text.

    >>> ascii_array("ab").tolist()
    [97, 98]
    """
    begin = ctypes.pythonapi.PyUnicode_AsUTF8
    begin.argtypes, begin.restype = [ctypes.py_object], ctypes.c_void_p
    block = (ctypes.c_uint8 * len(text)).from_address(begin(text))
    block.text = text  # type: ignore[attr-defined]  # Keeps the text alive as long as the array.
    data = np.frombuffer(memoryview(block), np.uint8)
    data.flags.writeable = False
    return data
