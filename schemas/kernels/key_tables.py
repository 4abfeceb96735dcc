"""A hash table from keys of 64 bits to numbers, for kernels: open addressing (Knuth, The Art of
Computer Programming, volume 3, section 6.4, algorithm L).

Keys are numbered in order of entry. Things that are longer than 64 bits, such as texts, are found
by a hash of theirs:

    number = find(table, hash, 0)
    while number >= 0 and not same(number, thing):
        number = find(table, hash, number + 1)
    if number < 0:
        number = add(table, hash)
"""

import numpy as np

from ..parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..parts.arrays import Index, Int32s, Int64, Ints, ReadInts, UInt64

_FREE = cython.declare(Index, -1)
_GOLDEN = cython.declare(UInt64, 0x9E3779B97F4A7C15)  # 2**64 divided by the golden ratio (ibid.).
_FIRST = cython.declare(UInt64, 0xBF58476D1CE4E5B9)
_SECOND = cython.declare(UInt64, 0x94D049BB133111EB)
_ALL = cython.declare(UInt64, 2**64 - 1)


class KeyTable:
    """Keys, and the numbers that they got.

    keys: by number, with room for more. Equal ones are hashes of different things.
    slots: a number, or -1 in a free slot. Their number is a power of two, and at most half of them
        are used.
    size: the number of keys.
    """

    def __init__(self, room: int = 512) -> None:
        """Create an empty table that needs not grow for `room` keys."""
        places = 2 ** (max(room, 1) - 1).bit_length()
        self.keys: Ints = np.empty(places, np.int64)
        self.slots: Int32s = np.full(2 * places, -1, np.int32)
        self.size = 0


def find(table: KeyTable, key: Int64, least: Index) -> Index:
    """Return the first number of a key that is at least `least`, or -1."""
    return cython.cast(Index, table.slots[seek(table, key, least)])


def add(table: KeyTable, key: Int64) -> Index:
    """Enter a key, even if it is there; return its number."""
    return put(table, key, seek(table, key, table.size))


def number_of(table: KeyTable, key: Int64) -> Index:
    """Return the number of a key; a new key is entered."""
    at = seek(table, key, 0)
    number = cython.cast(Index, table.slots[at])
    return put(table, key, at) if number == _FREE else number


def enter_keys(table: KeyTable, keys: ReadInts, numbers: Int32s) -> None:
    """Write the numbers of some keys; new keys are entered."""
    with cython.nogil:
        for at in range(keys.shape[0]):
            numbers[at] = number_of(table, keys[at])


def seek(table: KeyTable, key: Int64, least: Index) -> Index:
    """Return the slot of the first number of a key that is at least `least`, or the free slot for
    it.
    """
    last = table.slots.shape[0] - 1
    at = slot(key, last)
    number = cython.cast(Index, table.slots[at])
    while number != _FREE and (number < least or table.keys[number] != key):
        at = (at + 1) & last
        number = cython.cast(Index, table.slots[at])
    return at


def put(table: KeyTable, key: Int64, at: Index) -> Index:
    """Enter a key at its free slot; return its number."""
    number = table.size
    if number == table.keys.shape[0]:
        lengthen(table)
        at = seek(table, key, number)
    table.keys[number], table.slots[at] = key, number
    table.size = number + 1
    return number


def lengthen(table: KeyTable) -> Index:
    """Make room for twice as many keys."""
    with cython.gil:
        keys = np.empty(2 * table.size, np.int64)
        keys[: table.size] = table.keys
        table.keys = keys
        table.slots = np.full(4 * table.size, -1, np.int32)
    for number in range(table.size):
        table.slots[seek(table, table.keys[number], table.size)] = number
    return 0


def slot(key: Int64, last: Index) -> Index:
    """Return the first slot for a key, of the slots up to the last one."""
    high = (cython.cast(UInt64, key) * _GOLDEN) >> 32
    return cython.cast(Index, high & cython.cast(UInt64, last))


def mixed(code: UInt64) -> UInt64:
    """Return 64 bits, each of which depends on all of `code`: splitmix64 (Steele, Lea and Flood,
    OOPSLA 2014).
    """
    code = (code + _GOLDEN) & _ALL
    code = ((code ^ code >> 30) * _FIRST) & _ALL
    code = ((code ^ code >> 27) * _SECOND) & _ALL
    return code ^ code >> 31
