"""The compiled pass over all nodes, parents first, that computes their sets P and chance weights,
with hash tables of the distinct sets, weights and products.

It stops at a node that needs more than 64 bits, or at which the ways do not
merge in the simple manner. They do if, once the weights of equal pairs of sets
are added up, all ways have the same weight, the sets of player 1 are disjoint,
and the sets of player 2 that go with each of them are disjoint and have the same
union: then these ways are the product of two unions. The caller computes the
node where the pass stopped, and resumes it at the next one.
"""

import numpy as np

from ..parts import shadow as cython
from .columns import Kind

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..parts.arrays import (
        Index,
        Int32s,
        Int64,
        ReadInt8s,
        ReadInt32s,
        ReadInts,
        UInt64,
    )
    from ..parts.key_tables import KeyTable, place_of
    from ..parts.small_fractions import product, total

HARD, SETS, MEMBERS, WEIGHTS = -1, 0, 1, 2
"""Why the pass stopped: at a node that is not simple, or because a table is full."""

_HARD = cython.declare(Index, HARD)
_SETS = cython.declare(Index, SETS)
_MEMBERS = cython.declare(Index, MEMBERS)
_WEIGHTS = cython.declare(Index, WEIGHTS)
_DECISION = cython.declare(Index, Kind.DECISION)
_CHANCE = cython.declare(Index, Kind.CHANCE)
_ALL = cython.declare(UInt64, 2**64 - 1)
_BASIS = cython.declare(UInt64, 1469598103934665603)
_PRIME = cython.declare(UInt64, 1099511628211)
_GOLDEN = cython.declare(UInt64, 11400714819323198485)
_ODD = cython.declare(UInt64, 14029467366897019727)


class Ways:
    """The input: a game with n nodes, e ways (edges), m information sets and c chance moves.

    kind, what: as in `GameColumns`, shape (n,).
    into: offset of the ways into each node; last the end of all, shape (n + 1,).
    above: parent node of each way, shape (e,).
    place: index of each way among the children of its parent, shape (e,).
    player: as in `InfosetColumns`, shape (m,).
    first: sequences, as in `InfosetColumns`, shape (m + 1,).
    chance: offset of the probabilities of each chance move, shape (c + 1,).
    numerators, denominators: the probabilities; 0/0 for one that does not fit into 64 bits.
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
        self.kind, self.what = kind, what
        self.into, self.above, self.place = into, above, place
        self.player, self.first = player, first
        self.chance, self.numerators, self.denominators = chance, numerators, denominators


class SetTables:
    """The output, with spare capacity; initially it has the singleton set of each sequence.

    numbers: the number of a set, per player and node, shape (2, n).
    weight: the number of a weight, per node, shape (n,).
    begin: offset of each set in `members`; last the end of all.
    set_table: hash table with open addressing, its size a power of 2, of the sets with several
        members; -1 marks an empty slot.
    numerators, denominators: the weights; for one that does not fit into 64 bits, its own number
        over 0.
    weight_table: hash table with open addressing of the weights that fit into 64 bits; -1 marks an
        empty slot.
    products: from pairs of a weight and a probability whose product does not fit into 64 bits to
        the number of the product.
    latest: the last weight by which each probability was multiplied, and the product, shape
        (2, probabilities).
    pairs: work space: both sets, numerator and denominator, shape (4, most ways into one node).
    sets, used, weights, known: the numbers of sets, members, weights and products.
    reason: why the pass stopped.
    """

    def __init__(
        self, nodes: Index, alone: Index, sets: Index, weights: Index, most: Index, moves: Index
    ) -> None:
        """Allocate room for `alone` singleton sets, `sets` further sets and `weights` weights (both
        powers of 2), `most` ways into one node and `moves` probabilities.
        """
        self.numbers = np.empty((2, nodes), np.int32)
        self.weight = np.empty(nodes, np.int32)
        self.begin = np.arange(alone + 1 + sets, dtype=np.int32)
        self.members = np.arange(alone + sets, dtype=np.int32)
        self.set_table = np.full(2 * sets, -1, np.int32)
        self.numerators, self.denominators = (
            np.empty(weights, np.int64),
            np.empty(weights, np.int64),
        )
        self.weight_table = np.full(2 * weights, -1, np.int32)
        self.products = KeyTable(weights // 2)
        self.latest = np.full((2, max(moves, 1)), -1, np.int32)
        self.pairs = np.empty((4, max(most, 1)), np.int64)
        self.sets = self.used = alone
        self.weights = self.known = 0
        self.reason = HARD


# The pass


def backwards(
    begin: ReadInt32s, children: ReadInt32s, into: Int32s, above: Int32s, place: Int32s
) -> None:
    """Write the ways into each node, ordered by parent; `into` must be 0 everywhere."""
    with cython.nogil:
        for at in range(children.shape[0]):
            into[children[at]] += 1
        for node in range(into.shape[0] - 1):
            into[node + 1] += into[node]
        for node in range(begin.shape[0] - 2, -1, -1):
            for at in range(begin[node + 1] - 1, begin[node] - 1, -1):
                way = into[children[at]] - 1
                into[children[at]] = way
                above[way] = node
                place[way] = at - begin[node]


def advance(ways: Ways, tables: SetTables, node: Index) -> int:
    """Process the nodes from `node` on; return the node where the pass stopped, n if none."""
    with cython.nogil:
        while node < ways.kind.shape[0] and _reach(ways, tables, node):
            node += 1
    return node


def _reach(ways: Ways, tables: SetTables, node: Index) -> bool:
    """Process one node; return False if it is not simple, or no room is left."""
    way: Index = ways.into[node]
    several = ways.into[node + 1] - way
    if several == 0:
        settle(tables, node, 0, 0, 0)
        return True
    if several > 1:
        return _merge(ways, tables, node, several)
    # A single way is fast unless it is a chance move with a new weight.
    first, second, weight, move = come(ways, tables, way)
    if move < 0:
        settle(tables, node, first, second, weight)
    elif tables.latest[0, move] == weight:
        settle(tables, node, first, second, tables.latest[1, move])
    else:
        if not _merge(ways, tables, node, several):
            return False
        tables.latest[0, move] = weight
        tables.latest[1, move] = tables.weight[node]
    return True


def settle(tables: SetTables, node: Index, first: Index, second: Index, weight: Index) -> None:
    """Write the sets and the weight of one node."""
    tables.numbers[0, node] = first
    tables.numbers[1, node] = second
    tables.weight[node] = weight


def come(ways: Ways, tables: SetTables, way: Index) -> tuple[Index, Index, Index, Index]:
    """Return the two sets of a way, the number of its parent's weight, and the number of the
    probability by which that weight must be multiplied, -1 if the parent is no chance node.
    """
    above: Index = ways.above[way]
    place: Index = ways.place[way]
    what: Index = ways.what[above]
    first: Index = tables.numbers[0, above]
    second: Index = tables.numbers[1, above]
    move: Index = -1
    if ways.kind[above] == _CHANCE:
        move = ways.chance[what] + place
    elif ways.kind[above] == _DECISION:
        if ways.player[what] == 1:
            first = ways.first[what] + place
        else:
            second = ways.first[what] + place
    return first, second, cython.cast(Index, tables.weight[above]), move


def _merge(ways: Ways, tables: SetTables, node: Index, several: Index) -> bool:
    """Merge the ways into one node; return False if that is not simple, or no room is left."""
    # A node adds at most one set per way and player, and the two unions of all.
    if tables.sets + 2 * several + 2 >= tables.begin.shape[0]:
        tables.reason = _SETS
        return False
    if tables.weights >= tables.numerators.shape[0]:
        tables.reason = _WEIGHTS
        return False
    tables.reason = _HARD
    for at in range(several):
        if not _pair(ways, tables, ways.into[node] + at, at):
            return False
    if several > 1 and not _meet(tables, several):
        return False
    weight = weight_number(tables, tables.pairs[2, 0], tables.pairs[3, 0])
    settle(tables, node, tables.pairs[0, 0], tables.pairs[1, 0], weight)
    return True


def _pair(ways: Ways, tables: SetTables, way: Index, at: Index) -> bool:
    """Write a way into `pairs`; return False if its product is not known."""
    first, second, weight, move = come(ways, tables, way)
    over: Int64 = tables.numerators[weight]
    under: Int64 = tables.denominators[weight]
    if move >= 0:
        over, under = product(over, under, ways.numerators[move], ways.denominators[move])
        if under == 0:
            known = place_of(tables.products, weight * ways.numerators.shape[0] + move)
            if tables.products.keys[known] < 0:
                return False
            weight = tables.products.numbers[known]
            over, under = tables.numerators[weight], tables.denominators[weight]
    tables.pairs[0, at] = first
    tables.pairs[1, at] = second
    tables.pairs[2, at] = over
    tables.pairs[3, at] = under
    return True


def _meet(tables: SetTables, several: Index) -> bool:
    """Merge several pairs into one; return False if that is not simple, or no room is left."""
    rows = _add_up(tables, several)
    if rows == 0:
        return False
    left: Index = 0
    start: Index = 0
    for end in range(1, rows + 1):  # Unite the sets of player 2 for each set of player 1.
        if end < rows and tables.pairs[0, end] == tables.pairs[0, start]:
            continue
        if not _join(tables, 1, start, end):
            return False
        for part in range(4):
            tables.pairs[part, left] = tables.pairs[part, start]
        left += 1
        start = end
    for row in range(1, left):
        if tables.pairs[1, row] != tables.pairs[1, 0]:
            return False
    return _join(tables, 0, 0, left)


def _add_up(tables: SetTables, several: Index) -> Index:
    """Sort pairs by their sets and add up the weights of equal ones; return the number of distinct
    pairs, 0 if a weight does not fit into 64 bits.
    """
    _sort_pairs(tables, several)
    last: Index = 0
    for at in range(1, several):
        if _compared(tables, at, last) == 0:
            over, under = total(
                tables.pairs[2, last],
                tables.pairs[3, last],
                tables.pairs[2, at],
                tables.pairs[3, at],
            )
            if under == 0:
                return 0
            tables.pairs[2, last] = over
            tables.pairs[3, last] = under
        else:
            last += 1
            for part in range(4):
                tables.pairs[part, last] = tables.pairs[part, at]
    return last + 1


def _sort_pairs(tables: SetTables, several: Index) -> None:
    """Sort pairs by their sets (Shellsort)."""
    gap = several // 2
    while gap:
        for start in range(gap, several):
            at: Index = start
            while at >= gap and _compared(tables, at, at - gap) < 0:
                for part in range(4):
                    kept = tables.pairs[part, at]
                    tables.pairs[part, at] = tables.pairs[part, at - gap]
                    tables.pairs[part, at - gap] = kept
                at -= gap
        gap //= 2


def _compared(tables: SetTables, one: Index, other: Index) -> Int64:
    """Compare two pairs by their sets, in the order of numbers: negative if the first comes before
    the second, 0 if the sets are equal.
    """
    if tables.pairs[0, one] != tables.pairs[0, other]:
        return cython.cast(Int64, tables.pairs[0, one] - tables.pairs[0, other])
    return cython.cast(Int64, tables.pairs[1, one] - tables.pairs[1, other])


def _join(tables: SetTables, player: Index, start: Index, end: Index) -> bool:
    """Replace a player's set in the first of several pairs by the union over all of them; return
    False if their weights differ, the sets are not disjoint, or no room is left.
    """
    if end == start + 1:
        return True
    stop = tables.used
    for at in range(start, end):
        for part in range(2, 4):
            if tables.pairs[part, at] != tables.pairs[part, start]:
                return False
        number: Index = tables.pairs[player, at]
        size = tables.begin[number + 1] - tables.begin[number]
        if stop + size > tables.members.shape[0]:
            tables.reason = _MEMBERS
            return False
        for place in range(size):
            tables.members[stop + place] = tables.members[tables.begin[number] + place]
        stop += size
    _sort(tables, stop)
    for at in range(tables.used + 1, stop):
        if tables.members[at] == tables.members[at - 1]:
            return False
    tables.pairs[player, start] = _numbered(tables, stop)
    return True


# The tables


def _sort(tables: SetTables, end: Index) -> None:
    """Sort the members behind those of all sets (Shellsort)."""
    begin = tables.used
    gap = (end - begin) // 2
    while gap:
        for start in range(begin + gap, end):
            at: Index = start
            one: Index = tables.members[start]
            while at >= begin + gap and tables.members[at - gap] > one:
                tables.members[at] = tables.members[at - gap]
                at -= gap
            tables.members[at] = one
        gap //= 2


def set_number(tables: SetTables, union: ReadInt32s) -> int:
    """Return the number of a set with several members, given in ascending order; -1 if no room is
    left.
    """
    end = tables.used + union.shape[0]
    if end > tables.members.shape[0]:
        return -1
    for place in range(union.shape[0]):
        tables.members[tables.used + place] = union[place]
    return _numbered(tables, end)


def _numbered(tables: SetTables, end: Index) -> Index:
    """Return the number of the set whose members are behind those of all sets; add it if new."""
    begin = tables.used
    mask = tables.set_table.shape[0] - 1
    at = _set_place(tables, begin, end, mask)
    while tables.set_table[at] >= 0:
        other: Index = tables.set_table[at]
        if tables.begin[other + 1] - tables.begin[other] == end - begin:
            place: Index = 0
            while (
                begin + place < end
                and tables.members[tables.begin[other] + place] == tables.members[begin + place]
            ):
                place += 1
            if begin + place == end:
                return other
        at = (at + 1) & mask
    number = tables.sets
    tables.set_table[at] = number
    tables.begin[number + 1] = end
    tables.sets = number + 1
    tables.used = end
    return number


def _set_place(tables: SetTables, begin: Index, end: Index, mask: Index) -> Index:
    """Return the first slot of the hash table to probe for a set."""
    key = _BASIS  # The Fowler-Noll-Vo hash, member by member.
    for place in range(begin, end):
        key = ((key ^ cython.cast(UInt64, tables.members[place])) * _PRIME) & _ALL
    return cython.cast(Index, (key ^ key >> 29) & cython.cast(UInt64, mask))


def weight_number(tables: SetTables, over: Int64, under: Int64) -> Index:
    """Return the number of a weight in lowest terms; the caller has made room for it."""
    if under == 0:
        return cython.cast(Index, over)
    mask = tables.weight_table.shape[0] - 1
    at = _weight_place(over, under, mask)
    while tables.weight_table[at] >= 0:
        known: Index = tables.weight_table[at]
        if tables.numerators[known] == over and tables.denominators[known] == under:
            return cython.cast(Index, known)
        at = (at + 1) & mask
    number = tables.weights
    tables.weight_table[at] = number
    tables.numerators[number] = over
    tables.denominators[number] = under
    tables.weights = number + 1
    return number


def _weight_place(over: Int64, under: Int64, mask: Index) -> Index:
    """Return the first slot of the hash table to probe for a weight."""
    key = (cython.cast(UInt64, over) * _GOLDEN) & _ALL
    key = ((key ^ cython.cast(UInt64, under)) * _ODD) & _ALL
    return cython.cast(Index, (key ^ key >> 32) & cython.cast(UInt64, mask))


def remember(tables: SetTables, key: Int64, weight: Index) -> None:
    """Store the number of the weight that is a product; the caller has made room for it."""
    at = place_of(tables.products, key)
    if tables.products.keys[at] != key:
        tables.known += 1
    tables.products.keys[at] = key
    tables.products.numbers[at] = weight


def enter_sets(tables: SetTables, alone: Index) -> None:
    """Enter all sets except the first `alone` ones, the singletons, into an empty table."""
    mask = tables.set_table.shape[0] - 1
    for number in range(alone, tables.sets):
        at = _set_place(tables, tables.begin[number], tables.begin[number + 1], mask)
        while tables.set_table[at] >= 0:
            at = (at + 1) & mask
        tables.set_table[at] = number


def enter_weights(tables: SetTables) -> None:
    """Enter the weights that fit into 64 bits into an empty table."""
    mask = tables.weight_table.shape[0] - 1
    for number in range(tables.weights):
        if tables.denominators[number]:
            at = _weight_place(tables.numerators[number], tables.denominators[number], mask)
            while tables.weight_table[at] >= 0:
                at = (at + 1) & mask
            tables.weight_table[at] = number
