"""A node of the reference in the words of the map: where the agent went, what the others did, with
how much gold.

Told by the events and the secrets that `stages.expand` keeps beside the reference.
"""

from collections.abc import Collection
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from schemas.game import Terminal, children
from schemas.parts.events import Event
from schemas.parts.squares import Square, after
from stages.expand.expansion import Expansion
from stages.grade.nodes import CHANCE, actions, turn


class End(StrEnum):
    """How play ends."""

    EXIT = "exit"
    CAPTURE = "capture"
    DEAD_END = "dead end"


class Chart(NamedTuple):
    """What of a map the words need."""

    start: Square
    gold: frozenset[Square]
    exits: frozenset[Square]


class Story(NamedTuple):
    """What happened before a node."""

    squares: tuple[Square, ...]
    """That the agent stood on, the start first."""
    events: tuple[str, ...]
    """What player 2 and chance did, in order."""
    carried: int
    """Gold that the agent has with it."""
    found: int
    """Gold that it found, also what was taken from it."""
    captured: bool


class Step(NamedTuple):
    """An action that was taken."""

    node: int
    """At which it was taken."""
    action: int


class Stories:
    """The stories of all nodes of a reference, a tree of level 0."""

    def __init__(self, expansion: Expansion, chart: Chart) -> None:
        self.expansion, self.game, self.chart = expansion, expansion.game, chart

    @cached_property
    def above(self) -> dict[int, Step]:
        """Per node but the root its parent and the action that leads from it."""
        return {
            child: Step(node, at)
            for node, record in enumerate(self.game.nodes)
            for at, child in enumerate(children(record))
        }

    def steps(self, node: int) -> list[Step]:
        """Return the nodes above a node with the action taken at each, the root first."""
        found = []
        while node:
            found.append(self.above[node])
            node = found[-1].node
        return found[::-1]

    def story(self, node: int, open: Collection[int] = ()) -> Story:
        """Return what happened before a node; what is `open` was not decided yet."""
        squares, events, carried, found, captured = [self.chart.start], [], 0, 0, False
        for at, action in self.steps(node):
            whose = turn(self.game, at)
            if whose == 1:
                squares.append(after(squares[-1], actions(self.game, at)[action]))
                carried += squares[-1] in self.chart.gold
                found += squares[-1] in self.chart.gold
            elif whose == CHANCE:
                captured = self.event(at, action) is Event.CAPTURE
                events.append(f"chance: {actions(self.game, at)[action]}")
            elif at not in open:
                carried = 0 if self.event(at, action) is Event.TAKE_GOLD else carried
                events.append(self._decision(at, action))
        captured = captured or self._certainly_captured(node, squares[-1])
        return Story(
            squares=tuple(squares),
            events=tuple(events),
            carried=carried,
            found=found,
            captured=captured,
        )

    def end(self, story: Story) -> End:
        """Return how play ends at a terminal node, by its story."""
        if story.captured:
            return End.CAPTURE
        return End.EXIT if story.squares[-1] in self.chart.exits else End.DEAD_END

    @cached_property
    def ends(self) -> list[tuple[int, End, Story]]:
        """The terminal nodes, each with how play ends there and its story."""
        stories = (
            (node, self.story(node))
            for node, record in enumerate(self.game.nodes)
            if isinstance(record, Terminal)
        )
        return [(node, self.end(story), story) for node, story in stories]

    def event(self, node: int, action: int) -> Event | None:
        """Return what an action at a node is."""
        return self.expansion.after(children(self.game.nodes[node])[action])

    def _certainly_captured(self, node: int, square: Square) -> bool:
        """Return whether play ends in a fight that is always lost: where chance has one outcome, it
        is left out of the tree.
        """
        place = next((name for name, where in self.game.places if where == square), None)
        if not isinstance(self.game.nodes[node], Terminal) or place is None:
            return False
        last = self.expansion.after(node)
        walked_in = last is Event.MOVE and place in self.expansion.secrets[node]
        return last is Event.FIGHT or walked_in

    def _decision(self, node: int, action: int) -> str:
        record = self.game.information_sets[self.game.nodes[node].infoset]  # type: ignore[union-attr]
        seen = f", {', '.join(record.sees)}" if record.sees else ""
        return f"{self.game.players[1]}{seen}: {record.actions[action]}"
