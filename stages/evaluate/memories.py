"""Strategies on a state graph that depend on all that their player remembers, which a state may
have forgotten. A graph is split for such a strategy: into states of the graph with the memories
that come there, without the moves that the strategy never makes.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from ...schemas.parts.limits import more_than
from ...schemas.parts.problems import InputError, Problem, SizeError
from ...schemas.state_graph import NOTHING, ObservationGraph, TurnView, topological
from ...schemas.state_graph.classes_kernel import mark_live
from ...schemas.state_graph.columns import Int32s
from ...schemas.strategies.states import Memory, Remembered, StateStrategy, memory_text

Play = Callable[[Memory, tuple[str, ...]], tuple[Fraction, ...] | None]
"""Takes a memory and the labels of the actions, and returns their probabilities, whose sum is
exactly 1; None where the strategy does not say how to play. The same for the same memory.
"""


@dataclass(frozen=True, eq=False, kw_only=True)
class SplitGraph:
    """A graph of n states, split for a player's strategy."""

    graph: ObservationGraph
    origin: Int32s
    """Shape (n,): the states of the graph that was split."""
    strategy: StateStrategy
    """The strategy, for the states of `graph`."""
    missing: Memory | None
    """The first memory where the strategy does not say how to play. No move is made there."""

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
    any memory. Raises InputError if it lacks some of those to which it leads, and SizeError as
    `split`.
    """
    alone = split(graph, player, play, most)
    if not alone.strategy.distributions:
        return None
    if alone.missing is not None:
        words = f"player {player}, {memory_text(alone.missing)}: no probabilities"
        raise InputError([Problem(words)])
    return MemoryStrategy(play=play, alone=alone)


def split(graph: ObservationGraph, player: int, play: Play, most: int) -> SplitGraph:
    """Return a graph without cycles, split for a player's strategy. Raises SizeError for more than
    `most` states.
    """
    splitting = _Splitting(graph, player, play)
    moves, targets, begin, which = array("i"), array("i"), array("i", [0]), array("i")
    pairs: list[tuple[int, Memory]] = [(graph.start, ())]
    number = {pairs[0]: 0}
    for state, memory in pairs:  # It grows while we iterate.
        row, made = splitting.made(state, memory)
        which.append(row)
        for move in made:
            pair = splitting.after(state, memory, move)
            targets.append(number.setdefault(pair, len(pairs)))
            if targets[-1] == len(pairs):
                pairs.append(pair)
        moves.extend(made)
        begin.append(len(moves))
        if len(pairs) > most:
            many = more_than(most, "states with what a player remembers")
            raise SizeError([Problem(f"the strategy {many}")])
    origin = np.array([state for state, _ in pairs], np.int32)
    rows = [tuple(filter(None, row)) for row in splitting.distributions]
    columns = (np.array(each, np.int32) for each in (moves, targets, begin))
    return SplitGraph(
        graph=_graph(graph, origin, *columns),
        origin=origin,
        strategy=StateStrategy(rows, np.array(which, np.int32)),
        missing=splitting.missing,
    )


class _Splitting:
    """The moves that a strategy makes, and what its player remembers after them."""

    def __init__(self, graph: ObservationGraph, player: int, play: Play) -> None:
        columns = graph.columns
        self.columns, self.player, self.play = columns, player, play
        self.actor: list[int] = columns.actor.tolist()
        self.target: list[int] = columns.target.tolist()
        self.label: list[int] = columns.label.tolist()
        self.sees: list[int] = columns.sees[player - 1].tolist()
        order, live = topological(graph), np.zeros(len(columns), np.bool_)
        mark_live(order, columns.actor, columns.begin, columns.target, player, live)
        self.moves_later: list[bool] = live.tolist()
        self.missing: Memory | None = None
        self.distributions: dict[tuple[Fraction, ...], int] = {}

    def made(self, state: int, memory: Memory) -> tuple[int, list[int]]:
        """Return the moves that are made in a state; before them the number of their distribution
        if the player makes them, else NOTHING.
        """
        moves = [*self.columns.moves(state)]
        if self.actor[state] != self.player:
            return NOTHING, moves
        shares = self.play(memory, tuple(self.columns.texts[self.label[move]] for move in moves))
        if shares is None:
            self.missing = memory if self.missing is None else self.missing
            return NOTHING, []
        number = self.distributions.setdefault(shares, len(self.distributions))
        return number, [move for move, share in zip(moves, shares, strict=True) if share]

    def after(self, state: int, memory: Memory, move: int) -> tuple[int, Memory]:
        """Return the state after a move, and the memory: none if the player never moves again."""
        target, text = self.target[move], self.sees[move]
        if not self.moves_later[target]:
            return target, ()
        if self.actor[state] == self.player:
            memory = (*memory, Remembered(self.columns.texts[self.label[move]], own=True))
        if text != NOTHING:
            memory = (*memory, Remembered(self.columns.texts[text], own=False))
        return target, memory


def _graph(
    graph: ObservationGraph, origin: Int32s, moves: Int32s, targets: Int32s, begin: Int32s
) -> ObservationGraph:
    """Return the graph of some states and moves of another one, with their new targets."""
    columns = replace(
        graph.columns.with_moves(moves),
        actor=graph.columns.actor[origin],
        payoff=graph.columns.payoff[origin],
        begin=begin,
        target=targets,
    )
    names = tuple(map(str, range(len(origin))))
    return replace(graph, names=names, start=0, states=TurnView(columns))
