"""The tree of a graph without a secret.

Both players see every move once it is made. A simultaneous move becomes a move
of player 1 followed by one of player 2, who does not see it: all of player 2's
nodes of one joint state are one information set. The rewards on the way are
added up at the terminal nodes.
"""

from fractions import Fraction

from ...schemas.game import Chance, Decision, InformationSet, Terminal
from ...schemas.parts.events import Event, outcome
from ...schemas.parts.states import Choice, Draw, Joint
from ...schemas.parts.states import Terminal as End
from .tree import NOTHING, Point, TreeBuilder

_MOVED = (Event.MOVE,)


class PublicBuilder(TreeBuilder):
    """Builds the game of a graph without a secret."""

    def place(self) -> list[Point]:
        """Write the root."""
        start = Point(self.graph.start, frozenset(), NOTHING, NOTHING, -1, 0, ())
        self._note(start.state, start.events, start.hidden)
        return self.write(start)[::-1]

    def write(self, point: Point) -> list[Point]:
        """Write the node of a history and return the histories that follow."""
        match self.graph.states[point.state]:
            case End(payoff):
                self._node(Terminal(point.won + payoff), 0)
                return []
            case Draw(moves):
                return self._draw(point, moves)
            case Choice(player, moves):
                return self._choice(point, player, moves)
            case Joint() as joint:
                return self._row(point, joint) if point.row < 0 else self._column(point, joint)
        raise AssertionError(point)

    def _draw(self, point: Point, moves: tuple[tuple[str, Fraction, int], ...]) -> list[Point]:
        labels, probabilities, _ = zip(*moves, strict=True)
        node = self._node(Chance(labels, probabilities, ()), len(moves))
        return [
            point._replace(
                state=to,
                first=point.first.sees(label),
                second=point.second.sees(label),
                parent=node,
                position=at,
                events=(outcome(label),),
            )
            for at, (label, _, to) in enumerate(moves)
        ]

    def _choice(self, point: Point, player: int, moves: tuple[tuple[str, int], ...]) -> list[Point]:
        labels = tuple(label for label, _ in moves)
        node = self._node(Decision(self._infoset(player, point, labels), ()), len(moves))
        return [
            point._replace(
                state=to,
                first=NOTHING if player == 1 else point.first.sees(label),
                second=NOTHING if player == 2 else point.second.sees(label),
                parent=node,
                position=at,
                events=_MOVED,
            )
            for at, (label, to) in enumerate(moves)
        ]

    def _row(self, point: Point, joint: Joint) -> list[Point]:
        own, other = (
            self._infoset(player, point, moves) for player, moves in enumerate(joint.moves, 1)
        )
        rows = len(joint.moves[0])
        node = self._node(Decision(own, ()), rows)
        return [
            point._replace(parent=node, position=row, row=row, infoset=other, events=_MOVED)
            for row in range(rows)
        ]

    def _column(self, point: Point, joint: Joint) -> list[Point]:
        row, (rows, columns) = point.row, joint.moves
        node = self._node(Decision(point.infoset, ()), len(columns))
        return [
            Point(
                state=joint.to[row][at],
                hidden=point.hidden,
                first=NOTHING.sees(label),
                second=NOTHING.sees(rows[row]),
                parent=node,
                position=at,
                events=_MOVED,
                won=point.won + joint.reward[row][at],
            )
            for at, label in enumerate(columns)
        ]

    def _infoset(self, player: int, point: Point, labels: tuple[str, ...]) -> int:
        seen = (point.first if player == 1 else point.second).seen
        self.records.append(
            InformationSet(
                player=player, state=self.graph.names[point.state], sees=seen, actions=labels
            )
        )
        return len(self.records) - 1
