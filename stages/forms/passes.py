"""Passes over the information sets of a game: forwards, what leads to an information set determines
its sequences; backwards, its best sequence counts for what leads there.

All sums add up from the first number to the last, so that these passes give the same bits as those
over records.
"""

from schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from schemas.parts.arrays import (
        Doubles,
        Flags,
        Index,
        ReadDoubles,
        ReadFlags,
        ReadInt32s,
        ReadInts,
    )


class Order:
    """Some information sets in the game's order, and which sequences lead to them and end in them.

    infosets: their numbers, ascending.
    first: per information set of the game its first sequence; last the number of all sequences.
    parent: per information set of the game the set of sequences that lead to it.
    begin, members: where each set begins among the members, and the members.
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
    """Fill per information set of the order the sum of the weights that lead to it, and per
    sequence that ends there this sum times the probability of the action.

    The probabilities follow each other in order. `weights` is known for the empty sequence.
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
    """Mark the information sets that a marked sequence leads to, and the sequences that go on from
    there by a marked move.

    The moves follow each other in order. `marks` is known for the empty sequence, and False for the
    sequences of the order.
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

    Only to those with the fewest mistakes, of an information set; to all where `mistakes`, of the
    sequences, is empty.
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
    """Give each removed sequence the sum of the weights that stand for it, first to last."""
    with cython.nogil:
        for at in range(removed.shape[0]):
            total = 0.0
            for other in range(begin[at], begin[at + 1]):
                total += weights[members[other]]
            weights[removed[at]] = total
