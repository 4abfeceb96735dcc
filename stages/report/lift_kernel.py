"""What `lift_columns` goes over all information sets for, compiled."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from schemas.parts.compiled import compiled


@compiled
def behave(infosets, first, parent, begin, members, weights, noise, reach, own_reach, found):
    """Fill `own_reach` and the probabilities `found` of a player's information sets in their order,
    as `lift._behaviour` does: the same additions in the same order.

    `weights` has the player's weights, that of the empty sequence first; `reach` of each of the
    game's sequences the weight by what is found, 1 for the empty one.
    """
    at = 0
    for number in range(len(infosets)):
        infoset = infosets[number]
        actions = first[infoset + 1] - first[infoset]
        total = 0.0
        for action in range(actions):
            if weights[1 + at + action] > noise:
                total += weights[1 + at + action]
        above = 0.0
        for member in range(begin[parent[infoset]], begin[parent[infoset] + 1]):
            above += reach[members[member]]
        leads = above > 0 and total > 0
        own_reach[number] = above if leads else 0.0
        for action in range(actions):
            weight = weights[1 + at + action]
            if leads:
                found[at + action] = weight / total if weight > noise else 0.0
            else:
                found[at + action] = 1 / actions
            reach[first[infoset] + action] = own_reach[number] * found[at + action]
        at += actions


@compiled
def follow(infosets, first, parent, begin, members, probabilities, reach, plan):
    """Fill the realization plan of a strategy, as `stages.forms.plan` does: the same additions in
    the same order.

    `plan` has the player's weights, that of the empty sequence first; `reach` those of the game's
    sequences, 1 for the empty one.
    """
    plan[0] = 1.0
    at = 0
    for number in range(len(infosets)):
        infoset = infosets[number]
        above = 0.0
        for member in range(begin[parent[infoset]], begin[parent[infoset] + 1]):
            above += reach[members[member]]
        for sequence in range(first[infoset], first[infoset + 1]):
            reach[sequence] = above * probabilities[at]
            at += 1
            plan[at] = reach[sequence]


@compiled
def lead(infosets, first, parent, begin, members, probabilities, played, led):
    """Tell which of a player's information sets its own moves lead to; `played` likewise of the
    game's sequences, and of the empty one from the beginning.
    """
    at = 0
    for number in range(len(infosets)):
        infoset = infosets[number]
        for member in range(begin[parent[infoset]], begin[parent[infoset] + 1]):
            led[number] |= played[members[member]]
        for sequence in range(first[infoset], first[infoset + 1]):
            played[sequence] = led[number] and probabilities[at] > 0
            at += 1
