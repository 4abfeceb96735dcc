"""Run the compiled pass over all nodes; process the nodes at which it stops in plain Python."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..parts.key_tables import roomy
from ..parts.rationals import MOST, Rationals, rationals
from .columns import GameColumns, Int32s
from .reaching_kernel import (
    HARD,
    MEMBERS,
    SETS,
    WEIGHTS,
    Found,
    Ways,
    advance,
    backwards,
    come,
    enter_sets,
    enter_weights,
    remember,
    set_number,
    settle,
    weight_number,
)


class Sets(Protocol):
    """The sets P, indexed by number."""

    def __getitem__(self, number: int, /) -> tuple[int, ...]: ...


Way = tuple[int, int, Fraction]  # The numbers of both players' sets, and the chance weight.
_Weights = Mapping[int, Fraction]  # From numbers of sets.


class Merging:
    """Computes the sets and the weight of a node where several ways meet."""

    def __init__(self, sets: Sets, number: Callable[[tuple[int, ...]], int]) -> None:
        self.sets = sets
        self.number = number  # Returns the number of a set with several sequences.
        self.unions: dict[frozenset[int], int] = {}

    def merged(self, ways: Iterable[Way]) -> Way | None:
        """Return the union of the ways into a node as one way; None if condition (a) fails."""
        columns: dict[int, dict[int, Fraction]] = {}
        for first, second, weight in ways:
            column = columns.setdefault(first, {})
            column[second] = column.get(second, Fraction(0)) + weight
        rows = {first: self._uniform(column) for first, column in columns.items()}
        union = self.union(frozenset(columns))
        apart = sum(len(self.sets[first]) for first in columns) == len(self.sets[union])
        distinct = set(rows.values())
        if not apart:
            distinct = {
                self._uniform(self._added(sequence, columns)) for sequence in self.sets[union]
            }
        if len(distinct) == 1 and None not in distinct:
            [(second, weight)] = distinct  # type: ignore[misc]
            return union, second, weight
        return None

    def union(self, numbers: frozenset[int]) -> int:
        """Return the number of the union of some sets."""
        if len(numbers) == 1:
            return next(iter(numbers))
        if numbers not in self.unions:
            self.unions[numbers] = self.number(
                tuple(sorted(set().union(*(self.sets[number] for number in numbers))))
            )
        return self.unions[numbers]

    def _added(self, sequence: int, columns: Mapping[int, _Weights]) -> _Weights:
        """Return the weights per set of player 2, summed over all ways whose set of player 1
        contains a sequence.
        """
        total: dict[int, Fraction] = {}
        for first, column in columns.items():
            for second, weight in column.items() if sequence in self.sets[first] else ():
                total[second] = total.get(second, Fraction(0)) + weight
        return total

    def _uniform(self, column: _Weights) -> tuple[int, Fraction] | None:
        """Return the set of player 2's sequences with their common weight; None if their weights
        differ.
        """
        if len(column) == 1:
            return next(iter(column.items()))
        weights = set(column.values())
        union = self.union(frozenset(column))
        if len(weights) == 1 and sum(len(self.sets[second]) for second in column) == len(
            self.sets[union]
        ):
            return union, weights.pop()
        total: dict[int, Fraction] = {}
        for second, weight in column.items():
            for sequence in self.sets[second]:
                total[sequence] = total.get(sequence, Fraction(0)) + weight
        weights = set(total.values())
        return (union, weights.pop()) if len(weights) == 1 else None


Int64s = NDArray[np.int64]

_LEFT = 1000  # Limit on the nodes processed in plain Python, or a twentieth of all nodes.
_ROOM = 1024  # Initial room for sets with several members, weights and products.


class Walk:
    """The sets P and weights of a game's nodes, while condition (a) of `schemas.game` holds."""

    def __init__(self, columns: GameColumns) -> None:
        self.size = len(columns)
        self.probabilities = [one for move in columns.chances for one in move.probabilities]
        self.ways = _pass_input(columns, self.probabilities)
        self.alone = int(columns.infosets.first[-1])
        self.found = self._singletons()
        self.large: dict[int, Fraction] = {}  # Weights that do not fit into 64 bits.
        self.numbers: dict[Fraction, int] = {}  # The numbers of these weights.
        self.merging = Merging(self, self._set)

    def finds_all(self) -> bool:
        """Process all nodes; return False if condition (a) fails, or if so many nodes need plain
        Python that processing all of them there is faster.
        """
        at, left = 0, max(_LEFT, self.size // 20)
        while (at := advance(self.ways, self.found, at)) < self.size:
            if self.found.reason != HARD:
                self._make_room(self.found.reason)
            elif left and self._work_out(at):
                at, left = at + 1, left - 1
            else:
                return False
        return True

    @property
    def number(self) -> tuple[Int32s, Int32s]:
        """Per player and node its set."""
        first, second = np.asarray(self.found.numbers)
        return first, second

    def sets(self) -> tuple[Int32s, Int32s]:
        """Return the offsets of the sets, and their members."""
        begin, members = np.asarray(self.found.begin), np.asarray(self.found.members)
        return begin[: self.found.sets + 1], members[: self.found.used]

    def weights(self) -> tuple[Int32s, Rationals]:
        """Return the number of each node's weight, and the weights."""
        found, size, weight = self.found, self.found.weights, np.asarray(self.found.weight)
        if not self.large:
            above, below = np.asarray(found.numerators), np.asarray(found.denominators)
            return weight, Rationals(above[:size], below[:size])
        # Merging ways leaves weights that no node has.
        _, first = np.unique(weight, return_index=True)
        used = weight[np.sort(first)]
        renumbered = np.empty(size, np.int32)
        renumbered[used] = np.arange(len(used))
        return renumbered[weight], rationals(map(self._weight, used.tolist()))

    def __getitem__(self, number: int) -> tuple[int, ...]:
        begin, end = self.found.begin[number], self.found.begin[number + 1]
        return tuple(np.asarray(self.found.members)[begin:end].tolist())

    def _singletons(self) -> Found:
        """Return the singleton sets and the weight 1, with room for more."""
        most = int(np.diff(self.ways.into).max())
        room = _ROOM << (2 * most // _ROOM).bit_length()
        found = Found(self.size, self.alone, room, _ROOM, most, len(self.probabilities))
        weight_number(found, 1, 1)
        return found

    def _work_out(self, node: int) -> bool:
        """Process one node; return whether condition (a) holds there."""
        ways = range(self.ways.into[node], self.ways.into[node + 1])
        merged = self.merging.merged([self._resolve_way(way) for way in ways])
        if merged is None:
            return False
        first, second, weight = merged
        settle(self.found, node, first, second, self._weight_number(weight))
        return True

    def _resolve_way(self, way: int) -> tuple[int, int, Fraction]:
        """Return the sets and the weight of a way."""
        first, second, number, move = come(self.ways, self.found, way)
        weight = self._weight(number)
        if move >= 0:
            weight *= self.probabilities[move]
            self._remember(number, move, weight)
        return first, second, weight

    def _remember(self, number: int, move: int, product: Fraction) -> None:
        """Store the product of a weight and a probability, if it does not fit into 64 bits."""
        all_fit = self.found.denominators[number] and self.ways.denominators[move]
        if all_fit and product.denominator <= MOST:
            return
        self.found.products = roomy(self.found.products, self.found.known, 1)
        key = number * len(self.probabilities) + move
        remember(self.found, key, self._weight_number(product))

    def _weight(self, number: int) -> Fraction:
        if number in self.large:
            return self.large[number]
        return Fraction(int(self.found.numerators[number]), int(self.found.denominators[number]))

    def _weight_number(self, weight: Fraction) -> int:
        if self.found.weights >= len(self.found.numerators):
            self._make_room(WEIGHTS)
        if max(weight.numerator, weight.denominator) <= MOST:
            return weight_number(self.found, weight.numerator, weight.denominator)
        number = self.numbers.setdefault(weight, self.found.weights)
        if number not in self.large:
            self.large[number] = weight
            self.found.numerators[number], self.found.denominators[number] = number, 0
            self.found.weights += 1
        return number

    def _set(self, members: tuple[int, ...]) -> int:
        array = np.array(members, np.int32)
        if self.found.sets + 2 >= len(self.found.begin):
            self._make_room(SETS)
        while (number := set_number(self.found, array)) < 0:
            self._make_room(MEMBERS)
        return number

    def _make_room(self, full: int) -> None:
        """Double the room that is full, not counting the singleton sets."""
        found, alone = self.found, self.alone
        if full == SETS:
            found.begin = _longer(found.begin, 2 * len(found.begin) - alone)
            found.set_table = np.full(2 * len(found.set_table), -1, np.int32)
            enter_sets(found, alone)
        elif full == MEMBERS:
            found.members = _longer(found.members, 2 * len(found.members) - alone)
        else:
            size = 2 * len(found.numerators)
            found.numerators = _longer(found.numerators, size)
            found.denominators = _longer(found.denominators, size)
            found.weight_table = np.full(2 * size, -1, np.int32)
            enter_weights(found)


def _pass_input(columns: GameColumns, probabilities: Sequence[Fraction]) -> Ways:
    """Return the input of the pass."""
    into = np.zeros(len(columns) + 1, np.int32)
    above, place = np.empty((2, len(columns.children)), np.int32)
    backwards(columns.begin, columns.children, into, above, place)
    sizes = accumulate((len(move.actions) for move in columns.chances), initial=0)
    numerators, denominators = _small(probabilities)
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


def _small(probabilities: Sequence[Fraction]) -> tuple[Int64s, Int64s]:
    """Return numerators and denominators, 0 and 0 for a probability that does not fit into 64
    bits.
    """
    pairs = [
        (number.numerator, number.denominator)
        if 0 < number.numerator <= MOST and number.denominator <= MOST
        else (0, 0)
        for number in probabilities
    ]
    columns = np.array(pairs, np.int64).reshape(-1, 2)
    return columns[:, 0].copy(), columns[:, 1].copy()


def _longer(array: NDArray[Any], size: int) -> NDArray[Any]:
    """Return a copy of an array, extended to a size."""
    found = np.empty(size, np.asarray(array).dtype)
    found[: len(array)] = array
    return found
