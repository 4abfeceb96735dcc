"""Two state graphs, or two games, walked side by side: both sides make the same moves, by their
labels, from the start on, breadth first. Every pair of places that one history reaches is compared
once, so that the first history that shows a difference is also a shortest one.

What is behind a move that only one side has is not compared: there is nothing to compare it with.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ...schemas.game import Game
from ...schemas.observation_graph import ObservationGraph
from ...schemas.parts.exact import brief, write_exact
from ...schemas.parts.labels import distinct
from ...schemas.state_graph import StateGraph
from .outline import (
    NOBODY,
    Behind,
    Heading,
    Headings,
    Numbers,
    Outline,
    Way,
    distinct_rows,
    outline_of,
)
from .records import Change, Difference, Kind

Compared = Game | StateGraph | ObservationGraph


class _Match(NamedTuple):
    """The comparison of two headings."""

    changes: list[Change]
    ways: list[tuple[int, int]]
    """The indices of the ways that both have, those of A and of B."""


class _Layer(NamedTuple):
    """Pairs of places to which the same moves lead, in the order in which they are reached."""

    places: Numbers
    """In A."""
    others: Numbers
    """In B."""
    parents: Numbers
    """The number of the pair from which each one was reached first."""
    ways: Numbers
    """The index of the way from there, in A."""


class _Occurrences(NamedTuple):
    """Where a change occurs. Pairs of places are numbered as the walk meets them."""

    pair: int
    """The first one."""
    other: int | None
    """As `Difference.other`."""
    unit: str
    places: set[int]


def compare_games(one: Compared, other: Compared) -> tuple[list[Difference], list[str]]:
    """Return the differences of two artifacts of one kind, by first history, and remarks. State
    graphs must list their states.

    At level 2 forced moves are part of the moves before them. If one of the two was compiled at
    that level, both are read in this way.
    """
    headings, levels = Headings(), _levels(one, other)
    join = 2 in levels
    walk = _Walk(outline_of(one, headings, join), outline_of(other, headings, join))
    walk.go()
    shared = not (walk.one.is_tree and walk.other.is_tree)
    mixed = walk.one.is_tree != walk.other.is_tree or levels[0] != levels[1]
    remarks = []
    if len({level == 2 for level in levels}) > 1:
        remarks.append("a player's forced moves are read as part of its move before them")
    if walk.one.infosets is not None and not (shared and mixed):
        walk.compare_sets()
    elif walk.one.infosets is not None:
        remarks.append("information sets are not compared: the two merge histories differently")
    return [*_heads(one, other), *walk.differences()], remarks


def _levels(*both: Compared) -> tuple[int, ...]:
    return tuple(made.source.level if made.source else 0 for made in both)


def _heads(one: Compared, other: Compared) -> Iterator[Difference]:
    """Yield the differences of what is said before the first state or node."""
    for topic, *values in (
        ("player 1", one.players[0], other.players[0]),
        ("player 2", one.players[1], other.players[1]),
        ("secret", *map(_secret, (one, other))),
        ("sum of the payoffs", *map(_constant, (one, other))),
        ("limit of moves", *map(_limit, (one, other))),
    ):
        if values[0] != values[1]:
            yield Difference(Change(Kind.CHANGED, topic, "", *values))


def _secret(made: Compared) -> str:
    secret = made.secret if isinstance(made, StateGraph) else None
    if secret is None:
        return "none"
    places = ", ".join(f"{name} {square_text(square)}" for name, square in secret.places)
    return f"{secret.size} of {places}"


def _constant(made: Compared) -> str:
    return write_exact(made.constant) if isinstance(made, Game) else "0"


def _limit(made: Compared) -> str:
    limit = made.limit if isinstance(made, ObservationGraph) else None
    return f"{limit.moves}, then payoff {brief(limit.payoff)}" if limit else "none"


def square_text(square: Sequence[int]) -> str:
    return f"({square[0]}, {square[1]})"


class _Walk:
    """The walk over both sides."""

    def __init__(self, one: Outline, other: Outline) -> None:
        self.one, self.other = one, other
        self.known = one.headings.known
        self.layers = [_Layer(*(np.array([at]) for at in (one.start, other.start, -1, -1)))]
        """The pairs of places by the length of their first history."""
        self.sizes = [0, 1]
        """The number of pairs before each layer, and of all."""
        self.headings: list[tuple[Numbers, Numbers]] = []
        """Of each layer the headings of A and of B."""
        self.matches: dict[tuple[int, int], _Match] = {}
        self.found: dict[tuple[Change, str], _Occurrences] = {}
        self.seen = {self._keys(self.layers[0])[0]}

    def go(self) -> None:
        """Compare all pairs."""
        while len(self.layers[-1].places):
            behind = self._behind(self.layers[-1])
            if not (self.one.is_tree and self.other.is_tree):
                fresh = [index for index, key in enumerate(self._keys(behind)) if self._is_new(key)]
                behind = _Layer(*(part[fresh] for part in behind))
            self.layers.append(behind)
            self.sizes.append(self.sizes[-1] + len(behind.places))

    def _is_new(self, key: int) -> bool:
        known = len(self.seen)
        self.seen.add(key)
        return len(self.seen) > known

    def _keys(self, layer: "_Layer") -> list[int]:
        """Return a number for each pair."""
        keys: list[int] = (layer.places * len(self.other.behind.heading) + layer.others).tolist()
        return keys

    def _behind(self, layer: "_Layer") -> "_Layer":
        """Return the pairs behind those of a layer, and find the differences there."""
        mine, yours = self.one.at(layer.places), self.other.at(layer.others)
        self.headings.append((mine.heading, yours.heading))
        same = np.flatnonzero(mine.heading == yours.heading)
        sizes = np.diff(mine.begin)[same]
        found = [_steps(mine, yours, np.repeat(same, sizes), *[_counted(sizes)] * 2)]
        other = np.flatnonzero(mine.heading != yours.heading)
        first, which = distinct_rows(mine.heading[other], yours.heading[other])
        for index, pair in enumerate(other[first].tolist()):
            at = other[which == index]
            match = self._match(int(mine.heading[pair]), int(yours.heading[pair]))
            for change in match.changes:
                self._add(change, self.sizes[-2] + at)
            for way, other_way in match.ways:
                found.append(_steps(mine, yours, at, way, other_way))
        places, others, parents, ways = (
            np.concatenate(parts) for parts in zip(*found, strict=True)
        )
        order = np.lexsort((ways, parents))
        return _Layer(places[order], others[order], parents[order] + self.sizes[-2], ways[order])

    def compare_sets(self) -> None:
        """After the walk, find the information sets of one game that are two in the other."""
        assert self.one.infosets is not None and self.other.infosets is not None
        whole = _Layer(*(np.concatenate(parts) for parts in zip(*self.layers, strict=True)))
        sets = self.one.infosets[whole.places], self.other.infosets[whole.others]
        first, _ = distinct_rows(*sets)
        # All others have one partner each.
        often = [np.bincount(side[first] + 1, minlength=2)[side[first] + 1] > 1 for side in sets]
        partners: tuple[dict[int, int], dict[int, int]] = {}, {}
        """For the information sets of each side the first pair that has it."""
        for pair in np.sort(first[often[0] | often[1]]).tolist():
            mine, yours = (int(side[pair]) for side in sets)
            player = self._heading(pair).turn
            if min(mine, yours) < 0 or player != self._heading(pair, 1).turn:
                continue
            for known, here, there, words in (
                (partners[0], mine, sets[1], ("one", "two")),
                (partners[1], yours, sets[0], ("two", "one")),
            ):
                before = known.setdefault(here, pair)
                if there[before] != there[pair]:
                    topic = f"information set of {player}"
                    self._add(Change(Kind.CHANGED, topic, "", *words), np.array([before]), pair)

    def differences(self) -> list[Difference]:
        """Return what was found, by the first history."""
        return [
            Difference(
                change=change,
                square=square,
                history=self._history(where.pair),
                other=None if where.other is None else self._history(where.other),
                times=len(where.places),
                unit=where.unit,
            )
            for (change, square), where in sorted(
                self.found.items(), key=lambda found: found[1].pair
            )
        ]

    def _add(self, change: Change, pairs: Numbers, other: int | None = None) -> None:
        """Add a change that occurs at some pairs of one layer."""
        layer, row = self._row(int(pairs[0]))
        places = self.layers[layer].places[pairs - self.sizes[layer]]
        side, squares = self.one, np.full((len(pairs), 2), -1)
        if side.squares is not None:
            squares = side.squares[places]
        counted = ~places
        unit = side.unit
        if side.infosets is not None and side.infosets[places[0]] >= 0:
            counted, unit = side.infosets[places], "information sets"
        for square in np.unique(squares, axis=0).tolist():
            those = (squares == square).all(axis=1)
            where = self.found.setdefault(
                (change, square_text(square) if square[0] >= 0 else ""),
                _Occurrences(int(pairs[those][0]), other, unit, set()),
            )
            where.places.update(counted[those].tolist())

    def _row(self, pair: int) -> tuple[int, int]:
        """Return the layer of a pair, and its index there."""
        layer = bisect_right(self.sizes, pair) - 1
        return layer, pair - self.sizes[layer]

    def _heading(self, pair: int, side: int = 0) -> Heading:
        layer, row = self._row(pair)
        return self.known[int(self.headings[layer][side][row])]

    def _history(self, pair: int) -> tuple[str, ...]:
        labels = []
        while pair > 0:
            layer, row = self._row(pair)
            way, pair = (int(part[row]) for part in self.layers[layer][:1:-1])
            labels.append(self._heading(pair).ways[way].label)
        return tuple(labels[::-1])

    def _match(self, number: int, other: int) -> _Match:
        if (number, other) not in self.matches:
            self.matches[number, other] = _matched(self.known[number], self.known[other])
        return self.matches[number, other]


def _steps(
    mine: Behind, yours: Behind, at: Numbers, way: Numbers | int, other_way: Numbers | int
) -> _Layer:
    """Return the pairs behind some ways; the parents are numbered within their layer."""
    places = mine.children[mine.begin[at] + way]
    others = yours.children[yours.begin[at] + other_way]
    return _Layer(places, others, at, np.broadcast_to(np.asarray(way), at.shape))


def _counted(sizes: Numbers) -> Numbers:
    """Return 0, 1, 2 and so on for each size, one after the other."""
    counted: Numbers = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return counted


def _matched(one: Heading, other: Heading) -> _Match:
    """Return the comparison of two headings that are not the same."""
    if one.turn != other.turn:
        return _Match([Change(Kind.CHANGED, "next to move", "", one.words(), other.words())], [])
    if one.payoff is not None and other.payoff is not None:
        return _Match(
            [Change(Kind.CHANGED, "payoff", "", brief(one.payoff), brief(other.payoff))], []
        )
    changes, ways = [], []
    if one.sees != other.sees:
        seen = (", ".join(heading.sees) or "nothing" for heading in (one, other))
        changes.append(Change(Kind.CHANGED, f"observation of {one.turn}", "", *seen))
    mine, yours = (
        dict(
            zip(distinct([way.label for way in heading.ways]), enumerate(heading.ways), strict=True)
        )
        for heading in (one, other)
    )
    topic = "outcome" if one.turn in NOBODY else f"move of {one.turn}"
    for label, (index, way) in mine.items():
        if label in yours:
            ways.append((index, yours[label][0]))
            changes += _changed(way, yours[label][1])
        else:
            changes.append(Change(Kind.GONE, topic, repr(label)))
    changes += [Change(Kind.NEW, topic, repr(label)) for label in yours if label not in mine]
    return _Match(changes, ways)


def _changed(one: Way, other: Way) -> Iterator[Change]:
    """Yield the differences of a way that both have."""
    for topic, before, after in (
        ("probability of", one.probability, other.probability),
        ("reward of", one.reward, other.reward),
    ):
        if before is not None and after is not None and before != after:
            yield Change(Kind.CHANGED, topic, repr(one.label), brief(before), brief(after))
    if one.sees != other.sees:
        seen = (_seen(way) for way in (one, other))
        yield Change(Kind.CHANGED, "observation of", repr(one.label), *seen)


def _seen(way: Way) -> str:
    """Return what both players see of a way."""
    if way.sees is None:
        return "as usual"
    return " and ".join("nothing" if text is None else repr(text) for text in way.sees)
