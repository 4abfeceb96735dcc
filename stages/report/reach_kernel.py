"""What `reach_columns` and `choices_columns` go over all nodes or sequences for, compiled."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import math

from schemas.game.columns import Kind
from schemas.parts.compiled import compiled

_DECISION, _TERMINAL = int(Kind.DECISION), int(Kind.TERMINAL)


@compiled
def pass_through(kind, what, begin, children, moves, first, chance, reached, infosets):
    """Fill the probabilities with which play comes to nodes and to information sets.

    `moves` has the probabilities of all moves: those of an information set from `first` on, those
    of a chance move from `chance` on.
    """
    reached[0] = 1.0
    for node in range(len(kind)):
        here = reached[node]
        if here == 0 or kind[node] == _TERMINAL:
            continue
        if kind[node] == _DECISION:
            infosets[what[node]] += here
            at = first[what[node]] - begin[node]
        else:
            at = chance[what[node]] - begin[node]
        for way in range(begin[node], begin[node + 1]):
            reached[children[way]] += here * moves[at + way]


@compiled
def turn_back(kind, what, begin, children, moves, first, chance, tie, reached):
    """Make the probability with which play comes to a node the logarithm of the likeliest way on
    from there; not a number where it does not come, or where no way on has a probability.
    """
    for node in range(len(kind) - 1, -1, -1):
        if reached[node] == 0:
            reached[node] = math.nan
            continue
        best = 0.0
        if kind[node] != _TERMINAL:
            best = math.nan
            at = (first if kind[node] == _DECISION else chance)[what[node]] - begin[node]
            for way in range(begin[node], begin[node + 1]):
                onward = reached[children[way]]
                if moves[at + way] != 0 and not math.isnan(onward):
                    likely = math.log(moves[at + way]) + onward
                    if math.isnan(best) or likely > best + tie:
                        best = likely
        reached[node] = best


@compiled
def order_sequences(first, begin, members, parent, size, rank):
    """Fill the place of each sequence when each stands before those that follow it, and these stand
    by their numbers: as their ways from the start are ordered. Of several ways the first counts.

    `size` is to be 1 everywhere, and `rank` 0.
    """
    for infoset in range(len(parent) - 1, -1, -1):
        above = members[begin[parent[infoset]]]
        for sequence in range(first[infoset], first[infoset + 1]):
            size[above] += size[sequence]
    # The place of the next one to follow, as long as not all have theirs.
    following = size
    following[0] = 1
    for infoset in range(len(parent)):
        above = members[begin[parent[infoset]]]
        for sequence in range(first[infoset], first[infoset + 1]):
            behind = size[sequence]
            rank[sequence] = following[above]
            following[above] += behind
            following[sequence] = rank[sequence] + 1
