"""The secret: player 2's choices before play, and its relocations during play.

Player 1's observations determine which secrets, and which later moves of player 2, are still
possible: a set of possibilities accompanies every state.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from ..parts.states import Choice, Look, Relocation, State, Terminal, targets
from .records import GraphRecord

Hidden = frozenset[str]  # The places that player 2 holds.


def placements(graph: GraphRecord) -> list[tuple[str, Hidden]]:
    """Return the placements that player 2 can choose before play, with their labels.

    A label names the places in the order of the graph; that of no place is `none`.
    """
    names = [name for name, _ in graph.places]
    chosen = combinations(names, graph.secret.size if graph.secret else 0)
    return [(" ".join(places) or "none", frozenset(places)) for places in chosen]


def relocations(graph: GraphRecord, hidden: Hidden, not_to: str) -> list[tuple[str, Hidden]]:
    """Return player 2's options in a relocation, with their labels: stay, or move one element to a
    free place that is not closed.
    """
    names = [name for name, _ in graph.places]
    free = [name for name in names if name not in hidden and name != not_to]
    moves = [
        (f"{old} to {new}", hidden - {old} | {new})
        for old in names
        if old in hidden
        for new in free
    ]
    return [("stay", hidden), *moves]


ARRIVAL = 12  # The cost of a step, in the unit of `count_within`.
ENOUGH = 50_000  # Number of possibilities that are always counted: about a second.

MOST_PLACES = 63  # Places of a secret that fits into the bits of an integer.


class TooManyPossibilities(Exception):
    """There are more possibilities than the limit: at least `least`."""

    def __init__(self, least: int) -> None:
        super().__init__(f"{least:,} possibilities")
        self.least = least


class Possibility(NamedTuple):
    """A secret of player 2, and the number of the sequence that it has played."""

    hidden: Hidden
    sequence: int


def possibilities(
    graph: GraphRecord, order: list[int], most: int
) -> Iterator[tuple[int, tuple[Possibility, ...]]]:
    """Yield every state with each set of possibilities that can occur there.

    `order` must be topological. Raise TooManyPossibilities if the distinct sets have more than
    `most` members together.
    """
    sets = PossibleSets(graph, most, together=True)
    for state, possible, _ in arrivals(graph, sets, order):
        yield state, sets.members[possible]


def arrivals(
    graph: GraphRecord, sets: "PossibleSets", order: list[int]
) -> Iterator[tuple[int, int, int]]:
    """Yield every state with each set of possibilities that can occur there, and the number of ways
    to the pair.
    """
    arriving: dict[int, dict[int, int]] = {graph.start: {sets.start: 1}}
    for state in order:
        for possible, ways in arriving.pop(state, {}).items():
            yield state, possible, ways
            for to, onward in sets.successors(graph.states[state], possible):
                if sets.members[onward]:
                    there = arriving.setdefault(to, {})
                    there[onward] = there.get(onward, 0) + ways


class PossibleSets:
    """The distinct sets of possibilities that can occur in play."""

    def __init__(self, graph: GraphRecord, most: int | None = None, together: bool = False) -> None:
        """`most` limits the members of one set, or of all sets together."""
        self.graph, self.most, self.together = graph, most, together
        self.stored = self.work = 0
        self.members: list[tuple[Possibility, ...]] = []
        self.number: dict[tuple[Possibility, ...], int] = {}
        self.known: dict[object, tuple[int, ...]] = {}
        # Player 2's information sets by sequence and observations; the first is before play.
        self.infosets: dict[tuple[int, tuple[str, ...]], int] = {(-1, ()): 0}
        self.sequences: dict[tuple[int, int], int] = {}
        chosen = enumerate(placements(graph))
        self.start = self._set(
            [Possibility(hidden, self._sequence(0, at)) for at, (_, hidden) in chosen]
        )

    def successors(self, record: State, possible: int) -> list[tuple[int, int]]:
        """Return the successors of a state with their sets of possibilities, some of which can be
        empty.
        """
        match record:
            case Choice(1, moves):
                return [(to, possible) for _, to in moves]
            case Terminal():
                return []
            case Look(place, occupied, empty):
                return list(
                    zip(
                        (occupied, empty),
                        self._memo((possible, place), lambda: self._look(possible, place)),
                        strict=True,
                    )
                )
            case Relocation(sees, not_to, to):
                return list(
                    zip(
                        (to,),
                        self._memo(
                            (possible, sees, not_to), lambda: self._relocate(possible, sees, not_to)
                        ),
                        strict=True,
                    )
                )
            case Choice(2, moves, sees):
                following = self._memo(
                    (possible, sees, len(moves)), lambda: self._choose(possible, sees, len(moves))
                )
                return [(to, onward) for (_, to), onward in zip(moves, following, strict=True)]
            case _:
                return [(to, possible) for to in targets(record)]

    def _memo(self, key: object, make: Callable[[], tuple[int, ...]]) -> tuple[int, ...]:
        if key not in self.known:
            self.known[key] = make()
        return self.known[key]

    def _look(self, possible: int, place: str) -> tuple[int, int]:
        members = self.members[possible]
        return (
            self._set([member for member in members if place in member.hidden]),
            self._set([member for member in members if place not in member.hidden]),
        )

    def _relocate(self, possible: int, sees: tuple[str, ...], not_to: str) -> tuple[int]:
        found = []
        self._refuse(
            sum(_options(self.graph, hidden, not_to) for hidden, _ in self.members[possible])
        )
        for hidden, sequence in self.members[possible]:
            infoset = self._infoset(sequence, sees)
            options = enumerate(relocations(self.graph, hidden, not_to))
            found += [Possibility(moved, self._sequence(infoset, at)) for at, (_, moved) in options]
        return (self._set(found),)

    def _choose(self, possible: int, sees: tuple[str, ...], moves: int) -> tuple[int, ...]:
        infosets = [
            (hidden, self._infoset(sequence, sees)) for hidden, sequence in self.members[possible]
        ]
        return tuple(
            self._set(
                [Possibility(hidden, self._sequence(infoset, at)) for hidden, infoset in infosets]
            )
            for at in range(moves)
        )

    def _set(self, members: list[Possibility]) -> int:
        self.work += len(members)
        key = tuple(members)
        if key not in self.number:
            self.stored += len(key) if self.together else 0
            self._refuse(self.stored)
            self.number[key] = len(self.members)
            self.members.append(key)
        return self.number[key]

    def _refuse(self, number: int) -> None:
        if self.most is not None and number > self.most:
            raise TooManyPossibilities(number)

    def _infoset(self, sequence: int, sees: tuple[str, ...]) -> int:
        return self.infosets.setdefault((sequence, sees), len(self.infosets))

    def _sequence(self, infoset: int, action: int) -> int:
        return self.sequences.setdefault((infoset, action), len(self.sequences))


def _options(graph: GraphRecord, hidden: Hidden, not_to: str) -> int:
    """Return the number of relocations, without listing them."""
    return 1 + len(hidden) * (len(graph.places) - len(hidden | {not_to}))
