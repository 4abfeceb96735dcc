"""The tree of a graph without a secret, in columns.

Both players see every move once it is made. A simultaneous move becomes a move of player 1 followed
by one of player 2, who does not see it: all of player 2's nodes of one joint state are one
information set. The rewards on the way are added up at the terminal nodes.
"""

from collections.abc import Callable

import numpy as np

from ....schemas.game.columns import GameColumns, InfosetView, Kind, NodeView
from ....schemas.parts.limits import refuse_too_many
from ....schemas.state_graph import StateGraph
from ..expansion import Expansion, game_of
from .build import first_visits
from .infosets import infosets_of
from .public_arrays import (
    PublicWords,
    Sums,
    cut,
    grow,
    new_room,
    rules_of,
    won_at,
)
from .walk_kernel import walked_public

ROUND = 1 << 18  # Nodes between two calls of `watch`.


def expanded_public(graph: StateGraph, total: int, watch: Callable[[int], None]) -> Expansion:
    """Return the tree of `total` histories, with the states of its nodes."""
    words, sums = PublicWords(), Sums(reward for state in graph.states for reward in won_at(state))
    rules = rules_of(graph, words, sums)
    most = max(1, int(np.diff(rules.begin).max()))
    room = new_room(total, most, graph.start, sums)
    done = False
    while not done:
        watch(int(room.counters[0]))
        refuse_too_many(int(room.counters[1]) + most, "ways between nodes")
        grow(room, most)
        done = walked_public(rules, room, most, int(room.counters[0]) + ROUND)
    nodes, children, _, infosets = room.counters.tolist()
    cut(room, nodes, children, infosets)
    words.finish(np.asarray(room.trie.keys))
    chances = tuple(words.chances)
    paid = first_visits(room.kind, room.what, Kind.TERMINAL, len(sums.sums))
    order = first_visits(room.kind, room.what, Kind.CHANCE, len(chances))
    made = GameColumns(
        kind=room.kind,
        what=room.what,
        begin=room.begin,
        children=room.children,
        payoffs=sums.rationals(paid),
        chances=tuple(chances[number] for number in order.tolist()),
        infosets=infosets_of(graph.names, room, words),
    )
    game = game_of(graph, InfosetView(made.infosets), NodeView(made))
    return Expansion(game, graph, states=room.states.data)
