"""Strategies on a state graph that depend on all that their player remembers, which a state may
have forgotten. A graph is split for such a strategy: into states of the graph with the memories
that come there, without the moves that the strategy never makes.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from ...schemas.observation_graph import NOTHING, ObservationGraph, topological
from ...schemas.observation_graph.classes_kernel import mark_live
from ...schemas.observation_graph.columns import Int32s
from ...schemas.parts.limits import more_than
from ...schemas.parts.problems import InputError, Problem, SizeError
from ...schemas.strategies.states import Memory, Remembered, StateStrategy, memory_text

Play = Callable[[Memory, tuple[str, ...]], tuple[Fraction, ...] | None]
"""Takes a memory and the labels of the actions, and returns their probabilities, whose sum is
exactly 1; None where the strategy does not say how to play.
"""


@dataclass(frozen=True, eq=False, kw_only=True)
class SplitGraph:
    """A graph of n states, split for a player's strategy."""

    graph: ObservationGraph
    origin: Int32s
    """Shape (n,): the states of the graph that was split."""
    strategy: StateStrategy
    """The strategy, for the states of `graph`."""

    def carried(self, other: StateStrategy) -> StateStrategy:
        """Return the strategy of the other player, which is for the graph that was split."""
        return other._replace(which=other.which[self.origin])


@dataclass(frozen=True, eq=False, kw_only=True)
class MemoryStrategy:
    """A player's strategy: a distribution for each memory."""

    play: Play
    alone: SplitGraph
    """The graph of the game, split for this strategy."""


def memory_strategy(
    graph: ObservationGraph, player: int, play: Play, most: int
) -> MemoryStrategy | None:
    """Return a player's strategy in a graph without cycles; None if it does not say how to play at
    any memory. Raises InputError if it lacks some of those to which it leads, and SizeError if they
    split the graph into more than `most` states.
    """
    splitting = _Splitting(graph, player, play, most)
    alone = splitting.split()
    if not alone.strategy.distributions:
        return None
    if splitting.missing is not None:
        where = memory_text(splitting.missing) or "the start"
        raise InputError([Problem(f"player {player}, {where}: no probabilities")])
    return MemoryStrategy(play=play, alone=alone)


def split(graph: ObservationGraph, player: int, play: Play, most: int) -> SplitGraph:
    """Return a graph without cycles, split for a player's strategy. Raises SizeError for more than
    `most` states.
    """
    return _Splitting(graph, player, play, most).split()


class _Splitting:
    """The walk over pairs of a state and the number of a memory; 0 is the empty memory."""

    def __init__(self, graph: ObservationGraph, player: int, play: Play, most: int) -> None:
        self.graph, self.player, self.play, self.most = graph, player, play, most
        columns = graph.columns
        self.actor: list[int] = columns.actor.tolist()
        self.target: list[int] = columns.target.tolist()
        self.label: list[int] = columns.label.tolist()
        self.sees: list[int] = columns.sees[player - 1].tolist()
        order, live = topological(graph), np.zeros(len(columns), np.bool_)
        assert order is not None
        mark_live(order, columns.actor, columns.begin, columns.target, player, live)
        self.moves_later: list[bool] = live.tolist()
        self.memories: list[Memory] = [()]
        self.missing: Memory | None = None
        """The first memory where the strategy does not say how to play. No move is made there."""
        self._numbers: dict[Memory, int] = {(): 0}
        self._after: dict[tuple[int, int, int], int] = {}
        """The number of the memory after one, the label of an own move and a text that is seen."""
        self._pairs = {(graph.start, 0): 0}
        self._shares: dict[int, tuple[Fraction, ...] | None] = {}
        self._distributions: dict[tuple[Fraction, ...], int] = {}

    def split(self) -> SplitGraph:
        """Return the pairs to which play comes, as a graph."""
        moves, targets, begin, which = array("i"), array("i"), array("i", [0]), array("i")
        waiting = [(self.graph.start, 0)]
        for state, memory in waiting:  # It grows while we iterate.
            row, made = NOTHING, [*self.graph.columns.moves(state)]
            if self.actor[state] == self.player:
                row, made = self._made(memory, made)
            which.append(row)
            for move in made:
                pair = self.target[move], self._memory_after(state, memory, move)
                number = self._pairs.setdefault(pair, len(waiting))
                if number == len(waiting):
                    waiting.append(pair)
                targets.append(number)
            moves.extend(made)
            begin.append(len(moves))
            if len(waiting) > self.most:
                many = more_than(self.most, "states with what a player remembers")
                raise SizeError([Problem(f"the strategy {many}")])
        origin = np.array([state for state, _ in waiting], np.int32)
        rows = [tuple(filter(None, row)) for row in self._distributions]
        return SplitGraph(
            graph=self._graph(
                origin, *(np.array(each, np.int32) for each in (moves, targets, begin))
            ),
            origin=origin,
            strategy=StateStrategy(rows, np.array(which, np.int32)),
        )

    def _made(self, memory: int, moves: list[int]) -> tuple[int, list[int]]:
        """Return the number of the distribution at a memory, and the moves that are made there."""
        if memory not in self._shares:
            texts = self.graph.columns.texts
            shares = self.play(self.memories[memory], tuple(texts[self.label[at]] for at in moves))
            if shares is None and self.missing is None:
                self.missing = self.memories[memory]
            self._shares[memory] = shares
        shares = self._shares[memory]
        if shares is None:
            return NOTHING, []
        number = self._distributions.setdefault(shares, len(self._distributions))
        return number, [move for move, share in zip(moves, shares, strict=True) if share]

    def _memory_after(self, state: int, memory: int, move: int) -> int:
        """Return the number of the memory after a move; 0 if the player never moves again."""
        if not self.moves_later[self.target[move]]:
            return 0
        label = self.label[move] if self.actor[state] == self.player else NOTHING
        key = memory, label, self.sees[move]
        if key not in self._after:
            texts = self.graph.columns.texts
            new = [Remembered(texts[label], own=True)] if label != NOTHING else []
            new += [Remembered(texts[key[2]], own=False)] if key[2] != NOTHING else []
            together = (*self.memories[memory], *new)
            self._after[key] = self._numbers.setdefault(together, len(self.memories))
            if self._after[key] == len(self.memories):
                self.memories.append(together)
        return self._after[key]

    def _graph(
        self, origin: Int32s, moves: Int32s, targets: Int32s, begin: Int32s
    ) -> ObservationGraph:
        """Return the graph of the pairs, with these moves of the graph that is split."""
        columns = self.graph.columns
        return replace(
            self.graph,
            names=tuple(map(str, range(len(origin)))),
            start=0,
            columns=replace(
                columns,
                actor=columns.actor[origin],
                payoff=columns.payoff[origin],
                begin=begin,
                label=columns.label[moves],
                target=targets,
                probability=columns.probability[moves],
                reward=columns.reward[moves],
                sees=(columns.sees[0][moves], columns.sees[1][moves]),
            ),
        )
