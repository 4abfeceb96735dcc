"""Passes forwards and backwards: over the nodes of a game, or the states of a graph, and over the
information sets of a game. The sequences that lead to an information set determine its own
sequences; backwards, the value of its best sequence is added to the sequences that lead to it.

All sums add up from the first number to the last, so that these passes give the same bits as those
over records.
"""

from ..parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..parts.arrays import (
        Doubles,
        Flags,
        Index,
        ReadDoubles,
        ReadFlags,
        ReadInt32s,
        ReadInts,
    )


def reach_nodes(
    begin: ReadInt32s, children: ReadInt32s, shares: ReadDoubles, reached: Doubles
) -> None:
    """Add to the number of each child that of its parent times the share of the way there, from
    the first node to the last; the first one is the root.
    """
    with cython.nogil:
        for node in range(reached.shape[0]):
            here = reached[node]
            if here != 0:
                for way in range(begin[node], begin[node + 1]):
                    reached[children[way]] += here * shares[way]


def add_behind(
    begin: ReadInt32s, children: ReadInt32s, shares: ReadDoubles, behind: Doubles
) -> None:
    """Add to the number of each node those of its children times the shares of the ways there, from
    the last node to the first.
    """
    with cython.nogil:
        for node in range(behind.shape[0] - 1, -1, -1):
            for way in range(begin[node], begin[node + 1]):
                behind[node] += shares[way] * behind[children[way]]


class Order:
    """Some information sets in the game's order, and the sequences that lead to and end in them.

    infosets: their numbers, ascending.
    first: per information set of the game its first sequence; last, the number of all sequences.
    parent: per information set of the game the number of the set of sequences that lead to it.
    begin, members: the start of each such set in `members`, and the members of all sets.
    """

    def __init__(
        self,
        infosets: ReadInt32s,
        first: ReadInt32s,
        parent: ReadInt32s,
        begin: ReadInt32s,
        members: ReadInt32s,
    ) -> None:
        self.infosets, self.first, self.parent = infosets, first, parent
        self.begin, self.members = begin, members


def forward(order: Order, probabilities: ReadDoubles, weights: Doubles, reach: Doubles) -> None:
    """Fill `reach`, per information set of the order, with the sum of the weights of the sequences
    that lead to it, and `weights`, per sequence that ends there, with this sum times the action's
    probability.

    The probabilities come in the same order. On entry, `weights` is set for the empty sequence.
    """
    infosets, first, parent = order.infosets, order.first, order.parent
    begin, members = order.begin, order.members
    at: Index = 0
    with cython.nogil:
        for number in range(infosets.shape[0]):
            infoset: Index = infosets[number]
            own: Index = parent[infoset]
            above = 0.0
            for member in range(begin[own], begin[own + 1]):
                above += weights[members[member]]
            reach[number] = above
            for sequence in range(first[infoset], first[infoset + 1]):
                weights[sequence] = above * probabilities[at]
                at += 1


def forward_marks(order: Order, moves: ReadFlags, marks: Flags, led: Flags) -> None:
    """Mark in `led` the information sets that a marked sequence leads to, and in `marks` the
    sequences that continue from there with a marked move.

    The moves come in the same order. On entry, `marks` is set for the empty sequence, and False for
    the sequences of the order.
    """
    infosets, first, parent = order.infosets, order.first, order.parent
    begin, members = order.begin, order.members
    at: Index = 0
    with cython.nogil:
        for number in range(infosets.shape[0]):
            infoset: Index = infosets[number]
            own: Index = parent[infoset]
            member: Index = begin[own]
            last: Index = begin[own + 1]
            while member < last and not marks[members[member]]:
                member += 1
            led[number] = member < last
            for sequence in range(first[infoset], first[infoset + 1]):
                marks[sequence] = member < last and moves[at]
                at += 1


def backward(
    order: Order, largest: bool, mistakes: ReadInt32s, fewest: ReadInt32s, values: Doubles
) -> None:
    """Add the best value of each information set's sequences to the sequences that lead there, from
    the last information set to the first.

    `mistakes` counts the mistakes of each sequence, `fewest` is the minimum over the sequences that
    lead to an information set, and only sequences with this minimum receive the value. If
    `mistakes` is empty, all of them do.
    """
    infosets, first, parent = order.infosets, order.first, order.parent
    begin, members = order.begin, order.members
    with cython.nogil:
        counted = mistakes.shape[0]
        for number in range(infosets.shape[0] - 1, -1, -1):
            infoset: Index = infosets[number]
            own: Index = parent[infoset]
            best = values[first[infoset]]
            for sequence in range(first[infoset] + 1, first[infoset + 1]):
                if (values[sequence] > best) == largest:
                    best = values[sequence]
            for member in range(begin[own], begin[own + 1]):
                if counted == 0 or mistakes[members[member]] == fewest[infoset]:
                    values[members[member]] += best


def add_represented(
    weights: Doubles, removed: ReadInt32s, begin: ReadInts, members: ReadInt32s
) -> None:
    """Set the weight of each removed sequence to the sum of the weights that represent it, added
    from first to last.
    """
    with cython.nogil:
        for at in range(removed.shape[0]):
            total = 0.0
            for other in range(begin[at], begin[at + 1]):
                total += weights[members[other]]
            weights[removed[at]] = total
