"""Compute the sets P and the chance weights w of a game's nodes, as defined in `schemas.game`."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from ..parts.rationals import Rationals, rationals
from .columns import (
    Chance,
    Decision,
    GameColumns,
    GameRecord,
    Int32s,
    Kind,
    Node,
    children,
)
from .reaching_walk import Merging, ReachingPass


class Conflict(NamedTuple):
    """Two histories that break condition (a) or (b)."""

    infoset: int | None
    """The information set that breaks (b); None for (a)."""
    node: int
    """For (a) the node where the two meet; for (b) the node of the second history."""
    histories: tuple[str, str]
    """The labels of the actions from the root."""
    weights: tuple[Fraction, Fraction] | None = None
    """For (a) the different chance weights of two pairs of moves; None if some pair of moves does
    not lead here.
    """


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


@dataclass(frozen=True, eq=False, kw_only=True)
class ReachingColumns:
    """The sets P and chance weights of a game with n nodes, m information sets and S sequences."""

    begin: Int32s
    """Offset in `members` of each set P; the last entry is the end of the last set."""
    members: Int32s
    """Sequences, in ascending order within each set. The first S sets are singletons: set k is
    {k}.
    """
    number: tuple[Int32s, Int32s]
    """Per player and node the number of its set; in a tree the sequence itself."""
    parent: Int32s
    """Shape (m,): per information set the number of the set of its player's sequences that lead to
    it; if its nodes have different sets, that of its first node.
    """
    weight: Int32s
    """Shape (n,): the number of the chance weight w in `weights`."""
    weights: Rationals
    """Distinct weights in order of first visit; the first is 1."""
    conflicts: tuple[Conflict, ...]
    """As in `Reaching`."""


def reaching_columns(game: GameRecord, columns: GameColumns) -> ReachingColumns:
    """Return the sets P and weights of a game in columns whose structure is valid."""
    walk = ReachingPass(columns)
    if not walk.finds_all():
        return _plain(game, columns)
    number = walk.number
    parent = _parents(columns, number)
    decisions = columns.kind == Kind.DECISION
    infosets = columns.what[decisions]
    own = np.where(columns.infosets.player[infosets] == 1, *(of[decisions] for of in number))
    if (own != parent[infosets]).any():
        return _plain(game, columns)
    begin, members = walk.sets()
    weight, weights = walk.weights()
    return ReachingColumns(
        begin=begin,
        members=members,
        number=number,
        parent=parent,
        weight=weight,
        weights=weights,
        conflicts=(),
    )


def _plain(game: GameRecord, columns: GameColumns) -> ReachingColumns:
    """Return the same by the slow algorithm, which also reports conflicts."""
    plain = reaching(game)
    sequences = int(columns.infosets.first[-1])
    number: dict[tuple[int, ...], int] = {(sequence,): sequence for sequence in range(sequences)}
    of = [number.setdefault(members, len(number)) for members in plain.sets]
    weights: dict[Fraction, int] = {}
    weight = [weights.setdefault(one, len(weights)) for one in plain.weights]
    first, second = (np.array([of[at] for at in each], np.int32) for each in plain.numbers)
    return ReachingColumns(
        begin=np.fromiter(accumulate(map(len, number), initial=0), np.int32, len(number) + 1),
        members=np.array([one for members in number for one in members], np.int32),
        number=(first, second),
        parent=_parents(columns, (first, second)),
        weight=np.array(weight, np.int32),
        weights=rationals(weights),
        conflicts=plain.conflicts,
    )


def _parents(columns: GameColumns, number: tuple[Int32s, Int32s]) -> Int32s:
    """Return per information set the number of the set that leads to its first node."""
    decisions = np.flatnonzero(columns.kind == Kind.DECISION)
    infosets = columns.what[decisions]
    first = np.empty(len(columns.infosets), np.int64)
    first[infosets[::-1]] = decisions[::-1]  # The last write wins: the first node.
    return np.where(columns.infosets.player == 1, number[0][first], number[1][first])


def reaching(game: GameRecord) -> Reaching:
    """Return the sets P and weights of a game whose structure is valid."""
    return _PlainPass(game).reaching()


class _PlainPass:
    """The pass over all nodes, parents first, that computes the sets P and the weights w."""

    def __init__(self, game: GameRecord) -> None:
        self.game = game
        sizes = (len(infoset.actions) for infoset in game.information_sets)
        self.first = tuple(accumulate(sizes, initial=1))
        self.sets: list[tuple[int, ...]] = [(0,)]
        self.number: dict[tuple[int, ...], int] = {}  # Only sets with several sequences.
        self.own: dict[int, range] = {}
        self.merging = Merging(self.sets, self._set)
        self.conflicts: dict[object, Conflict] = {}

    def reaching(self) -> Reaching:
        game = self.game
        into: list[_Ways | None] = [None] * len(game.nodes)
        into[0] = [(0, 0, Fraction(1), 0)]
        numbers: tuple[list[int], list[int]] = ([], [])
        weights: list[Fraction] = []
        seen: dict[int, int] = {}
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

    def _extend(
        self, node: int, record: Node, first: int, second: int, weight: Fraction
    ) -> "_Ways":
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

    def _merged(self, node: int, ways: "_Ways") -> "_Way":
        """Return the merged ways into a shared node; record a conflict if condition (a) fails."""
        merged = self.merging.merged((first, second, weight) for first, second, weight, _ in ways)
        if merged is not None:
            return (*merged, ways[0][3])
        self._note_sharing(node, ways)
        first = self.merging.union(frozenset(way[0] for way in ways))
        second = self.merging.union(frozenset(way[1] for way in ways))
        return (first, second, ways[0][2], ways[0][3])

    def _conflict(self, ways: "_Ways") -> tuple[int, int, tuple[Fraction, Fraction] | None]:
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

    def _own(self, infoset: int, actions: int) -> range:
        """Add the singleton sets of the sequences that end at an information set; return their
        numbers.
        """
        first = self.first[infoset]
        self.own[infoset] = range(len(self.sets), len(self.sets) + actions)
        self.sets += [(sequence,) for sequence in range(first, first + actions)]
        return self.own[infoset]

    def _set(self, sequences: tuple[int, ...]) -> int:
        number = self.number.setdefault(sequences, len(self.sets))
        if number == len(self.sets):
            self.sets.append(sequences)
        return number

    def _check_infoset(
        self, node: int, other: int, infoset: int, numbers: tuple[list[int], list[int]]
    ) -> None:
        own = numbers[self.game.information_sets[infoset].player - 1]
        if own[node] == own[other] or ("infoset", infoset) in self.conflicts:
            return
        self.conflicts["infoset", infoset] = Conflict(
            infoset=infoset, node=node, histories=(self._history(other), self._history(node))
        )

    def _note_sharing(self, node: int, ways: "_Ways") -> None:
        one, other, weights = self._conflict(ways)
        histories = (self._history(one, node), self._history(other, node))
        self.conflicts["node", node] = Conflict(
            infoset=None, node=node, histories=histories, weights=weights
        )

    @cached_property
    def _above(self) -> dict[int, int]:
        """The first parent of each node."""
        found: dict[int, int] = {}
        for above, node in enumerate(self.game.nodes):
            for child in children(node):
                found.setdefault(child, above)
        return found

    def _history(self, number: int, last: int = 0) -> str:
        """Return the labels of one history to a node, continued to its child `last` if given."""
        way = [last, number] if last else [number]
        while way[-1]:
            way.append(self._above[way[-1]])
        return ", ".join(
            _label(self.game.nodes[above], child, self.game)
            for above, child in zip(way[:0:-1], way[-2::-1], strict=True)
        )


_Way = tuple[int, int, Fraction, int]  # The sets of both players, the weight, and the parent.


_Ways = list[_Way]


def _label(node: Node, child: int, game: GameRecord) -> str:
    position = children(node).index(child)
    if isinstance(node, Decision):
        return game.information_sets[node.infoset].actions[position]
    return node.actions[position] if isinstance(node, Chance) else ""
