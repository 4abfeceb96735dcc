"""Numbering different pieces of some bytes in order of first visit, compiled: hashing with open
addressing over arrays (Knuth, The Art of Computer Programming 3, 6.4).

The pieces are lines of `found`, of shape (pieces, 3): where each begins and ends, and its hash. The
`table` has a power of two of places: numbers of pieces, -1 where a place is free.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled, compiled_part
from schemas.parts.slots_kernel import mixed

_HIGH = np.uint64(2**63 - 16)


@compiled_part
def word(data, at):
    """Return eight bytes as one number; the compiler makes it one load."""
    return (
        np.uint64(data[at])
        | np.uint64(data[at + 1]) << np.uint64(8)
        | np.uint64(data[at + 2]) << np.uint64(16)
        | np.uint64(data[at + 3]) << np.uint64(24)
        | np.uint64(data[at + 4]) << np.uint64(32)
        | np.uint64(data[at + 5]) << np.uint64(40)
        | np.uint64(data[at + 6]) << np.uint64(48)
        | np.uint64(data[at + 7]) << np.uint64(56)
    )


@compiled_part
def hashed(data, begin, end):
    """Return a hash of some bytes, by words of eight; mixed as numbers are.

    What differs in the last digit before a quote alone, as the numbered names of neighbours do,
    gets neighbouring places: they are in the processor's cache together.
    """
    code, near = np.uint64(end - begin), np.uint64(0)
    at = begin
    while at + 10 <= end:
        code = mixed(code ^ word(data, at))
        at += 8
    rest = np.uint64(0)
    while at < end:
        byte = np.uint64(data[at])
        if at == end - 2:
            near = byte & np.uint64(15)
            byte ^= near
        rest = rest << np.uint64(7) ^ byte
        at += 1
    return np.int64((mixed(code ^ rest) & _HIGH) | near)


@compiled_part
def equal(data, one, other, size):
    """Return whether two pieces have the same bytes."""
    at = 0
    while at + 8 <= size:
        if word(data, one + at) != word(data, other + at):
            return False
        at += 8
    while at < size:
        if data[one + at] != data[other + at]:
            return False
        at += 1
    return True


@compiled_part
def interned(data, begin, end, table, found, count):
    """Return the number of a piece; it is `count`, and the piece noted, where it is new."""
    code = hashed(data, begin, end)
    place = code & (table.size - 1)
    while table[place] >= 0:
        one, size = table[place], end - begin
        if (
            found[one, 2] == code
            and found[one, 1] - found[one, 0] == size
            and equal(data, begin, found[one, 0], size)
        ):
            return np.int64(one)
        place = (place + 1) & (table.size - 1)
    table[place] = count
    found[count, 0], found[count, 1], found[count, 2] = begin, end, code
    return count


@compiled_part
def grown(table, found, count):
    """Return the table, or a larger one where more than half of its places are taken."""
    if 2 * count <= table.size:
        return table
    larger = np.full(4 * table.size, -1, np.int32)
    for one in range(count):
        place = found[one, 2] & (larger.size - 1)
        while larger[place] >= 0:
            place = (place + 1) & (larger.size - 1)
        larger[place] = one
    return larger


@compiled
def gathered(data, found, out, begin):
    """Write the pieces one behind the other into `out`, and where each begins into `begin`."""
    at = 0
    for one in range(len(found)):
        begin[one] = at
        for place in range(found[one, 0], found[one, 1]):
            out[at] = data[place]
            at += 1
    begin[len(found)] = at
