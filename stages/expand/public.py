"""The tree of a graph in which nothing is secret.

Both players see every move once it is made. A simultaneous move is player 1's
followed by player 2's, who does not see it: all of player 2's nodes behind one
joint state are one information set. What was won on the way is added up at the
terminal nodes.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from schemas.game import Chance, Decision, Game, InformationSet, Node, Terminal
from schemas.parts.states import Choice, Draw, Joint
from schemas.parts.states import Terminal as End
from schemas.state_graph import StateGraph
from stages.expand.tree import with_children

Seen = tuple[str, ...]


class Point(NamedTuple):
    """A history to be written."""

    state: int
    won: Fraction
    """By player 1 so far."""
    seen: tuple[Seen, Seen]
    """What each player was shown since its last own move."""
    parent: int
    position: int
    row: int = -1
    """Player 1's half of a simultaneous move, once it is made."""
    infoset: int = -1
    """Player 2's at that joint state."""


class PublicBuilder:
    """A game while it is written."""

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph
        self.nodes: list[Node] = []
        self.children: list[list[int]] = []
        self.records: list[InformationSet] = []

    def game(self, watch: Callable[[int], None]) -> Game:
        graph = self.graph
        waiting = [Point(graph.start, Fraction(0), ((), ()), -1, 0)]
        while waiting:
            if len(self.nodes) % 1024 == 0:
                watch(len(self.nodes))
            waiting += self.write(waiting.pop())[::-1]
        nodes = tuple(
            with_children(node, children)
            for node, children in zip(self.nodes, self.children, strict=True)
        )
        return Game(
            title=graph.title,
            source=graph.source,
            players=graph.players,
            states=len(graph.states),
            information_sets=tuple(self.records),
            nodes=nodes,
            counts=graph.counts,
        )

    def write(self, point: Point) -> list[Point]:
        """Write the node of a history and return the histories that follow."""
        first, second = point.seen
        match self.graph.states[point.state]:
            case End(payoff):
                self._node(Terminal(point.won + payoff), 0, point)
                return []
            case Draw(moves):
                labels, probabilities, targets = zip(*moves, strict=True)
                node = self._node(Chance(labels, probabilities, ()), len(moves), point)
                return [
                    Point(to, point.won, ((*first, label), (*second, label)), node, at)
                    for at, (label, to) in enumerate(zip(labels, targets, strict=True))
                ]
            case Choice(player, moves):
                labels, targets = zip(*moves, strict=True)
                node = self._node(
                    Decision(self._infoset(player, point, labels), ()), len(moves), point
                )
                return [
                    Point(
                        to,
                        point.won,
                        ((), (*second, label)) if player == 1 else ((*first, label), ()),
                        node,
                        at,
                    )
                    for at, (label, to) in enumerate(zip(labels, targets, strict=True))
                ]
            case Joint(labels) if point.row < 0:
                infosets = [
                    self._infoset(player, point, moves) for player, moves in enumerate(labels, 1)
                ]
                node = self._node(Decision(infosets[0], ()), len(labels[0]), point)
                return [
                    point._replace(parent=node, position=row, row=row, infoset=infosets[1])
                    for row in range(len(labels[0]))
                ]
            case Joint(labels, to, reward):
                row = point.row
                node = self._node(Decision(point.infoset, ()), len(labels[1]), point)
                return [
                    Point(
                        to[row][at],
                        point.won + reward[row][at],
                        ((label,), (labels[0][row],)),
                        node,
                        at,
                    )
                    for at, label in enumerate(labels[1])
                ]
        raise AssertionError(point)

    def _infoset(self, player: int, point: Point, labels: tuple[str, ...]) -> int:
        self.records.append(
            InformationSet(player, self.graph.names[point.state], point.seen[player - 1], labels)
        )
        return len(self.records) - 1

    def _node(self, node: Node, followers: int, point: Point) -> int:
        if point.parent >= 0:
            self.children[point.parent][point.position] = len(self.nodes)
        self.nodes.append(node)
        self.children.append([0] * followers)
        return len(self.nodes) - 1
