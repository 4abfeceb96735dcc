"""Compiled loops over the arrays of a sequence form."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled


@compiled
def pair_order(first, second, firsts, seconds):
    """Return the numbers of pairs in ascending order, equal ones in their own.

    `first` and `second` are below `firsts` and `seconds`. Counted and laid in order by the second,
    then by the first.
    """
    order = np.arange(first.size).astype(np.int32)
    for turn in range(2):
        keys, size = (second, seconds) if turn == 0 else (first, firsts)
        place = np.zeros(size + 1, np.int64)
        for key in keys:
            place[key + 1] += 1
        for key in range(size):
            place[key + 1] += place[key]
        sorted_by_key = np.empty(order.size, np.int32)
        for at in order:
            sorted_by_key[place[keys[at]]] = at
            place[keys[at]] += 1
        order = sorted_by_key
    return order


@compiled
def merge_single(parents_begin, parents, actions_begin, actions, merged):
    """Take one action for one parent sequence wherever `Editor.mergeable` allows it; return per
    information set the action that was removed, -1 where none was.

    `merged` has the size of all sequences and says of each which one stands for it: at first
    itself. An information set comes behind those that its parents end in, so one turn is enough,
    and what stands for a parent is settled when the turn comes to the information set. `parents`
    changes to what stands for them; it stays in ascending order.
    """
    # Of each sequence the places in `parents` where it is one of several.
    head = np.full(merged.size, -1, np.int64)
    following = np.full(parents.size, -1, np.int64)
    below = np.zeros(parents.size, np.int32)
    played = np.full(parents_begin.size - 1, -1, np.int32)
    for number in range(played.size):
        if parents_begin[number + 1] - parents_begin[number] > 1:
            for at in range(parents_begin[number], parents_begin[number + 1]):
                below[at] = number
                following[at] = head[parents[at]]
                head[parents[at]] = at
    for number in range(played.size):
        begin, end = parents_begin[number], parents_begin[number + 1]
        for at in range(begin, end):
            parents[at] = merged[parents[at]]
        if end - begin > 1:
            for at in range(begin + 1, end):  # Nearly in order: most stay where they are.
                while at > begin and parents[at - 1] > parents[at]:
                    parents[at - 1], parents[at] = parents[at], parents[at - 1]
                    at -= 1
        elif end > begin and actions_begin[number + 1] - actions_begin[number] == 1:
            action, parent = actions[actions_begin[number]], parents[begin]
            at, alone = head[action], True
            while at >= 0:
                for other in range(parents_begin[below[at]], parents_begin[below[at] + 1]):
                    alone = alone and merged[parents[other]] != parent
                at = following[at]
            if alone:
                merged[action] = parent
                played[number] = action
    return played


@compiled
def add_represented(weights, removed, begin, members):
    """Give each removed sequence the sum of the weights that stand for it, first to last."""
    for at in range(removed.size):
        total = 0.0
        for other in range(begin[at], begin[at + 1]):
            total += weights[members[other]]
        weights[removed[at]] = total


@compiled
def add_parents(weights, first, parent, begin, members):
    """Give each sequence of a game the sum of the weights that lead to its information set."""
    for infoset in range(parent.size):
        total = 0.0
        for at in range(begin[parent[infoset]], begin[parent[infoset] + 1]):
            total += weights[members[at]]
        for sequence in range(first[infoset], first[infoset + 1]):
            weights[sequence] = total
