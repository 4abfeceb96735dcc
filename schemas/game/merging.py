"""Merge the ways into a shared node: condition (a) of `schemas.game`."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Protocol


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
