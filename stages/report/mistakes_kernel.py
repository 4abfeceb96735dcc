"""What `mistakes_columns` goes over all information sets for, compiled."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from schemas.parts.compiled import compiled


@compiled
def err(infosets, first, parent, begin, members, probabilities, orders, weights):
    """Fill the mistakes of the sequences that end at a player's information sets, and the weights
    behind the fewest.
    """
    at = 0
    for infoset in infosets:
        low, high = begin[parent[infoset]], begin[parent[infoset] + 1]
        order = orders[members[low]]
        for member in range(low + 1, high):
            order = min(order, orders[members[member]])
        weight = 0.0
        for member in range(low, high):
            if orders[members[member]] == order:
                weight += weights[members[member]]
        actions = first[infoset + 1] - first[infoset]
        for sequence in range(first[infoset], first[infoset + 1]):
            if probabilities[at] > 0:
                orders[sequence] = order
                weights[sequence] = weight * probabilities[at]
            else:
                orders[sequence] = order + 1
                weights[sequence] = weight / actions
            at += 1


@compiled
def settle(infosets, first, parent, begin, members, largest, least, of_sequences, values):
    """Add the best value of each information set's actions to those that lead there behind as few
    mistakes, from the last information set to the first.
    """
    for at in range(len(infosets) - 1, -1, -1):
        infoset = infosets[at]
        best = values[first[infoset]]
        for sequence in range(first[infoset] + 1, first[infoset + 1]):
            if (values[sequence] > best) == largest:
                best = values[sequence]
        for member in range(begin[parent[infoset]], begin[parent[infoset] + 1]):
            if of_sequences[members[member]] == least[infoset]:
                values[members[member]] += best


@compiled
def answer(infosets, first, off, weights, values, sign, tie, found):
    """Put the first best action for sure where `off` is true and what is played is not as good."""
    at = 0
    for number in range(len(infosets)):
        infoset = infosets[number]
        actions = first[infoset + 1] - first[infoset]
        if off[number]:
            best = sign * values[first[infoset]] / weights[infoset]
            for action in range(1, actions):
                best = max(best, sign * values[first[infoset] + action] / weights[infoset])
            chosen, good = -1, True
            for action in range(actions):
                worth = sign * values[first[infoset] + action] / weights[infoset]
                if worth >= best - tie:
                    if chosen < 0:
                        chosen = action
                elif found[at + action] > 0:
                    good = False
            if not good:
                for action in range(actions):
                    found[at + action] = 1.0 if action == chosen else 0.0
        at += actions


@compiled
def reply(infosets, first, parent, begin, members, weights, values, sign, tie, replies):
    """Tell which sequences some best reply leads to; of the empty one it is told before."""
    for infoset in infosets:
        leads = False
        for member in range(begin[parent[infoset]], begin[parent[infoset] + 1]):
            leads |= replies[members[member]]
        if not leads or weights[infoset] == 0:
            continue
        best = sign * values[first[infoset]] / weights[infoset]
        for sequence in range(first[infoset] + 1, first[infoset + 1]):
            best = max(best, sign * values[sequence] / weights[infoset])
        for sequence in range(first[infoset], first[infoset + 1]):
            replies[sequence] = sign * values[sequence] / weights[infoset] >= best - tie
