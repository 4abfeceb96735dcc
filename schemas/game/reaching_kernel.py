"""The pass from the root to all nodes that finds what reaches them.

It stops at a node that needs more than 64 bits, or at which several ways meet
in an unusual manner. Usual is that, once the weights of equal pairs of sets are
added up, all ways have one weight, the sets of player 1 are apart, and with each
of them come sets of player 2 that are apart and have the same union: then these
ways are the product of two unions. Whoever called it works out the node where it
stopped, and lets it go on behind.
"""

import numpy as np

from schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from schemas.parts.arrays import (
        Index,
        Int32s,
        Int32s2,
        Int64,
        Ints,
        Ints2,
        ReadInt8s,
        ReadInt32s,
        ReadInts,
        UInt64,
    )
    from schemas.parts.key_tables import KeyTable, place_of
    from schemas.parts.small_fractions import product, total

SETS, MEMBERS, WEIGHTS, PRODUCTS, REASON = 0, 1, 2, 3, 4  # Places in `Found.sizes`.
HARD = -1  # Why the pass stopped; or what is full: SETS, MEMBERS, WEIGHTS.

_DECISION = cython.declare(Index, 0)  # As in `schemas.game.columns.Kind`.
_CHANCE = cython.declare(Index, 1)
_SETS = cython.declare(Index, 0)
_MEMBERS = cython.declare(Index, 1)
_WEIGHTS = cython.declare(Index, 2)
_REASON = cython.declare(Index, 4)
_HARD = cython.declare(Index, -1)
_ALL = cython.declare(UInt64, 2**64 - 1)
_START = cython.declare(UInt64, 1469598103934665603)  # Of Fowler, Noll and Vo's hash,
_PRIME = cython.declare(UInt64, 1099511628211)
_OVER = cython.declare(UInt64, 11400714819323198485)
_MIX = cython.declare(UInt64, 14029467366897019727)


class Ways:
    """What the pass reads of a game of n nodes, e ways, m information sets, c chance moves.

    kind, what: shape (n,).
    into: shape (n + 1,): where the ways into each node begin; last the end of all.
    above: shape (e,): where a way comes from.
    place: shape (e,): which child of that node it leads to.
    player: shape (m,).
    first: shape (m + 1,): sequences.
    chance: shape (c + 1,): where the probabilities of each move of chance begin.
    numerators, denominators: of these probabilities; 0 below and above where 64 bits do not hold
        one of them.
    """

    def __init__(
        self,
        kind: ReadInt8s,
        what: ReadInt32s,
        into: ReadInt32s,
        above: ReadInt32s,
        place: ReadInt32s,
        player: ReadInt8s,
        first: ReadInt32s,
        chance: ReadInt32s,
        numerators: ReadInts,
        denominators: ReadInts,
    ) -> None:
        self.kind, self.what, self.into, self.above, self.place = kind, what, into, above, place
        self.player, self.first, self.chance = player, first, chance
        self.numerators, self.denominators = numerators, denominators


class Found:
    """What the pass writes, with room for more.

    numbers: shape (2, n): per player and node a set.
    weight: shape (n,).
    begin: where the members of each set begin in `members`; last the end of all.
    set_table: open addresses, a power of 2 of them: sets with several members; -1 where there is
        none.
    numerators, denominators: of the weights; its own number above 0 where 64 bits do not hold one
        of them.
    weight_table: open addresses: weights of 64 bits; -1 where there is none.
    products: by weight and probability, of those whose product 64 bits do not hold, the weights
        that are their products.
    sizes: how many sets, members, weights and products there are, and why the pass stopped.
    latest: shape (2, probabilities): the weight that each was multiplied with last, and the
        product.
    pairs: shape (4, most ways into one node), for work: the sets, numerator and denominator.
    union: room for a set.
    """

    def __init__(
        self,
        numbers: Int32s2,
        weight: Int32s,
        begin: Int32s,
        members: Int32s,
        set_table: Int32s,
        numerators: Ints,
        denominators: Ints,
        weight_table: Int32s,
        products: KeyTable,
        sizes: Ints,
        latest: Int32s2,
        pairs: Ints2,
    ) -> None:
        self.numbers, self.weight, self.begin, self.members = numbers, weight, begin, members
        self.set_table, self.weight_table = set_table, weight_table
        self.numerators, self.denominators = numerators, denominators
        self.products, self.sizes, self.latest, self.pairs = products, sizes, latest, pairs
        self.union = np.empty(members.shape[0], np.int32)

    def widen_sets(self, begin: Int32s, set_table: Int32s, alone: Index) -> None:
        """Take longer arrays for sets, of which the first `alone` have one member each."""
        self.begin, self.set_table = begin, set_table
        mask = set_table.shape[0] - 1
        for number in range(alone, self.sizes[_SETS]):
            start: Index = begin[number]
            at = set_place(self.members, start, begin[number + 1], mask)
            while set_table[at] >= 0:
                at = (at + 1) & mask
            set_table[at] = number

    def widen_members(self, members: Int32s) -> None:
        """Take a longer array for members."""
        self.members = members
        self.union = np.empty(members.shape[0], np.int32)

    def widen_weights(self, numerators: Ints, denominators: Ints, weight_table: Int32s) -> None:
        """Take longer arrays for weights."""
        self.numerators, self.denominators = numerators, denominators
        self.weight_table = weight_table
        mask = weight_table.shape[0] - 1
        for number in range(self.sizes[_WEIGHTS]):
            if denominators[number] != 0:
                at = weight_place(numerators[number], denominators[number], mask)
                while weight_table[at] >= 0:
                    at = (at + 1) & mask
                weight_table[at] = number


def turn_round(
    begin: ReadInt32s,
    children: ReadInt32s,
    into: Int32s,
    free: Int32s,
    above: Int32s,
    place: Int32s,
) -> None:
    """Write the ways into each node in the order of their parents; `into` holds 0 at first, and
    `free` has room for as many.
    """
    nodes = begin.shape[0] - 1
    with cython.nogil:
        for at in range(children.shape[0]):
            into[children[at] + 1] += 1
        for node in range(nodes):
            into[node + 1] += into[node]
            free[node] = into[node]
        for node in range(nodes):
            for at in range(begin[node], begin[node + 1]):
                way: Index = free[children[at]]
                free[children[at]] += 1
                above[way] = node
                place[way] = at - begin[node]


def advance(ways: Ways, found: Found, start: Index) -> Index:
    """Find what reaches the nodes from `start` on; return where it stopped, n behind the last."""
    nodes: Index = ways.kind.shape[0]
    for node in range(start, nodes):
        way: Index = ways.into[node]
        several: Index = ways.into[node + 1] - way
        if several == 0:
            found.numbers[0, node] = 0
            found.numbers[1, node] = 0
            found.weight[node] = 0
            continue
        # One way is quick, where it is no chance, or one that came with this weight before.
        above: Index = ways.above[way]
        place: Index = ways.place[way]
        what: Index = ways.what[above]
        if several == 1 and ways.kind[above] == _DECISION:
            found.numbers[0, node] = found.numbers[0, above]
            found.numbers[1, node] = found.numbers[1, above]
            found.numbers[ways.player[what] - 1, node] = ways.first[what] + place
            found.weight[node] = found.weight[above]
            continue
        move: Index = ways.chance[what] + place if ways.kind[above] == _CHANCE else 0
        if several == 1 and found.latest[0, move] == found.weight[above]:
            found.numbers[0, node] = found.numbers[0, above]
            found.numbers[1, node] = found.numbers[1, above]
            found.weight[node] = found.latest[1, move]
            continue
        if not merge(ways, found, node, several):
            return node
        if several == 1:
            found.latest[0, move] = found.weight[above]
            found.latest[1, move] = found.weight[node]
    return nodes


def merge(ways: Ways, found: Found, node: Index, several: Index) -> bool:
    """Find what reaches one node; False where that is not simple, or no room is left."""
    # A node adds at most one set per way and player, and these two of all.
    if found.sizes[_SETS] + 2 * several + 2 >= found.begin.shape[0]:
        found.sizes[_REASON] = _SETS
        return False
    if found.sizes[_WEIGHTS] >= found.numerators.shape[0]:
        found.sizes[_REASON] = _WEIGHTS
        return False
    found.sizes[_REASON] = _HARD
    if not come(ways, found, node, several) or (several > 1 and not meet(found, several)):
        return False
    found.numbers[0, node] = found.pairs[0, 0]
    found.numbers[1, node] = found.pairs[1, 0]
    found.weight[node] = weight_number(found, found.pairs[2, 0], found.pairs[3, 0])
    return True


def come(ways: Ways, found: Found, node: Index, several: Index) -> bool:
    """Write the ways into a node as pairs; False where a product is not known."""
    for at in range(several):
        way: Index = ways.into[node] + at
        above: Index = ways.above[way]
        place: Index = ways.place[way]
        kind: Index = ways.kind[above]
        what: Index = ways.what[above]
        found.pairs[0, at] = found.numbers[0, above]
        found.pairs[1, at] = found.numbers[1, above]
        weight: Index = found.weight[above]
        over: Int64 = found.numerators[weight]
        under: Int64 = found.denominators[weight]
        if kind == _DECISION:
            found.pairs[ways.player[what] - 1, at] = ways.first[what] + place
        elif kind == _CHANCE:
            move: Index = ways.chance[what] + place
            over, under = product(over, under, ways.numerators[move], ways.denominators[move])
            if under == 0:
                known = place_of(found.products, weight * ways.numerators.shape[0] + move)
                if found.products.keys[known] < 0:
                    return False
                weight = found.products.numbers[known]
                over, under = found.numerators[weight], found.denominators[weight]
        found.pairs[2, at] = over
        found.pairs[3, at] = under
    return True


def meet(found: Found, several: Index) -> bool:
    """Make one pair of several; False where that is not simple, or no room is left."""
    rows = add_up(found, several)
    if rows == 0:
        return False
    left: Index = 0
    start: Index = 0
    for end in range(1, rows + 1):  # The union of player 2's sets beside each set of player 1.
        if end < rows and found.pairs[0, end] == found.pairs[0, start]:
            continue
        if not join(found, 1, start, end):
            return False
        for part in range(4):
            found.pairs[part, left] = found.pairs[part, start]
        left += 1
        start = end
    for row in range(1, left):
        if found.pairs[1, row] != found.pairs[1, 0]:
            return False
    return join(found, 0, 0, left)


def comes_before(found: Found, one: Index, other: Index) -> bool:
    """Return whether the sets of a pair come before those of another."""
    if found.pairs[0, one] != found.pairs[0, other]:
        return found.pairs[0, one] < found.pairs[0, other]  # type: ignore[no-any-return]
    return found.pairs[1, one] < found.pairs[1, other]  # type: ignore[no-any-return]


def add_up(found: Found, several: Index) -> Index:
    """Sort pairs by their sets, add up the weights of equal ones; return how many there are, 0
    where 64 bits do not hold a weight.
    """
    gap = several // 2
    while gap > 0:  # Shell's sort.
        for start in range(gap, several):
            at: Index = start
            while at >= gap and comes_before(found, at, at - gap):
                for part in range(4):
                    kept: Int64 = found.pairs[part, at]
                    found.pairs[part, at] = found.pairs[part, at - gap]
                    found.pairs[part, at - gap] = kept
                at -= gap
        gap //= 2
    last: Index = 0
    for one in range(1, several):
        if (
            found.pairs[0, one] == found.pairs[0, last]
            and found.pairs[1, one] == found.pairs[1, last]
        ):
            over, under = total(
                found.pairs[2, last], found.pairs[3, last], found.pairs[2, one], found.pairs[3, one]
            )
            found.pairs[2, last] = over
            found.pairs[3, last] = under
            if under == 0:
                return 0
        else:
            last += 1
            for part in range(4):
                found.pairs[part, last] = found.pairs[part, one]
    return last + 1


def join(found: Found, player: Index, start: Index, end: Index) -> bool:
    """Make the sets of pairs with one weight their union, in the first of them; False where they
    have another weight or are not apart, or no room is left.
    """
    if end == start + 1:
        return True
    size: Index = 0
    for at in range(start, end):
        if (
            found.pairs[2, at] != found.pairs[2, start]
            or found.pairs[3, at] != found.pairs[3, start]
        ):
            return False
        number: Index = found.pairs[player, at]
        size += found.begin[number + 1] - found.begin[number]
    # Sets that are apart have no more members than there are sequences.
    if size > found.union.shape[0]:
        return False
    size = 0
    for at in range(start, end):
        of: Index = found.pairs[player, at]
        for place in range(found.begin[of], found.begin[of + 1]):
            found.union[size] = found.members[place]
            size += 1
    sort(found.union, size)
    for at in range(1, size):
        if found.union[at] == found.union[at - 1]:
            return False
    joined = set_number(found, found.union, size)
    found.pairs[player, start] = joined
    return joined >= 0


def sort(numbers: Int32s, size: Index) -> None:
    """Sort the first numbers in place, as Shell did."""
    gap = size // 2
    while gap > 0:
        for start in range(gap, size):
            at: Index = start
            one: Index = numbers[start]
            while at >= gap and numbers[at - gap] > one:
                numbers[at] = numbers[at - gap]
                at -= gap
            numbers[at] = one
        gap //= 2


def set_place(members: Int32s, begin: Index, end: Index, mask: Index) -> Index:
    """Return where to look for a set first."""
    key = _START  # By members.
    for at in range(begin, end):
        key = ((key ^ cython.cast(UInt64, members[at])) * _PRIME) & _ALL
    found: Index = cython.cast(Index, (key ^ key >> 29) & cython.cast(UInt64, mask))
    return found


def weight_place(over: Int64, under: Int64, mask: Index) -> Index:
    """Return where to look for a weight first."""
    key = ((cython.cast(UInt64, over) * _OVER) ^ cython.cast(UInt64, under)) & _ALL
    key = (key * _MIX) & _ALL
    found: Index = cython.cast(Index, (key ^ key >> 32) & cython.cast(UInt64, mask))
    return found


def set_number(found: Found, union: Int32s, size: Index) -> Index:
    """Return the number of a set with several members, ascending, which stand first in `union`; -1
    where no room is left.
    """
    number: Index = found.sizes[_SETS]
    mask = found.set_table.shape[0] - 1
    at = set_place(union, 0, size, mask)
    while found.set_table[at] >= 0:
        other: Index = found.set_table[at]
        begin: Index = found.begin[other]
        if found.begin[other + 1] - begin == size:
            place: Index = 0
            while place < size and found.members[begin + place] == union[place]:
                place += 1
            if place == size:
                return other
        at = (at + 1) & mask
    start: Index = found.sizes[_MEMBERS]
    if start + size > found.members.shape[0]:
        found.sizes[_REASON] = _MEMBERS
        return -1
    found.set_table[at] = number
    for one in range(size):
        found.members[start + one] = union[one]
    found.begin[number + 1] = start + size
    found.sizes[_SETS] = number + 1
    found.sizes[_MEMBERS] = start + size
    return number


def weight_number(found: Found, over: Int64, under: Int64) -> Index:
    """Return the number of a weight in lowest terms; there is room for it."""
    if under == 0:
        return cython.cast(Index, over)
    mask = found.weight_table.shape[0] - 1
    at = weight_place(over, under, mask)
    while found.weight_table[at] >= 0:
        known: Index = found.weight_table[at]
        if found.numerators[known] == over and found.denominators[known] == under:
            return known
        at = (at + 1) & mask
    number: Index = found.sizes[_WEIGHTS]
    found.weight_table[at] = number
    found.numerators[number], found.denominators[number] = over, under
    found.sizes[_WEIGHTS] = number + 1
    return number
