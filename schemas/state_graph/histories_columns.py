"""Counting histories on a graph in columns: `schemas.state_graph.histories`."""

from schemas.parts.counts import Counts
from schemas.state_graph.arrival_columns import arrivals_columns
from schemas.state_graph.arrival_kernel import Stop
from schemas.state_graph.columns import GraphColumns
from schemas.state_graph.records import GraphRecord
from schemas.state_graph.set_columns import sets_of


def count_within_columns(
    graph: GraphRecord, columns: GraphColumns, of: str, most: float
) -> Counts | None:
    """Return what `count_within` does, of a graph with a secret."""
    sets = sets_of(graph, columns)
    found = arrivals_columns(graph, columns, sets, work=most)
    if found.stop == Stop.WORK:
        return None
    return Counts(
        of=of,
        histories=1 + found.histories,  # The node of the secret's choice is one, too.
        terminal_histories=found.terminal,
        escapes=found.escapes,
        information_sets=(found.decisions, sets.infosets),
    )


def histories_up_to_columns(
    graph: GraphRecord, columns: GraphColumns, limit: int
) -> tuple[int, bool]:
    """Return what `histories_up_to` does, of a graph with a secret."""
    sets = sets_of(graph, columns, limit)
    found = arrivals_columns(graph, columns, sets, histories=limit - 1)
    histories = 1 + found.histories
    if found.too_many:
        return max(histories, found.too_many), False
    return histories, found.stop != Stop.HISTORIES
