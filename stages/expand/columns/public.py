"""The tree of a large graph without a secret, in columns."""

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from ....schemas.game import Game
from ....schemas.game.columns import GameColumns, InfosetView, Kind, NodeView
from ....schemas.parts.limits import refuse_too_many
from ....schemas.parts.rationals import rationals
from ....schemas.state_graph import StateGraph
from ..expansion import game_of
from .build import first_visits
from .infosets import infosets_of
from .public_arrays import (
    PublicWords,
    cut,
    grow,
    most_won,
    new_room,
    rules_of,
    won_at,
)
from .walk_kernel import walked_public

ROUND = 1 << 18  # Nodes between two calls of `watch`.
MOST = 2**62


def expanded_public(graph: StateGraph, total: int, watch: Callable[[int], None]) -> Game | None:
    """Return the tree of `total` histories; None if its payoffs may not fit into 64 bits."""
    parts = math.lcm(*{number.denominator for state in graph.states for number in won_at(state)})
    if most_won(graph) * parts >= MOST:
        return None
    words = PublicWords()
    rules = rules_of(graph, words, parts)
    most = max(1, int(np.diff(rules.begin).max()))
    room = new_room(total, most, graph.start)
    done = False
    while not done:
        watch(int(room.counters[0]))
        refuse_too_many(int(room.counters[1]) + most, "ways between nodes")
        grow(room, most)
        done = walked_public(rules, room, most, int(room.counters[0]) + ROUND)
    nodes, children, _, infosets = room.counters.tolist()
    cut(room, nodes, children, infosets)
    words.finish(np.asarray(room.trie.keys))
    chances, paid = tuple(words.chances), np.asarray(room.sums.keys)[: room.sums.size]
    order = first_visits(room.kind, room.what, Kind.CHANCE, len(chances))
    made = GameColumns(
        kind=room.kind,
        what=room.what,
        begin=room.begin,
        children=room.children,
        payoffs=rationals(Fraction(number, parts) for number in paid.tolist()),
        chances=tuple(chances[number] for number in order.tolist()),
        infosets=infosets_of(graph.names, room, words),
    )
    return game_of(graph, InfosetView(made.infosets), NodeView(made))
