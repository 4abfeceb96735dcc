"""Two state graphs, or two games, walked side by side: both sides make the same moves, by their
labels, from the start on, breadth first. Every pair of places that one history reaches is compared
once, so that the first history that shows a difference is also a shortest one.

What is behind a move that only one side has is not compared: there is nothing to compare it with.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...schemas.game import Game
from ...schemas.observation_graph import ObservationGraph
from ...schemas.parts.exact import brief, write_exact
from ...schemas.parts.labels import distinct
from ...schemas.state_graph import StateGraph
from .outline import NOBODY, Heading, Headings, Outline, Way, outline_of
from .records import Change, Difference, Kind

Compared = Game | StateGraph | ObservationGraph


class _Match(NamedTuple):
    """The comparison of two headings."""

    changes: list[Change]
    ways: list[tuple[int, int]]
    """The indices of the ways that both have, those of A and of B."""


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
    if walk.one.infosets and not (shared and mixed):
        walk.compare_sets()
    elif walk.one.infosets:
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


def square_text(square: tuple[int, int]) -> str:
    return f"({square[0]}, {square[1]})"


class _Walk:
    """The walk over both sides."""

    def __init__(self, one: Outline, other: Outline) -> None:
        self.one, self.other = one, other
        self.known = one.headings.known
        self.places, self.others = [one.start], [other.start]
        """The places of A and of B of each pair."""
        self.parents, self.ways = [-1], [-1]
        """The pair from which each one was reached first, and the index of the way in A."""
        self.matches: dict[tuple[int, int], _Match] = {}
        self.found: dict[tuple[Change, str], _Occurrences] = {}

    def go(self) -> None:
        """Compare all pairs."""
        many = len(self.other.heading)
        seen = {self.one.start * many + self.other.start}
        # Both lists grow meanwhile.
        for pair, (place, other) in enumerate(zip(self.places, self.others, strict=True)):
            (number, children), (other_number, others) = self.one(place), self.other(other)
            if number == other_number:
                behind = zip(children, others, range(len(children)), strict=True)
            else:
                match = self._match(number, other_number)
                for change in match.changes:
                    self._add(change, pair)
                behind = ((children[mine], others[yours], mine) for mine, yours in match.ways)
            for child, other_child, way in behind:
                key = child * many + other_child
                if key not in seen:
                    seen.add(key)
                    self.places.append(child)
                    self.others.append(other_child)
                    self.parents.append(pair)
                    self.ways.append(way)

    def compare_sets(self) -> None:
        """After the walk, find the information sets of one game that are two in the other."""
        sets = [
            np.array(side.infosets, np.int64)[places]
            for side, places in ((self.one, self.places), (self.other, self.others))
        ]
        _, first = np.unique(np.stack(sets), axis=1, return_index=True)
        partners: tuple[dict[int, int], dict[int, int]] = {}, {}
        """For the information sets of each side the first pair that has it."""
        for pair in sorted(first.tolist()):
            mine, yours = (int(side[pair]) for side in sets)
            player = self._heading(pair).turn
            if min(mine, yours) < 0 or player != self._heading_of_other(pair).turn:
                continue
            for known, here, there, words in (
                (partners[0], mine, sets[1], ("one", "two")),
                (partners[1], yours, sets[0], ("two", "one")),
            ):
                before = known.setdefault(here, pair)
                if there[before] != there[pair]:
                    topic = f"information set of {player}"
                    self._add(Change(Kind.CHANGED, topic, "", *words), before, pair)

    def differences(self) -> list[Difference]:
        """Return what was found, by the first history."""
        return [
            Difference(
                change=change,
                square=square,
                history=self._history(where.pair),
                other=None if where.other is None else self._history(where.other),
                count=len(where.places),
                unit=where.unit,
            )
            for (change, square), where in sorted(
                self.found.items(), key=lambda found: found[1].pair
            )
        ]

    def _add(self, change: Change, pair: int, other: int | None = None) -> None:
        place, side = self.places[pair], self.one
        infoset = side.infosets[place] if side.infosets else -1
        at = side.squares[place] if side.squares else None
        where = self.found.setdefault(
            (change, "" if at is None else square_text(at)),
            _Occurrences(pair, other, side.unit if infoset < 0 else "information sets", set()),
        )
        where.places.add(~place if infoset < 0 else infoset)

    def _heading(self, pair: int) -> Heading:
        return self.known[self.one(self.places[pair])[0]]

    def _heading_of_other(self, pair: int) -> Heading:
        return self.known[self.other(self.others[pair])[0]]

    def _history(self, pair: int) -> tuple[str, ...]:
        labels = []
        while self.parents[pair] >= 0:
            way, pair = self.ways[pair], self.parents[pair]
            labels.append(self._heading(pair).ways[way].label)
        return tuple(labels[::-1])

    def _match(self, number: int, other: int) -> _Match:
        if (number, other) not in self.matches:
            self.matches[number, other] = _matched(self.known[number], self.known[other])
        return self.matches[number, other]


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
