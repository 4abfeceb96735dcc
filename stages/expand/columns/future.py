"""What matters from each state of a graph on: places of the secret, and whether player 2 moves."""

# Numba infers the types of the last function.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled, read_only
from schemas.state_graph import StateGraph, topological
from schemas.state_graph.columns import GraphColumns, Int32s, Kind
from stages.expand.columns.rules import Future, place_bits

_LOOK, _CHOICE, _RELOCATION = int(Kind.LOOK), int(Kind.CHOICE), int(Kind.RELOCATION)


def future_of(graph: StateGraph, columns: GraphColumns) -> Future:
    """Return what matters from each state on."""
    size = len(columns)
    future = Future(
        live=np.zeros(size, np.int64), acts=np.zeros(size, np.bool_), alone=np.zeros(size, np.bool_)
    )
    _look_ahead(
        _order(graph, columns),
        *read_only(columns.kind, columns.what, columns.begin, columns.targets, columns.player),
        place_bits(graph, columns),
        (1 << len(graph.places)) - 1,
        *future,
    )
    return future


def _order(graph: StateGraph, columns: GraphColumns) -> Int32s:
    """Return states, among them all that can be reached, each before what follows it."""
    size = len(columns)
    numbers = np.arange(size, dtype=np.int32)
    if (columns.targets > np.repeat(numbers, np.diff(columns.begin))).all():
        return numbers  # As parse writes them.
    return np.array(topological(graph) or [], np.int32)


@compiled
def _look_ahead(order, kind, what, begin, targets, player, bit, every, live, acts, alone):
    """Fill the columns of the future, the last state first."""
    for at in range(len(order) - 1, -1, -1):
        state = order[at]
        own = kind[state] == _RELOCATION or kind[state] == _CHOICE and player[state] == 2
        matter = every if kind[state] == _RELOCATION else 0
        if kind[state] == _LOOK:
            matter = 1 << bit[what[state]]
        moves, moves_alone = own, own
        for slot in range(begin[state], begin[state + 1]):
            to = targets[slot]
            matter |= live[to]
            moves = moves or acts[to]
            if kind[state] != _LOOK or slot > begin[state]:  # The second: where the place is empty.
                moves_alone = moves_alone or alone[to]
        live[state], acts[state], alone[state] = matter, moves, moves_alone
