"""The tree of a large graph in which nothing is secret, in columns."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.game.columns import GameColumns, Int32s, Kind
from schemas.parts.large import refuse_too_many
from schemas.parts.rationals import rationals
from schemas.parts.slots_kernel import fill
from schemas.state_graph import StateGraph
from stages.expand.columns.infosets import infosets_of
from stages.expand.columns.made import game_of
from stages.expand.columns.ordering import first_visits
from stages.expand.columns.public_rules import Words, most_won, rules_of, won_at
from stages.expand.columns.public_walk_kernel import WAITING, walked
from stages.expand.columns.room import LEAST, enlarge, lengthen
from stages.expand.columns.rules import Int64s

ROUND = 1 << 18  # Nodes between two words to who watches.
MOST = 2**62


class PublicRoom(NamedTuple):
    """What the walk writes; see `stages.expand.columns.room`."""

    counters: Int64s
    waiting: NDArray[np.int64]
    kind: NDArray[np.int8]
    what: Int32s
    begin: Int32s
    children: Int32s
    player: NDArray[np.int8]
    state: Int32s
    sees: Int32s
    actions: Int32s
    first: Int32s
    steps: Int64s
    trie: Int32s
    sums: Int64s
    """What is won at the ends of play, in parts of the common denominator."""
    payoffs: Int32s
    """The hash table."""


def expanded_public(graph: StateGraph, total: int, watch: Callable[[int], None]) -> Game | None:
    """Return the tree of `total` histories; None where its payoffs may not fit into 64 bits."""
    parts = math.lcm(*{number.denominator for state in graph.states for number in won_at(state)})
    if most_won(graph) * parts >= MOST:
        return None
    words = Words()
    rules = rules_of(graph, words, parts)
    most = max(1, int(np.diff(rules.begin).max()))
    room = _new_room(total, most, graph.start)
    done = False
    while not done:
        watch(int(room.counters[0]))
        refuse_too_many(int(room.counters[1]) + most, "ways between nodes")
        _grow(room, most)
        done = walked(rules, room, most, int(room.counters[0]) + ROUND)
    nodes, children, _, infosets, _, paid = room.counters.tolist()
    _cut(room, nodes, children, infosets)
    words.finish(room.steps)
    chances = tuple(words.chances)
    order = first_visits(room.kind, room.what, Kind.CHANCE, len(chances))
    made = GameColumns(
        kind=room.kind,
        what=room.what,
        begin=room.begin,
        children=room.children,
        payoffs=rationals(Fraction(number, parts) for number in room.sums[:paid].tolist()),
        chances=tuple(chances[number] for number in order.tolist()),
        infosets=infosets_of(graph.names, room, words),
    )
    return game_of(graph, made)


def _new_room(total: int, most: int, start: int) -> PublicRoom:
    """Return room for a tree of so many histories, the first of which waits."""
    waiting = np.zeros((LEAST + most, WAITING), np.int64)
    waiting[0] = start, 0, 0, 0, -1, -1, -1, -1, 0
    room = PublicRoom(
        counters=np.array([0, 0, 1, 0, 1, 0], np.int64),
        waiting=waiting,
        kind=np.empty(total, np.int8),
        what=np.empty(total, np.int32),
        begin=np.empty(total + 1, np.int32),
        children=np.empty(total + most, np.int32),
        player=np.empty(total + 1, np.int8),
        state=np.empty(total + 1, np.int32),
        sees=np.empty(total + 1, np.int32),
        actions=np.empty(total + 1, np.int32),
        first=np.empty(total + 2, np.int32),
        steps=np.empty(LEAST, np.int64),
        trie=np.full(LEAST, -1, np.int32),
        sums=np.empty(LEAST, np.int64),
        payoffs=np.full(LEAST, -1, np.int32),
    )
    room.begin[0], room.first[0] = 0, 1
    return room


def _grow(room: PublicRoom, most: int) -> None:
    """Lengthen what is too short for one more node."""
    _, _, waiting, _, trie, paid = room.counters.tolist()
    lengthen(room.waiting, waiting + most)
    lengthen(room.steps, trie + 3)
    lengthen(room.sums, paid + 1)
    for table, keys, begin, end in (
        (room.trie, room.steps, 1, trie),
        (room.payoffs, room.sums, 0, paid),
    ):
        if enlarge(table, end + 2):
            fill(table, keys, begin, end)


def _cut(room: PublicRoom, nodes: int, children: int, infosets: int) -> None:
    """Give back what was not used."""
    for arrays, size in (
        ((room.kind, room.what), nodes),
        ((room.begin,), nodes + 1),
        ((room.children,), children),
        ((room.player, room.state, room.sees, room.actions), infosets),
        ((room.first,), infosets + 1),
    ):
        for array in arrays:
            array.resize(size, refcheck=False)
