"""Games that deal first and are then played in public: chance moves first, and every later move is
seen by both players, so that they differ only in what they saw of the deal, their *types*. Liar's
dice is one, and so is poker without later deals.

In place of states there are *public nodes*, each a state for every deal, and all types of a player
are treated at once, as vectors. So one step takes time in proportion to public nodes and types,
while histories are pairs of types (vector-form and public-tree algorithms: Johanson, Waugh, Bowling
and Zinkevich, IJCAI 2011).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...schemas.state_graph import NOTHING, Actor, ObservationGraph
from ...schemas.state_graph.order import topological_order
from .walks import Floats, Int32s

Memory = tuple[str, ...]
DEALS, STATES = 20_000, 20_000_000
"""The most ways through the deal, and the most states of all public nodes together."""


@dataclass(frozen=True, eq=False, kw_only=True)
class PublicGame:
    """n public nodes and m moves, each node after all nodes that lead to it."""

    types: tuple[tuple[Memory, ...], tuple[Memory, ...]]
    """Of each player what it remembers of each of its deals, in words."""
    chance: Floats
    """Shape (2, most types): the probability of each type."""
    actor: NDArray[np.int8]
    """Shape (n,): who moves; 0 at the end."""
    begin: Int32s
    """Shape (n + 1,): offset of the moves of each node."""
    target: Int32s
    """Shape (m,)."""
    label: tuple[str, ...]
    """Shape (m,)."""
    entries: tuple[tuple[Memory, Memory], ...]
    """Shape (m,): what each player remembers of a move, in words."""
    table: Int32s
    """Shape (n,): the number of the payoffs of a node at the end."""
    classes: NDArray[np.int32]
    """Shape (2, tables, most types): types of one class are paid alike."""
    payoffs: Floats
    """Shape (tables, most classes of player 1, most classes of player 2): times the probability of
    the deal over that of both types.
    """

    low: float
    high: float
    """The least and the largest payoff."""

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Shape (2, n): the number of pairs of a type and an action of each player from each node
        on, met by every way.
        """
        found = np.zeros((2, len(self.actor)), np.int64)
        for node in range(len(self.actor) - 1, -1, -1):
            moves = self.target[self.begin[node] : self.begin[node + 1]]
            found[:, node] = found[:, moves].sum(axis=1)
            if actor := int(self.actor[node]):
                found[actor - 1, node] += len(self.types[actor - 1]) * len(moves)
        return found

    @cached_property
    def depth(self) -> int:
        """The most moves after the deal."""
        found = np.zeros(len(self.actor), np.int64)
        for node in range(len(self.actor) - 1, -1, -1):
            moves = self.target[self.begin[node] : self.begin[node + 1]]
            found[node] = found[moves].max(initial=-1) + 1
        return int(found[0])


@dataclass(frozen=True)
class _Deal:
    state: int
    memories: tuple[Memory, Memory]
    probability: Fraction


def public_game(graph: ObservationGraph) -> PublicGame | None:
    """Return a checked graph without a limit of moves as a public game; None if it is none."""
    deals = _deals(graph)
    if len(deals) < 2 or (graph.columns.reward != 0).any():
        return None
    nodes = _Nodes(graph)
    if not nodes.found_all(tuple(one.state for one in deals)):
        return None
    return _public(graph, deals, nodes)


def _deals(graph: ObservationGraph) -> list[_Deal]:
    """Return each way through the moves of chance at the start, and nothing if there are too many;
    ways that end in one state, and that look the same to both players, are one.
    """
    columns, found = graph.columns, dict[tuple[int, tuple[Memory, Memory]], Fraction]()
    waiting = [_Deal(graph.start, ((), ()), Fraction(1))]
    while waiting:
        deal = waiting.pop()
        if len(waiting) > DEALS:
            return []
        if columns.actor[deal.state] != Actor.CHANCE:
            key = deal.state, deal.memories
            found[key] = found.get(key, Fraction(0)) + deal.probability
            continue
        for move in columns.moves(deal.state):
            first, second = (
                _saw(graph, player, move, memory)
                for player, memory in zip((1, 2), deal.memories, strict=True)
            )
            probability = deal.probability * columns.numbers[columns.probability[move]]
            waiting.append(_Deal(int(columns.target[move]), (first, second), probability))
    return [_Deal(*key, probability) for key, probability in sorted(found.items())]


def _saw(graph: ObservationGraph, player: int, move: int, memory: Memory) -> Memory:
    """Return a memory after a move, in the words of `walks.entries_of`."""
    text = int(graph.columns.sees[player - 1][move])
    return memory if text == NOTHING else (*memory, f"saw {graph.columns.texts[text]}")


class _Nodes:
    """The public nodes of a graph: a state for each deal."""

    def __init__(self, graph: ObservationGraph) -> None:
        self.graph = graph
        self.states: list[tuple[int, ...]] = []
        self.moves: list[list[tuple[int, int]]] = []
        """Of each node the moves: a move of the graph for the first deal, and the node after it."""

    def found_all(self, start: tuple[int, ...]) -> bool:
        """Find all nodes from a first one on; return whether the game is public."""
        columns, number = self.graph.columns, {start: 0}
        self.states.append(start)
        for states in self.states:
            many = len(self.states) * len(states) > STATES
            if many or len(set(columns.actor[[*states]].tolist())) > 1:
                return False
            moves = [columns.moves(state) for state in states]
            if columns.actor[states[0]] == Actor.CHANCE or len(set(map(len, moves))) > 1:
                return False
            self.moves.append([])
            told = set[int]()
            for each in zip(*moves, strict=True):
                looks = {self._looks(move) for move in each}
                text = self._looks(each[0])[-1]
                if len(looks) > 1 or text == NOTHING or text in told:
                    return False
                told.add(text)
                target = tuple(columns.target[[*each]].tolist())
                if target not in number:
                    number[target] = len(number)
                    self.states.append(target)
                self.moves[-1].append((each[0], number[target]))
        return True

    def _looks(self, move: int) -> tuple[int, int, int]:
        """Return the label of a move, and the texts that the mover and the other player see."""
        columns = self.graph.columns
        mover = 0 if columns.actor[columns.origin[move]] == Actor.PLAYER_1 else 1
        own, other = int(columns.sees[mover][move]), int(columns.sees[1 - mover][move])
        return int(columns.label[move]), own, other


def _public(graph: ObservationGraph, deals: list[_Deal], nodes: _Nodes) -> PublicGame:
    columns, order = graph.columns, _order(nodes)
    place = {node: at for at, node in enumerate(order)}
    moves = [move for node in order for move, _ in nodes.moves[node]]
    firsts = [nodes.states[node][0] for node in order]
    types = [sorted({deal.memories[player] for deal in deals}) for player in (0, 1)]
    chance = [
        [
            sum((one.probability for one in deals if one.memories[player] == each), Fraction())
            for each in types[player]
        ]
        for player in (0, 1)
    ]
    payoffs = _Tables(graph, deals, types, chance)
    ended = [payoffs.of(nodes.states[node]) if not nodes.moves[node] else 0 for node in order]
    classes, small = payoffs.by_classes()
    most = max(map(len, types))
    return PublicGame(
        types=(tuple(types[0]), tuple(types[1])),
        chance=np.array([[*map(float, each), *[0.0] * (most - len(each))] for each in chance]),
        actor=columns.actor[firsts],
        begin=np.cumsum([0, *(len(nodes.moves[node]) for node in order)]).astype(np.int32),
        target=np.array([place[to] for node in order for _, to in nodes.moves[node]], np.int32),
        label=tuple(columns.texts[columns.label[move]] for move in moves),
        entries=tuple((_entry(graph, 1, move), _entry(graph, 2, move)) for move in moves),
        table=np.array(ended, np.int32),
        classes=classes,
        payoffs=small,
        low=float(min(payoffs.numbers())),
        high=float(max(payoffs.numbers())),
    )


def _order(nodes: _Nodes) -> list[int]:
    """Return the nodes, each after all that lead to it."""
    begin = np.cumsum([0, *map(len, nodes.moves)]).astype(np.int32)
    target = np.array([to for moves in nodes.moves for _, to in moves], np.int32)
    order = topological_order(begin, target, 0)
    found: list[int] = order.tolist()
    return found


def _entry(graph: ObservationGraph, player: int, move: int) -> Memory:
    """Return what a player remembers of a move, in the words of `walks.entries_of`."""
    columns = graph.columns
    own = columns.actor[columns.origin[move]] == player
    did = (f"did {columns.texts[columns.label[move]]}",) if own else ()
    return _saw(graph, player, move, did)


class _Tables:
    """The payoffs of pairs of types at the ends of a game; equal ones once."""

    def __init__(
        self,
        graph: ObservationGraph,
        deals: list[_Deal],
        types: list[list[Memory]],
        chance: list[list[Fraction]],
    ) -> None:
        self.columns, self.shape = graph.columns, (len(types[0]), len(types[1]))
        places = [{memory: at for at, memory in enumerate(each)} for each in types]
        self.deals = [
            (first, second, deal.probability / (chance[0][first] * chance[1][second]))
            for deal in deals
            for first, second in [[places[at][deal.memories[at]] for at in (0, 1)]]
        ]
        self.number: dict[tuple[int, ...], int] = {}

    def of(self, states: tuple[int, ...]) -> int:
        """Return the number of the table of an end."""
        return self.number.setdefault((*self.columns.payoff[[*states]].tolist(),), len(self.number))

    def numbers(self) -> list[Fraction]:
        """Return all payoffs."""
        return [self.columns.numbers[at] for at in {at for table in self.number for at in table}]

    def by_classes(self) -> tuple[NDArray[np.int32], Floats]:
        """Return the classes and payoffs of all tables, see `PublicGame`."""
        classes = np.zeros((2, max(len(self.number), 1), max(self.shape)), np.int32)
        small = []
        for at, payoffs in enumerate(self.number):
            table = np.zeros(self.shape, object)
            for (first, second, share), payoff in zip(self.deals, payoffs, strict=True):
                table[first, second] += share * self.columns.numbers[payoff]
            _, rows, which = np.unique(
                table.astype(float), axis=0, return_index=True, return_inverse=True
            )
            classes[0, at, : self.shape[0]] = which.ravel()
            table = table.astype(float)[rows]
            table, which = np.unique(table, axis=1, return_inverse=True)
            classes[1, at, : self.shape[1]] = which.ravel()
            small.append(table)
        most = [max((len(one.T if side else one) for one in small), default=1) for side in (0, 1)]
        payoffs_of = np.zeros((len(classes[0]), *most))
        for at, table in enumerate(small):
            payoffs_of[at, : table.shape[0], : table.shape[1]] = table
        return classes, payoffs_of
