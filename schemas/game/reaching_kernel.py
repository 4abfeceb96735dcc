"""The compiled pass over all nodes, parents first, that computes their sets P and chance weights,
with tables of the distinct sets, weights and products.

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
    from ..kernels.key_tables import KeyTable, add, find, mixed, number_of
    from ..kernels.small_fractions import product, total
    from ..kernels.sorting import sort, sort_fours
    from ..parts.arrays import (
        Index,
        Int32s,
        Int64,
        Ints,
        ReadInt8s,
        ReadInt32s,
        ReadInts,
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
    """The output, with spare room; initially it has the singleton set of each sequence.

    numbers: the number of a set, per player and node, shape (2, n).
    weight: the number of a weight, per node, shape (n,).
    begin: offset of each set in `members`; last the end of all.
    alone: the number of singleton sets, which come first.
    several: the hashes of the sets with several members.
    used: the number of members.
    numerators, denominators: the weights; for one that does not fit into 64 bits, its own number
        over 0.
    weights: the hashes of the weights.
    products: pairs of a weight and a probability whose product does not fit into 64 bits.
    large: the number of each such product.
    latest: the last weight by which each probability was multiplied, and the product, shape
        (2, probabilities).
    pairs: work space: both sets, numerator and denominator, shape (most ways into one node, 4).
    """

    def __init__(self, nodes: Index, alone: Index, most: Index, moves: Index, room: Index) -> None:
        """Begin with `alone` singleton sets, for `most` ways into one node and `moves`
        probabilities, and with room for some more sets and weights.
        """
        self.numbers = np.empty((2, nodes), np.int32)
        self.weight = np.empty(nodes, np.int32)
        self.begin = np.arange(alone + 1 + room, dtype=np.int32)
        self.members = np.arange(alone + room, dtype=np.int32)
        self.alone = self.used = alone
        self.several, self.weights = KeyTable(room), KeyTable(room)
        self.numerators: Ints = np.empty(room, np.int64)
        self.denominators: Ints = np.empty(room, np.int64)
        self.products, self.large = KeyTable(room), np.empty(room, np.int32)
        self.latest = np.full((2, max(moves, 1)), -1, np.int32)
        self.pairs = np.empty((max(most, 1), 4), np.int64)


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
    """Process one node; return False if it is not simple."""
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
    """Merge the ways into one node; return False if that is not simple."""
    pairs = tables.pairs
    for at in range(several):
        if not _pair(ways, tables, ways.into[node] + at, at):
            return False
    if several > 1 and not _meet(tables, several):
        return False
    weight = weight_number(tables, pairs[0, 2], pairs[0, 3])
    settle(tables, node, pairs[0, 0], pairs[0, 1], weight)
    return True


def _pair(ways: Ways, tables: SetTables, way: Index, at: Index) -> bool:
    """Write a way into `pairs`; return False if its product is not known."""
    first, second, weight, move = come(ways, tables, way)
    over: Int64 = tables.numerators[weight]
    under: Int64 = tables.denominators[weight]
    if move >= 0:
        over, under = product(over, under, ways.numerators[move], ways.denominators[move])
        if under == 0:
            known = find(tables.products, weight * ways.numerators.shape[0] + move, 0)
            if known < 0:
                return False
            weight = tables.large[known]
            over, under = tables.numerators[weight], tables.denominators[weight]
    tables.pairs[at, 0], tables.pairs[at, 1] = first, second
    tables.pairs[at, 2], tables.pairs[at, 3] = over, under
    return True


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
    for part in range(4):
        tables.pairs[to, part] = tables.pairs[pair, part]


def _add_up(tables: SetTables, several: Index) -> Index:
    """Sort pairs by their sets and add up the weights of equal ones; return the number of distinct
    pairs, 0 if a weight does not fit into 64 bits.
    """
    pairs = tables.pairs
    sort_fours(pairs, several)
    last: Index = 0
    for at in range(1, several):
        if pairs[at, 0] == pairs[last, 0] and pairs[at, 1] == pairs[last, 1]:
            over, under = total(pairs[last, 2], pairs[last, 3], pairs[at, 2], pairs[at, 3])
            if under == 0:
                return 0
            pairs[last, 2], pairs[last, 3] = over, under
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
        for part in range(2, 4):
            if pairs[at, part] != pairs[start, part]:
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


def weight_number(tables: SetTables, over: Int64, under: Int64) -> int:
    """Return the number of a weight in lowest terms, or over 0; add it if new."""
    if under == 0 and over < tables.weights.size:
        return cython.cast(Index, over)
    key = cython.cast(
        Int64, mixed(cython.cast(UInt64, over) ^ mixed(cython.cast(UInt64, under))) & _POSITIVE
    )
    number = find(tables.weights, key, 0)
    while number >= 0 and not (
        tables.numerators[number] == over and tables.denominators[number] == under
    ):
        number = find(tables.weights, key, number + 1)
    if number < 0:
        number = add(tables.weights, key)
        if number == tables.numerators.shape[0]:
            lengthen_weights(tables)
        tables.numerators[number], tables.denominators[number] = over, under
    return number


def lengthen_weights(tables: SetTables) -> Index:
    """Make room for twice as many weights."""
    with cython.gil:
        size: Index = 2 * tables.numerators.shape[0]
        tables.numerators = np.resize(tables.numerators, size)
        tables.denominators = np.resize(tables.denominators, size)
    return 0


def remember(tables: SetTables, key: Int64, weight: Index) -> None:
    """Keep the number of the weight that is a product."""
    number = number_of(tables.products, key)
    if number >= tables.large.shape[0]:
        tables.large = np.resize(tables.large, 2 * number)
    tables.large[number] = weight
