"""Things that are numbered in order of first visit, found again by open addressing, compiled.

A table holds per slot the number of a thing, -1 where it is free; a thing whose slot is taken
stands in the next free one (Knuth, The Art of Computer Programming, volume 3, section 6.4,
algorithm L). It is never more than half full.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled, compiled_part

_GOLDEN = np.int64(-7046029254386353131)
"""2^64 over the golden ratio, as a signed number: multiplied with it, hashes in a row come to lie
far from each other.
"""
_LEAST = 1024


@compiled_part
def mixed(code):
    """Return 64 bits of which each depends on all of `code`: splitmix64 (Steele, Lea and Flood,
    OOPSLA 2014).
    """
    code += np.uint64(0x9E3779B97F4A7C15)
    code = (code ^ code >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    code = (code ^ code >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return code ^ code >> np.uint64(31)


@compiled_part
def _free(size):
    # NumPy's own ways to fill an array take several times as long to compile.
    found = np.empty(size, np.int32)
    for at in range(size):
        found[at] = -1
    return found


@compiled_part
def table():
    """Return a table in which nothing stands."""
    return _free(_LEAST)


@compiled_part
def slot(found, size):
    """Return the slot of a table of a size from which on what has a hash is looked for."""
    return ((found * _GOLDEN) >> 32) & (size - 1)


@compiled_part
def full(size, count):
    """Return whether a table of a size has no room for two more than so many things."""
    return 2 * (count + 2) > size


@compiled_part
def wider(places, hashes, count):
    """Return a table twice as large, of the first `count` things, whose hashes are given."""
    found = _free(2 * places.size)
    for number in range(count):
        at = slot(hashes[number], found.size)
        while found[at] >= 0:
            at = (at + 1) & (found.size - 1)
        found[at] = number
    return found


@compiled_part
def number_of(places, keys, size, key):
    """Return the number of a key of 64 bits; a new one gets the next, `size`, and is noted."""
    at = slot(key, places.size)
    while places[at] >= 0:
        if keys[places[at]] == key:
            return np.int64(places[at])
        at = (at + 1) & (places.size - 1)
    places[at] = size
    keys[size] = key
    return np.int64(size)


@compiled
def fill(places, keys, begin, end):
    """Enter the keys from `begin` to `end` into a table in which nothing stands."""
    for number in range(begin, end):
        at = slot(keys[number], places.size)
        while places[at] >= 0:
            at = (at + 1) & (places.size - 1)
        places[at] = number
