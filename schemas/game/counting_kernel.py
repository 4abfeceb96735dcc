"""Counting histories and information sets in 64 bits."""

from schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from schemas.parts.arrays import Int64, Ints, ReadInt32s

_MOST = cython.declare(Int64, 2**63 - 1)


def count_ways(begin: ReadInt32s, children: ReadInt32s, ways: Ints) -> bool:
    """Write per node how many histories lead to it; return whether all these numbers have 64
    bits.
    """
    ways[0] = 1
    for node in range(ways.shape[0]):
        for way in range(begin[node], begin[node + 1]):
            child = children[way]
            if ways[child] > _MOST - ways[node]:
                return False
            ways[child] += ways[node]
    return True


def count_infosets(
    parent: ReadInt32s,
    begin: ReadInt32s,
    members: ReadInt32s,
    first: ReadInt32s,
    own: Ints,
    alone: Ints,
) -> bool:
    """Write per information set how many ways its player's sequences lead to it; return whether all
    these numbers have 64 bits.

    `own` has 1 per sequence, and takes the ways to the information set whose moves end them.
    """
    for infoset in range(alone.shape[0]):
        total: Int64 = 0
        for at in range(begin[parent[infoset]], begin[parent[infoset] + 1]):
            if total > _MOST - own[members[at]]:
                return False
            total += own[members[at]]
        alone[infoset] = total
        for sequence in range(first[infoset], first[infoset + 1]):
            own[sequence] = total
    return True


def count_behind(begin: ReadInt32s, children: ReadInt32s, found: Ints) -> bool:
    """Add to each node what is behind it; return whether all these numbers have 64 bits."""
    for node in range(found.shape[0] - 1, -1, -1):
        for way in range(begin[node], begin[node + 1]):
            if found[node] > _MOST - found[children[way]]:
                return False
            found[node] += found[children[way]]
    return True
