"""Rows of words, each once, with its number: a hash table with open addressing."""

import numpy as np

from ....schemas.parts import shadow as cython
from .tables import twice

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.parts.arrays import Index, ReadUInt64s, UInt64

_NONE = cython.declare(Index, -1)
_FACTOR = cython.declare(UInt64, 0x9E3779B97F4A7C15)
_ALL = cython.declare(UInt64, 2**64 - 1)


class Interned:
    """Rows, numbered in order of insertion.

    rows: shape (room + 1, words). The row after the last one is the search row.
    slots: the number of a row at its hash or after it; -1 for a free slot. The length is a power of
        two, and at least twice the room.
    size: the number of rows.
    """

    def __init__(self, words: int, room: int) -> None:
        """Make room for so many rows."""
        self.rows = np.empty((room + 1, words), np.uint64)
        self.slots = np.full(1 << max(3, (2 * room + 1).bit_length()), -1, np.int32)
        self.size = 0

    def grow(self) -> None:
        """Make twice the room."""
        self.rows = twice(self.rows)[: 2 * self.rows.shape[0] - 1]
        self.slots = np.full(2 * self.slots.shape[0], -1, np.int32)
        fill(self)


def enter(table: Interned, row: ReadUInt64s) -> Index:
    """Return the number of a row, which is added if it is missing; there must be room."""
    table.rows[table.size, :] = row
    return intern(table)


def find(table: Interned) -> Index:
    """Return the number of the search row; -1 if it is not in the table."""
    return cython.cast(Index, table.slots[slot(table)])


def intern(table: Interned) -> Index:
    """Return the number of the search row, which is added if it is missing; there must be room."""
    at = slot(table)
    if table.slots[at] == _NONE:
        table.slots[at] = table.size
        table.size += 1
    return cython.cast(Index, table.slots[at])


def full(table: Interned, more: Index) -> bool:
    """Return whether there is no room for `more` rows."""
    return table.size + more >= table.rows.shape[0]


def slot(table: Interned) -> Index:
    """Return the slot of the search row, or the free slot for it."""
    words, mask, size = table.rows.shape[1], table.slots.shape[0] - 1, table.size
    at = hashed(table, size) & mask
    while table.slots[at] != _NONE:
        number: Index = table.slots[at]
        word: Index = 0
        while word < words and table.rows[number, word] == table.rows[size, word]:
            word += 1
        if word == words:
            break
        at = (at + 1) & mask
    return at


def hashed(table: Interned, number: Index) -> Index:
    """Return a hash of a row."""
    words = table.rows.shape[1]
    code = cython.cast(UInt64, words)
    for word in range(words):
        code = ((code ^ cython.cast(UInt64, table.rows[number, word])) * _FACTOR) & _ALL
        code ^= code >> 32
    return cython.cast(Index, code >> 1)


def fill(table: Interned) -> None:
    """Enter all rows into free slots."""
    mask = table.slots.shape[0] - 1
    with cython.nogil:
        for number in range(table.size):
            at = hashed(table, number) & mask
            while table.slots[at] != _NONE:
                at = (at + 1) & mask
            table.slots[at] = number
