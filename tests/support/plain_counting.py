"""Histories counted in plain Python: the witness of `schemas.state_graph.histories`."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from efgc.schemas.parts.counts import Counts
from efgc.schemas.parts.states import Choice, Joint, Look, Relocation, State, Terminal, targets
from efgc.schemas.state_graph import StateGraph, topological
from efgc.schemas.state_graph.secrets import (
    ARRIVAL,
    ENOUGH,
    Hidden,
    TooManyPossibilities,
    placements,
    relocations,
)


def count_within(graph: StateGraph, of: str = "", most: float = float("inf")) -> Counts | None:
    """Return the size of the tree; None if that takes more work."""
    sets = PossibleSets(graph)
    # The node at which the secret is chosen is also a history.
    histories, terminal, escapes, decisions, public = int(graph.secret is not None), 0, 0, 0, 0
    for state, possible, ways in arrivals(graph, sets, topological(graph).tolist()):
        sets.work += ARRIVAL
        if sets.work > most:
            return None
        record = graph.states[state]
        here = ways * len(sets.members[possible])
        histories += here * _nodes(record)
        if isinstance(record, Joint):
            decisions += ways
            public += ways
        elif isinstance(record, Terminal):
            terminal += here
            escapes += here if record.payoff > 0 else 0
        elif isinstance(record, Choice) and record.player == 1:
            decisions += ways
        elif isinstance(record, Choice) and graph.secret is None:
            public += ways
    # Without a secret every history is an information set.
    infosets = len(sets.infosets) if graph.secret else public
    return Counts(
        of=of,
        histories=histories,
        terminal_histories=terminal,
        escapes=escapes,
        information_sets=(decisions, infosets),
    )


def histories_up_to(graph: StateGraph, limit: int) -> tuple[int, bool]:
    """Return the number of histories, or if that takes much work, a number above the limit."""
    sets = PossibleSets(graph, limit)
    histories, work = 1, 0  # The node of the secret's choice is also a history.
    try:
        for state, possible, ways in arrivals(graph, sets, topological(graph).tolist()):
            record, size = graph.states[state], len(sets.members[possible])
            work += size
            histories += ways * size * _nodes(record)
            if histories > limit and work > ENOUGH:
                return histories, False
    except TooManyPossibilities as error:
        return max(histories, error.least), False  # Each is a history.
    return histories, True


def _nodes(record: State) -> int:
    """Return the number of tree nodes per history at a state. A joint state has one node of player
    1, and one of player 2 per move of player 1.
    """
    if isinstance(record, Joint):
        return 1 + len(record.moves[0])
    return 0 if isinstance(record, Look) else 1


class Possibility(NamedTuple):
    """A secret of player 2, and the number of the sequence that it has played."""

    hidden: Hidden
    sequence: int


def possibilities(
    graph: StateGraph, order: list[int], most: int
) -> Iterator[tuple[int, tuple[Possibility, ...]]]:
    """Yield every state with each set of possibilities that can occur there.

    `order` must be topological. Raise TooManyPossibilities if the distinct sets have more than
    `most` members together.
    """
    sets = PossibleSets(graph, most, together=True)
    for state, possible, _ in arrivals(graph, sets, order):
        yield state, sets.members[possible]


def arrivals(
    graph: StateGraph, sets: "PossibleSets", order: list[int]
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

    def __init__(self, graph: StateGraph, most: int | None = None, together: bool = False) -> None:
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


def _options(graph: StateGraph, hidden: Hidden, not_to: str) -> int:
    """Return the number of relocations, without listing them."""
    return 1 + len(hidden) * (len(graph.places) - len(hidden | {not_to}))
