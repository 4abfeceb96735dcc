"""A node of the reference in the words of the map: where the agent went, what the others did, with
how much gold.
"""

from collections.abc import Collection
from functools import cached_property
from typing import NamedTuple

from schemas.game import Chance, Decision, Game, Terminal, children
from schemas.parts.squares import Square
from stages.grade.walk import MOVES, square_after

CAPTURED, ESCAPED, ROBBED = "captured", "escaped", "take gold"  # Labels of the reference.


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


class Stories:
    """The stories of all nodes of a reference, a tree of level 0."""

    def __init__(self, game: Game, chart: Chart) -> None:
        self.game, self.chart = game, chart

    @cached_property
    def above(self) -> dict[int, tuple[int, int]]:
        """Per node but the root its parent and the action that leads from it."""
        return {
            child: (node, at)
            for node, record in enumerate(self.game.nodes)
            for at, child in enumerate(children(record))
        }

    def steps(self, node: int) -> list[tuple[int, int]]:
        """Return the nodes above a node with the action taken at each, the root first."""
        found = []
        while node:
            found.append(self.above[node])
            node = found[-1][0]
        return found[::-1]

    def story(self, node: int, open: Collection[int] = ()) -> Story:
        """Return what happened before a node; what is `open` was not decided yet."""
        squares, events, carried, found, captured = [self.chart.start], [], 0, 0, False
        for at, action in self.steps(node):
            record = self.game.nodes[at]
            if (
                isinstance(record, Decision)
                and self.game.information_sets[record.infoset].player == 1
            ):
                squares.append(
                    square_after(
                        squares[-1], self.game.information_sets[record.infoset].actions[action]
                    )
                )
                carried += squares[-1] in self.chart.gold
                found += squares[-1] in self.chart.gold
            elif isinstance(record, Decision) and at not in open:
                label = self.game.information_sets[record.infoset].actions[action]
                carried = 0 if label == ROBBED else carried
                events.append(self._told(record.infoset, label))
            elif isinstance(record, Chance):
                captured = record.actions[action] == CAPTURED
                events.append(f"chance: {record.actions[action]}")
        return Story(
            tuple(squares),
            tuple(events),
            carried,
            found,
            captured or self._certainly(node, squares[-1]),
        )

    def end(self, node: int) -> str:
        """Return how play ends at a terminal node: 'exit', 'capture' or 'dead end'."""
        story = self.story(node)
        if story.captured:
            return "capture"
        return "exit" if story.squares[-1] in self.chart.exits else "dead end"

    @cached_property
    def ends(self) -> list[tuple[int, str, Story]]:
        """The terminal nodes, each with how play ends there and its story."""
        return [
            (node, self.end(node), self.story(node))
            for node, record in enumerate(self.game.nodes)
            if isinstance(record, Terminal)
        ]

    def _certainly(self, node: int, square: Square) -> bool:
        """Return whether play ends in a fight that is always lost: where chance has one outcome, it
        is left out of the tree.
        """
        if not isinstance(self.game.nodes[node], Terminal) or square not in (
            where for _, where in self.game.places
        ):
            return False
        name = next(name for name, where in self.game.places if where == square)
        hidden: set[str] = set()
        last = ""
        for at, action in self.steps(node):
            record = self.game.nodes[at]
            infoset = (
                self.game.information_sets[record.infoset] if isinstance(record, Decision) else None
            )
            last = infoset.actions[action] if infoset is not None else CAPTURED
            if infoset is not None and infoset.player == 2 and not infoset.sees:
                hidden = set(last.split())
            elif infoset is not None and infoset.player == 2 and " to " in last:
                old, new = last.split(" to ")
                hidden = hidden - {old} | {new}
        return last == "fight" or name in hidden and last in MOVES

    def _told(self, infoset: int, label: str) -> str:
        record = self.game.information_sets[infoset]
        seen = f", {', '.join(record.sees)}" if record.sees else ""
        return f"{self.game.players[1]}{seen}: {label}"
