"""Games of state graphs of version 1 as `stages.expand` makes them, by plain builders, one record
per node. They refuse the same graphs with the same errors.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from efgc.schemas.game import Chance, Decision, Game, InformationSet, Node, Terminal, children
from efgc.schemas.game.node_order import renumbered
from efgc.schemas.parts.events import Event, answer, outcome
from efgc.schemas.parts.problems import InputError, Problem, agreeing
from efgc.schemas.parts.states import Choice, Draw, Joint, Look, Relocation, targets
from efgc.schemas.parts.states import Terminal as End
from efgc.schemas.state_graph import StateGraph, topological
from efgc.schemas.state_graph.secrets import (
    Hidden,
    TooManyPossibilities,
    placements,
    relocations,
)
from efgc.stages.expand.expansion import Events, Expansion
from efgc.stages.expand.shared_nodes import SMALLER, forgetting, inexact, too_many
from plain_counting import Possibility, possibilities


def plain_expansion(graph: StateGraph, limit: int, unroll: bool = False) -> Expansion:
    """Return the expansion of a graph that lists its states."""
    if graph.secret is None:
        return PublicBuilder(graph).expansion()
    if unroll or graph.source is None or graph.source.level == 0:
        return TreeBuilder(graph).expansion()
    return SharedBuilder(graph, limit).expansion()


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

    def expansion(self) -> Expansion:
        waiting = self.place()
        while waiting:
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


def game_of(
    graph: StateGraph, information_sets: Sequence[InformationSet], nodes: Sequence[Node]
) -> Game:
    """Return the game of a graph with the given information sets and nodes."""
    return Game(
        title=graph.title,
        source=graph.source,
        players=graph.players,
        states=len(graph.states),
        information_sets=information_sets,
        nodes=nodes,
        counts=graph.counts,
        places=graph.places,
    )


def _with_children(node: Node, children: Sequence[int]) -> Node:
    match node:
        case Decision(infoset):
            return Decision(infoset, tuple(children))
        case Chance(actions, probabilities):
            return Chance(actions, probabilities, tuple(children))
        case _:
            return node


class SharedBuilder(TreeBuilder):
    """Builds the game with shared nodes."""

    def __init__(self, graph: StateGraph, limit: int) -> None:
        super().__init__(graph)
        self.limit = limit
        order = topological(graph).tolist()
        self.live = live_places(graph, order)
        self.acts, self.acts_alone = _acting(graph, order)
        self.numbers: dict[tuple[int, Hidden, Knowledge], int] = {}
        self.seen: dict[str, tuple[str, ...]] = {}
        self._refuse_forgetting(order)

    def after_looks(self, point: Point) -> Point:
        """Return the point after all looks, without knowledge that no longer matters."""
        point = super().after_looks(point)
        hidden = point.hidden & self.live[point.state]
        return point._replace(
            hidden=hidden, second=point.second if self._acts(point.state, hidden) else NOTHING
        )

    def known(self, point: Point) -> int | None:
        key = (point.state, point.hidden, point.second)
        number = self.numbers.setdefault(key, len(self.nodes))
        if number < len(self.nodes):
            return number
        if number >= self.limit:
            raise too_many(self.limit)
        return None

    def key(self, player: int, knows: Knowledge, state: str) -> object:
        if player == 1 and self.seen.setdefault(state, knows.seen) != knows.seen:
            raise self._forgetting(state)
        return (player, state) if player == 1 else (player, knows)

    def _refuse_forgetting(self, order: list[int]) -> None:
        """Raise InputError if player 1 can reach one of its states with different knowledge."""
        known: dict[int, frozenset[tuple[Hidden, int]]] = {}
        for state, possible in self._possibilities(order):
            record = self.graph.states[state]
            if isinstance(record, Choice) and record.player == 1:
                here = frozenset(
                    (
                        hidden & self.live[state],
                        sequence if self._acts(state, hidden & self.live[state]) else -1,
                    )
                    for hidden, sequence in possible
                )
                if known.setdefault(state, here) != here:
                    raise self._forgetting(self.graph.names[state])

    def _possibilities(self, order: list[int]) -> Iterator[tuple[int, tuple[Possibility, ...]]]:
        try:
            yield from possibilities(self.graph, order, SMALLER * self.limit)
        except TooManyPossibilities as error:
            message = (
                f"{self.graph.players[1]} can reach its states with {error.least:,} different "
                f"secrets and moves, too many for the limit of {self.limit:,} nodes"
            )
            raise InputError([Problem(message)]) from None

    def _acts(self, state: int, hidden: Hidden) -> bool:
        return self.acts[state] if hidden else self.acts_alone[state]

    def _forgetting(self, state: str) -> InputError:
        return forgetting(self.graph, state)

    def finished(self) -> Expansion:
        """Return the game in an order in which a child comes after all its parents."""
        made = super().finished()
        order = _parents_first(made.game.nodes)
        infosets, nodes = renumbered(made.game.information_sets, made.game.nodes, order)
        shared = made._replace(
            game=replace(made.game, information_sets=infosets, nodes=nodes),
            states=tuple(map(made.states.__getitem__, order)),
            events=tuple(map(made.events.__getitem__, order)),
            secrets=tuple(map(made.secrets.__getitem__, order)),
        )
        for conflict in shared.game.reached.conflicts[:1]:  # Later conflicts follow from the first.
            raise inexact(shared.game, conflict, self.graph.names[shared.states[conflict.node]])
        return shared


def _acting(graph: StateGraph, order: list[int]) -> tuple[dict[int, bool], dict[int, bool]]:
    """Return for each state whether player 2 may move from there on: at all, and if it holds no
    place that matters.
    """
    at_all: dict[int, bool] = {}
    alone: dict[int, bool] = {}
    for state in reversed(order):
        record = graph.states[state]
        own = isinstance(record, Relocation) or isinstance(record, Choice) and record.player == 2
        empty = (record.empty,) if isinstance(record, Look) else targets(record)
        at_all[state] = own or any(at_all[to] for to in targets(record))
        alone[state] = own or any(alone[to] for to in empty)
    return at_all, alone


def _parents_first(nodes: Sequence[Node]) -> list[int]:
    """Return the nodes in reverse postorder of a depth-first search: a topological order that stays
    close to prefix order.
    """
    order: list[int] = []
    entered = [False] * len(nodes)
    waiting = [(0, False)]
    while waiting:
        number, left = waiting.pop()
        if left:
            order.append(number)
        elif not entered[number]:
            entered[number] = True
            waiting.append((number, True))
            waiting += [(child, False) for child in children(nodes[number]) if not entered[child]]
    return order[::-1]


def live_places(graph: StateGraph, order: list[int]) -> dict[int, Hidden]:
    """Return for each state the places of the secret that are relevant from there on."""
    every = frozenset(name for name, _ in graph.places)
    live: dict[int, Hidden] = {}
    for state in reversed(order):
        record = graph.states[state]
        own = (
            every
            if isinstance(record, Relocation)
            else frozenset([record.place] if isinstance(record, Look) else [])
        )
        live[state] = own.union(*(live[to] for to in targets(record)))
    return live


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
