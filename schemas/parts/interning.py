"""Numbering different pieces of some bytes in order of first visit, compiled: hashing with open
addressing over arrays (Knuth, The Art of Computer Programming 3, 6.4).

The pieces are lines of `found`, of shape (pieces, 3): where each begins and ends, and its hash. The
`table` has a power of two of places: numbers of pieces, -1 where a place is free.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled


@compiled
def interned(data, begin, end, table, found, count):
    """Return the number of a piece; it is `count`, and the piece noted, where it is new."""
    code = np.uint64(14695981039346656037)
    for at in range(begin, end):
        code = (code ^ np.uint64(data[at])) * np.uint64(1099511628211)  # FNV-1a.
    code ^= code >> np.uint64(32)
    key = np.int64(code >> np.uint64(1))
    place = key & (table.size - 1)
    while table[place] >= 0:
        one = table[place]
        if found[one, 2] == key and found[one, 1] - found[one, 0] == end - begin:
            other = found[one, 0]
            at = begin
            while at < end and data[at] == data[other]:
                at += 1
                other += 1
            if at == end:
                return np.int64(one)
        place = (place + 1) & (table.size - 1)
    table[place] = count
    found[count, 0], found[count, 1], found[count, 2] = begin, end, key
    return count


@compiled
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
