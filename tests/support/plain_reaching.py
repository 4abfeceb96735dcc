"""The sets P and the chance weights of a game's nodes, node by node: the witness of
`schemas.game.reaching`.
"""

from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from efgc.schemas.game import Chance, Conflict, Decision, children


class Merging:
    """Computes the sets and the weight of a node where several ways meet."""

    def __init__(self, sets, number):
        self.sets = sets
        self.number = number  # Returns the number of a set with several sequences.
        self.unions = {}

    def merged(self, ways):
        """Return the union of the ways into a node as one way; None if condition (a) fails."""
        columns = {}
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
            [(second, weight)] = distinct
            return union, second, weight
        return None

    def union(self, numbers):
        """Return the number of the union of some sets."""
        if len(numbers) == 1:
            return next(iter(numbers))
        if numbers not in self.unions:
            self.unions[numbers] = self.number(
                tuple(sorted(set().union(*(self.sets[number] for number in numbers))))
            )
        return self.unions[numbers]

    def _added(self, sequence, columns):
        """Return the weights per set of player 2, summed over all ways whose set of player 1
        contains a sequence.
        """
        total = {}
        for first, column in columns.items():
            for second, weight in column.items() if sequence in self.sets[first] else ():
                total[second] = total.get(second, Fraction(0)) + weight
        return total

    def _uniform(self, column):
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
        total = {}
        for second, weight in column.items():
            for sequence in self.sets[second]:
                total[sequence] = total.get(sequence, Fraction(0)) + weight
        weights = set(total.values())
        return (union, weights.pop()) if len(weights) == 1 else None


class Reaching(NamedTuple):
    """The sets P and the chance weights of the nodes of a game."""

    sets: tuple[tuple[int, ...], ...]
    """The distinct sets P, each a tuple of sequences in ascending order."""
    numbers: tuple[tuple[int, ...], tuple[int, ...]]
    """Per player and node the number of its set."""
    weights: tuple[Fraction, ...]
    """Per node the chance weight w."""
    conflicts: tuple[Conflict, ...]
    """Violations of conditions (a) and (b), parents first; those after the first may be mere
    consequences of it.
    """

    def sequences(self, player: int, node: int) -> tuple[int, ...]:
        """Return the sequences of a player that reach a node."""
        return self.sets[self.numbers[player - 1][node]]


def plain_reached(game):
    """Return the sets P and weights of a game whose structure is valid."""
    known = game.__dict__  # As for a cached property.
    if "plain_reaching" not in known:
        known["plain_reaching"] = _PlainPass(game).reaching()
    return known["plain_reaching"]


class _PlainPass:
    """The pass over all nodes, parents first, that computes the sets P and the weights w."""

    def __init__(self, game):
        self.game = game
        sizes = (len(infoset.actions) for infoset in game.information_sets)
        self.first = tuple(accumulate(sizes, initial=1))
        self.sets = [(0,)]
        self.number = {}  # Only sets with several sequences.
        self.own = {}
        self.merging = Merging(self.sets, self._set)
        self.conflicts = {}

    def reaching(self):
        game = self.game
        into = [None] * len(game.nodes)
        into[0] = [(0, 0, Fraction(1), 0)]
        numbers = ([], [])
        weights = []
        seen = {}
        for node, record in enumerate(game.nodes):
            ways = into[node] or [(0, 0, Fraction(1), 0)]
            into[node] = None
            first, second, weight, _ = ways[0] if len(ways) == 1 else self._merged(node, ways)
            numbers[0].append(first)
            numbers[1].append(second)
            weights.append(weight)
            if isinstance(record, Decision):
                self._check_infoset(
                    node, seen.setdefault(record.infoset, node), record.infoset, numbers
                )
            for child, way in zip(
                children(record), self._extend(node, record, first, second, weight), strict=True
            ):
                if child < len(into):
                    waiting = into[child]
                    into[child] = [way] if waiting is None else [*waiting, way]
        return Reaching(
            sets=tuple(self.sets),
            numbers=(tuple(numbers[0]), tuple(numbers[1])),
            weights=tuple(weights),
            conflicts=tuple(self.conflicts.values()),
        )

    def _extend(self, node, record, first, second, weight):
        match record:
            case Decision(infoset, following):
                own = self.own.get(infoset) or self._own(infoset, len(following))
                if self.game.information_sets[infoset].player == 1:
                    return [(number, second, weight, node) for number in own]
                return [(first, number, weight, node) for number in own]
            case Chance(_, probabilities):
                return [
                    (first, second, weight * probability, node) for probability in probabilities
                ]
            case _:
                return []

    def _merged(self, node, ways):
        """Return the merged ways into a shared node; record a conflict if condition (a) fails."""
        merged = self.merging.merged((first, second, weight) for first, second, weight, _ in ways)
        if merged is not None:
            return (*merged, ways[0][3])
        self._note_sharing(node, ways)
        first = self.merging.union(frozenset(way[0] for way in ways))
        second = self.merging.union(frozenset(way[1] for way in ways))
        return (first, second, ways[0][2], ways[0][3])

    def _conflict(self, ways):
        """Return the parents of two ways with different weights, and the weights. If no weights
        differ, return the parents of two ways whose pairs of moves are incomplete, and None.
        """
        totals = []
        for first, second, _, _ in ways:
            pair = (self.sets[first][0], self.sets[second][0])
            totals.append(
                sum(
                    (
                        weight
                        for one, other, weight, _ in ways
                        if pair[0] in self.sets[one] and pair[1] in self.sets[other]
                    ),
                    Fraction(0),
                )
            )
        for way, total in zip(ways, totals, strict=True):
            if total != totals[0]:
                return ways[0][3], way[3], (totals[0], total)
        apart = (way[3] for way in ways if way[0] != ways[0][0] and way[1] != ways[0][1])
        return ways[0][3], next(apart, ways[-1][3]), None

    def _own(self, infoset, actions):
        """Add the singleton sets of the sequences that end at an information set; return their
        numbers.
        """
        first = self.first[infoset]
        self.own[infoset] = range(len(self.sets), len(self.sets) + actions)
        self.sets += [(sequence,) for sequence in range(first, first + actions)]
        return self.own[infoset]

    def _set(self, sequences):
        number = self.number.setdefault(sequences, len(self.sets))
        if number == len(self.sets):
            self.sets.append(sequences)
        return number

    def _check_infoset(self, node, other, infoset, numbers):
        own = numbers[self.game.information_sets[infoset].player - 1]
        if own[node] == own[other] or ("infoset", infoset) in self.conflicts:
            return
        self.conflicts["infoset", infoset] = Conflict(
            infoset=infoset, node=node, histories=(self._history(other), self._history(node))
        )

    def _note_sharing(self, node, ways):
        one, other, weights = self._conflict(ways)
        histories = (self._history(one, node), self._history(other, node))
        self.conflicts["node", node] = Conflict(
            infoset=None, node=node, histories=histories, weights=weights
        )

    @cached_property
    def _above(self):
        """The first parent of each node."""
        found = {}
        for above, node in enumerate(self.game.nodes):
            for child in children(node):
                found.setdefault(child, above)
        return found

    def _history(self, number, last=0):
        """Return the labels of one history to a node, continued to its child `last` if given."""
        way = [last, number] if last else [number]
        while way[-1]:
            way.append(self._above[way[-1]])
        return ", ".join(
            _label(self.game.nodes[above], child, self.game)
            for above, child in zip(way[:0:-1], way[-2::-1], strict=True)
        )


def _label(node, child, game):
    position = children(node).index(child)
    if isinstance(node, Decision):
        return game.information_sets[node.infoset].actions[position]
    return node.actions[position] if isinstance(node, Chance) else ""
