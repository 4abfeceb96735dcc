"""Numbers for values, one per different value, compiled: much quicker than by sorting them."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled


@compiled
def numbered(values):
    """Return per value (int64, from 0 on) a number from 0 on, in order of first visit."""
    size = 16
    while size < 2 * values.size:
        size *= 2
    table = np.full(size, -1, np.int64)
    numbers = np.empty(size, np.int32)
    found = np.empty(values.size, np.int64)
    many = 0
    for at in range(values.size):
        value = values[at]
        mixed = np.uint64(value) * np.uint64(11400714819323198485)
        place = np.int64((mixed ^ mixed >> np.uint64(32)) & np.uint64(size - 1))
        while table[place] >= 0 and table[place] != value:
            place = (place + 1) & (size - 1)
        if table[place] < 0:
            table[place] = value
            numbers[place] = many
            many += 1
        found[at] = numbers[place]
    return found


@compiled
def heights(above):
    """Return per node of trees the most moves to an end of play; parents stand before children."""
    found = np.zeros(above.size, np.int64)
    for node in range(above.size - 1, -1, -1):
        parent = above[node]
        if parent >= 0 and found[parent] <= found[node]:
            found[parent] = found[node] + 1
    return found
