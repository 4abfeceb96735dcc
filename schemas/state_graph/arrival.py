"""Count histories on a graph, state by state with every set of possibilities that can occur there.

The work is proportional to the number of pairs of state and set.
"""

from dataclasses import dataclass
from enum import Enum, auto

import numpy as np

from .columns import GraphColumns, StateKind
from .graph import StateGraph
from .possible_sets import SetColumns, arrivals
from .secrets import ARRIVAL, ENOUGH, TooManyPossibilities

_LOOK, _TERMINAL = int(StateKind.LOOK), int(StateKind.TERMINAL)  # Enum lookups are slow.


class Stop(Enum):
    """Why counting ended."""

    FINISHED = auto()
    WORK = auto()
    """The limit of work was reached."""
    HISTORIES = auto()
    """There are more histories than their limit."""


@dataclass
class Arrivals:
    """The result of counting."""

    stop: Stop = Stop.FINISHED
    too_many: int = 0
    """The number of possibilities found when their limit was exceeded; else 0."""
    histories: int = 0
    """Not counting the node at which the secret is chosen."""
    terminal: int = 0
    escapes: int = 0
    decisions: int = 0
    """Number of player 1's information sets."""


def count_arrivals(
    graph: StateGraph,
    sets: SetColumns,
    *,
    work: float = float("inf"),
    histories: float = float("inf"),
) -> Arrivals:
    """Count the histories of a graph with a secret, up to a limit of work, in the unit of
    `count_within`, or a limit of histories.
    """
    columns, found = graph.table, Arrivals()
    kinds, players, escapes = columns.kind.tolist(), columns.player.tolist(), _escapes(columns)
    pairs, possibilities = 0, 0
    try:
        for state, possible, ways in arrivals(graph, sets):
            pairs += 1
            if ARRIVAL * pairs + sets.work > work:
                found.stop = Stop.WORK
                break
            possibilities += sets.sizes[possible]
            nodes = ways * sets.sizes[possible]
            if kinds[state] != _LOOK:
                found.histories += nodes
            if kinds[state] == _TERMINAL:
                found.terminal += nodes
                found.escapes += nodes if escapes[state] else 0
            if players[state] == 1:
                found.decisions += ways
            if possibilities > ENOUGH and found.histories > histories:
                found.stop = Stop.HISTORIES
                break
    except TooManyPossibilities as error:
        found.too_many = error.least
    return found


def _escapes(columns: GraphColumns) -> list[bool]:
    """Return per state whether it is terminal and pays player 1 more than 0."""
    found = np.zeros(len(columns), np.bool_)
    terminal = np.flatnonzero(columns.kind == StateKind.TERMINAL)
    found[terminal] = columns.payoffs.numerators[columns.what[terminal]] > 0
    return found.tolist()
