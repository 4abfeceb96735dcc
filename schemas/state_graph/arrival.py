"""Count histories on a graph in columns: visit every state with every set of possibilities that can
occur there, in a topological order.

The work is proportional to the number of pairs of state and set. A pair is kept
from its first arrival until its state has been processed. Numbers of ways are
integers of many limbs: if one has no room, all get a limb more.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..kernels.limbs import Rows, in_limbs, whole
from .arrival_kernel import Counted, Pairs, Play, Stop, Tally, arrive
from .columns import GraphColumns, StateKind
from .graph import StateGraph
from .order import topological_order
from .possible_sets import SetColumns
from .secrets import ARRIVAL, ENOUGH, TooManyPossibilities

NO_LIMIT = 2**62
_STEP = int(Stop.STEP)


@dataclass(frozen=True, kw_only=True)
class Arrivals:
    """The result of counting."""

    stop: Stop
    """FINISHED (also if there were too many possibilities), WORK or HISTORIES."""
    too_many: int
    """The number of possibilities found when their limit was exceeded; else 0."""
    histories: int
    terminal: int
    escapes: int
    """Not counting the node at which the secret is chosen."""
    decisions: int
    """Number of player 1's information sets."""


def count_arrivals(
    graph: StateGraph,
    sets: SetColumns,
    *,
    work: float = NO_LIMIT,
    histories: int | None = None,
) -> Arrivals:
    """Count the histories of a graph with a secret, up to a limit of work, in the unit of
    `count_within`, or a limit of histories.
    """
    columns = graph.table
    play = Play(
        order=topological_order(columns.begin, columns.targets, graph.start),
        begin=columns.begin,
        targets=columns.targets,
        step=sets.steps.of,
        counted=_counted(columns),
        steps=len(sets.steps.kind),
    )
    pairs = Pairs(graph.start, len(columns))
    size, limit = pairs.ways.limbs.shape[1] + 2, histories or 0
    sums = in_limbs([0] * len(Counted) + [limit], max(size, limit.bit_length() // 32 + 1))
    product = Rows(np.zeros((1, size - 1), np.uint32))
    tally = Tally(Rows(sums), product, NO_LIMIT if histories is None else ENOUGH)
    most = int(min(work, NO_LIMIT))
    while True:
        tally.most = (most - sets.work) // ARRIVAL
        stop = arrive(play, pairs, tally, sets.known, sets.begin, sets.became, sets.sizes)
        if stop == _STEP:  # By far the most frequent case; enum lookups are slow.
            try:
                sets.take(tally.possible, tally.step)
            except TooManyPossibilities as error:
                return _arrivals(Stop.FINISHED, error.least, tally)
        elif stop == Stop.PAIRS:
            _make_room(pairs)
        else:
            return _arrivals(Stop(stop), 0, tally)


def _arrivals(stop: Stop, too_many: int, tally: Tally) -> Arrivals:
    histories, terminal, escapes, decisions = map(
        whole, np.asarray(tally.sums.limbs)[: len(Counted)]
    )
    return Arrivals(
        stop=stop,
        too_many=too_many,
        histories=histories,
        terminal=terminal,
        escapes=escapes,
        decisions=decisions,
    )


def _counted(columns: GraphColumns) -> NDArray[np.int8]:
    """Return the Counted flags of each state."""
    kind = columns.kind
    terminal = kind == StateKind.TERMINAL
    escape = np.zeros(len(columns), np.bool_)
    escape[terminal] = columns.payoffs.numerators[columns.what[terminal]] > 0
    return (  # type: ignore[no-any-return]
        (kind != StateKind.LOOK) * np.int8(Counted.NODE)
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
    ways = np.asarray(pairs.ways.limbs)
    pairs.ways = Rows(np.concatenate((ways, ways)))
    pairs.free, pairs.room = size, pairs.room + size
