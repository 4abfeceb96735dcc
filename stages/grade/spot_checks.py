"""Spot checks: are histories of a hand-in, drawn at random, histories of the map?

For maps whose textbook tree is too large to compare with. Each history that is drawn is followed in
the graph of the map (`readings`), and moves, choices, probabilities of chance and the payoff are
compared on the way. What players know is not. A history that cannot be followed proves nothing,
since the same game can be drawn in many ways; nor do any that can.
"""

from random import Random
from typing import NamedTuple

from schemas.game import Chance, Game, Terminal, children
from schemas.state_graph import StateGraph
from stages.grade.handin_labels import direction
from stages.grade.nodes import actions, branches, choices, described, turn
from stages.grade.readings import Follower, Readings, TooManyReadings

HISTORIES = 200
SEED = 1  # The same hand-in, the same histories.


class Misfit(NamedTuple):
    """Where a history first is none of the map."""

    node: int
    """Of the hand-in."""
    expected: str
    found: str


class SpotChecks(NamedTuple):
    """What became of the histories that were drawn."""

    agree: int
    misfits: tuple[Misfit, ...]
    """Of the others, in the order of their drawing."""
    unread: int
    """Could be read in too many ways to follow them."""

    @property
    def drawn(self) -> int:
        return self.agree + len(self.misfits) + self.unread


def spot_checks(
    graph: StateGraph, handin: Game, histories: int = HISTORIES, seed: int = SEED
) -> SpotChecks:
    """Return what becomes of histories of a hand-in, a tree, that are drawn at random: each move as
    likely as the others at its node.

    `graph` is that of the map at level 0, whose states may be made when they are asked for.
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
        """Draw a history; return where it is none of the map."""
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
        """Return the readings behind a branch that is drawn, and where it leads in the hand-in."""
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
        """Return the same of a decision of player 2, which may decide one thing after the other."""
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
    """Return the player of a hand-in whose moves are called as those on a map are; 1 where there is
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
