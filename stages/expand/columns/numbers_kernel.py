"""Numbers for nodes by what is still to be known of them, as `schemas.parts.slots_kernel` has them
for keys.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled, compiled_part
from schemas.parts.slots_kernel import mixed


@compiled_part
def node_of(table, states, hidden, last, size, state, holds, did):
    """Return the number of the node of a state, what player 2 holds and what it did; a new one gets
    the next, `size`, and is noted.
    """
    mask = len(table) - 1
    at = _slot(state, holds, did) & mask
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
        at = _slot(states[number], hidden[number], last[number]) & mask
        while table[at] >= 0:
            at = (at + 1) & mask
        table[at] = number


@compiled_part
def _slot(state, holds, did):
    found = mixed(mixed(np.uint64(state)) ^ np.uint64(holds))
    return np.int64(mixed(found ^ np.uint64(did)) >> np.uint64(1))
