"""Counting histories on the graph, without building any tree.

What player 1 has seen fixes which secrets, and which moves of player 2 behind
them, are still possible: with every state goes a set of possibilities, and the
number of histories at a state is the number of ways to it times the size of
that set. The work grows with the pairs of state and set and with the members of
the sets, one per placement and what player 2 did since: in our maps far fewer
than histories.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from schemas.parts.counts import UNREDUCED, Counts
from schemas.parts.states import Choice, Joint, Look, Relocation, State, Terminal, targets
from schemas.secrets import Hidden, placements, relocations
from schemas.state_graph import StateGraph, topological

ENOUGH = 50_000  # Possibilities that are counted in any case: a second or so.
_ARRIVAL = 12  # What a step costs, in the unit of `count_within`.


class TooManyPossibilities(Exception):
    """More than there may be at a time; `least` of them were met."""

    def __init__(self, least: int) -> None:
        super().__init__(f"{least:,} possibilities")
        self.least = least


class Possibility(NamedTuple):
    """What player 2 holds and what it did: its number among player 2's sequences."""

    hidden: Hidden
    sequence: int


def count_histories(graph: StateGraph, of: str = UNREDUCED) -> Counts:
    """Return the exact size of the tree of a checked graph."""
    found = count_within(graph, of)
    assert found is not None
    return found


def count_within(
    graph: StateGraph, of: str = UNREDUCED, most: float = float("inf")
) -> Counts | None:
    """Return the same, or None where that is more than so much work: steps and members of sets, of
    half a microsecond each.
    """
    sets = _Sets(graph)
    # The node of the secret's choice is a history, too.
    histories, terminal, escapes, decisions, public = int(graph.secret is not None), 0, 0, 0, 0
    for state, possible, ways in _arrivals(graph, sets, topological(graph) or []):
        sets.work += _ARRIVAL
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
    return Counts(of, histories, terminal, escapes, (decisions, infosets))


def histories_up_to(graph: StateGraph, limit: int) -> tuple[int, bool]:
    """Return how many histories the tree of a checked graph has, and whether this is all of them.

    What is quick to count is counted to the end; else the count stops where it is over the limit.
    """
    if graph.secret is None:
        return _public_histories(graph), True
    sets = _Sets(graph, limit)
    histories, work = 1, 0  # The node of the secret's choice is a history, too.
    try:
        for state, possible, ways in _arrivals(graph, sets, topological(graph) or []):
            record, size = graph.states[state], len(sets.members[possible])
            work += size
            histories += ways * size * _nodes(record)
            if histories > limit and work > ENOUGH:
                return histories, False
    except TooManyPossibilities as error:
        return max(histories, error.least), False  # Each is a history.
    return histories, True


def _public_histories(graph: StateGraph) -> int:
    """Return the number of histories where nothing is secret: every way through the graph is
    one.
    """
    ways = {graph.start: 1}
    histories = 0
    for state in topological(graph) or []:
        record = graph.states[state]
        histories += ways[state] * _nodes(record)
        for to in targets(record):
            ways[to] = ways.get(to, 0) + ways[state]
    return histories


def _nodes(record: State) -> int:
    """Return how many nodes of the tree a history at a state is; player 2 has one per move of
    player 1 at once.
    """
    return (
        0
        if isinstance(record, Look)
        else 1 + len(record.moves[0])
        if isinstance(record, Joint)
        else 1
    )


def possibilities(
    graph: StateGraph, order: list[int], most: int
) -> Iterator[tuple[int, tuple[Possibility, ...]]]:
    """Yield every state with each set of possibilities that can go with it. `order` is topological.

    Raises TooManyPossibilities if the different sets have more than `most` members together.
    """
    sets = _Sets(graph, most, together=True)
    for state, possible, _ in _arrivals(graph, sets, order):
        yield state, sets.members[possible]


def live_places(graph: StateGraph, order: list[int]) -> dict[int, Hidden]:
    """Return per state the places of the secret that matter from there on."""
    every = frozenset(name for name, _ in graph.places)
    live: dict[int, Hidden] = {}
    for state in reversed(order):
        record = graph.states[state]
        own = (
            every
            if isinstance(record, Relocation)
            else frozenset([record.place] if isinstance(record, Look) else [])
        )
        live[state] = own.union(*(live[to] for to in targets(record)))
    return live


def _arrivals(graph: StateGraph, sets: "_Sets", order: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield every state with each set of possibilities that can go with it and the number of ways
    to both.
    """
    arriving: dict[int, dict[int, int]] = {graph.start: {sets.start: 1}}
    for state in order:
        for possible, ways in arriving.pop(state, {}).items():
            yield state, possible, ways
            for to, onward in sets.onward(graph.states[state], possible):
                if sets.members[onward]:
                    there = arriving.setdefault(to, {})
                    there[onward] = there.get(onward, 0) + ways


class _Sets:
    """The sets of possibilities that play can meet, each once."""

    def __init__(self, graph: StateGraph, most: int | None = None, together: bool = False) -> None:
        """`most` limits the members of one set, or of all sets together."""
        self.graph, self.most, self.together = graph, most, together
        self.stored = self.work = 0
        self.members: list[tuple[Possibility, ...]] = []
        self.number: dict[tuple[Possibility, ...], int] = {}
        self.known: dict[object, tuple[int, ...]] = {}
        # Player 2's information sets, by its sequence and what it sees; the first is before play.
        self.infosets: dict[tuple[int, tuple[str, ...]], int] = {(-1, ()): 0}
        self.sequences: dict[tuple[int, int], int] = {}
        chosen = enumerate(placements(graph))
        self.start = self._set(
            [Possibility(hidden, self._sequence(0, at)) for at, (_, hidden) in chosen]
        )

    def onward(self, record: State, possible: int) -> list[tuple[int, int]]:
        """Return the followers of a state with what is possible there; nothing can be possible at
        some.
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
