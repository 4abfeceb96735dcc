"""The levels of state graphs in which both players see different things.

Level 0 has the states as the source lists them, and `expand` makes it a tree. At level 1, states
with the same future are one: they have the same actor and the same moves, with the same labels,
probabilities, rewards, observations and (merged) targets. Memories of players do not change, so all
histories and information sets stay.

Level 2 also leaves out irrelevant moves and texts:

- what a player sees after its last move: information sets are where players move, so memory after
  the last move separates nothing;
- a chance state with a single move that nobody sees: the state before it can lead to the state
  after it, and its reward is added to that of the move before.

Both need only the rules of memory of these graphs, so they are right for every graph. States that
are equal after that are merged as at level 1.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...schemas.parts.counts import TEXTBOOK, Counts
from ...schemas.parts.offsets import moves_of
from ...schemas.parts.problems import SizeError
from ...schemas.state_graph import (
    NOTHING,
    Actor,
    ObservationColumns,
    ObservationGraph,
    TurnView,
    count,
    topological,
)
from ...schemas.state_graph.counting import count_histories
from ...schemas.state_graph.order import topological_order

REDUCED_LEVEL = 2


class Reduction(NamedTuple):
    """A reduction of these graphs."""

    words: str
    """Its description, for people."""
    level: int
    """The lowest level that has it."""
    reduce: Callable[[ObservationGraph], ObservationGraph]


COUNTED = 20_000
"""The most states of a graph whose information sets are counted for the head of its file."""


def at_level(
    graph: ObservationGraph, level: int | None, counted: bool = True, listed: int | None = None
) -> ObservationGraph:
    """Return a checked graph of level 0 at a level; None is level 0 for a tree of at most TEXTBOOK
    histories, and for one of more than `listed` histories, else level 2. The graph must have a
    source. A graph with a limit of moves stays as it is: its cycles are not followed.

    Unless `counted`, a graph of another level lacks the size of the game without reductions; it
    also lacks it if the graph is large.
    """
    assert graph.source is not None
    if graph.limit is not None:
        return graph
    chosen = _auto(graph, listed) if level is None else level
    source = graph.source._replace(level=chosen)
    if chosen == 0:
        return replace(graph, source=source)
    size = _size(graph) if counted and len(graph.columns) <= COUNTED else None
    for reduction in REDUCTIONS.values():
        if reduction.level <= chosen:
            graph = reduction.reduce(graph)
    return replace(graph, source=source, counts=size)


def _auto(graph: ObservationGraph, listed: int | None) -> int:
    histories = count_histories(graph)
    textbook = histories <= TEXTBOOK or listed is not None and histories > listed
    return 0 if textbook else REDUCED_LEVEL


def _size(graph: ObservationGraph) -> Counts | None:
    try:
        return count(graph)
    except SizeError:
        return None


def _merged(graph: ObservationGraph) -> ObservationGraph:
    """Return the graph with one state for all states with the same future, named after the first of
    them.
    """
    columns, order = graph.columns, topological(graph)
    same = np.arange(len(columns), dtype=np.int32)
    moves = _matrix(columns)
    begin, actor = columns.begin.tolist(), columns.actor.tolist()
    known: dict[tuple[int, int, bytes], int] = {}
    for state in order[::-1].tolist():
        own = moves[begin[state] : begin[state + 1]]
        own[:, 1] = same[own[:, 1]]
        key = (actor[state], int(columns.payoff[state]), own.tobytes())
        same[state] = known.setdefault(key, state)
    return _restricted(graph, moves, same)


def _matrix(columns: ObservationColumns) -> NDArray[np.int32]:
    """Return the moves as `GraphBuilder.add` takes them, one per row."""
    parts = (columns.label, columns.target, columns.probability, columns.reward, *columns.sees)
    return np.stack(parts, axis=1)


def _restricted(
    graph: ObservationGraph, moves: NDArray[np.int32], same: NDArray[np.int32]
) -> ObservationGraph:
    """Return the graph of the states that are reached if each state is replaced by its `same` one,
    to which the moves lead already.
    """
    columns, start = graph.columns, int(same[graph.start])
    kept = np.sort(topological_order(columns.begin, np.ascontiguousarray(moves[:, 1]), start))
    number = np.full(len(columns), NOTHING, np.int32)
    number[kept] = np.arange(len(kept))
    label, target, probability, reward, first, second = moves[moves_of(columns.begin, kept)].T
    sizes = np.diff(columns.begin)[kept]
    columns = replace(
        columns,
        actor=columns.actor[kept],
        payoff=columns.payoff[kept],
        begin=np.concatenate(([0], np.cumsum(sizes))).astype(np.int32),
        label=label,
        target=number[target],
        probability=probability,
        reward=reward,
        sees=(first, second),
    )
    names = tuple(map(graph.names.__getitem__, kept.tolist()))
    return replace(
        graph, names=names, states=TurnView(columns.in_order()), start=int(number[start])
    )


def _without_idle_parts(graph: ObservationGraph) -> ObservationGraph:
    """Return the graph without observations after a player's last move, and without chance states
    that decide nothing.
    """
    silent = _SilentChance(graph.columns)
    again = [0] * len(graph.columns)  # The sum of the players who may still move, as bits.
    actor, begin = graph.columns.actor.tolist(), graph.columns.begin.tolist()
    for state in topological(graph)[::-1].tolist():
        moves = range(begin[state], begin[state + 1])
        ahead = 0
        for move in moves:
            later = again[silent.target[move]]
            ahead |= later
            for player in (1, 2):
                if not later & player:
                    silent.sees[player - 1][move] = NOTHING
            silent.redirect(move)
        again[state] = ahead | actor[state] % Actor.CHANCE
        if actor[state] == Actor.CHANCE and len(moves) == 1:
            silent.leave_out(state, moves[0])
    start = graph.start
    if silent.extra[start]:  # There is no move before the start that could have its reward.
        silent.same[start] = start
    return _restricted(
        replace(graph, states=TurnView(replace(graph.columns, numbers=tuple(silent.numbers)))),
        silent.matrix(),
        np.array(silent.same, np.int32),
    )


class _SilentChance:
    """The moves of a graph as they lead past chance states that decide nothing, in plain lists for
    speed.
    """

    def __init__(self, columns: ObservationColumns) -> None:
        self.columns = columns
        self.target, self.reward = columns.target.tolist(), columns.reward.tolist()
        self.sees = columns.sees[0].tolist(), columns.sees[1].tolist()
        self.numbers = list(columns.numbers)
        self.index = {number: at for at, number in enumerate(columns.numbers)}
        self.same = list(range(len(columns)))
        self.extra = [0] * len(columns)
        """The index of the reward on the way from each state to its `same` state."""

    def redirect(self, move: int) -> None:
        """Let a move lead to the state that stands for its target."""
        target = self.target[move]
        if extra := self.extra[target]:
            reward = self.numbers[self.reward[move]] + self.numbers[extra]
            self.reward[move] = self.index.setdefault(reward, len(self.numbers))
            if self.reward[move] == len(self.numbers):
                self.numbers.append(reward)
        self.target[move] = self.same[target]

    def leave_out(self, state: int, move: int) -> None:
        """Leave out a chance state with a single move, if nobody sees the move."""
        if self.sees[0][move] == self.sees[1][move] == NOTHING:
            self.same[state], self.extra[state] = self.target[move], self.reward[move]

    def matrix(self) -> NDArray[np.int32]:
        columns = self.columns
        parts = (columns.label, self.target, columns.probability, self.reward, *self.sees)
        return np.stack([np.asarray(part, np.int32) for part in parts], axis=1)


REDUCTIONS = {
    "idle": Reduction(
        "what a player sees after its last move, and chance moves that decide nothing, are left "
        "out",
        2,
        _without_idle_parts,
    ),
    "merged": Reduction("states with the same future are one", 1, _merged),
}
"""In the order in which they are done."""
