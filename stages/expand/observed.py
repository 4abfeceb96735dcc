"""Expand state graphs in which both players see different things.

A player remembers its own actions and the texts that it saw, in order: its memory. Histories are in
one information set if their player moves there and has the same memory. Memories are numbered in a
tree: each is an earlier one with one more item.

Two histories that lead to the same state with the same memories of both players and the same
rewards differ only in moves of chance that nobody saw. They can share a node: all its chance weight
belongs to one pair of sequences, and the same nodes follow.
"""

import math
from array import array
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ...schemas.game import Game, InformationSet
from ...schemas.game.columns import (
    ChanceMove,
    GameColumns,
    InfosetView,
    Kind,
    NodeView,
    infoset_columns,
)
from ...schemas.observation_graph import NOTHING, Actor, ObservationGraph, topological, unrolled
from ...schemas.observation_graph.counting import count_histories
from ...schemas.parts.exact import large
from ...schemas.parts.limits import beyond, more_than, refuse_too_many
from ...schemas.parts.problems import InputError, Problem, SizeError
from ...schemas.parts.rationals import rationals
from ...schemas.parts.watch import Watch

AT_ONCE = 4096  # Nodes between two calls of `watch`.
START = 0
"""The number of the empty memory."""
Point = tuple[int, int, int, int]
"""A state, the memories of player 1 and player 2, and the rewards so far in parts."""


def expand_observed(graph: ObservationGraph, limit: int, unroll: bool, watch: Watch) -> Game:
    """Return the game of a checked graph: a tree in prefix order if the graph is of level 0 or has
    no source, or with `unroll`; else a game in which histories share nodes where that is exact.
    Raise SizeError if it has more than `limit` histories or nodes, and InputError if a player
    cannot know its actions.
    """
    acyclic = unrolled(graph, limit, "--max-histories")
    tree = unroll or graph.source is None or graph.source.level == 0
    total = count_histories(acyclic)[0] if tree else 0
    if total > limit:
        raise SizeError([Problem(f"the game {beyond(limit, total, 'histories')}")])
    walk = _Walk(acyclic, limit)
    points = walk.tree() if tree else walk.shared()
    for done, (number, point) in enumerate(points):
        walk.add(number, point)
        if done % AT_ONCE == 0:
            watch(done, total)
    return walk.game(graph)


class _Move(NamedTuple):
    """A move of the graph, with what it adds to the memories."""

    target: int
    reward: int
    """In parts."""
    items: tuple[tuple[int, ...], tuple[int, ...]]
    """What player 1 and player 2 remember of it: own actions have even numbers, observations odd
    ones.
    """


class _Memories:
    """The memories of one player, each with the memory before its last item."""

    def __init__(self) -> None:
        self.before, self.item = array("i", [-1]), array("i", [-1])
        self._number: dict[tuple[int, int], int] = {}

    def add(self, memory: int, items: tuple[int, ...]) -> int:
        """Return the memory with more items."""
        for item in items:
            number = self._number.setdefault((memory, item), len(self.item))
            if number == len(self.item):
                self.before.append(memory)
                self.item.append(item)
            memory = number
        return memory

    def seen(self, memory: int) -> list[int]:
        """Return the texts that the player has seen since its last own action."""
        found = []
        while memory != START and self.item[memory] % 2:
            found.append(self.item[memory] // 2)
            memory = self.before[memory]
        return found[::-1]


class _Walk:
    """A walk through the histories of a graph without cycles. Every point gets a number when it is
    first reached, and becomes a node later.
    """

    def __init__(self, graph: ObservationGraph, limit: int) -> None:
        self.graph, self.limit = graph, limit
        columns = graph.columns
        self.parts = math.lcm(*(number.denominator for number in columns.numbers))
        self.whole = [int(number * self.parts) for number in columns.numbers]
        self.actor, self.payoff = columns.actor.tolist(), columns.payoff.tolist()
        self.moves: list[tuple[_Move, ...] | None] = [None] * len(columns)
        self.memories = _Memories(), _Memories()
        self.kinds, self.what, self.begin = bytearray(), array("i"), array("i", [0])
        self.below = array("i")
        """The numbers of the points below the nodes."""
        self.node = array("i", [-1])
        """The node of each point."""
        self.above = array("i", [-1])
        """The node above each point where it was first reached."""
        self.waiting: list[tuple[int, Point]] = []
        self.shares: Callable[[Point], int] | None = None
        """Returns the number of a point that may have been reached before; None in a tree."""
        self.infosets: list[tuple[int, int, int]] = []
        """Player, memory, and the state of the first node."""
        self.known: dict[tuple[int, int], int] = {}
        self.states = array("i")
        """The state of each node."""
        self.chances: dict[ChanceMove, int] = {}
        self.drawn: dict[int, int] = {}
        self.payoffs: dict[int, int] = {}

    def tree(self) -> Iterator[tuple[int, Point]]:
        """Yield the points of the tree in prefix order, as they are found by `add`."""
        self.waiting.append((0, (self.graph.start, START, START, 0)))
        while self.waiting:
            yield self.waiting.pop()

    def shared(self) -> Iterator[tuple[int, Point]]:
        """Yield each point once, after all points that lead to it."""
        order = topological(self.graph)
        assert order is not None
        start = (self.graph.start, START, START, 0)
        reached: dict[int, dict[Point, int]] = {self.graph.start: {start: 0}}
        total = 1

        def number(point: Point) -> int:
            nonlocal total
            points = reached.setdefault(point[0], {})
            found = points.setdefault(point, total)
            if found == total:
                total += 1
                if total > self.limit:
                    raise self._too_large()
            return found

        self.shares = number
        for state in order.tolist():
            for point, at in reached.pop(state, {}).items():
                yield at, point

    def _too_large(self) -> SizeError:
        histories = large(count_histories(self.graph)[0])
        nodes = more_than(self.limit, "nodes")
        return SizeError([Problem(f"the game has {histories} histories, and {nodes}")])

    def add(self, number: int, point: Point) -> None:
        """Add the node of a point."""
        state, first, second, won = point
        node = len(self.kinds)
        self.node[number] = node
        self.states.append(state)
        actor = self.actor[state]
        if actor == Actor.TERMINAL:
            paid = won + self.whole[self.payoff[state]]
            self._add(Kind.TERMINAL, self.payoffs.setdefault(paid, len(self.payoffs)))
        elif actor == Actor.CHANCE:
            self._add(Kind.CHANCE, self._chance(state))
        else:
            self._add(Kind.DECISION, self._infoset(number, actor, point[actor], state))
        ahead = [
            (
                move.target,
                self.memories[0].add(first, move.items[0]),
                self.memories[1].add(second, move.items[1]),
                won + move.reward,
            )
            for move in self.moves[state] or self._moves(state)
        ]
        numbers = [self._numbered(following, node) for following in ahead]
        self.below.extend(numbers)
        self.begin.append(len(self.below))
        if self.shares is None:
            self.waiting += zip(reversed(numbers), reversed(ahead), strict=True)

    def _add(self, kind: Kind, what: int) -> None:
        self.kinds.append(kind)
        self.what.append(what)

    def _numbered(self, point: Point, node: int) -> int:
        number = len(self.node) if self.shares is None else self.shares(point)
        if number == len(self.node):
            self.node.append(-1)
            self.above.append(node)
        return number

    def _moves(self, state: int) -> tuple[_Move, ...]:
        columns, actor = self.graph.columns, self.actor[state]
        found = []
        for move in columns.moves(state):
            label = 2 * int(columns.label[move])
            first, second = (
                (
                    *((label,) if actor == player else ()),
                    *((2 * int(sees[move]) + 1,) if sees[move] != NOTHING else ()),
                )
                for player, sees in enumerate(columns.sees, 1)
            )
            reward = self.whole[columns.reward[move]]
            found.append(_Move(int(columns.target[move]), reward, (first, second)))
        self.moves[state] = tuple(found)
        return tuple(found)

    def _labels(self, state: int) -> tuple[str, ...]:
        columns = self.graph.columns
        moves = columns.moves(state)
        return tuple(columns.texts[at] for at in columns.label[moves.start : moves.stop].tolist())

    def _chance(self, state: int) -> int:
        if state not in self.drawn:
            columns = self.graph.columns
            moves = columns.moves(state)
            numbers = columns.probability[moves.start : moves.stop].tolist()
            move = ChanceMove(self._labels(state), tuple(columns.numbers[one] for one in numbers))
            self.drawn[state] = self.chances.setdefault(move, len(self.chances))
        return self.drawn[state]

    def _infoset(self, point: int, player: int, memory: int, state: int) -> int:
        number = self.known.setdefault((player, memory), len(self.infosets))
        if number == len(self.infosets):
            self.infosets.append((player, memory, state))
        else:
            first = self.infosets[number][2]
            if first != state and self._labels(first) != self._labels(state):
                raise InputError([self._conflict(number, point, state)])
        return number

    def _conflict(self, infoset: int, point: int, state: int) -> Problem:
        player, _, first = self.infosets[infoset]
        at = bytes(self.kinds).find(bytes([Kind.DECISION]))
        while self.what[at] != infoset or self.kinds[at] != Kind.DECISION:
            at += 1
        name = self.graph.players[player - 1]
        offers = [", ".join(self._labels(one)) for one in (first, state)]
        return Problem(
            f"{name} cannot know its actions: after {self._history(self.node.index(at))} they are "
            f"{offers[0]}, after {self._history(point)} they are {offers[1]}, and it saw the same",
            ("states", self.graph.names[state], "moves"),
        )

    def _history(self, point: int) -> str:
        words = []
        while self.above[point] >= 0:
            node = self.above[point]
            moves = self.below[self.begin[node] : self.begin[node + 1]]
            words.append(self._labels(self.states[node])[moves.index(point)])
            point = self.node.index(node)
        return " - ".join(words[::-1]) or "nothing"

    def game(self, graph: ObservationGraph) -> Game:
        """Return the game of all nodes that were added."""
        refuse_too_many(len(self.below), "ways between nodes")
        texts = self.graph.columns.texts
        infosets = infoset_columns(
            InformationSet(
                player=player,
                state="",
                sees=tuple(texts[text] for text in self.memories[player - 1].seen(memory)),
                actions=self._labels(state),
            )
            for player, memory, state in self.infosets
        )
        columns = GameColumns(
            kind=np.frombuffer(bytes(self.kinds), np.int8),
            what=np.array(self.what, np.int32),
            begin=np.array(self.begin, np.int32),
            children=np.array(self.node, np.int32)[np.array(self.below, np.int32)],
            payoffs=rationals(Fraction(paid, self.parts) for paid in self.payoffs),
            chances=tuple(self.chances),
            infosets=infosets,
        )
        return Game(
            title=graph.title,
            source=graph.source,
            players=graph.players,
            states=len(graph.names),
            information_sets=InfosetView(infosets),
            nodes=NodeView(columns),
            counts=graph.counts,
        )
