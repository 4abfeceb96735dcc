"""Spot checks: are histories of a hand-in, drawn at random, histories of the map?

For maps whose textbook tree is too large to compare. Each drawn history is followed in the graph of
the map, comparing moves, choices, chance probabilities and the payoff. The rules are those of
`tree_comparison`, except those that need a whole reference: forced moves may occur on either side,
and player 2 may decide later than in the reference. If labels do not determine the branch of the
map, all branches are followed: these are the candidates.

The players' information is not compared. A history that cannot be followed proves nothing, since
the same game can be drawn in many ways; nor does one that can.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from random import Random
from typing import NamedTuple

from .....schemas.game import Chance, Game, children
from .....schemas.game import Terminal as TerminalNode
from .....schemas.parts.exact import brief
from .....schemas.parts.states import (
    Choice,
    Draw,
    Joint,
    Look,
    Relocation,
    State,
    Terminal,
    targets,
)
from .....schemas.state_graph import StateGraph
from .....schemas.state_graph.secrets import Hidden, placements, relocations
from .labels import direction, same_choice, same_names, same_words
from .nodes import actions, branches, choices, described, turn

MAX_CANDIDATES = 20_000  # They are followed at the same time.


class TooManyCandidates(Exception):
    """A history can be read in more than MAX_CANDIDATES ways at once."""


class DecisionPoint(NamedTuple):
    """A decision of player 2."""

    state: int
    held: Hidden | None
    """The places held by player 2 before it; None if unknown."""


class Candidate(NamedTuple):
    """A history of the map that a history of the hand-in may represent."""

    state: int
    held: Hidden | None
    """The places held by player 2; None before it has decided."""
    pending: tuple[tuple[DecisionPoint, str], ...] = ()
    """Decisions that player 2 has made on the map but not yet in the hand-in: the place, and the
    choice.
    """


Candidates = frozenset[Candidate]


class Follower:
    """Follows histories in the graph of level 0 of a map."""

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph
        self.places = dict(graph.places)
        self.start: Candidates = frozenset([Candidate(graph.start, None)])

    def agents(self, candidates: Candidates, labels: tuple[str, ...], taken: int) -> Candidates:
        """Return the candidates after a move of the agent, one of several."""
        ways = [direction(label) for label in labels]
        clear = all(ways) and len(set(ways)) == len(ways)
        found: set[Candidate] = set()
        settled = [*self._next_comparisons(candidates)]
        for candidate, state in settled:
            if not isinstance(state, Choice) or state.player != 1:
                continue
            names = [label for label, _ in state.moves]
            if len(names) != len(labels) or clear and sorted(names) != sorted(ways):
                continue
            found |= {
                candidate._replace(state=to)
                for label, to in state.moves
                if not clear or label == ways[taken]
            }
        return _choice_independent(settled, found)

    def chances(
        self,
        candidates: Candidates,
        labels: tuple[str, ...],
        shares: tuple[Fraction, ...],
        taken: int,
    ) -> Candidates:
        """Return the candidates after an outcome of chance, one of several."""
        found: set[Candidate] = set()
        settled = [*self._next_comparisons(candidates)]
        for candidate, state in settled:
            if not isinstance(state, Draw):
                continue
            if sorted(share for _, share, _ in state.moves) != sorted(shares):
                continue
            named = same_names([label for label, _, _ in state.moves], labels)
            found |= {
                candidate._replace(state=to)
                for label, share, to in state.moves
                if share == shares[taken] and (not named or same_words(label, labels[taken]))
            }
        return _choice_independent(settled, found)

    def choices(
        self, candidates: Candidates, labels: tuple[str, ...], taken: int, clearly: bool = False
    ) -> Candidates:
        """Return the candidates after a decision of player 2, one of several. If `clearly` is set,
        all labels must identify the choice.
        """
        groups: dict[DecisionPoint, dict[str, set[Candidate]]] = defaultdict(
            lambda: defaultdict(set)
        )
        for candidate, _ in self._next_comparisons(candidates):
            for where, label in candidate.pending:
                left = tuple(one for one in candidate.pending if one[0] != where)
                groups[where][label].add(candidate._replace(pending=left))
        onward: set[Candidate] = set()
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
                onward |= options[name]
        return frozenset(onward)

    def ended(self, candidates: Candidates, payoff: Fraction) -> Candidates:
        """Return the candidates that end with a payoff."""
        settled = [*self._next_comparisons(candidates)]
        return _choice_independent(
            settled,
            {
                candidate
                for candidate, state in settled
                if isinstance(state, Terminal) and state.payoff == payoff
            },
        )

    def is_only_choice(self, candidates: Candidates, label: str) -> bool:
        """Return whether the label of a single choice is one of several choices on the map."""
        named = _named(candidate for candidate, _ in self._next_comparisons(candidates))
        return any(
            len(names) > 1 and any(same_words(label, name) for name in names)
            for names in named.values()
        )

    def described(self, candidates: Candidates) -> str:
        """Return a description in words of the states of the map after the candidates."""
        settled = {state for _, state in self._next_comparisons(candidates)}
        open = {
            state for state in settled if isinstance(state, Terminal) or len(targets(state)) > 1
        }
        words = {self._described(state) for state in open or settled} - {""}
        return " or ".join(sorted(words)[:3]) or "nothing"

    def _next_comparisons(self, candidates: Candidates) -> Iterator[tuple[Candidate, State]]:
        """Yield the candidates with all that follow them up to the next thing to compare."""
        known, waiting = set(candidates), list(candidates)
        while waiting:
            candidate = waiting.pop()
            state = self.graph.states[candidate.state]
            onward = [*self._successors(candidate, state)]
            # A hand-in has no node for decisions and look-ups on the way.
            if not onward or isinstance(state, Choice | Draw) and len(state.moves) == 1:
                yield candidate, state
            waiting += [one for one in onward if one not in known]
            known.update(onward)
            if len(known) > MAX_CANDIDATES:
                raise TooManyCandidates

    def _successors(self, candidate: Candidate, state: State) -> Iterable[Candidate]:
        """Return the candidates that follow without anything to compare."""
        if candidate.held is None:
            return self._decided(candidate, candidate.state, placements(self.graph))
        match state:
            case Look(place, occupied, empty):
                return [candidate._replace(state=occupied if place in candidate.held else empty)]
            case Relocation(_, closed, to):
                moves = relocations(self.graph, candidate.held, closed)
                return self._decided(candidate, to, moves)
            case Choice(2, moves):
                ways = [(label, candidate.held) for label, _ in moves]
                made = self._decided(candidate, candidate.state, ways)
                targets = [to for _, to in moves]
                return [one._replace(state=to) for one, to in zip(made, targets, strict=True)]
            case Choice(1, ((_, to),)) | Draw(((_, _, to),)):
                return [candidate._replace(state=to)]
            case _:
                return []

    def _decided(
        self, candidate: Candidate, to: int, ways: list[tuple[str, Hidden]]
    ) -> list[Candidate]:
        """Return the candidates after decisions of player 2; forced decisions need no label."""
        # A decision made while earlier ones are unknown is the same one, whatever those were.
        where = DecisionPoint(candidate.state, None if candidate.pending else candidate.held)
        single = len(ways) == 1
        return [
            Candidate(
                to, held, candidate.pending if single else (*candidate.pending, (where, label))
            )
            for label, held in ways
        ]

    def _described(self, state: State) -> str:
        agent, other = self.graph.players
        match state:
            case Terminal(payoff):
                return f"the end of play, with payoff {brief(payoff)}"
            case Draw(moves):
                shares = ", ".join(f"{label} {brief(share)}" for label, share, _ in moves)
                return f"chance: {shares}"
            case Choice(player, moves):
                name, labels = (agent, other)[player - 1], ", ".join(label for label, _ in moves)
                return f"a decision of {name} among {len(moves)}: {labels}"
            case Look() | Relocation() | Joint():
                return ""


def _choice_independent(
    settled: Iterable[tuple[Candidate, State]], found: set[Candidate]
) -> Candidates:
    """Return the candidates that continue, except those that continue only for some of the choices
    that player 2 has not yet made in the hand-in.
    """
    before = _named(candidate for candidate, _ in settled)
    after = _named(found)
    return frozenset(
        candidate
        for candidate in found
        if all(before[where] == after[where] for where, _ in candidate.pending)
    )


def _named(candidates: Iterable[Candidate]) -> dict[DecisionPoint, set[str]]:
    """Return the possible choices of each decision that is still unknown."""
    named: dict[DecisionPoint, set[str]] = defaultdict(set)
    for candidate in candidates:
        for where, label in candidate.pending:
            named[where].add(label)
    return named


HISTORIES = 200
SEED = 1  # The same hand-in always gets the same histories.


class Misfit(NamedTuple):
    """Where a history first departs from the map."""

    node: int
    """The node of the hand-in."""
    expected: str
    found: str


class SpotChecks(NamedTuple):
    """The results for the drawn histories."""

    agree: int
    misfits: tuple[Misfit, ...]
    """Of the remaining histories, in the order drawn."""
    unread: int
    """The number of histories with too many candidates to follow."""

    @property
    def drawn(self) -> int:
        return self.agree + len(self.misfits) + self.unread


def spot_checks(graph: StateGraph, handin: Game, histories: int = HISTORIES) -> SpotChecks:
    """Return the results for random histories of a hand-in, which is a tree. All moves at a node
    are equally likely.

    `graph` is that of the map at level 0; its states may be built on demand.
    """
    checker, random = _Checker(graph, handin), Random(SEED)
    agree, unread, misfits = 0, 0, []
    for _ in range(histories):
        try:
            misfit = checker.misfit(random)
        except TooManyCandidates:
            unread += 1
            continue
        if misfit is None:
            agree += 1
        else:
            misfits.append(misfit)
    return SpotChecks(agree, tuple(misfits), unread)


class _Checker:
    def __init__(self, graph: StateGraph, handin: Game) -> None:
        self.follower, self.handin = Follower(graph), handin
        self.exchanged = agent_of(handin) == 2

    def misfit(self, random: Random) -> Misfit | None:
        """Draw a history; return where it departs from the map."""
        candidates, node = self.follower.start, 0
        while True:
            record = self.handin.nodes[node]
            if isinstance(record, TerminalNode):
                payoff = self.handin.constant - record.payoff if self.exchanged else record.payoff
                after = self.follower.ended(candidates, payoff)
                return None if after else self._misfit(candidates, node)
            after, onward = self._step(candidates, node, random)
            if not after:
                return self._misfit(candidates, node)
            candidates, node = after, onward

    def _step(self, candidates: Candidates, node: int, random: Random) -> tuple[Candidates, int]:
        """Return the candidates behind a drawn branch, and its target in the hand-in."""
        record, labels = self.handin.nodes[node], actions(self.handin, node)
        below = children(record)
        taken = random.randrange(len(below))
        whose = turn(self.handin, node)
        if whose in (1, 2) and self.exchanged:
            whose = 3 - whose
        if len(below) == 1:
            only = whose == 2 and self.follower.is_only_choice(candidates, labels[0])
            return (frozenset() if only else candidates), below[0]
        if isinstance(record, Chance):
            found = self.follower.chances(candidates, labels, record.probabilities, taken)
            return found, below[taken]
        if whose == 1:
            return self.follower.agents(candidates, labels, taken), below[taken]
        return self._choice(candidates, node, taken, random)

    def _choice(
        self, candidates: Candidates, node: int, taken: int, random: Random
    ) -> tuple[Candidates, int]:
        """Return the same for a decision of player 2, which may be split into several in a row."""
        ways = branches(self.handin, node) if self.exchanged else choices(self.handin, node)
        labels = tuple(way.label for way in ways)
        if len(ways) > len(actions(self.handin, node)):
            drawn = random.randrange(len(ways))
            after = self.follower.choices(candidates, labels, drawn, clearly=True)
            if after:
                return after, ways[drawn].node
        after = self.follower.choices(candidates, actions(self.handin, node), taken)
        return after, children(self.handin.nodes[node])[taken]

    def _misfit(self, candidates: Candidates, node: int) -> Misfit:
        return Misfit(node, self.follower.described(candidates), described(self.handin, node))


def agent_of(handin: Game) -> int:
    """Return the player of a hand-in whose moves are labelled like those on a map; 1 if there is
    none.
    """
    return next(
        (
            infoset.player
            for infoset in handin.information_sets
            if any(map(direction, infoset.actions))
        ),
        1,
    )
