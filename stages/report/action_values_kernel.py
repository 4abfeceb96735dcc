"""Realization weights and the values of a best response in floats, compiled."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from schemas.parts.compiled import compiled


@compiled
def realize(infosets, first, parent, begin, members, probabilities, plan, own_reach):
    """Fill the weights of the sequences that end at a player's information sets, and how far its
    own moves lead to these; `plan` is 1 for the empty sequence.
    """
    at = 0
    for number in range(len(infosets)):
        infoset = infosets[number]
        above = 0.0
        for member in range(begin[parent[infoset]], begin[parent[infoset] + 1]):
            above += plan[members[member]]
        own_reach[number] = above
        for sequence in range(first[infoset], first[infoset + 1]):
            plan[sequence] = above * probabilities[at]
            at += 1


@compiled
def settle(infosets, first, parent, begin, members, largest, values):
    """Add the best value of each information set's actions to those that lead there, from the last
    information set to the first.
    """
    for at in range(len(infosets) - 1, -1, -1):
        infoset = infosets[at]
        best = values[first[infoset]]
        for sequence in range(first[infoset] + 1, first[infoset + 1]):
            if (values[sequence] > best) == largest:
                best = values[sequence]
        for member in range(begin[parent[infoset]], begin[parent[infoset] + 1]):
            values[members[member]] += best
