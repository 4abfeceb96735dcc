"""What player 2 may hold and have done at each state of a graph in columns:
`schemas.state_graph.possibilities`.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from schemas.state_graph.arrival_columns import arrivals_columns
from schemas.state_graph.columns import GraphColumns, Int32s, Kind
from schemas.state_graph.order_kernel import gather
from schemas.state_graph.possibilities import TooManyPossibilities
from schemas.state_graph.records import GraphRecord
from schemas.state_graph.set_columns import Hidden, members, place_bits, sets_of


@dataclass(frozen=True, eq=False, kw_only=True)
class PossibilityColumns:
    """The p pairs of a state and a set of possibilities that can go with it; s different sets.

    Most states have one set only: nothing that is known there depends on the way.
    """

    states: Int32s
    """Shape (p,): in topological order, and so all pairs of a state stand together."""
    sets: Int32s
    """Shape (p,): the number of the set."""
    begin: NDArray[np.int64]
    """Shape (s + 1,): where the members of each set begin; last the end of all."""
    hidden: Hidden
    """Per member what player 2 holds: bit k is place k of the graph."""
    sequence: Int32s
    """Per member the number of player 2's sequence; from 0, without gaps, and another one than that
    of every other member of the same set.
    """
    too_many: int
    """Where there are more than the limit, how many were met behind these pairs; else 0."""


def possibilities_columns(
    graph: GraphRecord, columns: GraphColumns, most: int
) -> PossibilityColumns:
    """Return what `possibilities` yields, of a graph with a secret of at most MOST_PLACES places;
    `too_many` says where that raises TooManyPossibilities.
    """
    try:
        sets = sets_of(graph, columns, most, together=True)
    except TooManyPossibilities as error:
        none = np.empty(0, np.int32)
        return PossibilityColumns(
            states=none,
            sets=none,
            begin=np.zeros(1, np.int64),
            hidden=np.empty(0, np.uint64),
            sequence=none,
            too_many=error.least,
        )
    found = arrivals_columns(graph, columns, sets, keep=True)
    each = list(map(members, sets.members))
    return PossibilityColumns(
        states=found.states,
        sets=found.possible,
        begin=np.concatenate(([0], np.cumsum(sets.sizes[: len(each)]))),
        hidden=np.concatenate([hidden for hidden, _ in each]),
        sequence=np.concatenate([did for _, did in each]),
        too_many=found.too_many,
    )


def live_columns(graph: GraphRecord, columns: GraphColumns, order: Int32s) -> Hidden:
    """Return per state the places of the secret that matter from there on, as bits: what
    `live_places` does; 0 at states that play does not reach. At most MOST_PLACES places.
    """
    live = np.zeros(len(columns), np.uint64)
    looks = columns.kind == Kind.LOOK
    live[looks] = place_bits(graph, columns)[columns.what[looks]]
    live[columns.kind == Kind.RELOCATION] = 2 ** len(graph.places) - 1
    gather(columns.begin, columns.targets, order, live)
    return live
