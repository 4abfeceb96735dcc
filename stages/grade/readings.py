"""Find how a history of a hand-in may be read as one of the map.

The history is followed in a graph whose states are built on demand. The rules are those of `walk`,
except those that need a whole reference: forced moves may occur on either side, and player 2 may
decide later than in the reference. If labels do not determine the branch of the map, all branches
are followed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from schemas.parts.exact import brief
from schemas.parts.states import Choice, Draw, Joint, Look, Relocation, State, Terminal, targets
from schemas.state_graph import StateGraph
from schemas.state_graph.secrets import Hidden, placements, relocations
from stages.grade.handin_labels import direction, same_choice, same_names, same_words

MOST = 20_000  # Readings that are followed at the same time.


class TooManyReadings(Exception):
    """A history can be read in more than MOST ways at once."""


class Where(NamedTuple):
    """A decision of player 2."""

    state: int
    held: Hidden | None
    """The places held by player 2 before it; None if unknown."""


class Reading(NamedTuple):
    """One way to read a history of the hand-in as one of the map."""

    state: int
    held: Hidden | None
    """The places held by player 2; None before it has decided."""
    untold: tuple[tuple[Where, str], ...] = ()
    """Decisions that player 2 has made on the map but not yet in the hand-in: the place, and the
    choice.
    """


Readings = frozenset[Reading]


class Follower:
    """Follows histories in the graph of level 0 of a map."""

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph
        self.places = dict(graph.places)
        self.start: Readings = frozenset([Reading(graph.start, None)])

    def agents(self, readings: Readings, labels: tuple[str, ...], taken: int) -> Readings:
        """Return the readings after a move of the agent, one of several."""
        ways = [direction(label) for label in labels]
        clear = all(ways) and len(set(ways)) == len(ways)
        found: set[Reading] = set()
        settled = [*self._settled(readings)]
        for reading, state in settled:
            if not isinstance(state, Choice) or state.player != 1:
                continue
            names = [label for label, _ in state.moves]
            if len(names) != len(labels) or clear and sorted(names) != sorted(ways):
                continue
            found |= {
                reading._replace(state=to)
                for label, to in state.moves
                if not clear or label == ways[taken]
            }
        return _decided_alike(settled, found)

    def chances(
        self, readings: Readings, labels: tuple[str, ...], shares: tuple[Fraction, ...], taken: int
    ) -> Readings:
        """Return the readings after an outcome of chance, one of several."""
        found: set[Reading] = set()
        settled = [*self._settled(readings)]
        for reading, state in settled:
            if not isinstance(state, Draw):
                continue
            if sorted(share for _, share, _ in state.moves) != sorted(shares):
                continue
            named = same_names([label for label, _, _ in state.moves], labels)
            found |= {
                reading._replace(state=to)
                for label, share, to in state.moves
                if share == shares[taken] and (not named or same_words(label, labels[taken]))
            }
        return _decided_alike(settled, found)

    def choices(
        self, readings: Readings, labels: tuple[str, ...], taken: int, clearly: bool = False
    ) -> Readings:
        """Return the readings after a decision of player 2, one of several. If `clearly` is set,
        all labels must identify the choice.
        """
        groups: dict[Where, dict[str, set[Reading]]] = defaultdict(lambda: defaultdict(set))
        for reading, _ in self._settled(readings):
            for where, label in reading.untold:
                left = tuple(one for one in reading.untold if one[0] != where)
                groups[where][label].add(reading._replace(untold=left))
        found: set[Reading] = set()
        for options in groups.values():
            if len(options) > len(labels):
                continue
            named = [
                [name for name in options if same_choice(name, label, self.places)]
                for label in labels
            ]
            if (clearly or len(options) < len(labels)) and not all(named):
                continue  # A label must identify a choice that occurs twice.
            for name in named[taken] or options:
                found |= options[name]
        return frozenset(found)

    def ended(self, readings: Readings, payoff: Fraction) -> Readings:
        """Return the readings that end with a payoff."""
        settled = [*self._settled(readings)]
        return _decided_alike(
            settled,
            {
                reading
                for reading, state in settled
                if isinstance(state, Terminal) and state.payoff == payoff
            },
        )

    def is_only_choice(self, readings: Readings, label: str) -> bool:
        """Return whether the label of a single choice is one of several choices on the map."""
        named = _named(reading for reading, _ in self._settled(readings))
        return any(
            len(names) > 1 and any(same_words(label, name) for name in names)
            for names in named.values()
        )

    def described(self, readings: Readings) -> str:
        """Return a description in words of the states of the map after the readings."""
        settled = {state for _, state in self._settled(readings)}
        open = {
            state for state in settled if isinstance(state, Terminal) or len(targets(state)) > 1
        }
        words = {self._described(state) for state in open or settled} - {""}
        return " or ".join(sorted(words)[:3]) or "nothing"

    def _settled(self, readings: Readings) -> Iterator[tuple[Reading, State]]:
        """Yield the readings with all that follow them up to the next thing to compare."""
        known, waiting = set(readings), list(readings)
        while waiting:
            reading = waiting.pop()
            state = self.graph.states[reading.state]
            onward = [*self._onward(reading, state)]
            # A hand-in has no node for decisions and look-ups on the way.
            if not onward or isinstance(state, Choice | Draw) and len(state.moves) == 1:
                yield reading, state
            waiting += [one for one in onward if one not in known]
            known.update(onward)
            if len(known) > MOST:
                raise TooManyReadings

    def _onward(self, reading: Reading, state: State) -> Iterable[Reading]:
        """Return the readings that follow without anything to compare."""
        if reading.held is None:
            return self._decided(reading, reading.state, placements(self.graph))
        match state:
            case Look(place, occupied, empty):
                return [reading._replace(state=occupied if place in reading.held else empty)]
            case Relocation(_, closed, to):
                moves = relocations(self.graph, reading.held, closed)
                return self._decided(reading, to, moves)
            case Choice(2, moves):
                ways = [(label, reading.held) for label, _ in moves]
                made = self._decided(reading, reading.state, ways)
                targets = [to for _, to in moves]
                return [one._replace(state=to) for one, to in zip(made, targets, strict=True)]
            case Choice(1, ((_, to),)) | Draw(((_, _, to),)):
                return [reading._replace(state=to)]
            case _:
                return []

    def _decided(self, reading: Reading, to: int, ways: list[tuple[str, Hidden]]) -> list[Reading]:
        """Return the readings after decisions of player 2; forced decisions need no label."""
        # A decision made while earlier ones are unknown is the same one, whatever those were.
        where = Where(reading.state, None if reading.untold else reading.held)
        single = len(ways) == 1
        return [
            Reading(to, held, reading.untold if single else (*reading.untold, (where, label)))
            for label, held in ways
        ]

    def _described(self, state: State) -> str:
        agent, other = self.graph.players
        match state:
            case Terminal(payoff):
                return f"the end of play, which pays {brief(payoff)}"
            case Draw(moves):
                shares = ", ".join(f"{label} {brief(share)}" for label, share, _ in moves)
                return f"chance: {shares}"
            case Choice(player, moves):
                name, labels = (agent, other)[player - 1], ", ".join(label for label, _ in moves)
                return f"{name} to choose among {len(moves)}: {labels}"
            case Look() | Relocation() | Joint():
                return ""


def _decided_alike(settled: Iterable[tuple[Reading, State]], found: set[Reading]) -> Readings:
    """Return the readings that continue, except those that continue only for some of the choices
    that player 2 has not yet made in the hand-in.
    """
    before = _named(reading for reading, _ in settled)
    after = _named(found)
    return frozenset(
        reading
        for reading in found
        if all(before[where] == after[where] for where, _ in reading.untold)
    )


def _named(readings: Iterable[Reading]) -> dict[Where, set[str]]:
    """Return the possible choices of each decision that is still unknown."""
    named: dict[Where, set[str]] = defaultdict(set)
    for reading in readings:
        for where, label in reading.untold:
            named[where].add(label)
    return named
