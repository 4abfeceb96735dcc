"""The game as a tree: one node per history.

Information sets are keyed by the last own move and what was seen since, so that
they have perfect recall by construction (Kuhn 1953).
"""

from collections.abc import Callable
from typing import NamedTuple

from schemas.game import Chance, Decision, Game, InformationSet, Node, Terminal
from schemas.parts.problems import InputError, Problem
from schemas.parts.states import Choice, Draw, Look, Relocation
from schemas.parts.states import Terminal as End
from schemas.state_graph import StateGraph
from schemas.state_graph.secrets import Hidden, placements, relocations


class Knowledge(NamedTuple):
    """What tells a player's information sets apart."""

    last: int
    """Number of the last own move, -1 for none."""
    seen: tuple[str, ...]
    """What was shown since."""

    def sees(self, what: str) -> "Knowledge":
        return Knowledge(self.last, (*self.seen, what))


NOTHING = Knowledge(-1, ())


class Point(NamedTuple):
    """A history to be written: where the graph stands and what both players know."""

    state: int
    hidden: Hidden
    first: Knowledge
    second: Knowledge
    parent: int
    position: int


class TreeBuilder:
    """A game while it is written."""

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph
        self.nodes: list[Node] = []
        self.children: list[list[int]] = []
        self.infosets: dict[object, int] = {}
        self.records: list[InformationSet] = []
        # Per information set the number of its first action; last the next free one.
        self.first_step: list[int] = [0]

    def game(self, watch: Callable[[int], None]) -> Game:
        waiting = self.place()
        while waiting:
            if len(self.nodes) % 1024 == 0:
                watch(len(self.nodes))
            point = self.settled(waiting.pop())
            known = self.known(point)
            self.children[point.parent][point.position] = (
                len(self.nodes) if known is None else known
            )
            if known is None:
                waiting += self.write(point)[::-1]
        return self.finished()

    def known(self, point: Point) -> int | None:
        """Return the node that a history shares with others before it; in a tree there is none."""
        return None

    def key(self, player: int, knows: Knowledge, state: str) -> object:
        """Return what tells the information sets of a player apart."""
        return player, knows

    def finished(self) -> Game:
        graph = self.graph
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
            places=graph.places,
        )

    def place(self) -> list[Point]:
        """Write the root, at which player 2 chooses the secret."""
        chosen = placements(self.graph)
        step = self._decision(2, NOTHING, "", tuple(label for label, _ in chosen), ("secret",))
        return [
            Point(self.graph.start, hidden, NOTHING, Knowledge(step + at, ()), 0, at)
            for at, (_, hidden) in enumerate(chosen)
        ][::-1]

    def settled(self, point: Point) -> Point:
        """Return a point behind all looks: they are nobody's move, the secret gives the answer."""
        while isinstance(state := self.graph.states[point.state], Look):
            occupied = state.place in point.hidden
            answer = f"{state.place} {'occupied' if occupied else 'empty'}"
            point = point._replace(
                state=state.occupied if occupied else state.empty, first=point.first.sees(answer)
            )
        return point

    def write(self, point: Point) -> list[Point]:
        """Write the node of a settled history and return the histories that follow."""
        _, hidden, first, second, _, _ = point
        number, name = len(self.nodes), self.graph.names[point.state]
        place = ("states", name)
        match self.graph.states[point.state]:
            case End(payoff):
                self._node(Terminal(payoff), 0)
                return []
            case Draw(moves):
                self._node(
                    Chance(tuple(move[0] for move in moves), tuple(move[1] for move in moves), ()),
                    len(moves),
                )
                return [
                    Point(to, hidden, first.sees(label), second, number, at)
                    for at, (label, _, to) in enumerate(moves)
                ]
            case Choice(1, moves):
                step = self._decision(1, first, name, tuple(label for label, _ in moves), place)
                return [
                    Point(to, hidden, Knowledge(step + at, ()), second, number, at)
                    for at, (_, to) in enumerate(moves)
                ]
            case Choice(_, moves, sees):
                step = self._decision(
                    2, Knowledge(second.last, sees), "", tuple(label for label, _ in moves), place
                )
                return [
                    Point(to, hidden, first.sees(label), Knowledge(step + at, ()), number, at)
                    for at, (label, to) in enumerate(moves)
                ]
            case Relocation(sees, not_to, to):
                options = relocations(self.graph, hidden, not_to)
                step = self._decision(
                    2, Knowledge(second.last, sees), "", tuple(label for label, _ in options), place
                )
                return [
                    Point(to, moved, first, Knowledge(step + at, ()), number, at)
                    for at, (_, moved) in enumerate(options)
                ]
        raise AssertionError(point)

    def _decision(
        self,
        player: int,
        knows: Knowledge,
        state: str,
        actions: tuple[str, ...],
        place: tuple[str, ...],
    ) -> int:
        """Write a decision node and return the number of the first of its moves."""
        key = self.key(player, knows, state)
        if key not in self.infosets:
            self.infosets[key] = len(self.records)
            self.records.append(InformationSet(player, state, knows.seen, actions))
            self.first_step.append(self.first_step[-1] + len(actions))
        infoset = self.infosets[key]
        known = self.records[infoset].actions
        if known != actions:
            name = self.graph.players[player - 1]
            raise InputError(
                [
                    Problem(
                        f"{name} is offered {', '.join(actions)} here and {', '.join(known)} in "
                        "another state, "
                        f"and cannot tell the two apart; give them different 'sees'",
                        place,
                    )
                ]
            )
        self._node(Decision(infoset, ()), len(actions))
        return self.first_step[infoset]

    def _node(self, node: Node, followers: int) -> None:
        self.nodes.append(node)
        self.children.append([0] * followers)


def with_children(node: Node, children: list[int]) -> Node:
    match node:
        case Decision(infoset):
            return Decision(infoset, tuple(children))
        case Chance(actions, probabilities):
            return Chance(actions, probabilities, tuple(children))
        case _:
            return node
