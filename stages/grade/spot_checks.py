"""Spot checks: are histories of a hand-in, drawn at random, histories of the map?

For maps whose textbook tree is too large to compare. Each drawn history is followed in the graph of
the map (`readings`), comparing moves, choices, chance probabilities and the payoff. The players'
information is not compared. A history that cannot be followed proves nothing, since the same game
can be drawn in many ways; nor does one that can.
"""

from random import Random
from typing import NamedTuple

from schemas.game import Chance, Game, Terminal, children
from schemas.state_graph import StateGraph
from stages.grade.handin_labels import direction
from stages.grade.nodes import actions, branches, choices, described, turn
from stages.grade.readings import Follower, Readings, TooManyReadings

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
    """The number of histories with too many readings to follow."""

    @property
    def drawn(self) -> int:
        return self.agree + len(self.misfits) + self.unread


def spot_checks(
    graph: StateGraph, handin: Game, histories: int = HISTORIES, seed: int = SEED
) -> SpotChecks:
    """Return the results for random histories of a hand-in, which is a tree. All moves at a node
    are equally likely.

    `graph` is that of the map at level 0; its states may be built on demand.
    """
    checker, random = _Checker(graph, handin), Random(seed)
    agree, unread, misfits = 0, 0, []
    for _ in range(histories):
        try:
            misfit = checker.misfit(random)
        except TooManyReadings:
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
        readings, node = self.follower.start, 0
        while True:
            record = self.handin.nodes[node]
            if isinstance(record, Terminal):
                payoff = self.handin.constant - record.payoff if self.exchanged else record.payoff
                after = self.follower.ended(readings, payoff)
                return None if after else self._misfit(readings, node)
            after, onward = self._step(readings, node, random)
            if not after:
                return self._misfit(readings, node)
            readings, node = after, onward

    def _step(self, readings: Readings, node: int, random: Random) -> tuple[Readings, int]:
        """Return the readings behind a drawn branch, and its target in the hand-in."""
        record, labels = self.handin.nodes[node], actions(self.handin, node)
        below = children(record)
        taken = random.randrange(len(below))
        whose = turn(self.handin, node)
        if whose in (1, 2) and self.exchanged:
            whose = 3 - whose
        if len(below) == 1:
            only = whose == 2 and self.follower.is_only_choice(readings, labels[0])
            return (frozenset() if only else readings), below[0]
        if isinstance(record, Chance):
            found = self.follower.chances(readings, labels, record.probabilities, taken)
            return found, below[taken]
        if whose == 1:
            return self.follower.agents(readings, labels, taken), below[taken]
        return self._choice(readings, node, taken, random)

    def _choice(
        self, readings: Readings, node: int, taken: int, random: Random
    ) -> tuple[Readings, int]:
        """Return the same for a decision of player 2, which may be split into several in a row."""
        ways = branches(self.handin, node) if self.exchanged else choices(self.handin, node)
        labels = tuple(way.label for way in ways)
        if len(ways) > len(actions(self.handin, node)):
            drawn = random.randrange(len(ways))
            after = self.follower.choices(readings, labels, drawn, clearly=True)
            if after:
                return after, ways[drawn].node
        after = self.follower.choices(readings, actions(self.handin, node), taken)
        return after, children(self.handin.nodes[node])[taken]

    def _misfit(self, readings: Readings, node: int) -> Misfit:
        return Misfit(node, self.follower.described(readings), described(self.handin, node))


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
