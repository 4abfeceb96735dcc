"""Count histories and information sets in 64 bits. Each function returns False on overflow."""

from ..parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..parts.arrays import Index, Int64, Ints, ReadInt32s

_MOST = cython.declare(Int64, 2**63 - 1)


def count_ways(begin: ReadInt32s, children: ReadInt32s, ways: Ints) -> bool:
    """Write the number of histories that lead to each node into `ways`."""
    ways[0] = 1
    for node in range(ways.shape[0]):
        for way in range(begin[node], begin[node + 1]):
            child: Index = children[way]
            if ways[child] > _MOST - ways[node]:
                return False
            ways[child] += ways[node]
    return True


def count_behind(begin: ReadInt32s, children: ReadInt32s, found: Ints) -> bool:
    """Add to the number of each node the totals of its children."""
    for node in range(found.shape[0] - 1, -1, -1):
        for way in range(begin[node], begin[node + 1]):
            child: Index = children[way]
            if found[node] > _MOST - found[child]:
                return False
            found[node] += found[child]
    return True


def count_infosets(
    parent: ReadInt32s,
    begin: ReadInt32s,
    members: ReadInt32s,
    first: ReadInt32s,
    own: Ints,
    alone: Ints,
) -> bool:
    """Write into `alone` the number of ways in which each information set's player can reach it.

    `own` has the number of ways to play each sequence; it is initially 1 everywhere.
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
