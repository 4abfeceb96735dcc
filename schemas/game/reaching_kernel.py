"""The pass from the root to all nodes that finds what reaches them, compiled.

It stops at a node that needs more than 64 bits, or at which several ways meet
in an unusual manner. Usual is that, once the weights of equal pairs of sets are
added up, all ways have one weight, the sets of player 1 are apart, and with each
of them come sets of player 2 that are apart and have the same union: then these
ways are the product of two unions. Whoever called it works out the node where it
stopped, and lets it go on behind.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def,assignment"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game.reaching_tables_kernel import (
    HARD,
    REASON,
    SETS,
    WEIGHTS,
    set_number,
    sort,
    weight_number,
)
from schemas.parts.compiled import compiled, compiled_part
from schemas.parts.key_table import place_of
from schemas.parts.rational_kernel import product, total

Int8s = NDArray[np.int8]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]

DECISION, CHANCE = 0, 1  # As in `schemas.game.columns.Kind`.


class Ways(NamedTuple):
    """What the pass reads of a game of n nodes, e ways, m information sets, c chance moves."""

    kind: Int8s
    """Shape (n,)."""
    what: Int32s
    """Shape (n,)."""
    into: Int32s
    """Shape (n + 1,): where the ways into each node begin; last the end of all."""
    above: Int32s
    """Shape (e,): where a way comes from."""
    place: Int32s
    """Shape (e,): which child of that node it leads to."""
    player: Int8s
    """Shape (m,)."""
    first: Int32s
    """Shape (m + 1,): sequences."""
    chance: Int32s
    """Shape (c + 1,): where the probabilities of each move of chance begin."""
    numerators: Int64s
    denominators: Int64s
    """Of these probabilities; 0 below and above where 64 bits do not hold one of them."""


@compiled
def backwards(begin, children):
    """Return the ways into each node in the order of their parents: `into`, `above`, `place`."""
    nodes = begin.size - 1
    into = np.zeros(nodes + 1, np.int32)
    for child in children:
        into[child + 1] += 1
    for node in range(nodes):
        into[node + 1] += into[node]
    free = into[:-1].copy()
    above = np.empty(children.size, np.int32)
    place = np.empty(children.size, np.int32)
    for node in range(nodes):
        for at in range(begin[node], begin[node + 1]):
            way = free[children[at]]
            free[children[at]] += 1
            above[way] = node
            place[way] = at - begin[node]
    return into, above, place


@compiled
def advance(ways, found, start):
    """Find what reaches the nodes from `start` on; return where it stopped, n behind the last."""
    numbers, weight = found.numbers, found.weight
    for node in range(start, ways.kind.size):
        several = ways.into[node + 1] - ways.into[node]
        if several == 0:
            numbers[0, node], numbers[1, node], weight[node] = 0, 0, 0
            continue
        # One way is quick, where it is no chance, or one that came with this weight before.
        above, place = ways.above[ways.into[node]], ways.place[ways.into[node]]
        what = ways.what[above]
        if several == 1 and ways.kind[above] == DECISION:
            numbers[0, node], numbers[1, node] = numbers[0, above], numbers[1, above]
            numbers[ways.player[what] - 1, node] = ways.first[what] + place
            weight[node] = weight[above]
            continue
        move = ways.chance[what] + place if ways.kind[above] == CHANCE else 0
        if several == 1 and found.latest[0, move] == weight[above]:
            numbers[0, node], numbers[1, node] = numbers[0, above], numbers[1, above]
            weight[node] = found.latest[1, move]
            continue
        if not _merge(ways, found, node, several):
            return node
        if several == 1:
            found.latest[0, move], found.latest[1, move] = weight[above], weight[node]
    return ways.kind.size


@compiled_part
def _merge(ways, found, node, several):
    """Find what reaches one node; False where that is not simple, or no room is left."""
    # A node adds at most one set per way and player, and these two of all.
    if found.sizes[SETS] + 2 * several + 2 >= found.begin.size:
        found.sizes[REASON] = SETS
        return False
    if found.sizes[WEIGHTS] >= found.numerators.size:
        found.sizes[REASON] = WEIGHTS
        return False
    found.sizes[REASON] = HARD
    if not _come(ways, found, node, several) or (several > 1 and not _meet(found, several)):
        return False
    pairs = found.pairs
    found.numbers[0, node], found.numbers[1, node] = pairs[0, 0], pairs[1, 0]
    found.weight[node] = weight_number(found, pairs[2, 0], pairs[3, 0])
    return True


@compiled_part
def _come(ways, found, node, several):
    """Write the ways into a node as pairs; False where a product is not known."""
    for at in range(several):
        way = ways.into[node] + at
        above, place = ways.above[way], ways.place[way]
        kind, what = ways.kind[above], ways.what[above]
        found.pairs[0, at] = found.numbers[0, above]
        found.pairs[1, at] = found.numbers[1, above]
        weight = found.weight[above]
        over, under = found.numerators[weight], found.denominators[weight]
        if kind == DECISION:
            found.pairs[ways.player[what] - 1, at] = ways.first[what] + place
        elif kind == CHANCE:
            move = ways.chance[what] + place
            over, under = product(over, under, ways.numerators[move], ways.denominators[move])
            if under == 0:
                known = place_of(found.product_keys, weight * ways.numerators.size + move)
                if found.product_keys[known] < 0:
                    return False
                weight = found.products[known]
                over, under = found.numerators[weight], found.denominators[weight]
        found.pairs[2, at], found.pairs[3, at] = over, under
    return True


@compiled_part
def _meet(found, several):
    """Make one pair of several; False where that is not simple, or no room is left."""
    rows = _add_up(found.pairs, several)
    if rows == 0:
        return False
    first, second = np.int64(0), np.int64(1)  # Of one type with what follows: one kernel is made.
    left, start = first, first
    for end in range(1, rows + 1):  # The union of player 2's sets beside each set of player 1.
        if end < rows and found.pairs[0, end] == found.pairs[0, start]:
            continue
        if not _join(found, second, start, end):
            return False
        for part in range(4):
            found.pairs[part, left] = found.pairs[part, start]
        left, start = left + 1, end
    for row in range(1, left):
        if found.pairs[1, row] != found.pairs[1, 0]:
            return False
    return _join(found, first, first, left)


@compiled_part
def _add_up(pairs, several):
    """Sort pairs by their sets, add up the weights of equal ones; return how many there are, 0
    where 64 bits do not hold a weight.
    """
    gap = several // 2
    while gap:  # Shell's sort.
        for start in range(gap, several):
            at = start
            while at >= gap and (
                pairs[0, at] < pairs[0, at - gap]
                or (pairs[0, at] == pairs[0, at - gap] and pairs[1, at] < pairs[1, at - gap])
            ):
                for part in range(4):
                    kept = pairs[part, at]
                    pairs[part, at] = pairs[part, at - gap]
                    pairs[part, at - gap] = kept
                at -= gap
        gap //= 2
    last = 0
    for at in range(1, several):
        if pairs[0, at] == pairs[0, last] and pairs[1, at] == pairs[1, last]:
            pairs[2, last], pairs[3, last] = total(
                pairs[2, last], pairs[3, last], pairs[2, at], pairs[3, at]
            )
            if pairs[3, last] == 0:
                return 0
        else:
            last += 1
            for part in range(4):
                pairs[part, last] = pairs[part, at]
    return last + 1


@compiled_part
def _join(found, player, start, end):
    """Make the sets of pairs with one weight their union, in the first of them; False where they
    have another weight or are not apart, or no room is left.
    """
    pairs = found.pairs
    if end == start + 1:
        return True
    size = 0
    for at in range(start, end):
        if pairs[2, at] != pairs[2, start] or pairs[3, at] != pairs[3, start]:
            return False
        number = pairs[player, at]
        size += found.begin[number + 1] - found.begin[number]
    union = np.empty(size, np.int32)
    size = 0
    for at in range(start, end):
        number = pairs[player, at]
        for place in range(found.begin[number], found.begin[number + 1]):
            union[size] = found.members[place]
            size += 1
    sort(union)
    for at in range(1, size):
        if union[at] == union[at - 1]:
            return False
    number = set_number(found, union)
    pairs[player, start] = number
    return number >= 0
