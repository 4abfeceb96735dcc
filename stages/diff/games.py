"""Two state graphs, or two games, walked side by side: both sides make the same moves, by their
labels, from the start on, breadth first. Every pair of places that one history reaches is compared
once, so that the first history that shows a difference is also a shortest one.

Nothing is compared behind a move that only one side has.
"""

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...schemas.game import Game
from ...schemas.observation_graph import ObservationGraph
from ...schemas.parts.exact import brief
from ...schemas.parts.labels import distinct
from ...schemas.parts.states import Move
from ...schemas.state_graph import StateGraph
from .outline import (
    CHANCE,
    SECRET,
    Compared,
    Heading,
    Headings,
    Numbers,
    Places,
    counted,
    distinct_rows,
    outline_of,
)
from .records import Change, Difference


class _Pairs(NamedTuple):
    """Pairs of places with the same first history but for its last move, or longer ones."""

    places: Numbers
    """In A."""
    others: Numbers
    """In B."""
    parents: Numbers
    """The number of the pair from which each one was reached first."""
    ways: Numbers
    """The index of the move there, in A."""


class _Found(NamedTuple):
    """Where a change occurs."""

    pair: int
    """The number of the first pair."""
    other: int | None
    """As `Difference.other`."""
    unit: str
    places: set[int]


def compare_games(one: Compared, other: Compared) -> tuple[list[Difference], list[str]]:
    """Return the differences of two artifacts of one kind, by first history, and remarks. State
    graphs must list their states.

    Moves over several squares, as at level 2, are read step by step.
    """
    levels = [made.source.level if made.source else 0 for made in (one, other)]
    walk, remarks = _Walk(one, other), []
    trees = [side.is_tree for side in walk.sides]
    if isinstance(one, Game) and (all(trees) or trees[0] == trees[1] and levels[0] == levels[1]):
        walk.compare_sets()
    elif isinstance(one, Game):
        remarks.append("information sets are not compared: the two merge histories differently")
    return [*_heads(one, other), *walk.differences()], remarks


def _heads(*both: Compared) -> Iterator[Difference]:
    """Yield the differences of what the files say before the first state or node."""
    for topic, values in zip(
        ("player 1", "player 2", "secret", "sum of the payoffs", "limit of moves"),
        zip(*map(_head, both), strict=True),
        strict=True,
    ):
        if values[0] != values[1]:
            yield Difference(Change(topic, "", *values))


def _head(made: Compared) -> tuple[str, ...]:
    secret = made.secret if isinstance(made, StateGraph) else None
    places = ", ".join(f"{name} {square}" for name, square in secret.places) if secret else ""
    limit = made.limit if isinstance(made, ObservationGraph) else None
    return (
        *made.players,
        f"{secret.size} of {places}" if secret else "none",
        brief(made.constant) if isinstance(made, Game) else "0",
        f"{limit.moves}, then payoff {brief(limit.payoff)}" if limit else "none",
    )


class _Walk:
    """The walk over both sides."""

    def __init__(self, one: Compared, other: Compared) -> None:
        headings = Headings()
        self.sides = [outline_of(made, headings) for made in (one, other)]
        self.unit = "nodes" if isinstance(one, Game) else "states"
        self.known = headings.known
        starts = (*(side.start for side in self.sides), -1, -1)
        self.layers = [_Pairs(*(np.array([number]) for number in starts))]
        """The pairs by the length of their first history, numbered through."""
        self.sizes = [0, 1]
        """The number of pairs before each layer, and of all."""
        self.headings: list[list[Numbers]] = []
        """Of each layer the headings of both sides."""
        self.found: dict[Change, _Found] = {}
        seen = self._fresh(self.layers[0], set())[1]
        while len(self.layers[-1].places):
            behind = self._behind(self.layers[-1])
            if not all(side.is_tree for side in self.sides):
                fresh, seen = self._fresh(behind, seen)
                behind = _Pairs(*(part[fresh] for part in behind))
            self.layers.append(behind)
            self.sizes.append(self.sizes[-1] + len(behind.places))

    def _fresh(self, pairs: _Pairs, seen: set[int]) -> tuple[list[int], set[int]]:
        """Return the indices of pairs that were not seen before, and all that are seen now."""
        fresh = []
        keys = pairs.places * len(self.sides[1].places.heading) + pairs.others
        for index, key in enumerate(keys.tolist()):
            if key not in seen:
                seen.add(key)
                fresh.append(index)
        return fresh, seen

    def _behind(self, pairs: _Pairs) -> _Pairs:
        """Return the pairs behind those of a layer, and find the differences there."""
        mine, yours = self.sides[0].at(pairs.places), self.sides[1].at(pairs.others)
        self.headings.append([mine.heading, yours.heading])
        same = np.flatnonzero(mine.heading == yours.heading)
        sizes = mine.begin[same + 1] - mine.begin[same]
        indices = counted(sizes)
        steps = [_steps(mine, yours, np.repeat(same, sizes), indices, indices)]
        apart = np.flatnonzero(mine.heading != yours.heading)
        first, which = distinct_rows(mine.heading[apart], yours.heading[apart])
        for index, pair in enumerate(apart[first].tolist()):
            at = apart[which == index]
            changes, ways = _matched(*(self.known[side.heading[pair]] for side in (mine, yours)))
            for change in changes:
                self._add(change, at)
            steps += [_steps(mine, yours, at, *way) for way in ways]
        behind = _Pairs(*(np.concatenate(part) for part in zip(*steps, strict=True)))
        order = np.lexsort((behind.ways, behind.parents))
        found = _Pairs(*(part[order] for part in behind))
        return found._replace(parents=found.parents + self.sizes[-2])

    def _add(self, change: Change, at: Numbers) -> None:
        """Add a change at some pairs of the last layer."""
        places, infosets = self.layers[-1].places[at], self.sides[0].infosets
        of_sets = infosets is not None and infosets[places[0]] >= 0
        unit = "information sets" if of_sets else self.unit
        found = self.found.setdefault(
            change, _Found(self.sizes[-2] + int(at[0]), None, unit, set())
        )
        found.places.update(
            (infosets[places] if infosets is not None and of_sets else ~places).tolist()
        )

    def compare_sets(self) -> None:
        """Find the information sets of one game that are two in the other."""
        whole = [np.concatenate(part) for part in zip(*self.layers, strict=True)][:2]
        sets = [
            side.infosets[part]
            for side, part in zip(self.sides, whole, strict=True)
            if side.infosets is not None
        ]
        first, _ = distinct_rows(*sets)
        # All others have one partner each.
        often = [np.bincount(part[first] + 1)[part[first] + 1] > 1 for part in sets]
        partners: tuple[dict[int, int], dict[int, int]] = {}, {}
        """For the information sets of each side the first pair that has it."""
        for pair in np.sort(first[often[0] | often[1]]).tolist():
            player = self._heading(pair, 0).turn
            if min(part[pair] for part in sets) < 0 or player != self._heading(pair, 1).turn:
                continue
            for side, counts in ((0, ("one", "two")), (1, ("two", "one"))):
                here, there = int(sets[side][pair]), sets[1 - side]
                before = partners[side].setdefault(here, pair)
                if there[before] != there[pair]:
                    change = Change(f"information set of {player}", "", counts[0], counts[1])
                    found = _Found(before, pair, "information sets", set())
                    self.found.setdefault(change, found).places.add(here)

    def differences(self) -> list[Difference]:
        """Return the differences, by first history."""
        return [
            Difference(
                change,
                len(found.places),
                found.unit,
                self._history(found.pair),
                None if found.other is None else self._history(found.other),
            )
            for change, found in sorted(self.found.items(), key=lambda each: each[1].pair)
        ]

    def _row(self, pair: int) -> tuple[int, int]:
        """Return the layer of a pair, and its index there."""
        layer = bisect_right(self.sizes, pair) - 1
        return layer, pair - self.sizes[layer]

    def _heading(self, pair: int, side: int) -> Heading:
        layer, row = self._row(pair)
        return self.known[int(self.headings[layer][side][row])]

    def _history(self, pair: int) -> tuple[str, ...]:
        labels = []
        while pair > 0:
            layer, row = self._row(pair)
            pair, way = int(self.layers[layer].parents[row]), int(self.layers[layer].ways[row])
            labels.append(self._heading(pair, 0).moves[way].label)
        return tuple(labels[::-1])


def _steps(
    mine: Places, yours: Places, at: Numbers, way: Numbers | int, other_way: Numbers | int
) -> _Pairs:
    """Return the pairs behind some moves; the parents are numbered within their layer."""
    places = mine.children[mine.begin[at] + way]
    others = yours.children[yours.begin[at] + other_way]
    return _Pairs(places, others, at, np.broadcast_to(np.asarray(way), at.shape))


def _matched(one: Heading, other: Heading) -> tuple[list[Change], list[tuple[int, int]]]:
    """Return the differences of two headings, and the indices of the moves that both have."""
    if one.turn != other.turn:
        return [Change("next to move", "", one.words(), other.words(), one.square)], []
    mine, yours = (
        {label: index for index, label in enumerate(distinct([move.label for move in of.moves]))}
        for of in (one, other)
    )
    ways = [(index, yours[label]) for label, index in mine.items() if label in yours]
    topic = "outcome" if one.turn in (CHANCE, SECRET) else f"move of {one.turn}"
    changes = [
        *_changed(one, other),
        *(Change(topic, repr(label), "", None) for label in mine if label not in yours),
        *(Change(topic, repr(label), None, "") for label in yours if label not in mine),
        *(change for way, to in ways for change in _changed_move(one.moves[way], other.moves[to])),
    ]
    return [change._replace(square=one.square) for change in changes], ways


def _changed(one: Heading, other: Heading) -> Iterator[Change]:
    """Yield the differences of two headings apart from their moves."""
    if one.payoff is not None and other.payoff is not None and one.payoff != other.payoff:
        yield Change("payoff", "", brief(one.payoff), brief(other.payoff))
    if one.sees != other.sees:
        before, after = (", ".join(heading.sees) or "nothing" for heading in (one, other))
        yield Change(f"observation of {one.turn}", "", before, after)


def _changed_move(one: Move, other: Move) -> Iterator[Change]:
    """Yield the differences of a move that both have."""
    for topic, old, new in (
        ("probability of", one.probability, other.probability),
        ("reward of", one.reward, other.reward),
    ):
        if old is not None and new is not None and old != new:
            yield Change(topic, repr(one.label), brief(old), brief(new))
    if one.sees != other.sees:
        before, after = (
            "the label"
            if move.sees is None
            else " and ".join(text or "nothing" for text in move.sees)
            for move in (one, other)
        )
        yield Change("observation of", repr(one.label), before, after)
