"""Run the compiled pass over all nodes; process the nodes at which it stops in plain Python."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from operator import add, mul
from typing import Protocol

import numpy as np

from ..parts.rationals import Rationals, rationals
from .columns import GameColumns, Int32s
from .distinct import in_order_of_use
from .reaching_kernel import (
    Results,
    SetTables,
    Ways,
    advance,
    backwards,
    come,
    product_key,
    remember,
    result,
    set_number,
    settle,
    sum_key,
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


_ROOM = 512  # Initial room for sets with several members, and for products and sums.


class ReachingPass:
    """The sets P and weights of a game's nodes."""

    def __init__(self, columns: GameColumns) -> None:
        self.size = len(columns)
        self.probabilities = [one for move in columns.chances for one in move.probabilities]
        self.ways = _pass_input(columns)
        self.most = int(np.diff(self.ways.into).max())  # Ways into one node.
        alone = int(columns.infosets.first[-1])
        self.tables = SetTables(self.size, alone, self.most, len(self.probabilities), _ROOM)
        self.numbers = {Fraction(1): 0}
        """The numbers of the weights."""
        self.values = [Fraction(1)]
        """The weights by their numbers."""
        self.merging = Merging(self, self._set)
        self.clashes: dict[int, list[Way]] = {}
        """The ways into the nodes at which condition (a) of `schemas.game` fails."""

    def run(self) -> None:
        """Process all nodes."""
        node = 0
        while (node := advance(self.ways, self.tables, node)) < self.size:
            if not self._learn(node):
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
        weight = np.asarray(self.tables.weight)
        if self.most == 1:
            return weight, rationals(self.values)
        # Merging ways leaves weights that no node has.
        used, weight = in_order_of_use(weight, len(self.values))
        return weight, rationals(self.values[number] for number in used.tolist())

    def __getitem__(self, number: int) -> tuple[int, ...]:
        begin, end = self.tables.begin[number], self.tables.begin[number + 1]
        return tuple(np.asarray(self.tables.members)[begin:end].tolist())

    def _learn(self, node: int) -> bool:
        """Enter the products and sums of weights that a node needs; return whether one is new."""
        tables, known = self.tables, self._results()
        last, total = (-1, -1), 0
        for first, second, weight in sorted(self._weighed(node)):
            if (first, second) == last:
                terms = self.values[total], self.values[weight]
                weight = self._weight(tables.sums, sum_key(total, weight), add, *terms)
            last, total = (first, second), weight
        return self._results() > known

    def _results(self) -> int:
        return self.tables.products.keys.size + self.tables.sums.keys.size

    def _weighed(self, node: int) -> Iterator[tuple[int, int, int]]:
        """Yield the sets and the number of the weight of each way into a node."""
        for number in range(self.ways.into[node], self.ways.into[node + 1]):
            first, second, weight, move = come(self.ways, self.tables, number)
            if move >= 0:
                factors = self.values[weight], self.probabilities[move]
                key = product_key(self.ways, weight, move)
                weight = self._weight(self.tables.products, key, mul, *factors)
            yield first, second, weight

    def _weight(
        self,
        results: Results,
        key: int,
        combined: Callable[[Fraction, Fraction], Fraction],
        one: Fraction,
        other: Fraction,
    ) -> int:
        """Return the number of the weight that two numbers give, which is entered if it is new."""
        number = result(results, key)
        if number < 0:
            number = self._numbered(combined(one, other))
            remember(results, key, number)
        return number

    def _numbered(self, weight: Fraction) -> int:
        number = self.numbers.setdefault(weight, len(self.values))
        if number == len(self.values):
            self.values.append(weight)
        return number

    def _work_out(self, node: int) -> None:
        """Process one node. If condition (a) fails there, it has the union of the sets."""
        ways = [(first, second, self.values[way]) for first, second, way in self._weighed(node)]
        merged = self.merging.merged(ways)
        if merged is None:
            self.clashes[node] = ways
            first = self.merging.union(frozenset(way[0] for way in ways))
            second = self.merging.union(frozenset(way[1] for way in ways))
            merged = first, second, ways[0][2]
        first, second, weight = merged
        settle(self.tables, node, first, second, self._numbered(weight))

    def _set(self, members: tuple[int, ...]) -> int:
        return set_number(self.tables, np.array(members, np.int32))


def _pass_input(columns: GameColumns) -> Ways:
    """Return the input of the pass."""
    into = np.zeros(len(columns) + 1, np.int32)
    above, place = np.empty((2, len(columns.children)), np.int32)
    backwards(columns.begin, columns.children, into, above, place)
    sizes = accumulate((len(move.actions) for move in columns.chances), initial=0)
    return Ways(
        kind=columns.kind,
        what=columns.what,
        into=into,
        above=above,
        place=place,
        player=columns.infosets.player,
        first=columns.infosets.first,
        chance=np.fromiter(sizes, np.int32, len(columns.chances) + 1),
    )
