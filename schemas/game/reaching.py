"""Compute the sets P and the chance weights w of a game's nodes, as defined in `schemas.game`, and
the violations of conditions (a) and (b).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..parts.rationals import Rationals
from .columns import Chance, Decision, GameColumns, GameRecord, Int32s, Kind, Node, children
from .reaching_walk import ReachingPass, Way


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
    """Violations of conditions (a) and (b), parents first; those after the first may be mere
    consequences of it. Where (a) fails, the weight is that of the first way.
    """

    def sequences(self, number: int) -> list[int]:
        """Return the sequences of a set P."""
        found: list[int] = self.members[self.begin[number] : self.begin[number + 1]].tolist()
        return found


def reaching_columns(game: GameRecord) -> ReachingColumns:
    """Return the sets P and weights of a game whose structure is valid."""
    columns = game.columns
    walk = ReachingPass(columns)
    walk.run()
    number = walk.number
    first = _first_nodes(columns)
    parent = np.where(columns.infosets.player == 1, number[0][first], number[1][first])
    begin, members = walk.sets()
    weight, weights = walk.weights()
    return ReachingColumns(
        begin=begin,
        members=members,
        number=number,
        parent=parent,
        weight=weight,
        weights=weights,
        conflicts=tuple(sorted(_conflicts(game, walk, parent), key=_position)),
    )


def _position(conflict: Conflict) -> tuple[int, bool]:
    return conflict.node, conflict.infoset is not None


def _first_nodes(columns: GameColumns) -> NDArray[np.int64]:
    """Return the first node of each information set."""
    decisions = np.flatnonzero(columns.kind == Kind.DECISION)
    first = np.empty(len(columns.infosets), np.int64)
    first[columns.what[decisions][::-1]] = decisions[::-1]  # The last write wins.
    return first


def _conflicts(game: GameRecord, walk: ReachingPass, parent: Int32s) -> Iterator[Conflict]:
    """Yield the violations of (a), and then those of (b), of which there is one per information
    set.
    """
    columns, histories = game.columns, _Histories(game, walk)
    for node, ways in walk.clashes.items():
        parents = walk.parents(node)
        one, other, weights = _different(walk, ways)
        said = (histories.through(parents[one], node), histories.through(parents[other], node))
        yield Conflict(infoset=None, node=node, histories=said, weights=weights)
    decisions = np.flatnonzero(columns.kind == Kind.DECISION)
    infosets = columns.what[decisions]
    is_first = columns.infosets.player[infosets] == 1
    own = np.where(is_first, *(number[decisions] for number in walk.number))
    apart = np.flatnonzero(own != parent[infosets])
    broken, earliest = np.unique(infosets[apart], return_index=True)
    firsts = _first_nodes(columns)[broken].tolist()
    nodes = decisions[apart[earliest]].tolist()
    for infoset, first, node in zip(broken.tolist(), firsts, nodes, strict=True):
        said = (histories.to(first), histories.to(node))
        yield Conflict(infoset=infoset, node=node, histories=said)


def _different(
    sets: ReachingPass, ways: Sequence[Way]
) -> tuple[int, int, tuple[Fraction, Fraction] | None]:
    """Return the positions of two ways with different weights, and the weights. If no weights
    differ, return those of two ways whose pairs of moves are incomplete, and None.
    """
    totals = []
    for first, second, _ in ways:
        pair = (sets[first][0], sets[second][0])
        shared = (
            weight for one, other, weight in ways if pair[0] in sets[one] and pair[1] in sets[other]
        )
        totals.append(sum(shared, Fraction(0)))
    for position, total in enumerate(totals):
        if total != totals[0]:
            return 0, position, (totals[0], total)
    apart = (
        position
        for position, way in enumerate(ways)
        if way[0] != ways[0][0] and way[1] != ways[0][1]
    )
    return 0, next(apart, len(ways) - 1), None


class _Histories:
    """The histories by which each node is reached through its first parent, in words."""

    def __init__(self, game: GameRecord, walk: ReachingPass) -> None:
        self.game, self.walk = game, walk

    def to(self, node: int) -> str:
        """Return the labels of the actions from the root to a node."""
        return ", ".join(self._labels(node))

    def through(self, parent: int, child: int) -> str:
        """Return the labels of the actions to a parent of a node, and on to the node."""
        return ", ".join([*self._labels(parent), self._label(parent, child)])

    def _labels(self, node: int) -> list[str]:
        labels = []
        while node:
            above = self.walk.parents(node)[0]
            labels.append(self._label(above, node))
            node = above
        return labels[::-1]

    def _label(self, above: int, child: int) -> str:
        node: Node = self.game.nodes[above]
        position = children(node).index(child)
        if isinstance(node, Decision):
            return self.game.information_sets[node.infoset].actions[position]
        return node.actions[position] if isinstance(node, Chance) else ""
