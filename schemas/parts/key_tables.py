"""Hash tables from keys to numbers, for kernels: open addressing (Knuth, The Art of Computer
Programming, volume 3, section 6.4, algorithm L).

There are two kinds. `KeyTable` and the functions up to `place_of` store keys and numbers side by
side. The functions after it store only numbers, -1 in a free slot: items are numbered in order of
first occurrence, and the caller stores their keys or hashes. No table is ever more than half full.
"""

import numpy as np

from . import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from .arrays import Index, Int32s, Int64, Ints, ReadInts, UInt64

FREE = -1
"""Marks a slot without a key or number."""

_FREE = cython.declare(Index, -1)
_LEAST = cython.declare(Index, 1024)
_GOLDEN = cython.declare(UInt64, 0x9E3779B97F4A7C15)  # 2**64 divided by the golden ratio (ibid.).
_FIRST = cython.declare(UInt64, 0xBF58476D1CE4E5B9)
_SECOND = cython.declare(UInt64, 0x94D049BB133111EB)
_ALL = cython.declare(UInt64, 2**64 - 1)


class KeyTable:
    """A hash table from keys to numbers; at least half of the slots stay free.

    keys: at least 0; FREE in a free slot. The number of slots is a power of two.
    numbers: the number of each key.
    """

    def __init__(self, size: int) -> None:
        """Create a table with room for `size` keys."""
        places = 2 ** (2 * size - 1).bit_length()
        self.keys = np.full(places, FREE, np.int64)
        self.numbers = np.empty(places, np.int32)


def roomy(old: KeyTable, used: Index, more: Index) -> KeyTable:
    """Return a table with room for `more` keys besides those used; the same one if possible."""
    if 2 * (used + more) <= old.keys.shape[0]:
        return old
    new = KeyTable(2 * (used + more))
    with cython.nogil:
        for index in range(old.keys.shape[0]):
            if old.keys[index] != _FREE:
                at = place_of(new, old.keys[index])
                new.keys[at] = old.keys[index]
                new.numbers[at] = old.numbers[index]
    return new


def enter(table: KeyTable, keys: ReadInts, fresh: Index, numbers: Int32s) -> None:
    """Write the numbers of some keys; new keys are added and numbered from `fresh` on."""
    with cython.nogil:
        for index in range(keys.shape[0]):
            at = place_of(table, keys[index])
            if table.keys[at] == _FREE:
                table.keys[at] = keys[index]
                table.numbers[at] = fresh
                fresh += 1
            numbers[index] = table.numbers[at]


def place_of(table: KeyTable, key: Int64) -> Index:
    """Return the slot of a key, or the free slot where it belongs."""
    mask = table.keys.shape[0] - 1
    at = slot(key, mask + 1)
    while table.keys[at] != _FREE and table.keys[at] != key:
        at = (at + 1) & mask
    return at


def mixed(code: UInt64) -> UInt64:
    """Return 64 bits, each of which depends on all of `code`: splitmix64 (Steele, Lea and Flood,
    OOPSLA 2014).
    """
    code = (code + _GOLDEN) & _ALL
    code = ((code ^ code >> 30) * _FIRST) & _ALL
    code = ((code ^ code >> 27) * _SECOND) & _ALL
    return code ^ code >> 31


def places(size: Index) -> Int32s:
    """Return an empty table with `size` slots, a power of two."""
    return np.full(size, -1, np.int32)


def table() -> Int32s:
    """Return a small empty table."""
    return places(_LEAST)


def slot(code: Int64, size: Index) -> Index:
    """Return the first slot to probe for a hash in a table with `size` slots."""
    high = (cython.cast(UInt64, code) * _GOLDEN) >> 32
    return cython.cast(Index, high & cython.cast(UInt64, size - 1))


def full(size: Index, count: Index) -> bool:
    """Return whether a table with `size` slots has no room for two more items besides `count`."""
    return 2 * (count + 2) > size


def wider(old: Int32s, hashes: ReadInts, count: Index) -> Int32s:
    """Return a table twice as large with the first `count` items, whose hashes are given."""
    found = places(2 * old.shape[0])
    fill(found, hashes, 0, count)
    return found


def number_of(found: Int32s, keys: Ints, size: Index, key: Int64) -> Index:
    """Return the number of a 64-bit key; a new key is stored with the next number, `size`."""
    at = slot(key, found.shape[0])
    while found[at] >= 0:
        if keys[found[at]] == key:
            return cython.cast(Index, found[at])
        at = (at + 1) & (found.shape[0] - 1)
    found[at] = size
    keys[size] = key
    return size


def fill(found: Int32s, keys: ReadInts, begin: Index, end: Index) -> None:
    """Enter the keys from `begin` to `end`, which must all be new, into a table."""
    for number in range(begin, end):
        at = slot(keys[number], found.shape[0])
        while found[at] >= 0:
            at = (at + 1) & (found.shape[0] - 1)
        found[at] = number
