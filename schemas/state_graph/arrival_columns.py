"""Play arrives at every state of a graph in columns with every set of possibilities that can go
with it: `schemas.state_graph.possibilities.arrivals`, in the same order.

The work grows with the pairs of state and set. A pair is kept from its first
arrival until the state is left. Numbers of ways have as many digits as they
need: where one does not fit, all get more, and play goes on.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.key_table import FREE
from schemas.state_graph.arrival_kernel import (
    DECISIONS,
    ESCAPES,
    HISTORIES,
    LEAST,
    MOST,
    POSSIBLE,
    STEP,
    TERMINAL,
    Counted,
    Stop,
    arrive,
)
from schemas.state_graph.columns import GraphColumns, Int32s, Kind
from schemas.state_graph.digits import BITS, Digits, digits, whole, widened
from schemas.state_graph.order_columns import topological_columns
from schemas.state_graph.possibilities import ARRIVAL, ENOUGH, TooManyPossibilities
from schemas.state_graph.records import GraphRecord
from schemas.state_graph.set_columns import SetColumns, longer

NO_LIMIT = 2**62
_STEP = int(Stop.STEP)


class Play(NamedTuple):
    """A graph of n states as the kernel needs it."""

    order: Int32s
    """Topological."""
    begin: Int32s
    targets: Int32s
    """As in `GraphColumns`."""
    step: Int32s
    """As `Steps.of`."""
    steps: int
    """How many there are."""
    counted: NDArray[np.int8]
    """Shape (n,): Counted flags."""


class Pairs(NamedTuple):
    """Pairs of a state and a set, in lists by state in the order of the first arrivals."""

    head: Int32s
    """Shape (n,): the first pair of a state; FREE where there is none."""
    possible: Int32s
    """Per pair its set."""
    following: Int32s
    """Per pair the next of its state, or the next free one."""
    ways: Digits
    """Per pair the number of ways to it; of no digits where nobody asks."""
    free: NDArray[np.int64]
    """The first free pair, and how many are free."""
    kept_state: Int32s
    kept_possible: Int32s
    """All pairs in the order in which they are left, where somebody asks for them."""
    kept: NDArray[np.int64]
    """How many they are so far; -1 where nobody asks."""


class Tally(NamedTuple):
    """How far play has come, and what was counted."""

    numbers: NDArray[np.int64]
    """By the names in `schemas.state_graph.arrival_kernel`."""
    sums: Digits
    """By the names there; two digits more than the ways of a pair."""
    limit: Digits
    """Where to stop with the histories, of as many digits."""


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
    states: Int32s
    possible: Int32s
    """All pairs in the order in which they are left, where they were to be kept."""


def arrivals_columns(
    graph: GraphRecord,
    columns: GraphColumns,
    sets: SetColumns,
    *,
    work: float = NO_LIMIT,
    histories: int | None = None,
    keep: bool = False,
) -> Arrivals:
    """Play a graph with a secret, up to a limit of work, in the unit of `count_within`, or of
    histories. With `keep`, the pairs are kept, and ways are not counted.
    """
    order = topological_columns(columns, graph.start)
    play = Play(
        order=np.empty(0, np.int32) if order is None else order,
        begin=columns.begin,
        targets=columns.targets,
        step=sets.steps.of,
        steps=len(sets.steps.kind),
        counted=_counted(columns),
    )
    pairs = _first_pair(graph.start, len(columns), keep)
    tally = _tally(np.zeros((4, pairs.ways.shape[1] + 2), np.uint64), histories)
    tally.numbers[LEAST] = ENOUGH
    most = int(min(work, NO_LIMIT))
    while True:
        tally.numbers[MOST] = (most - sets.work) // ARRIVAL
        stop = arrive(play, pairs, sets.known, sets.became, sets.sizes, tally)
        if stop == _STEP:  # By far the most frequent one, and looking up an enum is slow.
            try:
                sets.take(int(tally.numbers[POSSIBLE]), int(tally.numbers[STEP]))
            except TooManyPossibilities as error:
                return _arrivals(Stop.FINISHED, error.least, tally, pairs)
        elif stop == Stop.DIGITS:
            pairs = pairs._replace(ways=widened(pairs.ways, 1))
            wide = _tally(widened(tally.sums, 1), histories)
            tally = wide._replace(numbers=tally.numbers)
        elif stop in (Stop.PAIRS, Stop.KEPT):
            pairs = _with_room(pairs, stop)
        else:
            return _arrivals(Stop(stop), 0, tally, pairs)


def _tally(sums: Digits, histories: int | None) -> Tally:
    size = sums.shape[1]
    most = 2 ** (BITS * size) if histories is None else histories
    return Tally(np.zeros(8, np.int64), sums, digits(most, size))


def _arrivals(stop: Stop, too_many: int, tally: Tally, pairs: Pairs) -> Arrivals:
    kept = max(0, int(pairs.kept[0]))
    return Arrivals(
        stop=stop,
        too_many=too_many,
        histories=whole(tally.sums[HISTORIES]),
        terminal=whole(tally.sums[TERMINAL]),
        escapes=whole(tally.sums[ESCAPES]),
        decisions=whole(tally.sums[DECISIONS]),
        states=pairs.kept_state[:kept],
        possible=pairs.kept_possible[:kept],
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


def _first_pair(start: int, states: int, keep: bool) -> Pairs:
    """Return the pairs with the one that play begins with, and one that is free."""
    head = np.full(states, FREE, np.int32)
    head[start] = 0
    return Pairs(
        head=head,
        possible=np.zeros(2, np.int32),
        following=np.full(2, FREE, np.int32),
        ways=np.array([[1, 0], [0, 0]], np.uint64)[:, : 0 if keep else 2].copy(),
        free=np.array([1, 1]),
        kept_state=np.empty(states if keep else 0, np.int32),
        kept_possible=np.empty(states if keep else 0, np.int32),
        kept=np.array([0 if keep else -1]),
    )


def _with_room(pairs: Pairs, stop: int) -> Pairs:
    """Return the pairs with twice the room for what is full."""
    if stop == Stop.KEPT:
        size = 2 * len(pairs.kept_state)
        return pairs._replace(
            kept_state=longer(pairs.kept_state, size),
            kept_possible=longer(pairs.kept_possible, size),
        )
    size = len(pairs.following)
    more = np.arange(size + 1, 2 * size + 1, dtype=np.int32)
    more[-1] = pairs.free[0]
    return pairs._replace(
        possible=np.resize(pairs.possible, 2 * size),
        following=np.concatenate((pairs.following, more)),
        ways=np.concatenate((pairs.ways, pairs.ways)),
        free=np.array([size, pairs.free[1] + size]),
    )
