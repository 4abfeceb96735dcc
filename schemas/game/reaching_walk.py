"""The pass from the root to all nodes, with the nodes that the kernel leaves to plain Python."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.game.columns import ChanceMove, GameColumns, Int32s, Kind
from schemas.game.merging import Merging
from schemas.game.reaching_kernel import (
    HARD,
    MEMBERS,
    PRODUCTS,
    REASON,
    SETS,
    WEIGHTS,
    Found,
    Ways,
    advance,
    set_number,
    turn_round,
    weight_number,
)
from schemas.parts.key_tables import KeyTable, find, put, roomy
from schemas.parts.rationals import MOST, Rationals, rationals

Int64s = NDArray[np.int64]
_LEFT = 1000  # Nodes that plain Python may work out one by one, or a twentieth of them all.
_ROOM = 1024  # For sets with several members, weights and products, at first.


class Walk:
    """What reaches the nodes of a game, as far as condition (a) of `schemas.game` holds."""

    def __init__(self, columns: GameColumns) -> None:
        self.ways = _ways(columns)
        self.numbers = np.empty((2, len(columns)), np.int32)
        self.found = _found(columns, self.ways, self.numbers)
        self.alone = int(columns.infosets.first[-1])
        self.chances = columns.chances
        self.large: dict[int, Fraction] = {}  # Weights that 64 bits do not hold.
        self.known: dict[Fraction, int] = {}  # Their numbers.
        self.merging = Merging(self, self._set)

    def finds_all(self) -> bool:
        """Find what reaches all nodes; return False where condition (a) does not hold, or where so
        many nodes are left to plain Python that it is quicker to do all of them there.
        """
        at, left = 0, max(_LEFT, len(self.ways.kind) // 20)
        while (at := advance(self.ways, self.found, at)) < len(self.ways.kind):
            reason = int(self.found.sizes[REASON])
            if reason != HARD:
                self._make_room(reason)
            elif left and self._work_out(at):
                at, left = at + 1, left - 1
            else:
                return False
        return True

    @property
    def number(self) -> tuple[Int32s, Int32s]:
        """Per player and node its set."""
        return self.numbers[0], self.numbers[1]

    def sets(self) -> tuple[Int32s, Int32s]:
        """Return where the members of each set begin, and the members."""
        sets, members = self.found.sizes[SETS], self.found.sizes[MEMBERS]
        begin, found = np.asarray(self.found.begin), np.asarray(self.found.members)
        return begin[: sets + 1], found[:members]

    def weights(self) -> tuple[Int32s, Rationals]:
        """Return the numbers of the nodes' weights, and these."""
        found, size = self.found, self.found.sizes[WEIGHTS]
        weight = np.asarray(found.weight)
        if not self.large:
            above, below = np.asarray(found.numerators), np.asarray(found.denominators)
            return weight, Rationals(above[:size], below[:size])
        # Ways that meet leave weights behind that no node has.
        _, first = np.unique(weight, return_index=True)
        used = weight[np.sort(first)]
        renumbered = np.empty(size, np.int32)
        renumbered[used] = np.arange(len(used))
        return renumbered[weight], rationals(map(self._weight, used.tolist()))

    def __getitem__(self, number: int) -> tuple[int, ...]:
        begin, end = self.found.begin[number], self.found.begin[number + 1]
        return tuple(np.asarray(self.found.members)[begin:end].tolist())

    def _work_out(self, node: int) -> bool:
        """Find what reaches one node; return whether condition (a) holds there."""
        first, end = self.ways.into[node], self.ways.into[node + 1]
        merged = self.merging.merged([self._way(way) for way in range(first, end)])
        if merged is None:
            return False
        *sets, weight = merged
        self.numbers[:, node] = sets
        self.found.weight[node] = self._weight_number(weight)
        return True

    def _way(self, way: int) -> tuple[int, int, Fraction]:
        """Return the sets and the weight with which a way comes."""
        ways, found = self.ways, self.found
        above, place = int(ways.above[way]), int(ways.place[way])
        kind, what = ways.kind[above], ways.what[above]
        sets, number = self.numbers[:, above].tolist(), int(found.weight[above])
        weight = self._weight(number)
        if kind == Kind.DECISION:
            sets[ways.player[what] - 1] = int(ways.first[what]) + place
        elif kind == Kind.CHANCE:
            weight *= self.chances[what].probabilities[place]
            self._remember(number, int(ways.chance[what]) + place, weight)
        return sets[0], sets[1], weight

    def _remember(self, number: int, move: int, product: Fraction) -> None:
        """Remember the product of a weight and a probability, if 64 bits do not do."""
        all_fit = self.found.denominators[number] and self.ways.denominators[move]
        if all_fit and product.denominator <= MOST:
            return
        self.found.products = roomy(self.found.products, self.found.sizes[PRODUCTS], 1)
        key = number * len(self.ways.numerators) + move
        self.found.sizes[PRODUCTS] += find(self.found.products, key) < 0
        put(self.found.products, key, self._weight_number(product))

    def _weight(self, number: int) -> Fraction:
        if number in self.large:
            return self.large[number]
        return Fraction(int(self.found.numerators[number]), int(self.found.denominators[number]))

    def _weight_number(self, weight: Fraction) -> int:
        if self.found.sizes[WEIGHTS] >= len(self.found.numerators):
            self._make_room(WEIGHTS)
        if max(weight.numerator, weight.denominator) <= MOST:
            return int(weight_number(self.found, weight.numerator, weight.denominator))
        number = self.known.setdefault(weight, int(self.found.sizes[WEIGHTS]))
        if number not in self.large:
            self.large[number] = weight
            self.found.numerators[number], self.found.denominators[number] = number, 0
            self.found.sizes[WEIGHTS] += 1
        return number

    def _set(self, members: tuple[int, ...]) -> int:
        array = np.array(members, np.int32)
        if self.found.sizes[SETS] + 2 >= len(self.found.begin):
            self._make_room(SETS)
        while (number := set_number(self.found, array, len(array))) < 0:
            self._make_room(MEMBERS)
        return int(number)

    def _make_room(self, full: int) -> None:
        """Double what is left beside the sets of one member each."""
        found, alone = self.found, self.alone
        if full == SETS:
            table = np.full(2 * len(found.set_table), -1, np.int32)
            found.widen_sets(_longer(found.begin, 2 * len(found.begin) - alone), table, alone)
        elif full == MEMBERS:
            found.widen_members(_longer(found.members, 2 * len(found.members) - alone))
        else:
            size = 2 * len(found.numerators)
            above, below = _longer(found.numerators, size), _longer(found.denominators, size)
            found.widen_weights(above, below, np.full(2 * size, -1, np.int32))


def _ways(columns: GameColumns) -> Ways:
    """Return what the pass reads."""
    ways, nodes = len(columns.children), len(columns)
    into, free = np.zeros(nodes + 1, np.int32), np.empty(nodes, np.int32)
    above, place = np.empty((2, ways), np.int32)
    turn_round(columns.begin, columns.children, into, free, above, place)
    sizes = accumulate((len(move.actions) for move in columns.chances), initial=0)
    numerators, denominators = _small(columns.chances)
    return Ways(
        kind=columns.kind,
        what=columns.what,
        into=into,
        above=above,
        place=place,
        player=columns.infosets.player,
        first=columns.infosets.first,
        chance=np.fromiter(sizes, np.int32, len(columns.chances) + 1),
        numerators=numerators,
        denominators=denominators,
    )


def _small(moves: Iterable[ChanceMove]) -> tuple[Int64s, Int64s]:
    """Return all probabilities, 0 and 0 for one that 64 bits do not hold."""
    pairs = [
        (number.numerator, number.denominator)
        if 0 < number.numerator <= MOST and number.denominator <= MOST
        else (0, 0)
        for move in moves
        for number in move.probabilities
    ]
    columns = np.array(pairs, np.int64).reshape(-1, 2)
    return columns[:, 0].copy(), columns[:, 1].copy()


def _found(columns: GameColumns, ways: Ways, numbers: NDArray[np.int32]) -> Found:
    """Return the sets of one member each, the weight 1, and room for more."""
    alone, most = int(columns.infosets.first[-1]), int(np.diff(np.asarray(ways.into)).max())
    room = _ROOM << (2 * most // _ROOM).bit_length()
    found = Found(
        numbers=numbers,
        weight=np.empty(len(columns), np.int32),
        begin=_longer(np.arange(alone + 1, dtype=np.int32), alone + 1 + room),
        members=_longer(np.arange(alone, dtype=np.int32), alone + room),
        set_table=np.full(2 * room, -1, np.int32),
        numerators=np.empty(_ROOM, np.int64),
        denominators=np.empty(_ROOM, np.int64),
        weight_table=np.full(2 * _ROOM, -1, np.int32),
        products=KeyTable(_ROOM),
        sizes=np.array([alone, alone, 0, 0, 0], np.int64),
        latest=np.full((2, max(len(ways.numerators), 1)), -1, np.int32),
        pairs=np.empty((4, max(most, 1)), np.int64),
    )
    weight_number(found, 1, 1)
    return found


def _longer(array: Any, size: int) -> NDArray[Any]:
    """Return an array with room behind it."""
    array = np.asarray(array)
    found = np.empty(size, array.dtype)
    found[: len(array)] = array
    return found
