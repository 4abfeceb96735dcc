"""Numbers for keys, in order of first appearance: hash tables with open addressing, in arrays.

A table has at least twice as many places as it has keys, a power of two; -1 is a free place.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled, compiled_part

_ODD = -7046029254386353131  # 2**64 over the golden ratio, as 64 bits with a sign.


@compiled_part
def spread(key):
    """Return 64 bits that look at random, of 64 bits."""
    key = key * np.int64(_ODD)
    key ^= key >> 29
    key = key * np.int64(_ODD)
    return key ^ key >> 32


@compiled_part
def number_of(table, keys, size, key):
    """Return the number of a key of 64 bits; a new one gets the next, `size`, and is noted."""
    mask = len(table) - 1
    at = spread(key) & mask
    while table[at] >= 0:
        if keys[table[at]] == key:
            return table[at]
        at = (at + 1) & mask
    table[at] = size
    keys[size] = key
    return size


@compiled
def fill(table, keys, begin, end):
    """Enter the keys from `begin` to `end` into a table that is too large for them by half."""
    mask = len(table) - 1
    for number in range(begin, end):
        at = spread(keys[number]) & mask
        while table[at] >= 0:
            at = (at + 1) & mask
        table[at] = number


@compiled_part
def node_of(table, states, hidden, last, size, state, holds, did):
    """Return the number of the node of a state, what player 2 holds and what it did; a new one gets
    the next, `size`, and is noted.
    """
    mask = len(table) - 1
    at = spread(spread(spread(state) ^ holds) ^ did) & mask
    while table[at] >= 0:
        one = table[at]
        if states[one] == state and hidden[one] == holds and last[one] == did:
            return one
        at = (at + 1) & mask
    table[at] = size
    states[size], hidden[size], last[size] = state, holds, did
    return size


@compiled
def fill_nodes(table, states, hidden, last, begin, end):
    """Enter the nodes from `begin` to `end` into a table that is too large for them by half."""
    mask = len(table) - 1
    for number in range(begin, end):
        at = (
            spread(
                spread(spread(np.int64(states[number])) ^ hidden[number]) ^ np.int64(last[number])
            )
            & mask
        )
        while table[at] >= 0:
            at = (at + 1) & mask
        table[at] = number
