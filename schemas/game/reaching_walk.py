"""Run the compiled pass over all nodes; process the nodes at which it stops in plain Python."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..parts.rationals import MOST, Rationals, rationals
from .columns import GameColumns, Int32s
from .reaching_kernel import (
    SetTables,
    Ways,
    advance,
    backwards,
    come,
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

_ROOM = 512  # Initial room for sets with several members, weights and products.


class ReachingPass:
    """The sets P and weights of a game's nodes."""

    def __init__(self, columns: GameColumns) -> None:
        self.size = len(columns)
        self.probabilities = [one for move in columns.chances for one in move.probabilities]
        self.ways = _pass_input(columns, self.probabilities)
        self.tables = self._singletons(columns)
        self.large: dict[int, Fraction] = {}  # Weights that do not fit into 64 bits.
        self.numbers: dict[Fraction, int] = {}  # The numbers of these weights.
        self.merging = Merging(self, self._set)
        self.clashes: dict[int, list[Way]] = {}
        """The ways into the nodes at which condition (a) of `schemas.game` fails."""

    def run(self) -> None:
        """Process all nodes."""
        node = 0
        while (node := advance(self.ways, self.tables, node)) < self.size:
            self._work_out(node)
            node += 1

    def parents(self, node: int) -> list[int]:
        """Return the parent from which each way into a node comes."""
        begin, end = self.ways.into[node], self.ways.into[node + 1]
        return np.asarray(self.ways.above)[begin:end].tolist()  # type: ignore[no-any-return]

    @property
    def number(self) -> tuple[Int32s, Int32s]:
        """Per player and node its set."""
        first, second = np.asarray(self.tables.numbers)
        return first, second

    def sets(self) -> tuple[Int32s, Int32s]:
        """Return the offsets of the sets, and their members."""
        tables = self.tables
        begin, members = np.asarray(tables.begin), np.asarray(tables.members)
        return begin[: tables.alone + tables.several.size + 1], members[: tables.used]

    def weights(self) -> tuple[Int32s, Rationals]:
        """Return the number of each node's weight, and the weights."""
        tables, weight = self.tables, np.asarray(self.tables.weight)
        size = tables.weights.size
        if not self.large:
            above, below = np.asarray(tables.numerators), np.asarray(tables.denominators)
            return weight, Rationals(above[:size], below[:size])
        # Merging ways leaves weights that no node has.
        _, first = np.unique(weight, return_index=True)
        used = weight[np.sort(first)]
        renumbered = np.empty(size, np.int32)
        renumbered[used] = np.arange(len(used))
        return renumbered[weight], rationals(map(self._weight, used.tolist()))

    def __getitem__(self, number: int) -> tuple[int, ...]:
        begin, end = self.tables.begin[number], self.tables.begin[number + 1]
        return tuple(np.asarray(self.tables.members)[begin:end].tolist())

    def _singletons(self, columns: GameColumns) -> SetTables:
        """Return the singleton sets and the weight 1, with room for more."""
        most, alone = int(np.diff(self.ways.into).max()), int(columns.infosets.first[-1])
        tables = SetTables(self.size, alone, most, len(self.probabilities), _ROOM)
        weight_number(tables, 1, 1)
        return tables

    def _work_out(self, node: int) -> None:
        """Process one node. If condition (a) fails there, it has the union of the sets."""
        numbers = range(self.ways.into[node], self.ways.into[node + 1])
        ways = [self._resolve_way(number) for number in numbers]
        merged = self.merging.merged(ways)
        if merged is None:
            self.clashes[node] = ways
            first = self.merging.union(frozenset(way[0] for way in ways))
            second = self.merging.union(frozenset(way[1] for way in ways))
            merged = first, second, ways[0][2]
        first, second, weight = merged
        settle(self.tables, node, first, second, self._weight_number(weight))

    def _resolve_way(self, way: int) -> Way:
        """Return the sets and the weight of a way."""
        first, second, number, move = come(self.ways, self.tables, way)
        weight = self._weight(number)
        if move >= 0:
            weight *= self.probabilities[move]
            self._remember(number, move, weight)
        return first, second, weight

    def _remember(self, number: int, move: int, product: Fraction) -> None:
        """Store the product of a weight and a probability, if it does not fit into 64 bits."""
        all_fit = self.tables.denominators[number] and self.ways.denominators[move]
        if all_fit and product.denominator <= MOST:
            return
        key = number * len(self.probabilities) + move
        remember(self.tables, key, self._weight_number(product))

    def _weight(self, number: int) -> Fraction:
        if number in self.large:
            return self.large[number]
        return Fraction(int(self.tables.numerators[number]), int(self.tables.denominators[number]))

    def _weight_number(self, weight: Fraction) -> int:
        if max(weight.numerator, weight.denominator) <= MOST:
            return weight_number(self.tables, weight.numerator, weight.denominator)
        number = self.numbers.setdefault(weight, self.tables.weights.size)
        self.large[number] = weight
        return weight_number(self.tables, number, 0)

    def _set(self, members: tuple[int, ...]) -> int:
        return set_number(self.tables, np.array(members, np.int32))


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
