"""The tree of the histories of a finished walk. The ways from state i lead to the targets from
`begin[i]` to `begin[i + 1]`.
"""

import numpy as np

from ....schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.parts.arrays import Index, Int32s, Ints, ReadInt32s, ReadInts


def measure_tree(begin: ReadInt32s, targets: ReadInt32s, most: Index, sizes: Ints) -> None:
    """Set the number of states of the tree below each state, including itself; larger trees are
    given as `most`.
    """
    path: Int32s = np.empty(begin.shape[0], np.int32)
    next: Int32s = np.array(begin, np.int32)
    with cython.nogil:
        path[0] = 0
        depth: Index = 0
        while depth >= 0:
            state: Index = path[depth]
            if next[state] < begin[state + 1]:
                to: Index = targets[next[state]]
                if sizes[to] == 0:
                    depth += 1
                    path[depth] = to
                else:
                    next[state] += 1
                continue
            total: Index = 1
            for at in range(begin[state], begin[state + 1]):
                total = min(most, total + sizes[targets[at]])
            sizes[state] = total
            depth -= 1


def unroll(
    begin: ReadInt32s,
    targets: ReadInt32s,
    sizes: ReadInts,
    of: Int32s,
    first: Int32s,
    to: Int32s,
) -> None:
    """Set the original state of each state of the tree, and the ways between these, in the order of
    histories.
    """
    ways: Index = 0
    with cython.nogil:
        of[0] = 0
        for state in range(of.shape[0]):
            first[state] = ways
            behind = state + 1
            for at in range(begin[of[state]], begin[of[state] + 1]):
                of[behind] = targets[at]
                to[ways] = behind
                ways += 1
                behind += sizes[targets[at]]
        first[of.shape[0]] = ways
