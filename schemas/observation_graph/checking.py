"""Check an observation graph: every problem, with its place."""

from collections.abc import Iterator
from contextlib import suppress

import numpy as np

from ..parts.exact import brief
from ..parts.problems import Place, Problem, SizeError
from ..state_graph.checking import LARGEST
from ..state_graph.order import find_cycle
from .columns import Actor, moves_of
from .graph import ObservationGraph
from .knowledge import Knowledge, knows_actions
from .order import topological, unrolled

MAX_STATES, MAX_SITUATIONS = 200_000, 2_000_000
"""The numbers of states up to the limit of moves, and in all situations of a player, up to which
the actions of information sets are compared one by one here, if they are not equal in all states
that differ only in what came first. `expand` compares them in any case.
"""
SHOWN = 10
"""The most states that are named in a message."""


def check(graph: ObservationGraph) -> list[Problem]:
    """Return the problems of a graph: of its numbers, states that cannot be reached, a cycle
    without a limit, and information sets in which a player cannot know its actions.
    """
    problems = [*_moves(graph), *_numbers(graph)]
    if not problems and graph.limit is None and topological(graph) is None:
        edges = zip(graph.columns.origin.tolist(), graph.columns.target.tolist(), strict=True)
        cycle = [graph.names[state] for state in find_cycle(edges, graph.start)]
        shown = " -> ".join(cycle[:SHOWN]) + (" -> ..." if len(cycle) > SHOWN else "")
        message = f"a cycle without an end: {shown}; give a limit of moves if that is meant"
        problems.append(Problem(message, ("states", cycle[0])))
    if not problems:
        problems += _unreachable(graph)
    return problems or list(_unknown_actions(graph))


def _moves(graph: ObservationGraph) -> Iterator[Problem]:
    columns = graph.columns
    chance = np.flatnonzero(columns.actor == Actor.CHANCE)
    sums: dict[tuple[int, ...], bool] = {}  # Chance has few distinct distributions.
    for state in chance.tolist():
        moves = columns.moves(state)
        key = tuple(columns.probability[moves.start : moves.stop].tolist())
        if key not in sums:
            numbers = [columns.numbers[number] for number in key]
            sums[key] = all(number > 0 for number in numbers) and sum(numbers) == 1
        if not sums[key]:
            yield from _distribution(graph, state)


def _distribution(graph: ObservationGraph, state: int) -> Iterator[Problem]:
    columns = graph.columns
    place: Place = ("states", graph.names[state], "moves")
    numbers = []
    for move in columns.moves(state):
        number = columns.numbers[columns.probability[move]]
        numbers.append(number)
        if number <= 0:
            label = columns.texts[columns.label[move]]
            message = f"the probability {brief(number)} is not above 0"
            yield Problem(message, (*place, label, "p"))
    if numbers and sum(numbers) != 1:
        yield Problem(f"the probabilities sum to {brief(sum(numbers))}, not to 1", place)


def _numbers(graph: ObservationGraph) -> Iterator[Problem]:
    columns = graph.columns
    large = [at for at, number in enumerate(columns.numbers) if abs(number) > LARGEST]
    for state in np.flatnonzero(np.isin(columns.payoff, large)).tolist():
        number = brief(columns.numbers[columns.payoff[state]])
        yield Problem(f"{number} is beyond 1e290", ("states", graph.names[state], "payoff"))
    for move in np.flatnonzero(np.isin(columns.reward, large)).tolist():
        number = brief(columns.numbers[columns.reward[move]])
        place = ("states", graph.names[columns.origin[move]], "moves")
        label = columns.texts[columns.label[move]]
        yield Problem(f"{number} is beyond 1e290", (*place, label, "reward"))


def _unreachable(graph: ObservationGraph) -> Iterator[Problem]:
    columns = graph.columns
    reached = np.zeros(len(columns), bool)
    reached[graph.start] = True
    waiting = np.array([graph.start], np.int32)
    while len(waiting):
        following = np.unique(columns.target[moves_of(columns.begin, waiting)])
        waiting = following[~reached[following]]
        reached[waiting] = True
    missing = np.flatnonzero(~reached).tolist()
    for state in missing[:SHOWN]:
        yield Problem("no play reaches this state; remove it", ("states", graph.names[state]))


def _unknown_actions(graph: ObservationGraph) -> Iterator[Problem]:
    with suppress(SizeError):
        acyclic = unrolled(graph, MAX_STATES)
        unclear = [player for player in (1, 2) if not knows_actions(acyclic, player)]
        for player in unclear:
            for problem in Knowledge(acyclic, player, MAX_SITUATIONS).problems():
                known = graph.limit is None
                yield problem if known else problem._replace(place=("limit",))
