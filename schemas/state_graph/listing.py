"""List the states of a state graph that contains only its rule."""

from dataclasses import replace
from typing import TypeVar

from ..parts.limits import beyond
from ..parts.problems import Problem, SizeError
from ..rules.listing import all_states, size_of
from .graph import Graph

Listed = TypeVar("Listed", bound=Graph)


def listed(graph: Listed, limit: int, histories: int | None = None) -> Listed:
    """Return the graph with its states, which a rule may generate.

    Raise SizeError, before any state is listed, if there are more than `limit` states or more than
    `histories` histories.
    """
    if graph.rule is None or graph.states:
        return graph
    level = graph.source.level if graph.source else 2
    size = size_of(graph.rule, level, limit, histories)
    if histories is not None and size.histories > histories:
        raise _refused(beyond(histories, size.histories, "histories", not size.whole))
    if size.states > limit:
        raise _refused(
            beyond(limit, size.states, "states", not size.whole)
            + ", too many to list them one by one"
        )
    names, states = all_states(graph.rule, level)
    return replace(graph, names=names, states=states)


def _refused(message: str) -> SizeError:
    return SizeError([Problem(f"the game {message}")])
