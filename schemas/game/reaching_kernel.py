"""The compiled pass over all nodes, parents first, that computes their sets P and chance weights,
with tables of the distinct sets.

Weights are numbers here: their values, products and sums are computed by the caller, once each. The
pass stops at a node that needs a product or sum that is not known yet, or at which the ways do not
merge in the simple manner. They do if, once the weights of equal pairs of sets are added up, all
ways have the same weight, the sets of player 1 are disjoint, and the sets of player 2 that go with
each of them are disjoint and have the same union: then these ways are the product of two unions.
The caller computes the node where the pass stopped, and resumes it at the next one.
"""

import numpy as np

from ..parts import shadow as cython
from .columns import Kind

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..kernels.key_tables import KeyTable, add, find, number_of
    from ..kernels.sorting import sort, sort_threes
    from ..parts.arrays import (
        Index,
        Int32s,
        Int64,
        ReadInt8s,
        ReadInt32s,
        UInt64,
    )

_DECISION = cython.declare(Index, Kind.DECISION)
_CHANCE = cython.declare(Index, Kind.CHANCE)
_ALL = cython.declare(UInt64, 2**64 - 1)
_POSITIVE = cython.declare(UInt64, 2**63 - 1)
_BASIS = cython.declare(UInt64, 1469598103934665603)
_PRIME = cython.declare(UInt64, 1099511628211)


class Ways:
    """The input: a game with n nodes, e ways (edges), m information sets and c chance moves.

    kind, what: as in `GameColumns`, shape (n,).
    into: offset of the ways into each node; last the end of all, shape (n + 1,).
    above: parent node of each way, shape (e,).
    place: index of each way among the children of its parent, shape (e,).
    player: as in `InfosetColumns`, shape (m,).
    first: sequences, as in `InfosetColumns`, shape (m + 1,).
    chance: offset of the probabilities of each chance move, shape (c + 1,).
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
    ) -> None:
        self.kind, self.what = kind, what
        self.into, self.above, self.place = into, above, place
        self.player, self.first, self.chance = player, first, chance


class Results:
    """Weights that are results: of pairs of a weight and a probability, or of two weights.

    keys: the pairs.
    weights: the number of the weight of each.
    """

    def __init__(self, room: Index) -> None:
        self.keys, self.weights = KeyTable(room), np.empty(room, np.int32)


class SetTables:
    """The output, with spare room; initially it has the singleton set of each sequence.

    numbers: the number of a set, per player and node, shape (2, n).
    weight: the number of a weight, per node, shape (n,).
    begin: offset of each set in `members`; last the end of all.
    alone: the number of singleton sets, which come first.
    several: the hashes of the sets with several members.
    used: the number of members.
    products: the products of weights and probabilities.
    sums: the sums of two weights.
    latest: the last weight by which each probability was multiplied, and the product, shape
        (2, probabilities).
    pairs: work space: both sets and the weight, shape (most ways into one node, 3).
    """

    def __init__(self, nodes: Index, alone: Index, most: Index, moves: Index, room: Index) -> None:
        """Begin with `alone` singleton sets, for `most` ways into one node and `moves`
        probabilities, and with room for some more sets and results.
        """
        self.numbers = np.empty((2, nodes), np.int32)
        self.weight = np.empty(nodes, np.int32)
        self.begin = np.arange(alone + 1 + room, dtype=np.int32)
        self.members = np.arange(alone + room, dtype=np.int32)
        self.alone = self.used = alone
        self.several = KeyTable(room)
        self.products, self.sums = Results(room), Results(room)
        self.latest = np.full((2, max(moves, 1)), -1, np.int32)
        self.pairs = np.empty((max(most, 1), 3), np.int64)


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
    """Process the nodes from `node` on; return the first that is not simple, n if there is none."""
    with cython.nogil:
        while node < ways.kind.shape[0] and _reach(ways, tables, node):
            node += 1
    return node


def _reach(ways: Ways, tables: SetTables, node: Index) -> bool:
    """Process one node; return False if it is not simple, or needs a result that is not known."""
    begin: Index = ways.into[node]
    several = ways.into[node + 1] - begin
    for at in range(several):
        first, second, weight, move = come(ways, tables, begin + at)
        if move >= 0:
            weight = product(ways, tables, weight, move)
        if weight < 0:
            return False
        tables.pairs[at, 0], tables.pairs[at, 1], tables.pairs[at, 2] = first, second, weight
    if several == 0:
        settle(tables, node, 0, 0, 0)
        return True
    if several > 1 and not _meet(tables, several):
        return False
    settle(tables, node, tables.pairs[0, 0], tables.pairs[0, 1], tables.pairs[0, 2])
    return True


def product(ways: Ways, tables: SetTables, weight: Index, move: Index) -> Index:
    """Return the number of a weight times a probability, -1 if it is not known."""
    if tables.latest[0, move] != weight:
        number = result(tables.products, product_key(ways, weight, move))
        if number < 0:
            return -1
        tables.latest[0, move], tables.latest[1, move] = weight, number
    return cython.cast(Index, tables.latest[1, move])


def product_key(ways: Ways, weight: Index, move: Index) -> Int64:
    """Return the key of a product."""
    moves: Int64 = ways.chance[ways.chance.shape[0] - 1]
    return weight * moves + move


def sum_key(one: Index, other: Index) -> Int64:
    """Return the key of a sum."""
    return cython.cast(Int64, one) << 32 | cython.cast(Int64, other)


def result(results: Results, key: Int64) -> Index:
    """Return the number of a weight, -1 if it is not known."""
    known = find(results.keys, key, 0)
    return cython.cast(Index, results.weights[known]) if known >= 0 else -1


def remember(results: Results, key: Int64, weight: Index) -> None:
    """Enter the number of a weight."""
    number = number_of(results.keys, key)
    if number >= results.weights.shape[0]:
        results.weights = np.resize(results.weights, 2 * number)
    results.weights[number] = weight


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


def _meet(tables: SetTables, several: Index) -> bool:
    """Merge several pairs into one; return False if that is not simple."""
    pairs = tables.pairs
    rows = _add_up(tables, several)
    if rows == 0:
        return False
    left: Index = 0
    start: Index = 0
    for end in range(1, rows + 1):  # Unite the sets of player 2 for each set of player 1.
        if end < rows and pairs[end, 0] == pairs[start, 0]:
            continue
        if not _join(tables, 1, start, end):
            return False
        _copy(tables, start, left)
        left += 1
        start = end
    for row in range(1, left):
        if pairs[row, 1] != pairs[0, 1]:
            return False
    return _join(tables, 0, 0, left)


def _copy(tables: SetTables, pair: Index, to: Index) -> None:
    """Write a pair once more."""
    for part in range(3):
        tables.pairs[to, part] = tables.pairs[pair, part]


def _add_up(tables: SetTables, several: Index) -> Index:
    """Sort pairs by their sets and add up the weights of equal ones; return the number of distinct
    pairs, 0 if a sum is not known.
    """
    pairs = tables.pairs
    sort_threes(pairs, several)
    last: Index = 0
    for at in range(1, several):
        if pairs[at, 0] == pairs[last, 0] and pairs[at, 1] == pairs[last, 1]:
            weight = result(tables.sums, sum_key(pairs[last, 2], pairs[at, 2]))
            if weight < 0:
                return 0
            pairs[last, 2] = weight
        else:
            last += 1
            _copy(tables, at, last)
    return last + 1


def _join(tables: SetTables, player: Index, start: Index, end: Index) -> bool:
    """Replace a player's set in the first of several pairs by the union over all of them; return
    False if their weights differ, or the sets are not disjoint.
    """
    pairs = tables.pairs
    if end == start + 1:
        return True
    stop = tables.used
    for at in range(start, end):
        if pairs[at, 2] != pairs[start, 2]:
            return False
        number: Index = pairs[at, player]
        size = tables.begin[number + 1] - tables.begin[number]
        if stop + size > tables.members.shape[0]:
            lengthen_members(tables, stop + size)
        for place in range(size):
            tables.members[stop + place] = tables.members[tables.begin[number] + place]
        stop += size
    sort(tables.members, tables.used, stop)
    for at in range(tables.used + 1, stop):
        if tables.members[at] == tables.members[at - 1]:
            return False
    pairs[start, player] = _numbered(tables, stop)
    return True


# The tables


def set_number(tables: SetTables, union: ReadInt32s) -> int:
    """Return the number of a set with several members, given in ascending order."""
    end = tables.used + union.shape[0]
    if end > tables.members.shape[0]:
        lengthen_members(tables, end)
    for place in range(union.shape[0]):
        tables.members[tables.used + place] = union[place]
    return _numbered(tables, end)


def _numbered(tables: SetTables, end: Index) -> Index:
    """Return the number of the set whose members are behind those of all sets; add it if new."""
    code = _BASIS  # The Fowler-Noll-Vo hash, member by member.
    for place in range(tables.used, end):
        code = ((code ^ cython.cast(UInt64, tables.members[place])) * _PRIME) & _ALL
    key = cython.cast(Int64, (code ^ code >> 29) & _POSITIVE)
    number = find(tables.several, key, 0)
    while number >= 0 and not _is_set(tables, tables.alone + number, end):
        number = find(tables.several, key, number + 1)
    if number >= 0:
        return tables.alone + number
    number = tables.alone + add(tables.several, key)
    if number + 1 == tables.begin.shape[0]:
        lengthen_sets(tables)
    tables.begin[number + 1] = tables.used = end
    return number


def _is_set(tables: SetTables, number: Index, end: Index) -> bool:
    """Return whether the members behind those of all sets are those of a set."""
    begin = tables.used
    shift = tables.begin[number] - begin
    if tables.begin[number + 1] - shift != end:
        return False
    while begin < end and tables.members[begin + shift] == tables.members[begin]:
        begin += 1
    return begin == end


def lengthen_members(tables: SetTables, need: Index) -> Index:
    """Make room for twice as many members as needed."""
    with cython.gil:
        tables.members = np.resize(tables.members, 2 * need)
    return 0


def lengthen_sets(tables: SetTables) -> Index:
    """Make room for twice as many sets."""
    with cython.gil:
        tables.begin = np.resize(tables.begin, 2 * tables.begin.shape[0])
    return 0
