"""The game as a tree: one node per history.

Information sets are keyed by the last own move and the observations since, so
that they have perfect recall by construction (Kuhn 1953).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from ...schemas.game import Chance, Decision, InformationSet, Node, Terminal
from ...schemas.parts.events import Event, answer, outcome
from ...schemas.parts.problems import InputError, Problem, agreeing
from ...schemas.parts.states import Choice, Draw, Look, Relocation
from ...schemas.parts.states import Terminal as End
from ...schemas.state_graph import StateGraph
from ...schemas.state_graph.secrets import Hidden, placements, relocations
from .expansion import Events, Expansion, game_of


class Knowledge(NamedTuple):
    """The key of a player's information set."""

    last: int
    """Number of the last own move, -1 for none."""
    seen: tuple[str, ...]
    """The observations since then."""

    def sees(self, what: str) -> "Knowledge":
        return Knowledge(self.last, (*self.seen, what))


NOTHING = Knowledge(-1, ())


class Point(NamedTuple):
    """A history to be written: its state of the graph and both players' knowledge."""

    state: int
    hidden: Hidden
    first: Knowledge
    second: Knowledge
    parent: int
    position: int
    events: Events
    """The events since the parent."""
    won: Fraction = Fraction(0)
    """In a graph without a secret, player 1's total reward so far."""
    row: int = -1
    """Player 1's half of a simultaneous move, once made; else -1."""
    infoset: int = -1
    """Player 2's information set at that joint state."""


class TreeBuilder:
    """Builds the game of a graph."""

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph
        self.nodes: list[Node] = []
        self.children: list[list[int]] = []
        self.infosets: dict[object, int] = {}
        self.records: list[InformationSet] = []
        # Per information set the number of its first action; last, the next free number.
        self.first_step: list[int] = [0]
        # Per node, as in `Expansion`.
        self.states: list[int] = []
        self.events: list[Events] = []
        self.secrets: list[Hidden] = []

    def expansion(self, watch: Callable[[int], None]) -> Expansion:
        waiting = self.place()
        while waiting:
            if len(self.nodes) % 1024 == 0:
                watch(len(self.nodes))
            point = self.after_looks(waiting.pop())
            known = self.known(point)
            self.children[point.parent][point.position] = (
                len(self.nodes) if known is None else known
            )
            if known is None:
                self._note(point.state, point.events, point.hidden)
                waiting += self.write(point)[::-1]
        return self.finished()

    def known(self, point: Point) -> int | None:
        """Return the node that a history shares with earlier ones; None in a tree."""
        return None

    def key(self, player: int, knows: Knowledge, state: str) -> object:
        """Return the key of an information set of a player."""
        return player, knows

    def finished(self) -> Expansion:
        """Return the game of all nodes, with their children."""
        nodes = tuple(map(_with_children, self.nodes, self.children))
        game = game_of(self.graph, tuple(self.records), nodes)
        origin = tuple(self.states), tuple(self.events), tuple(self.secrets)
        return Expansion(game, self.graph, *origin)

    def place(self) -> list[Point]:
        """Write the root, at which player 2 chooses the secret."""
        chosen = placements(self.graph)
        self._note(self.graph.start, (), frozenset())
        step = self._decision(2, NOTHING, "", tuple(label for label, _ in chosen), ("secret",))
        placed = (Event.PLACEMENT,)
        return [
            Point(self.graph.start, hidden, NOTHING, Knowledge(step + at, ()), 0, at, placed)
            for at, (_, hidden) in enumerate(chosen)
        ][::-1]

    def after_looks(self, point: Point) -> Point:
        """Return the point after all looks, which are no moves: the secret gives the result."""
        while isinstance(state := self.graph.states[point.state], Look):
            occupied = state.place in point.hidden
            event = Event.OCCUPIED if occupied else Event.EMPTY
            point = point._replace(
                state=state.occupied if occupied else state.empty,
                first=point.first.sees(f"{state.place} {event.value}"),
                events=(*point.events, event),
            )
        return point

    def write(self, point: Point) -> list[Point]:
        """Write the node of a settled history and return its successors."""
        match self.graph.states[point.state]:
            case End(payoff):
                self._node(Terminal(payoff), 0)
                return []
            case Draw(moves):
                return self._draw(point, moves)
            case Choice(1, moves):
                return self._move(point, moves)
            case Choice(_, moves, sees):
                return self._expand_choice(point, moves, sees)
            case Relocation() as relocation:
                return self._relocation(point, relocation)
        raise AssertionError(point)

    def _draw(self, point: Point, moves: tuple[tuple[str, Fraction, int], ...]) -> list[Point]:
        labels, probabilities, _ = zip(*moves, strict=True)
        number = self._node(Chance(labels, probabilities, ()), len(moves))
        _, hidden, first, second, *_ = point
        return [
            Point(to, hidden, first.sees(label), second, number, at, (outcome(label),))
            for at, (label, _, to) in enumerate(moves)
        ]

    def _move(self, point: Point, moves: tuple[tuple[str, int], ...]) -> list[Point]:
        number, name = len(self.nodes), self.graph.names[point.state]
        labels = tuple(label for label, _ in moves)
        step = self._decision(1, point.first, name, labels, ("states", name))
        _, hidden, _, second, *_ = point
        moved = (Event.MOVE,)
        return [
            Point(to, hidden, Knowledge(step + at, ()), second, number, at, moved)
            for at, (_, to) in enumerate(moves)
        ]

    def _expand_choice(
        self, point: Point, moves: tuple[tuple[str, int], ...], sees: tuple[str, ...]
    ) -> list[Point]:
        number, place = len(self.nodes), ("states", self.graph.names[point.state])
        _, hidden, first, second, *_ = point
        labels = tuple(label for label, _ in moves)
        step = self._decision(2, Knowledge(second.last, sees), "", labels, place)
        return [
            Point(
                to,
                hidden,
                first.sees(label),
                Knowledge(step + at, ()),
                number,
                at,
                (answer(label),),
            )
            for at, (label, to) in enumerate(moves)
        ]

    def _relocation(self, point: Point, state: Relocation) -> list[Point]:
        number, place = len(self.nodes), ("states", self.graph.names[point.state])
        _, hidden, first, second, *_ = point
        options = relocations(self.graph, hidden, state.not_to)
        labels = tuple(label for label, _ in options)
        step = self._decision(2, Knowledge(second.last, state.sees), "", labels, place)
        return [
            Point(
                state.to,
                moved,
                first,
                Knowledge(step + at, ()),
                number,
                at,
                (Event.STAY if moved == hidden else Event.RELOCATION,),
            )
            for at, (_, moved) in enumerate(options)
        ]

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
            self.records.append(
                InformationSet(player=player, state=state, sees=knows.seen, actions=actions)
            )
            self.first_step.append(self.first_step[-1] + len(actions))
        infoset = self.infosets[key]
        known = self.records[infoset].actions
        if known != actions:
            name = self.graph.players[player - 1]
            message = (
                f"{agreeing(name, 'is', 'are')} offered {', '.join(actions)} here and "
                f"{', '.join(known)} in another state, and cannot tell the two apart; give them "
                "different 'sees'"
            )
            raise InputError([Problem(message, place)])
        self._node(Decision(infoset, ()), len(actions))
        return self.first_step[infoset]

    def _note(self, state: int, events: Events, hidden: Hidden) -> None:
        self.states.append(state)
        self.events.append(events)
        self.secrets.append(hidden)

    def _node(self, node: Node, followers: int) -> int:
        """Write a node, whose children are still unknown, and return its number."""
        self.nodes.append(node)
        self.children.append([0] * followers)
        return len(self.nodes) - 1


def _with_children(node: Node, children: Sequence[int]) -> Node:
    match node:
        case Decision(infoset):
            return Decision(infoset, tuple(children))
        case Chance(actions, probabilities):
            return Chance(actions, probabilities, tuple(children))
        case _:
            return node
