"""Run the compiled pass over all nodes; process the nodes at which it stops in plain Python."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import accumulate, product
from operator import add, mul

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

Way = tuple[int, int, Fraction]  # The numbers of both players' sets, and the chance weight.
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
        """Process one node by the definition: add up the weights of each pair of sequences. If
        condition (a) fails there, the node has the union of the sets.
        """
        ways = [(first, second, self.values[way]) for first, second, way in self._weighed(node)]
        totals: dict[tuple[int, int], Fraction] = {}
        for one, other, weight in ways:
            for pair in product(self[one], self[other]):
                totals[pair] = totals.get(pair, Fraction(0)) + weight
        first, second = (sorted(set(side)) for side in zip(*totals, strict=True))
        is_exact = len(totals) == len(first) * len(second) and len({*totals.values()}) == 1
        if not is_exact:
            self.clashes[node] = ways
        weight = next(iter(totals.values())) if is_exact else ways[0][2]
        sets = self._set(first), self._set(second)
        settle(self.tables, node, *sets, self._numbered(weight))

    def _set(self, members: list[int]) -> int:
        one, *others = members
        return set_number(self.tables, np.array(members, np.int32)) if others else one


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
