"""Tables of numbers by key, for kernels: open addressing (Knuth, The Art of Computer Programming,
volume 3, section 6.4, algorithm L).

There are two. `place_of` and what is above it keep keys and numbers side by side. The functions
behind it keep places alone: per place the number of a thing, -1 where it is free. The things are
numbered in order of first visit, and who calls keeps their keys or hashes. Neither table is ever
more than half full.
"""

import numpy as np

from schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from schemas.parts.arrays import Index, Int32s, Int64, Ints, ReadInts, UInt64

FREE = -1
"""No key, and no number."""

_FREE = cython.declare(Index, -1)
_LEAST = cython.declare(Index, 1024)
_GOLDEN = cython.declare(UInt64, 0x9E3779B97F4A7C15)  # 2**64 by the golden ratio (ibid.).
_FIRST = cython.declare(UInt64, 0xBF58476D1CE4E5B9)
_SECOND = cython.declare(UInt64, 0x94D049BB133111EB)
_ALL = cython.declare(UInt64, 2**64 - 1)


class KeyTable:
    """Numbers by key; at least half of the places stay free.

    keys: from 0; FREE where there is none. As many as a power of two.
    numbers: per key.
    """

    def __init__(self, size: int) -> None:
        """Make room for so many keys."""
        places = 2 ** (2 * size - 1).bit_length()
        self.keys = np.full(places, FREE, np.int64)
        self.numbers = np.empty(places, np.int32)


def roomy(old: KeyTable, used: Index, more: Index) -> KeyTable:
    """Return a table with room for `more` keys beside those used; the same one where it has."""
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
    """Write the numbers of some keys; those that are new get `fresh` and the numbers behind it."""
    with cython.nogil:
        for index in range(keys.shape[0]):
            at = place_of(table, keys[index])
            if table.keys[at] == _FREE:
                table.keys[at] = keys[index]
                table.numbers[at] = fresh
                fresh += 1
            numbers[index] = table.numbers[at]


def place_of(table: KeyTable, key: Int64) -> Index:
    """Return where a key stands, or is to stand."""
    mask = table.keys.shape[0] - 1
    at = slot(key, mask + 1)
    while table.keys[at] != _FREE and table.keys[at] != key:
        at = (at + 1) & mask
    return at


def mixed(code: UInt64) -> UInt64:
    """Return 64 bits of which each depends on all of `code`: splitmix64 (Steele, Lea and Flood,
    OOPSLA 2014).
    """
    code = (code + _GOLDEN) & _ALL
    code = ((code ^ code >> 30) * _FIRST) & _ALL
    code = ((code ^ code >> 27) * _SECOND) & _ALL
    return code ^ code >> 31


def places(size: Index) -> Int32s:
    """Return a table of a size, a power of two, in which nothing stands."""
    return np.full(size, -1, np.int32)


def table() -> Int32s:
    """Return a small table in which nothing stands."""
    return places(_LEAST)


def slot(code: Int64, size: Index) -> Index:
    """Return the place in a table of a size from which on what has a hash is looked for."""
    high = (cython.cast(UInt64, code) * _GOLDEN) >> 32
    return cython.cast(Index, high & cython.cast(UInt64, size - 1))


def full(size: Index, count: Index) -> bool:
    """Return whether a table of a size has no room for two more than so many things."""
    return 2 * (count + 2) > size


def wider(old: Int32s, hashes: ReadInts, count: Index) -> Int32s:
    """Return a table twice as large, of the first `count` things, whose hashes are given."""
    found = places(2 * old.shape[0])
    fill(found, hashes, 0, count)
    return found


def number_of(found: Int32s, keys: Ints, size: Index, key: Int64) -> Index:
    """Return the number of a key of 64 bits; a new one gets the next, `size`, and is noted."""
    at = slot(key, found.shape[0])
    while found[at] >= 0:
        if keys[found[at]] == key:
            return cython.cast(Index, found[at])
        at = (at + 1) & (found.shape[0] - 1)
    found[at] = size
    keys[size] = key
    return size


def fill(found: Int32s, keys: ReadInts, begin: Index, end: Index) -> None:
    """Enter the keys from `begin` to `end` into a table in which nothing stands."""
    for number in range(begin, end):
        at = slot(keys[number], found.shape[0])
        while found[at] >= 0:
            at = (at + 1) & (found.shape[0] - 1)
        found[at] = number
