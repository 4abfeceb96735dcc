"""The states of a graph of version 2 up to its limit of moves."""

from array import array
from dataclasses import replace

import numpy as np

from ..parts.limits import more_than
from ..parts.offsets import moves_of
from ..parts.problems import Problem, SizeError
from .columns import Int32s
from .graph import ObservationGraph
from .observed_columns import Actor, ObservationColumns, TurnView
from .order import topological


def unrolled(graph: ObservationGraph, most: int, option: str = "") -> ObservationGraph:
    """Return the same game as a graph without cycles: one state per state and number of moves made,
    if the graph has a limit. Raise SizeError if that makes more than `most` states; `option` names
    the command-line option that sets this number.
    """
    if graph.limit is None:
        return graph
    # Play can go round a cycle up to the limit.
    if graph.limit.moves >= most and not len(topological(graph)):
        raise _too_many(most, option)
    layers = _layers(graph, most, option)
    names = tuple(
        f"{graph.names[state]} after {made}" if made else graph.names[state]
        for made, layer in enumerate(layers)
        for state in layer
    )
    # A name of the graph itself may end like that.
    names = names if len(set(names)) == len(names) else tuple(f"s{at}" for at in range(len(names)))
    return replace(
        graph, names=names, states=TurnView(_columns(graph, layers)), start=0, limit=None
    )


def _too_many(most: int, option: str) -> SizeError:
    many = more_than(most, "states", option)
    return SizeError([Problem(f"the graph up to its limit of moves {many}")])


def _layers(graph: ObservationGraph, most: int, option: str) -> list[list[int]]:
    """Return for each number of moves the states that they can lead to."""
    assert graph.limit is not None
    begin, target = graph.columns.begin.tolist(), graph.columns.target.tolist()
    layers, total = [[graph.start]], 1
    while layers[-1] and len(layers) <= graph.limit.moves:
        following: dict[int, None] = {}
        for state in layers[-1]:
            following.update(dict.fromkeys(target[begin[state] : begin[state + 1]]))
        layers.append(list(following))
        total += len(following)
        if total > most:
            raise _too_many(most, option)
    return layers


def _columns(graph: ObservationGraph, layers: list[list[int]]) -> ObservationColumns:
    """Return the columns of the graph whose states are those of all layers."""
    assert graph.limit is not None
    columns, (limit, payoff) = graph.columns, graph.limit
    states = np.array([state for layer in layers for state in layer], np.int32)
    made = np.repeat(np.arange(len(layers)), [len(layer) for layer in layers])
    begin = np.zeros(len(states) + 1, np.int32)
    ended = (made == limit) & (columns.actor[states] != Actor.TERMINAL)
    np.cumsum(np.where(ended, 0, np.diff(columns.begin)[states]), out=begin[1:])
    moves = moves_of(columns.begin, states[~ended])
    numbers = dict.fromkeys([*columns.numbers, payoff])
    return replace(
        columns.with_moves(moves),
        actor=np.where(ended, np.int8(Actor.TERMINAL), columns.actor[states]),
        payoff=np.where(ended, np.int32([*numbers].index(payoff)), columns.payoff[states]),
        begin=begin,
        target=_targets(columns, layers, limit),
        numbers=tuple(numbers),
    )


def _targets(columns: ObservationColumns, layers: list[list[int]], limit: int) -> Int32s:
    """Return the target of each move: the number of a state of the next layer."""
    begin, target = columns.begin.tolist(), columns.target.tolist()
    found, before = array("i"), 0
    for layer, following in zip(layers[:limit], layers[1:], strict=False):
        before += len(layer)
        number = dict(zip(following, range(before, before + len(following)), strict=True))
        for state in layer:
            found.extend([number[to] for to in target[begin[state] : begin[state + 1]]])
    return np.array(found, np.int32)
