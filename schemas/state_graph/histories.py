"""Count histories on the graph, without building a tree.

The number of histories at a state is the sum, over the sets of possibilities
that can occur there, of the number of ways to state and set times the size of
the set. The work is proportional to the number of pairs of state and set, plus
the members of the sets, one per placement and sequence of player 2: in our maps
far fewer than histories.
"""

from ..parts.counts import UNREDUCED, Counts
from ..parts.states import Choice, Joint, Look, State, Terminal
from .arrival import count_arrivals
from .arrival_kernel import Stop
from .columns import GraphColumns
from .order import topological
from .possible_sets import sets_of
from .records import GraphRecord
from .secrets import (
    ARRIVAL,
    ENOUGH,
    MOST_PLACES,
    PossibleSets,
    TooManyPossibilities,
    arrivals,
)


def count_histories(graph: GraphRecord, of: str = UNREDUCED) -> Counts:
    """Return the exact size of the tree of a checked graph."""
    found = count_within(graph, of)
    assert found is not None
    return found


def count_within(
    graph: GraphRecord, of: str = UNREDUCED, most: float = float("inf")
) -> Counts | None:
    """Return the same, or None if the work exceeds `most`. The unit of work is a step or a member
    of a set, about half a microsecond each.
    """
    if graph.columns is not None and graph.secret and len(graph.places) <= MOST_PLACES:
        return _count_in_columns(graph, graph.columns, of, most)
    sets = PossibleSets(graph)
    # The node at which the secret is chosen is also a history.
    histories, terminal, escapes, decisions, public = int(graph.secret is not None), 0, 0, 0, 0
    for state, possible, ways in arrivals(graph, sets, topological(graph) or []):
        sets.work += ARRIVAL
        if sets.work > most:
            return None
        record = graph.states[state]
        here = ways * len(sets.members[possible])
        histories += here * _nodes(record)
        if isinstance(record, Joint):
            decisions += ways
            public += ways
        elif isinstance(record, Terminal):
            terminal += here
            escapes += here if record.payoff > 0 else 0
        elif isinstance(record, Choice) and record.player == 1:
            decisions += ways
        elif isinstance(record, Choice) and graph.secret is None:
            public += ways
    # Without a secret every history is an information set.
    infosets = len(sets.infosets) if graph.secret else public
    return Counts(
        of=of,
        histories=histories,
        terminal_histories=terminal,
        escapes=escapes,
        information_sets=(decisions, infosets),
    )


def histories_up_to(graph: GraphRecord, limit: int) -> tuple[int, bool]:
    """Return the number of histories of a checked graph, and whether this number is complete.

    The count is complete if it is cheap; otherwise it stops when it exceeds the limit.
    """
    if graph.secret is None:
        return count_histories(graph).histories, True
    if graph.columns is not None and len(graph.places) <= MOST_PLACES:
        return _up_to_in_columns(graph, graph.columns, limit)
    sets = PossibleSets(graph, limit)
    histories, work = 1, 0  # The node of the secret's choice is also a history.
    try:
        for state, possible, ways in arrivals(graph, sets, topological(graph) or []):
            record, size = graph.states[state], len(sets.members[possible])
            work += size
            histories += ways * size * _nodes(record)
            if histories > limit and work > ENOUGH:
                return histories, False
    except TooManyPossibilities as error:
        return max(histories, error.least), False  # Each is a history.
    return histories, True


def _nodes(record: State) -> int:
    """Return the number of tree nodes per history at a state. A joint state has one node of player
    1, and one of player 2 per move of player 1.
    """
    if isinstance(record, Joint):
        return 1 + len(record.moves[0])
    return 0 if isinstance(record, Look) else 1


def _count_in_columns(
    graph: GraphRecord, columns: GraphColumns, of: str, most: float
) -> Counts | None:
    """Return the result of `count_within` for a graph in columns with a secret."""
    sets = sets_of(graph, columns)
    found = count_arrivals(graph, columns, sets, work=most)
    if found.stop == Stop.WORK:
        return None
    return Counts(
        of=of,
        histories=1 + found.histories,  # Includes the node of the secret's choice.
        terminal_histories=found.terminal,
        escapes=found.escapes,
        information_sets=(found.decisions, sets.infosets),
    )


def _up_to_in_columns(graph: GraphRecord, columns: GraphColumns, limit: int) -> tuple[int, bool]:
    """Return the result of `histories_up_to` for a graph in columns with a secret."""
    sets = sets_of(graph, columns, limit)
    found = count_arrivals(graph, columns, sets, histories=limit - 1)
    histories = 1 + found.histories
    if found.too_many:
        return max(histories, found.too_many), False
    return histories, found.stop != Stop.HISTORIES
