"""Rows of words, each once, with its number."""

import numpy as np

from ....schemas.parts import shadow as cython
from .tables import twice

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.kernels.key_tables import KeyTable, add, find
    from ....schemas.parts.arrays import Index, Int64, ReadUInt64s, UInt64

_FACTOR = cython.declare(UInt64, 0x9E3779B97F4A7C15)
_ALL = cython.declare(UInt64, 2**64 - 1)


class Interned:
    """Rows, numbered in order of insertion.

    rows: shape (room + 1, words). The row after the last one is the search row.
    hashes: those of the rows.
    size: the number of rows.
    """

    def __init__(self, words: int, room: int) -> None:
        """Make room for so many rows."""
        self.rows = np.empty((room + 1, words), np.uint64)
        self.hashes, self.size = KeyTable(room), 0

    def grow(self) -> None:
        """Make twice the room."""
        self.rows = twice(self.rows)[: 2 * self.rows.shape[0] - 1]


def enter(table: Interned, row: ReadUInt64s) -> int:
    """Return the number of a row, which is added if it is missing; there must be room."""
    table.rows[table.size, :] = row
    return intern(table)


def search(table: Interned) -> Index:
    """Return the number of the search row; -1 if it is not in the table."""
    return find_row(table, hashed(table))


def intern(table: Interned) -> Index:
    """Return the number of the search row, which is added if it is missing; there must be room."""
    key = hashed(table)
    number = find_row(table, key)
    if number < 0:
        number = add(table.hashes, key)
        table.size += 1
    return number


def full(table: Interned, more: Index) -> bool:
    """Return whether there is no room for `more` rows."""
    return table.size + more >= table.rows.shape[0]


def find_row(table: Interned, key: Int64) -> Index:
    """Return the number of the search row, which has this hash, or -1."""
    number = find(table.hashes, key, 0)
    while number >= 0 and not is_sought(table, number):
        number = find(table.hashes, key, number + 1)
    return number


def is_sought(table: Interned, number: Index) -> bool:
    """Return whether a row is equal to the search row."""
    words, size = table.rows.shape[1], table.size
    word: Index = 0
    while word < words and table.rows[number, word] == table.rows[size, word]:
        word += 1
    return word == words


def hashed(table: Interned) -> Int64:
    """Return a hash of the search row."""
    words, size = table.rows.shape[1], table.size
    code = cython.cast(UInt64, words)
    for word in range(words):
        code = ((code ^ cython.cast(UInt64, table.rows[size, word])) * _FACTOR) & _ALL
        code ^= code >> 32
    return cython.cast(Int64, code >> 1)
