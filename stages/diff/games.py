"""Two state graphs, or two games, walked side by side: both sides make the same moves, by their
labels, from the start on, breadth first. Every pair of places that one history reaches is compared
once, so that the first history that shows a difference is also a shortest one.

Nothing is compared behind a move that only one side has.
"""

from typing import NamedTuple

import numpy as np

from ...schemas.game import Game
from ...schemas.parts.exact import brief
from ...schemas.parts.offsets import moves_of
from ...schemas.state_graph.columns import forms
from .outline import OBSERVATION, Compared, Heading, Headings, Numbers, outline_of
from .records import UNCOMPARED, Change, Difference
from .tables import Table, compare_tables


class _Pairs(NamedTuple):
    """Pairs of places, by first history."""

    places: Numbers
    """In A."""
    others: Numbers
    """In B."""
    parents: Numbers
    """The number of the pair from which each one was reached first; -1 for the start."""
    ways: Numbers
    """The index of the move there, in A."""


def merging(game: Game) -> tuple[bool, int]:
    """Return how a game merges histories: whether one history alone leads to each node, and the
    level. Information sets of games that differ in this cannot be compared.
    """
    return game.columns.is_tree, game.source.level if game.source else 0


def compare_games(
    one: Compared, other: Compared, observed: bool = True
) -> tuple[list[Difference], list[str]]:
    """Return the differences of two artifacts of one kind, by first history, and remarks. State
    graphs must list their states. Unless both are `observed`, differing observations are names.

    Moves over several squares, as at level 2, are read step by step.
    """
    walk = _Walk(one, other)
    found, remarks = walk.changes(), []
    if not observed:
        named = [each for each in found if each[1].change.topic.startswith(OBSERVATION)]
        if named:
            found = [each for each in found if not each[1].change.topic.startswith(OBSERVATION)]
            remarks.append("information sets have other names, which does not change the game")
    if isinstance(one, Game) and isinstance(other, Game):
        if merging(one) == merging(other):
            found += walk.split_sets()
        else:
            remarks.append(UNCOMPARED)
    found.sort(key=lambda each: each[0])
    heads = [Difference(change) for change in compare_tables(_head(one), _head(other))]
    return heads + [difference for _, difference in found], remarks


def _head(made: Compared) -> Table:
    """Return the content of a file before its first state or node."""
    head: Table = {(f"player {number}", ""): name for number, name in enumerate(made.players, 1)}
    if isinstance(made, Game):
        head["sum of the payoffs", ""] = made.constant
        return head
    if made.secret:
        places = ", ".join(f"{name} {square}" for name, square in made.places)
        head["secret", ""] = f"{made.secret.size} of {places}"
    if made.limit:
        head["limit of moves", ""] = f"{made.limit.moves}, then payoff {brief(made.limit.payoff)}"
    return head


class _Walk:
    """The walk over both sides."""

    def __init__(self, one: Compared, other: Compared) -> None:
        headings: Headings = {}
        self.sides = [outline_of(made, headings) for made in (one, other)]
        self.known = [*headings]
        self.unit = "nodes" if isinstance(one, Game) else "states"
        starts = (*(side.start for side in self.sides), -1, -1)
        layers = [_Pairs(*(np.array([number]) for number in starts))]
        seen: set[int] = set()
        before = 0
        """The number of pairs in earlier layers."""
        while len(layers[-1].places):
            fresh = []
            behind = self._behind(layers[-1], before)
            keys = behind.places * len(self.sides[1].heading) + behind.others
            for index, key in enumerate(keys.tolist()):
                if key not in seen:
                    seen.add(key)
                    fresh.append(index)
            before += len(layers[-1].places)
            layers.append(_Pairs(*(part[fresh] for part in behind)))
        self.pairs = _Pairs(*map(np.concatenate, zip(*layers, strict=True)))
        """All pairs, by the length of their first history."""
        self.headings = self._headings(self.pairs)
        self.infosets = [
            side.infosets[part] for side, part in zip(self.sides, self.pairs, strict=False)
        ]

    def _headings(self, pairs: _Pairs) -> list[Numbers]:
        """Return the headings of both sides of some pairs."""
        return [side.heading[part] for side, part in zip(self.sides, pairs, strict=False)]

    def _behind(self, pairs: _Pairs, before: int) -> _Pairs:
        """Return the pairs behind those of a layer, by the moves that both sides have. `before` is
        the number of the first pair of the layer.
        """
        headings = self._headings(pairs)
        which, first = forms(*headings)
        shared = [
            _shared(self.known[mine], self.known[yours])
            for mine, yours in zip(*(part[first].tolist() for part in headings), strict=True)
        ]
        table = np.array([ways for of in shared for ways in of], np.int64).reshape(-1, 2)
        begin = np.cumsum([0, *map(len, shared)], dtype=np.int32)
        parents = np.repeat(np.arange(len(which)), np.diff(begin)[which])
        ways = table[moves_of(begin, which)].T
        places, others = (
            side.children[side.begin[part[parents]] + way]
            for side, part, way in zip(self.sides, pairs[:2], ways, strict=True)
        )
        return _Pairs(places, others, parents + before, ways[0])

    def changes(self) -> list[tuple[int, Difference]]:
        """Return the differences of headings, each with the first pair that shows it."""
        mine, yours = self.headings
        apart = np.flatnonzero(mine != yours)
        which, first = forms(mine[apart], yours[apart])
        ends = np.cumsum(np.bincount(which))
        groups = np.split(apart[np.argsort(which, kind="stable")], ends[:-1])
        found: dict[Change, list[Numbers]] = {}
        for pair, pairs in zip(apart[first].tolist(), groups, strict=False):
            for change in _changes(self.known[mine[pair]], self.known[yours[pair]]):
                found.setdefault(change, []).append(pairs)
        return [self._difference(change, np.concatenate(of)) for change, of in found.items()]

    def split_sets(self) -> list[tuple[int, Difference]]:
        """Return the information sets of one game that are two in the other, each with the first
        pair that shows it.
        """
        _, first = forms(*self.infosets)
        pairs = np.sort(first)
        sets = [part[pairs] for part in self.infosets]
        _, turns = np.unique([heading.turn for heading in self.known], return_inverse=True)
        mine, yours = (turns[heading[pairs]] for heading in self.headings)
        alike = (sets[0] >= 0) & (sets[1] >= 0) & (mine == yours)
        pairs = pairs[alike]
        found: dict[Change, list[tuple[int, int]]] = {}
        for part, counts in zip(sets, (("one", "two"), ("two", "one")), strict=True):
            _, index, which = np.unique(part[alike], return_index=True, return_inverse=True)
            before = pairs[index[which]]
            split = before != pairs
            for one, other in zip(before[split].tolist(), pairs[split].tolist(), strict=True):
                player = self.known[self.headings[0][one]].turn
                change = Change(f"information set of {player}", "", *counts)
                found.setdefault(change, []).append((one, other))
        return [self._difference(change, *np.array(of).T) for change, of in found.items()]

    def _difference(
        self, change: Change, pairs: Numbers, partners: Numbers | None = None
    ) -> tuple[int, Difference]:
        """Return a change at some pairs with the first of them; `partners` are pairs with the
        second parts of their information sets.
        """
        first = int(pairs.min())
        infosets = self.infosets[0][pairs]
        unit = self.unit if self.infosets[0][first] < 0 else "information sets"
        times = len(np.unique(np.where(infosets < 0, ~self.pairs.places[pairs], infosets)))
        other = None if partners is None else self._history(int(partners[pairs.argmin()]))
        return first, Difference(change, times, unit, self._history(first), other)

    def _history(self, pair: int) -> tuple[str, ...]:
        labels = []
        while pair > 0:
            way, pair = self.pairs.ways[pair], self.pairs.parents[pair]
            labels.append(self.known[self.headings[0][pair]].moves[way].label)
        return tuple(labels[::-1])


def _shared(one: Heading, other: Heading) -> list[tuple[int, int]]:
    """Return the indices of the moves that two headings share."""
    if one.turn != other.turn:
        return []
    known = {label: way for way, label in enumerate(other.labels())}
    return [(way, known[label]) for way, label in enumerate(one.labels()) if label in known]


def _changes(one: Heading, other: Heading) -> list[Change]:
    """Return the differences of two headings."""
    if one.turn != other.turn:
        return [Change("next to move", "", one.words(), other.words())]
    return compare_tables(one.table(), other.table())
