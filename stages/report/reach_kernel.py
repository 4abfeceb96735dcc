"""Compiled loops over all nodes, information sets or sequences of a game, for `reach`,
`choice_tables`, `lift` and `off_path`.
"""

from ...schemas.game.columns import Kind
from ...schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from math import isnan, log
    from math import nan as NAN

    from ...schemas.kernels.passes import Order
    from ...schemas.parts.arrays import (
        Doubles,
        Index,
        Int32s,
        ReadDoubles,
        ReadInt8s,
        ReadInt32s,
    )

_TERMINAL = cython.declare(Index, int(Kind.TERMINAL))


def turn_back(
    kind: ReadInt8s,
    begin: ReadInt32s,
    children: ReadInt32s,
    shares: ReadDoubles,
    tie: float,
    reached: Doubles,
    taken: Int32s,
) -> None:
    """Replace the probability with which play reaches a node by the logarithm of the likeliest
    continuation from there, and fill in its first action; NaN if play does not reach the node, or
    no continuation has a positive probability.
    """
    with cython.nogil:
        for node in range(kind.shape[0] - 1, -1, -1):
            if reached[node] == 0:
                reached[node] = NAN
                continue
            best: float = 0.0
            if kind[node] != _TERMINAL:
                best = NAN
                for way in range(begin[node], begin[node + 1]):
                    onward = reached[children[way]]
                    if shares[way] != 0 and not isnan(onward):
                        likely = log(shares[way]) + onward
                        if isnan(best) or likely > best + tie:
                            best = likely
                            taken[node] = way - begin[node]
            reached[node] = best


def order_sequences(
    first: ReadInt32s,
    begin: ReadInt32s,
    members: ReadInt32s,
    parent: ReadInt32s,
    size: Int32s,
    rank: Int32s,
) -> None:
    """Fill the position of each sequence in depth-first order: a sequence precedes those that
    follow it, and these are ordered by their numbers. If several sequences lead to an information
    set, the first counts.

    `size` must be 1 everywhere, and `rank` 0.
    """
    with cython.nogil:
        for infoset in range(parent.shape[0] - 1, -1, -1):
            above = members[begin[parent[infoset]]]
            for sequence in range(first[infoset], first[infoset + 1]):
                size[above] += size[sequence]
        # From here on, once a sequence has its position, `size` is that of its next follower.
        size[0] = 1
        for infoset in range(parent.shape[0]):
            above = members[begin[parent[infoset]]]
            for sequence in range(first[infoset], first[infoset + 1]):
                behind = size[sequence]
                rank[sequence] = size[above]
                size[above] += behind
                size[sequence] = rank[sequence] + 1


def normalize(begin: ReadInt32s, noise: float, shares: Doubles, totals: Doubles) -> None:
    """Set weights up to `noise` to 0 and divide each information set's weights by their total,
    unless that is 0. The weights of consecutive information sets start at `begin`.
    """
    with cython.nogil:
        for number in range(totals.shape[0]):
            total = 0.0
            for at in range(begin[number], begin[number + 1]):
                if shares[at] > noise:
                    total += shares[at]
                else:
                    shares[at] = 0.0
            totals[number] = total
            if total > 0:
                for at in range(begin[number], begin[number + 1]):
                    shares[at] /= total


def err(order: Order, probabilities: ReadDoubles, mistakes: Int32s, weights: Doubles) -> None:
    """Fill the numbers of mistakes of the sequences that end at a player's information sets, and
    the weights of the histories with the fewest mistakes.
    """
    infosets, first, parent = order.infosets, order.first, order.parent
    begin, members = order.begin, order.members
    place: Index = 0
    with cython.nogil:
        for number in range(infosets.shape[0]):
            infoset: Index = infosets[number]
            low: Index = begin[parent[infoset]]
            high: Index = begin[parent[infoset] + 1]
            fewest: Index = mistakes[members[low]]
            for member in range(low + 1, high):
                fewest = min(fewest, mistakes[members[member]])
            weight: float = 0.0
            for member in range(low, high):
                if mistakes[members[member]] == fewest:
                    weight += weights[members[member]]
            actions: Index = first[infoset + 1] - first[infoset]
            for sequence in range(first[infoset], first[infoset + 1]):
                if probabilities[place] > 0:
                    mistakes[sequence] = fewest
                    weights[sequence] = weight * probabilities[place]
                else:
                    mistakes[sequence] = fewest + 1
                    weights[sequence] = weight / actions
                place += 1
