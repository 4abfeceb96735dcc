"""Check a graph of version 2: every problem, with its place."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction

import numpy as np

from ..parts.exact import brief
from ..parts.offsets import moves_of
from ..parts.problems import Place, Problem, SizeError
from .graph import ObservationGraph
from .knowledge import Knowledge, knows_actions
from .observed_columns import Actor
from .order import find_cycle, topological, transitions
from .unrolling import unrolled

LARGEST = 10**290  # Limit on numbers: floats can hold the sum of 1e17 of them.
MAX_STATES, MAX_SITUATIONS = 200_000, 2_000_000
"""The numbers of states up to the limit of moves, and in all situations of a player, up to which
the actions of information sets are compared one by one here, if they are not equal in all states
that differ only in what came first. `expand` compares them in any case.
"""
SHOWN = 10
"""The most states that are named in a message."""


def check_observed(graph: ObservationGraph) -> list[Problem]:
    """Return the problems of a graph: of its numbers, states that cannot be reached, a cycle
    without a limit, and information sets in which a player cannot know its actions.
    """
    problems = [*_moves(graph), *_numbers(graph)]
    if not problems and graph.limit is None and not len(topological(graph)):
        states = find_cycle(*transitions(graph), graph.start)
        cycle = [graph.names[state] for state in states]
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
            drawn = [
                (columns.texts[columns.label[move]], columns.numbers[columns.probability[move]])
                for move in moves
            ]
            yield from check_distribution(drawn, ("states", graph.names[state], "moves"))


def check_distribution(drawn: Sequence[tuple[str, Fraction]], place: Place) -> Iterator[Problem]:
    """Yield the problems of the probabilities of labels."""
    for label, number in drawn:
        if number <= 0:
            message = f"the probability {brief(number)} is not above 0"
            yield Problem(message, (*place, label, "p"))
    total = sum((number for _, number in drawn), Fraction(0))
    if drawn and total != 1:
        yield Problem(f"the probabilities sum to {brief(total)}, not to 1", place)


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
