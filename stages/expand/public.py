"""The tree of a graph without a secret.

Both players see every move once it is made. A simultaneous move becomes a move
of player 1 followed by one of player 2, who does not see it: all of player 2's
nodes of one joint state are one information set. The rewards on the way are
added up at the terminal nodes.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from ...schemas.game import Chance, Decision, InformationSet, Node, Terminal
from ...schemas.parts.events import Event, outcome
from ...schemas.parts.states import Choice, Draw, Joint
from ...schemas.parts.states import Terminal as End
from ...schemas.state_graph import StateGraph
from .expansion import Events, Expansion, expansion_of

Seen = tuple[str, ...]


class Point(NamedTuple):
    """A history to be written."""

    state: int
    won: Fraction
    """Player 1's total reward so far."""
    seen: tuple[Seen, Seen]
    """Each player's observations since its last own move."""
    parent: int
    position: int
    row: int = -1
    """Player 1's half of a simultaneous move, once made; else -1."""
    infoset: int = -1
    """Player 2's information set at that joint state."""
    events: Events = (Event.MOVE,)
    """The events since the parent."""


class PublicBuilder:
    """Builds the game of a graph."""

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph
        self.nodes: list[Node] = []
        self.children: list[list[int]] = []
        self.records: list[InformationSet] = []
        # Per node, as in `Expansion`.
        self.states: list[int] = []
        self.events: list[Events] = []

    def expansion(self, watch: Callable[[int], None]) -> Expansion:
        graph = self.graph
        waiting = [Point(graph.start, Fraction(0), ((), ()), -1, 0, events=())]
        while waiting:
            if len(self.nodes) % 1024 == 0:
                watch(len(self.nodes))
            waiting += self.write(waiting.pop())[::-1]
        return expansion_of(
            graph=graph,
            nodes=self.nodes,
            children=self.children,
            information_sets=self.records,
            states=self.states,
            events=self.events,
            secrets=[frozenset()] * len(self.nodes),
        )

    def write(self, point: Point) -> list[Point]:
        """Write the node of a history and return the histories that follow."""
        match self.graph.states[point.state]:
            case End(payoff):
                self._node(Terminal(point.won + payoff), 0, point)
                return []
            case Draw(moves):
                return self._draw(point, moves)
            case Choice(player, moves):
                return self._move(point, player, moves)
            case Joint() as joint:
                return self._row(point, joint) if point.row < 0 else self._column(point, joint)
        raise AssertionError(point)

    def _draw(self, point: Point, moves: tuple[tuple[str, Fraction, int], ...]) -> list[Point]:
        first, second = point.seen
        labels, probabilities, targets = zip(*moves, strict=True)
        node = self._node(Chance(labels, probabilities, ()), len(moves), point)
        return [
            Point(
                to,
                point.won,
                ((*first, label), (*second, label)),
                node,
                at,
                events=(outcome(label),),
            )
            for at, (label, to) in enumerate(zip(labels, targets, strict=True))
        ]

    def _move(self, point: Point, player: int, moves: tuple[tuple[str, int], ...]) -> list[Point]:
        first, second = point.seen
        labels, targets = zip(*moves, strict=True)
        node = self._node(Decision(self._infoset(player, point, labels), ()), len(moves), point)
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

    def _row(self, point: Point, joint: Joint) -> list[Point]:
        infosets = [
            self._infoset(player, point, moves) for player, moves in enumerate(joint.moves, 1)
        ]
        rows = len(joint.moves[0])
        node = self._node(Decision(infosets[0], ()), rows, point)
        return [
            point._replace(
                parent=node, position=row, row=row, infoset=infosets[1], events=(Event.MOVE,)
            )
            for row in range(rows)
        ]

    def _column(self, point: Point, joint: Joint) -> list[Point]:
        row, (rows, columns) = point.row, joint.moves
        node = self._node(Decision(point.infoset, ()), len(columns), point)
        return [
            Point(
                joint.to[row][at],
                point.won + joint.reward[row][at],
                ((label,), (rows[row],)),
                node,
                at,
            )
            for at, label in enumerate(columns)
        ]

    def _infoset(self, player: int, point: Point, labels: tuple[str, ...]) -> int:
        self.records.append(
            InformationSet(
                player=player,
                state=self.graph.names[point.state],
                sees=point.seen[player - 1],
                actions=labels,
            )
        )
        return len(self.records) - 1

    def _node(self, node: Node, followers: int, point: Point) -> int:
        if point.parent >= 0:
            self.children[point.parent][point.position] = len(self.nodes)
        self.nodes.append(node)
        self.states.append(point.state)
        self.events.append(point.events)
        self.children.append([0] * followers)
        return len(self.nodes) - 1
