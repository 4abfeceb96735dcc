"""The size of the game of a graph of version 2, without listing its tree."""

from collections import Counter
from fractions import Fraction

import numpy as np

from ..parts.counts import REDUCED, UNREDUCED, Counts
from .graph import ObservationGraph
from .knowledge import Knowledge
from .observed_columns import Actor
from .order import topological, transitions, ways_to

MAX_SITUATIONS = 40_000_000
"""The number of states in all situations of a player, some 60 bytes each."""


def count(graph: ObservationGraph) -> Counts:
    """Return the exact size of the tree of a checked graph without cycles. Raise SizeError if the
    information sets are too many to be counted.
    """
    first, second = (
        Knowledge(graph, player, MAX_SITUATIONS).information_sets() for player in (1, 2)
    )
    ways = ways_to(*transitions(graph), graph.start)
    ends = np.flatnonzero(graph.columns.actor == Actor.TERMINAL).tolist()
    return Counts(
        of=REDUCED if graph.source and graph.source.level > 1 else UNREDUCED,
        histories=sum(ways),
        terminal_histories=sum(ways[state] for state in ends),
        escapes=_paid(graph, ways),
        information_sets=(first, second),
    )


def most_information_sets(graph: ObservationGraph, most: int) -> tuple[int, int]:
    """Return the player with the most information sets, and their number. Raise SizeError if a
    player's situations have more than `most` states.
    """
    first, second = (Knowledge(graph, player, most).information_sets() for player in (1, 2))
    return (1, first) if first >= second else (2, second)


def count_histories(graph: ObservationGraph) -> int:
    """Return the number of histories of a graph without cycles."""
    return sum(ways_to(*transitions(graph), graph.start))


def _paid(graph: ObservationGraph, ways: list[int]) -> int:
    """Return the number of terminal histories that pay player 1 more than 0."""
    columns = graph.columns
    numbers, rewards = columns.numbers, columns.reward.tolist()
    target, payoff, begin = columns.target.tolist(), columns.payoff.tolist(), columns.begin.tolist()
    ended = (columns.actor == Actor.TERMINAL).tolist()
    if not any(rewards):
        return sum(ways[at] for at, end in enumerate(ended) if end and numbers[payoff[at]] > 0)
    ends: list[Counter[Fraction]] = [Counter()] * len(columns)
    for state in topological(graph)[::-1].tolist():
        found: Counter[Fraction] = Counter()
        if ended[state]:
            found[numbers[payoff[state]]] = 1
        for move in range(begin[state], begin[state + 1]):
            reward = numbers[rewards[move]]
            for paid, many in ends[target[move]].items():
                found[paid + reward if reward else paid] += many
        ends[state] = found
    return sum(many for paid, many in ends[graph.start].items() if paid > 0)
