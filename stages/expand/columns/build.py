"""The game of a large graph with a secret, as a tree or with shared nodes, in columns."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from schemas.game import Game
from schemas.game.columns import GameColumns, Kind
from schemas.parts.limits import refuse_too_many
from schemas.state_graph import StateGraph
from schemas.state_graph.columns import GraphColumns
from schemas.state_graph.secrets import placements
from stages.expand.columns.first_visits import chances_of, payoffs_of
from stages.expand.columns.future import future_of
from stages.expand.columns.growth import grow
from stages.expand.columns.infosets import Words, infosets_of
from stages.expand.columns.origin import origin_of
from stages.expand.columns.recall import found_forgotten
from stages.expand.columns.result import game_of
from stages.expand.columns.room import At, Room, cut, new_room
from stages.expand.columns.rules import (
    NO_FUTURE,
    Future,
    Int64s,
    Rules,
    Seen,
    most_moves,
    rules_of,
)
from stages.expand.columns.shared_nodes import parents_first
from stages.expand.columns.walk_kernel import Stop, walked
from stages.expand.expansion import Origin
from stages.expand.shared_nodes import inexact, too_many

ROUND = 1 << 18  # Nodes between two calls of `watch`.


class Expanded(NamedTuple):
    """A game and, if recorded, the origin of its nodes."""

    game: Game
    origin: Origin | None


class Walk(NamedTuple):
    """The output of a walk."""

    stop: Stop
    room: Room
    rules: Rules
    seen: Seen


def expanded_tree(
    graph: StateGraph, total: int, watch: Callable[[int], None], noted: bool = False
) -> Expanded | None:
    """Return the tree of `total` histories; None if the graph has an error.

    With `noted`, the origin of the nodes is recorded.
    """
    graph, columns = _in_columns(graph)
    walk = _walk(graph, columns, NO_FUTURE, total, total, watch, noted)
    if not _is_good(walk):
        return None
    origin = origin_of(graph, walk.rules, walk.seen, walk.room) if noted else None
    return Expanded(_game(graph, columns, walk.room, walk.seen), origin)


def expanded_shared(
    graph: StateGraph, limit: int, watch: Callable[[int], None], noted: bool = False
) -> Expanded | None:
    """Return the game with shared nodes; None if the graph has an error.

    Raises InputError if there would be more than `limit` nodes, or if sharing is not exact. With
    `noted`, the origin of the nodes is recorded.
    """
    graph, columns = _in_columns(graph)
    likely, future = min(limit, 2 * len(columns)), future_of(graph, columns)
    walk = _walk(graph, columns, future, likely, limit, watch, noted)
    if walk.stop == Stop.LIMIT:
        raise too_many(limit)
    if not _is_good(walk) or found_forgotten(
        walk.rules, walk.room, graph.start, _placements(graph), lambda: watch(len(walk.room.kind))
    ):
        return None
    room, order = parents_first(walk.room)
    origin = origin_of(graph, walk.rules, walk.seen, walk.room, order) if noted else None
    game = _game(graph, columns, room, walk.seen)
    for conflict in game.reached.conflicts[:1]:  # Later conflicts follow from the first.
        raise inexact(game, conflict, graph.names[walk.room.states[order[conflict.node]]])
    return Expanded(game, origin)


def _is_good(walk: Walk) -> bool:
    return walk.stop == Stop.DONE and not (walk.room.looks < 0).any()


def _in_columns(graph: StateGraph) -> tuple[StateGraph, GraphColumns]:
    graph = graph.in_columns()
    assert graph.columns is not None
    return graph, graph.columns


def _walk(
    graph: StateGraph,
    columns: GraphColumns,
    future: Future,
    nodes: int,
    limit: int,
    watch: Callable[[int], None],
    noted: bool,
) -> Walk:
    """Walk over all histories; if the future is known, only over one history per shared node.

    The arrays start with room for `nodes` nodes.
    """
    chosen, most, seen = _placements(graph), most_moves(graph, columns), Seen()
    rules = rules_of(graph, columns, seen, future)
    shared = len(future.live) > 0
    room = new_room(max(nodes, len(chosen)) + 1, len(chosen) + most, shared, noted)
    _write_root(room, graph.start, chosen)
    stop, until = Stop.ROOM, 1
    while stop == Stop.ROOM:
        watch(int(room.counters[At.NODES]))
        refuse_too_many(int(room.counters[At.CHILDREN]) + most, "ways between nodes")
        grow(room, most)
        until = int(room.counters[At.NODES]) + ROUND
        stop = Stop(walked(rules, room, most, until, limit))
    cut(room)
    return Walk(stop, room, rules, seen)


def _placements(graph: StateGraph) -> Int64s:
    """Return the secrets that player 2 can choose before play, with places as bits."""
    bit = {name: 1 << at for at, (name, _) in enumerate(graph.places)}
    return np.array([sum(map(bit.__getitem__, held)) for _, held in placements(graph)], np.int64)


def _write_root(room: Room, start: int, chosen: Int64s) -> None:
    """Write the root, at which player 2 chooses the secret, and queue all its children."""
    size = len(chosen)
    room.kind[0], room.what[0] = Kind.DECISION, 0
    room.begin[:2] = 0, size
    for column, value in ((room.states, start), (room.hidden, 0), (room.last, 0)):
        column[:1] = value
    room.way[:1], room.looks[:1] = 0, 1
    room.player[0], room.state[0], room.sees[0], room.actions[0] = 2, -1, -1, -1
    room.first[:2] = 1, 1 + size
    room.waiting[:size] = 0
    back = np.arange(size)[::-1]
    for place, values in ((0, start), (1, chosen[back]), (3, 1 + back), (5, -1), (6, back)):
        room.waiting[:size, place] = values
    room.counters[:] = 1, size, size, 1, 1, 0


def _game(graph: StateGraph, columns: GraphColumns, room: Room, seen: Seen) -> Game:
    """Return the game of a graph from the nodes that were written."""
    payoffs = payoffs_of(room.kind, room.what, columns.payoffs)
    chances = chances_of(room.kind, room.what, columns.draws)
    made = GameColumns(
        kind=room.kind,
        what=room.what,
        begin=room.begin,
        children=room.children,
        payoffs=payoffs,
        chances=chances,
        infosets=infosets_of(graph.names, room, Words(graph, columns, room, seen)),
    )
    return game_of(graph, made)
