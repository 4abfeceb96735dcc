"""Expand: from the state graph to the game tree.

Information sets follow from what each player observed: player 1 sees every
transition of the graph except a relocation, player 2 sees its own moves and
what its states show it. Keyed by the last own move and what was seen since,
they have perfect recall by construction (Kuhn 1953).
"""

from math import comb
from typing import NamedTuple

from schemas.game import Chance, Decision, Game, InformationSet, Node, Terminal
from schemas.problems import InputError, Problem
from schemas.state_graph import Choice, Draw, Look, Relocation, StateGraph
from schemas.state_graph import Terminal as End
from stages.expand.histories import count_histories
from stages.expand.secrets import Hidden, placements, relocations

__all__ = ("MAX_HISTORIES", "expand")

MAX_HISTORIES = 2_000_000

Knowledge = tuple[int, tuple[str, ...]]  # Number of the last own move, -1 for none; what was seen since.


class _Point(NamedTuple):
    """A history to be written: where the graph stands and what both players know."""

    state: int
    hidden: Hidden
    knows: tuple[Knowledge, Knowledge]
    parent: int
    position: int


def expand(graph: StateGraph, max_histories: int = MAX_HISTORIES) -> Game:
    """Return the game of a checked graph as a tree in prefix order.

    Raises InputError if it has more than `max_histories` histories, or if a
    player would learn from the moves it is offered what it did not see.
    """
    least = comb(len(graph.secret.places), graph.secret.size)
    if least > max_histories:
        raise InputError([Problem(f"the game has at least {least:,} histories, more than the limit of {max_histories:,}")])
    histories = count_histories(graph)
    if histories > max_histories:
        raise InputError([Problem(f"the game has {histories:,} histories, more than the limit of {max_histories:,}")])
    return _Tree(graph).game()


class _Tree:
    """The tree while it is written."""

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph
        self.nodes: list[Node] = []
        self.children: list[list[int]] = []
        self.infosets: dict[tuple[int, Knowledge], int] = {}
        self.records: list[InformationSet] = []
        self.first_step: list[int] = [0]  # Per information set the number of its first action; at the end the next free one.

    def game(self) -> Game:
        graph = self.graph
        start: Knowledge = (-1, ())
        waiting = self._place(start)
        while waiting:
            point = waiting.pop()
            self.children[point.parent][point.position] = len(self.nodes)
            waiting += self._write(point)[::-1]
        nodes = tuple(
            node if isinstance(node, Terminal) else node._replace(children=tuple(children))
            for node, children in zip(self.nodes, self.children)
        )
        return Game(graph.title, graph.source, graph.players, len(graph.states), tuple(self.records), nodes)

    def _place(self, start: Knowledge) -> list[_Point]:
        """Write the root, at which player 2 chooses the secret."""
        chosen = placements(self.graph)
        infoset = self._infoset(2, start, "", tuple(label for label, _ in chosen), ("secret",))
        self._node(Decision(infoset, ()), len(chosen))
        first = self.first_step[infoset]
        return [
            _Point(self.graph.start, hidden, (start, (first + at, ())), 0, at) for at, (_, hidden) in enumerate(chosen)
        ][::-1]

    def _write(self, point: _Point) -> list[_Point]:
        """Write the node of a history and return the histories that follow."""
        number = len(self.nodes)
        name = self.graph.names[point.state]
        state, hidden, (first, second) = self.graph.states[point.state], point.hidden, point.knows
        while isinstance(state, Look):  # Not a move of anybody: the secret gives the answer.
            occupied = state.place in hidden
            point = point._replace(state=state.occupied if occupied else state.empty)
            first = (first[0], (*first[1], f"{state.place} {'occupied' if occupied else 'empty'}"))
            name, state = self.graph.names[point.state], self.graph.states[point.state]
        match state:
            case End(payoff):
                self._node(Terminal(payoff), 0)
                return []
            case Draw(moves):
                labels, probabilities, _ = zip(*moves)
                self._node(Chance(labels, probabilities, ()), len(moves))
                return [_Point(to, hidden, ((first[0], (*first[1], label)), second), number, at)
                        for at, (label, _, to) in enumerate(moves)]
            case Choice(1, moves):
                infoset = self._infoset(1, first, name, tuple(label for label, _ in moves), ("states", name))
                self._node(Decision(infoset, ()), len(moves))
                step = self.first_step[infoset]
                return [_Point(to, hidden, ((step + at, ()), second), number, at) for at, (_, to) in enumerate(moves)]
            case Choice(_, moves, sees):
                second = (second[0], sees)
                infoset = self._infoset(2, second, "", tuple(label for label, _ in moves), ("states", name))
                self._node(Decision(infoset, ()), len(moves))
                step = self.first_step[infoset]
                return [_Point(to, hidden, ((first[0], (*first[1], label)), (step + at, ())), number, at)
                        for at, (label, to) in enumerate(moves)]
            case Relocation(sees, not_to, to):
                second = (second[0], sees)
                options = relocations(self.graph, hidden, not_to)
                infoset = self._infoset(2, second, "", tuple(label for label, _ in options), ("states", name))
                self._node(Decision(infoset, ()), len(options))
                step = self.first_step[infoset]
                return [_Point(to, moved, (first, (step + at, ())), number, at) for at, (_, moved) in enumerate(options)]
        raise AssertionError(state)

    def _node(self, node: Node, followers: int) -> None:
        self.nodes.append(node)
        self.children.append([0] * followers)

    def _infoset(self, player: int, knows: Knowledge, state: str, actions: tuple[str, ...], place: tuple[str, ...]) -> int:
        key = (player, knows)
        if key not in self.infosets:
            self.infosets[key] = len(self.records)
            self.records.append(InformationSet(player, state, knows[1], actions))
            self.first_step.append(self.first_step[-1] + len(actions))
        infoset = self.infosets[key]
        known = self.records[infoset].actions
        if known != actions:
            name = self.graph.players[player - 1]
            raise InputError([Problem(
                f"{name} is offered {', '.join(actions)} here and {', '.join(known)} in another state, "
                f"and cannot tell the two apart; give them different 'sees'", place)])
        return infoset
