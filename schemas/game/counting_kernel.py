"""Counting histories and information sets in 64 bits, compiled."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled

_MOST = 2**63 - 1


@compiled
def count_ways(begin, children, ways):
    """Write per node how many histories lead to it; return whether all these numbers have 64
    bits.
    """
    ways[0] = 1
    for node in range(ways.size):
        for way in range(begin[node], begin[node + 1]):
            child = children[way]
            if ways[child] > _MOST - ways[node]:
                return False
            ways[child] += ways[node]
    return True


@compiled
def count_infosets(parent, begin, members, first, alone):
    """Write per information set how many ways its player's sequences lead to it; return whether all
    these numbers have 64 bits.
    """
    own = np.ones(first[-1], np.int64)
    for infoset in range(alone.size):
        total = 0
        for at in range(begin[parent[infoset]], begin[parent[infoset] + 1]):
            if total > _MOST - own[members[at]]:
                return False
            total += own[members[at]]
        alone[infoset] = total
        for sequence in range(first[infoset], first[infoset + 1]):
            own[sequence] = total
    return True
