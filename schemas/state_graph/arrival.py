"""Counting histories on a graph in columns: play arrives at every state with every set of
possibilities that can go with it, in the order of `schemas.state_graph.possibilities.arrivals`.

The work grows with the pairs of state and set. A pair is kept from its first
arrival until the state is left. Numbers of ways have as many digits as they
need: where one does not fit, all get more, and play goes on.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from schemas.state_graph.arrival_kernel import Counted, Pairs, Play, Stop, Tally, arrive
from schemas.state_graph.columns import GraphColumns, Kind
from schemas.state_graph.digits import BITS, Digits, digits, whole, widened
from schemas.state_graph.order import topological_columns
from schemas.state_graph.possibilities import ARRIVAL, ENOUGH, TooManyPossibilities
from schemas.state_graph.possible_sets import SetColumns
from schemas.state_graph.records import GraphRecord

NO_LIMIT = 2**62
_STEP = int(Stop.STEP)


@dataclass(frozen=True, kw_only=True)
class Arrivals:
    """What came of a play."""

    stop: Stop
    """FINISHED, also where there were too many possibilities, or WORK or HISTORIES."""
    too_many: int
    """So many possibilities were met, where that was the limit; else 0."""
    histories: int
    terminal: int
    escapes: int
    """Without the node of the secret's choice."""
    decisions: int
    """Player 1's information sets."""


def count_arrivals(
    graph: GraphRecord,
    columns: GraphColumns,
    sets: SetColumns,
    *,
    work: float = NO_LIMIT,
    histories: int | None = None,
) -> Arrivals:
    """Play a graph with a secret, up to a limit of work, in the unit of `count_within`, or of
    histories.
    """
    order = topological_columns(columns, graph.start)
    play = Play(
        order=np.empty(0, np.int32) if order is None else order,
        begin=columns.begin,
        targets=columns.targets,
        step=sets.steps.of,
        counted=_counted(columns),
        steps=len(sets.steps.kind),
    )
    pairs = Pairs(graph.start, len(columns))
    size = pairs.ways.shape[1] + 2
    tally = Tally(np.zeros((len(Counted), size), np.uint64), _limit(histories, size), ENOUGH)
    most = int(min(work, NO_LIMIT))
    while True:
        tally.most = (most - sets.work) // ARRIVAL
        stop = arrive(play, pairs, tally, sets.known, sets.became, sets.sizes)
        if stop == _STEP:  # By far the most frequent one, and looking up an enum is slow.
            try:
                sets.take(tally.possible, tally.step)
            except TooManyPossibilities as error:
                return _arrivals(Stop.FINISHED, error.least, tally)
        elif stop == Stop.DIGITS:
            pairs.ways = widened(np.asarray(pairs.ways), 1)
            tally.sums = widened(np.asarray(tally.sums), 1)
            tally.limit = _limit(histories, tally.sums.shape[1])
        elif stop == Stop.PAIRS:
            _make_room(pairs)
        else:
            return _arrivals(Stop(stop), 0, tally)


def _limit(histories: int | None, size: int) -> Digits:
    return digits(2 ** (BITS * size) if histories is None else histories, size)


def _arrivals(stop: Stop, too_many: int, tally: Tally) -> Arrivals:
    histories, terminal, escapes, decisions = map(whole, np.asarray(tally.sums))
    return Arrivals(
        stop=stop,
        too_many=too_many,
        histories=histories,
        terminal=terminal,
        escapes=escapes,
        decisions=decisions,
    )


def _counted(columns: GraphColumns) -> NDArray[np.int8]:
    """Return what each state counts as."""
    kind = columns.kind
    terminal = kind == Kind.TERMINAL
    escape = np.zeros(len(columns), np.bool_)
    escape[terminal] = columns.payoffs.numerators[columns.what[terminal]] > 0
    return (  # type: ignore[no-any-return]
        (kind != Kind.LOOK) * np.int8(Counted.NODE)
        + terminal * np.int8(Counted.TERMINAL)
        + escape * np.int8(Counted.ESCAPE)
        + (columns.player == 1) * np.int8(Counted.DECISION)
    )


def _make_room(pairs: Pairs) -> None:
    """Make room for twice as many pairs."""
    size = pairs.possible.shape[0]
    more = np.arange(size + 1, 2 * size + 1, dtype=np.int32)
    more[-1] = pairs.free
    pairs.possible = np.resize(pairs.possible, 2 * size)
    pairs.following = np.concatenate((pairs.following, more))
    pairs.ways = np.concatenate((pairs.ways, pairs.ways))
    pairs.free, pairs.room = size, pairs.room + size
