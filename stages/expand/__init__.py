"""Expand: from the state graph to the game.

Information sets follow from the players' observations: player 1 sees every
transition of the graph except a relocation, player 2 sees its own moves and
the observations of its states. Without a secret, both see everything except the
other's half of a simultaneous move. In a graph of version 2, the graph says what each player sees.
"""

from math import comb

from ...schemas.game import Game
from ...schemas.parts.limits import beyond
from ...schemas.parts.problems import Problem, SizeError
from ...schemas.parts.watch import Watch
from ...schemas.state_graph import Graph, StateGraph
from ...schemas.state_graph.histories import histories_up_to
from ...schemas.state_graph.listing import listed
from ...schemas.state_graph.secrets import MOST_PLACES
from .columns.secret import expanded_shared, expanded_tree
from .expansion import Expansion
from .observed import expand_observed

__all__ = ("MAX_HISTORIES", "expand", "expansion")

MAX_HISTORIES = 2_000_000
COUNTED = 100_000
"""States up to which histories are counted before they are listed: a fifth of a second. In larger
graphs listing is as quick as counting.
"""


def expand(
    graph: Graph,
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
    observe, if sharing nodes would require player 1 to forget something, or if the secret has too
    many places. `watch` is called with the number of nodes so far and their total, 0 if it is
    unknown.
    """
    return _expanded(graph, max_histories, unroll, watch, with_origin=False).game


def expansion(
    graph: Graph,
    max_histories: int = MAX_HISTORIES,
    unroll: bool = False,
    watch: Watch = lambda done, total: None,
) -> Expansion:
    """Return the game as `expand` does, with the state and the events that each node comes from, if
    the graph is of version 1.
    """
    return _expanded(graph, max_histories, unroll, watch, with_origin=True)


def _expanded(graph: Graph, limit: int, unroll: bool, watch: Watch, with_origin: bool) -> Expansion:
    graph = listed(graph, limit, limit)
    if graph.secret is None:
        return expand_observed(graph, limit, unroll, watch, with_origin)
    assert isinstance(graph, StateGraph)
    placements = comb(len(graph.places), graph.secret.size)
    if placements > limit:
        raise _too_large(limit, placements, True)
    tree = unroll or graph.source is None or graph.source.level == 0
    is_counted = tree and len(graph.states) <= COUNTED
    total, exact = histories_up_to(graph, limit) if is_counted else (0, True)
    if total > limit:
        raise _too_large(limit, total, not exact)
    if len(graph.places) > MOST_PLACES:
        many = beyond(MOST_PLACES, len(graph.places), "places of the secret")
        raise SizeError([Problem(f"the game {many}")])

    def tell(done: int) -> None:
        watch(done, total)

    if tree:
        return expanded_tree(graph, limit, tell, with_origin)
    return expanded_shared(graph, limit, tell, with_origin)


def _too_large(limit: int, histories: int, at_least: bool) -> SizeError:
    return SizeError([Problem(f"the game {beyond(limit, histories, 'histories', at_least)}")])
