"""The walk over a state graph, from its first node to the game in columns.

A walk writes the nodes; then payoffs, moves of chance and information sets are renumbered by first
visit.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ....schemas.game import Game
from ....schemas.game.columns import ChanceMove, GameColumns, InfosetView, Int32s, Kind, NodeView
from ....schemas.parts.limits import refuse_too_many
from ....schemas.parts.offsets import moves_of
from ....schemas.state_graph import Graph
from .arrays import ENDS, INFOSET_COLUMNS, NODE_COLUMNS, At, Room, Rules, lengthen
from .infosets import infosets_of
from .walk_kernel import Stop, walked

ROUND = 1 << 18  # Nodes between two calls of `watch`.


def go_on(rules: Rules, room: Room, most: int, limit: int, watch: Callable[[int], None]) -> Stop:
    """Continue a walk to its end or to a problem; `most` is the largest number of children of a
    node that is not written yet.
    """
    stop = Stop.ROOM
    while stop == Stop.ROOM:
        watch(int(room.counters[At.NODES]))
        refuse_too_many(int(room.counters[At.CHILDREN]) + most, "ways between nodes")
        grow(room, most)
        stop = Stop(walked(rules, room, most, int(room.counters[At.NODES]) + ROUND, limit))
    return stop


def grow(room: Room, most: int) -> None:
    """Lengthen the arrays that are too short for one more node with `most` children."""
    nodes, children, waiting = room.counters[: At.STATE].tolist()
    for names, need in (
        (NODE_COLUMNS, nodes + 1),
        (INFOSET_COLUMNS, room.infosets.size + 1),
        (("children",), children + most),
        (("waiting",), waiting + most),
    ):
        for name in names:
            lengthen(getattr(room, name), need, name in ENDS)


def arranged(room: Room, order: Int32s) -> Room:
    """Return the output of a walk with its nodes in another order, in which a child comes after all
    its parents; information sets are in order of first visit.

    The arrays for the origin of the nodes keep their order.
    """
    size = len(room.kind)
    number = np.empty(size, np.int32)
    number[order] = np.arange(size)
    begin = np.append(0, np.cumsum(np.diff(room.begin)[order])).astype(np.int32)
    children = number[room.children[moves_of(room.begin, order)]]
    kind, what = room.kind[order], room.what[order]
    infosets = first_visits(kind, what, Kind.DECISION, len(room.player))
    first = np.ones(len(infosets) + 1, np.int32)
    first[1:] += np.cumsum(np.diff(room.first)[infosets], dtype=np.int32)
    return room._replace(
        kind=kind,
        what=what,
        begin=begin,
        children=children,
        player=room.player[infosets],
        state=room.state[infosets],
        sees=room.sees[infosets],
        actions=room.actions[infosets],
        first=first,
    )


def first_visits(kind: NDArray[np.int8], what: Int32s, which: Kind, size: int) -> Int32s:
    """Renumber the entries of `what` at nodes of a kind, which are below `size`; return the old
    numbers in the order of the new ones.
    """
    nodes = np.flatnonzero(kind == which)
    first = np.full(size, len(kind))
    first[what[nodes[::-1]]] = nodes[::-1]  # The last write wins.
    order = np.argsort(first)[: np.count_nonzero(first < len(kind))].astype(np.int32)
    number = np.empty(size, np.int32)
    number[order] = np.arange(len(order))
    what[nodes] = number[what[nodes]]
    return order


def written_game(
    graph: Graph,
    rules: Rules,
    room: Room,
    draws: Sequence[tuple[tuple[str, ...], tuple[Fraction, ...]]],
    actions_of: Callable[[int], str],
) -> Game:
    """Return the game of the nodes in a room, with the labels and probabilities of the moves of
    chance, and the texts of the numbers of actions, see `infosets_of`.
    """
    paid = first_visits(room.kind, room.what, Kind.TERMINAL, len(rules.sums.sums))
    drawn = first_visits(room.kind, room.what, Kind.CHANCE, len(draws))
    columns = GameColumns(
        kind=room.kind,
        what=room.what,
        begin=room.begin,
        children=room.children,
        payoffs=rules.sums.rationals(paid),
        chances=tuple(ChanceMove(*draws[number]) for number in drawn.tolist()),
        infosets=infosets_of(graph.names, room, actions_of, rules.observations.lists()),
    )
    return Game(
        title=graph.title,
        source=graph.source,
        players=graph.players,
        states=len(graph.states),
        information_sets=InfosetView(columns.infosets),
        nodes=NodeView(columns),
        counts=graph.counts,
        places=graph.places,
    )
