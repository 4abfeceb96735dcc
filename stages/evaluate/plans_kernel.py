"""The dependencies between the realization weights of a strategy, without their values.

Each distinct weight has a number and is computed once: from another weight and a probability that
is neither 0 nor 1, or as the sum of the weights of several sequences. The caller computes the
values, of any size, from these steps.
"""

from ...schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ...schemas.kernels.key_tables import KeyTable, add, number_of
    from ...schemas.parts.arrays import Index, Int32s, Int64, ReadInt8s, ReadInt32s

NOTHING, ALL, PART = 0, 1, 2
"""The kinds of a probability: 0, 1, or between."""
FIRST = 2
"""The number of the first computed weight: number 0 is the weight 0, and number 1 that of the empty
sequence.
"""

_NOTHING = cython.declare(Index, 0)
_ALL = cython.declare(Index, 1)
_FIRST = cython.declare(Index, 2)
_NO_STEP = cython.declare(Int64, -(2**62))


def follow(
    infosets: ReadInt32s,
    first: ReadInt32s,
    parent: ReadInt32s,
    begin: ReadInt32s,
    members: ReadInt32s,
    which: ReadInt32s,
    start: ReadInt32s,
    kind: ReadInt8s,
    number: Int32s,
    steps: KeyTable,
    depth: Int32s,
) -> int:
    """Fill `number` with the number of each sequence's weight. Returns the most information sets on
    a path of played moves.

    The first five arrays are as in `schemas.kernels.passes.Order`, for the player's information
    sets. `which` is the distribution at each of these; the probabilities of a distribution begin at
    `start`, and each is of a `kind`. On entry, `number` and `depth` are 0 everywhere, and `steps`
    is empty. It receives the step for each weight from FIRST on: a weight times 2**32 plus a
    probability, or, for the sum over a set of sequences, -1 minus the number of the set.
    """
    deepest: Index = 0
    number[0] = 1
    for _ in range(_FIRST):
        add(steps, _NO_STEP)
    with cython.nogil:
        for entry in range(infosets.shape[0]):
            infoset: Index = infosets[entry]
            own = cython.cast(Index, parent[infoset])
            several: Index = 0
            above: Index = 0
            below: Index = 0
            for member in range(begin[own], begin[own + 1]):
                weight = cython.cast(Index, number[members[member]])
                if weight > 0:
                    above = weight
                    several += 1
                    below = max(below, cython.cast(Index, depth[members[member]]))
            if several == 0:
                continue
            below += 1
            deepest = max(deepest, below)
            if several > 1:
                above = number_of(steps, cython.cast(Int64, -1 - own))
            share: Index = cython.cast(Index, start[which[entry]])
            for sequence in range(first[infoset], first[infoset + 1]):
                made: Index = above
                if kind[share] == _NOTHING:
                    made = 0
                elif kind[share] != _ALL:
                    made = number_of(steps, (cython.cast(Int64, above) << 32) + share)
                number[sequence] = made
                depth[sequence] = below
                share += 1
    return deepest
