"""Topological order and cycles of an observation graph, and its states up to a limit of moves."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from schemas.observation_graph.columns import Actor, GraphBuilder, Int32s
from schemas.observation_graph.graph import ObservationGraph
from schemas.parts.limits import more_than
from schemas.parts.problems import Problem, SizeError
from schemas.state_graph.order_kernel import ascending, first_come


def topological(graph: ObservationGraph) -> Int32s | None:
    """Return the reachable states, each after all its predecessors; None if there is a cycle."""
    columns = graph.columns
    order = np.empty(len(columns), np.int32)
    arguments = columns.begin, columns.target, graph.start
    size = ascending(*arguments, order) or first_come(*arguments, order)
    return order[:size] if size else None


def find_cycle(graph: ObservationGraph) -> list[int]:
    """Return the states of one cycle, with the first one repeated at the end."""
    import networkx  # For start-up time: only needed for a message.

    columns = graph.columns
    edges = zip(columns.origin.tolist(), columns.target.tolist(), strict=True)
    cycle = networkx.find_cycle(networkx.DiGraph(edges), graph.start)
    return [state for state, _ in cycle] + [cycle[0][0]]


def unrolled(graph: ObservationGraph, most: int) -> ObservationGraph:
    """Return the same game as a graph without cycles: one state per state and number of moves made,
    if the graph has a limit. Raise SizeError if that makes more than `most` states.
    """
    if graph.limit is None:
        return graph
    walk = _Unrolling(graph, most)
    builder = walk.builder
    for state, made in walk.states():
        walk.add(state, made)
    names = tuple(
        graph.names[state] if not made else f"{graph.names[state]} after {made}"
        for state, made in walk.order
    )
    # A name of the graph itself may end like that.
    names = names if len(set(names)) == len(names) else tuple(f"s{at}" for at in range(len(names)))
    return replace(graph, names=names, columns=builder.columns(), start=0, limit=None)


class _Unrolling:
    """The states of a graph, each with the number of moves made before it, in the order in which
    they are reached.
    """

    def __init__(self, graph: ObservationGraph, most: int) -> None:
        self.graph, self.most = graph, most
        self.builder = GraphBuilder()
        self.order: list[tuple[int, int]] = [(graph.start, 0)]
        self.number = {self.order[0]: 0}

    def states(self) -> Iterator[tuple[int, int]]:
        for state in self.order:  # It grows while we iterate.
            if len(self.order) > self.most:
                raise SizeError([Problem(f"the graph up to its limit of moves {self._too_many()}")])
            yield state

    def _too_many(self) -> str:
        return more_than(self.most, "states", "--max-states")

    def add(self, state: int, made: int) -> None:
        assert self.graph.limit is not None
        builder, columns = self.builder, self.graph.columns
        if columns.actor[state] == Actor.TERMINAL:
            builder.end(builder.number(columns.numbers[columns.payoff[state]]))
        elif made == self.graph.limit.moves:
            builder.end(builder.number(self.graph.limit.payoff))
        else:
            moves = [self._move(move, made + 1) for move in columns.moves(state)]
            builder.add(int(columns.actor[state]), [number for move in moves for number in move])

    def _move(self, move: int, made: int) -> tuple[int, ...]:
        columns, builder = self.graph.columns, self.builder
        to = (int(columns.target[move]), made)
        number = self.number.setdefault(to, len(self.order))
        if number == len(self.order):
            self.order.append(to)
        probability = int(columns.probability[move])
        return (
            builder.text(columns.texts[columns.label[move]]),
            number,
            builder.number(columns.numbers[probability]) if probability >= 0 else probability,
            builder.number(columns.numbers[columns.reward[move]]),
            *(
                builder.text(columns.texts[sees[move]]) if sees[move] >= 0 else -1
                for sees in columns.sees
            ),
        )
