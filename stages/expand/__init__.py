"""Expand: from the state graph to the game.

Information sets follow from the players' observations: player 1 sees every
transition of the graph except a relocation, player 2 sees its own moves and
the observations of its states. Without a secret, both see everything except the
other's half of a simultaneous move. In a graph of version 2, the graph says what each player sees.
"""

from math import comb
from typing import NamedTuple

from ...schemas.game import Game
from ...schemas.observation_graph import ObservationGraph
from ...schemas.parts.limits import beyond
from ...schemas.parts.problems import Problem, SizeError
from ...schemas.parts.watch import Watch
from ...schemas.state_graph import StateGraph
from ...schemas.state_graph.histories import histories_up_to
from ...schemas.state_graph.listing import listed
from .columns.build import expanded_shared, expanded_tree
from .columns.public import expanded_public
from .expansion import Expansion
from .observed import expand_observed
from .public import PublicBuilder
from .shared_nodes import SharedBuilder
from .tree import TreeBuilder

__all__ = ("MAX_HISTORIES", "expand", "expansion")

MAX_HISTORIES = 2_000_000
MOST_PLACES = 56  # The places that player 2 holds, and one more place, fit into 64 bits.


def expand(
    graph: StateGraph | ObservationGraph,
    max_histories: int = MAX_HISTORIES,
    unroll: bool = False,
    watch: Watch = lambda done, total: None,
) -> Game:
    """Return the game of a checked graph, every node before its children.

    A graph of level 0, without a source or without a secret becomes a tree in prefix order, and so
    does any graph with `unroll`; every other becomes a game with shared nodes. (In a graph without
    a secret, histories differ in the payoff won so far and in the moves that both players saw.)
    Raises InputError if a tree has more than `max_histories` histories, if a shared game has more
    than that many nodes, if the available moves would reveal to a player something that it did not
    observe, or if sharing nodes would require player 1 to forget something. `watch` is called with
    the number of nodes so far and, for a tree, their total.
    """
    if isinstance(graph, ObservationGraph):
        return expand_observed(graph, max_histories, unroll, watch)
    plan = _plan(graph, max_histories, unroll)
    made = _in_columns(plan, max_histories, watch, with_origin=False)
    return (made or _expansion(plan, max_histories, watch)).game


def expansion(
    graph: StateGraph,
    max_histories: int = MAX_HISTORIES,
    unroll: bool = False,
    watch: Watch = lambda done, total: None,
) -> Expansion:
    """Return the game as `expand` does, with the state and the events that each node comes from."""
    plan = _plan(graph, max_histories, unroll)
    made = _in_columns(plan, max_histories, watch, with_origin=True)
    return made or _expansion(plan, max_histories, watch)


class _Plan(NamedTuple):
    """A graph and how to expand it."""

    graph: StateGraph
    """The graph with all its states listed."""
    tree: bool
    total: int
    """The number of histories of a tree; else 0."""


def _plan(graph: StateGraph, limit: int, unroll: bool) -> _Plan:
    """Return how to expand a graph. Raises SizeError if the game is over the limit."""
    graph = listed(graph, limit, limit)
    placements = comb(len(graph.places), graph.secret.size) if graph.secret else 1
    if placements > limit:
        raise _too_large(limit, placements, True)
    tree = unroll or graph.source is None or graph.secret is None or graph.source.level == 0
    total, exact = histories_up_to(graph, limit) if tree else (0, True)
    if total > limit:
        raise _too_large(limit, total, not exact)
    return _Plan(graph, tree, total)


def _too_large(limit: int, histories: int, at_least: bool) -> SizeError:
    return SizeError([Problem(f"the game {beyond(limit, histories, 'histories', at_least)}")])


def _in_columns(plan: _Plan, limit: int, watch: Watch, with_origin: bool) -> Expansion | None:
    """Return the result of the compiled walk; None if the game has an error, which the slow Python
    builders then report, or if the walk does not support the graph.
    """
    too_many_places = len(plan.graph.places) > MOST_PLACES
    if too_many_places or plan.graph.secret is None and with_origin:
        return None

    def tell(done: int) -> None:
        watch(done, plan.total)

    if plan.graph.secret is None:
        game = expanded_public(plan.graph, plan.total, tell)
        return Expansion(game, plan.graph) if game else None
    if plan.tree:
        return expanded_tree(plan.graph, plan.total, tell, with_origin)
    return expanded_shared(plan.graph, limit, tell, with_origin)


def _expansion(plan: _Plan, limit: int, watch: Watch) -> Expansion:
    graph = plan.graph
    if graph.secret is None:
        return PublicBuilder(graph).expansion(lambda done: watch(done, plan.total))
    builder = TreeBuilder(graph) if plan.tree else SharedBuilder(graph, limit)
    return builder.expansion(lambda done: watch(done, plan.total))
