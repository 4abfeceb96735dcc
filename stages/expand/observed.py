"""Expand state graphs in which both players see different things, and those without a secret, which
are a special case of them.

A player remembers its own actions and the texts that it saw, in order: its memory. Histories are in
one information set if their player moves there and has the same memory. Memories are numbered in a
tree: each is an earlier one with one more item.

Two histories that lead to the same state with the same memories of both players and the same
rewards differ only in moves of chance that nobody saw. They can share a node: all its chance weight
belongs to one pair of sequences, and the same nodes follow.
"""

import json
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from ...schemas.game import Game
from ...schemas.game.columns import Int32s, Kind
from ...schemas.parts.exact import large
from ...schemas.parts.limits import beyond, more_than
from ...schemas.parts.problems import InputError, Problem, SizeError
from ...schemas.parts.states import Choice, Joint, Terminal, moves
from ...schemas.parts.watch import Watch
from ...schemas.state_graph import (
    NOTHING,
    Actor,
    Graph,
    GraphBuilder,
    ObservationColumns,
    ObservationGraph,
    StateGraph,
    TurnView,
    topological,
    unrolled,
)
from ...schemas.state_graph.columns import StateKind
from ...schemas.state_graph.counting import count_histories
from ...schemas.state_graph.observed_columns import default_sees
from .columns.arrays import At, Observations, Room, Rules, cut, new_room
from .columns.sums import Sums
from .columns.walk import arranged, go_on, written_game
from .columns.walk_kernel import Stop
from .expansion import Expansion

_KINDS = {
    Actor.TERMINAL: StateKind.TERMINAL,
    Actor.PLAYER_1: StateKind.CHOICE,
    Actor.PLAYER_2: StateKind.CHOICE,
    Actor.CHANCE: StateKind.DRAW,
}

UNLISTED = (
    "; `efgc run FILE --method regret`, or with `--method double-oracle`, bounds its value without "
    "listing them"
)
"""What to do about a graph of version 2 that is too large to list."""


def expand_observed(
    graph: Graph, limit: int, unroll: bool, watch: Watch, with_origin: bool
) -> Expansion:
    """Return the game of a checked graph without a secret, which lists its states: a tree in prefix
    order if the graph is of version 1 or level 0 or has no source, or with `unroll`; else a game in
    which histories share nodes where that is exact. If `with_origin`, the states of the nodes of a
    tree are recorded. Raise SizeError if it has more than `limit` histories or nodes, and
    InputError if a player cannot know its actions.
    """
    single, named = _single_moves(graph, limit)
    public = isinstance(graph, StateGraph)
    tree = public or unroll or graph.source is None or graph.source.level == 0
    total, advice = count_histories(single) if tree else 0, "" if public else UNLISTED
    if total > limit:
        raise SizeError([Problem(f"the game {beyond(limit, total, 'histories')}{advice}")])
    walk = _Walk(single.columns, named, single.start)

    def tell(done: int) -> None:
        watch(done, total)

    nodes = total if tree else min(limit, 2 * len(single.columns))
    room, stop = walk.run(nodes, limit, tell, not tree, with_origin and public)
    if stop == Stop.LIMIT:
        histories = large(count_histories(single))
        many = more_than(limit, "nodes", "--max-histories")
        raise SizeError([Problem(f"the game of {histories} histories {many}{advice}")])
    if stop == Stop.ACTIONS:
        room, _ = walk.run(nodes, limit, tell, not tree, with_origin=True)
        raise InputError([walk.conflict(single, room)])
    if not tree:
        room = arranged(room, _state_by_state(room, topological(single)))
    states = named[room.states].data if public else ()
    return Expansion(walk.game(graph, room), graph, states)


class _Walk:
    """A walk through a graph without cycles; `named` is that of its rules."""

    def __init__(self, columns: ObservationColumns, named: Int32s, start: int) -> None:
        self.columns, self.start = columns, start
        offers, self.lists, self.draws = _offers(columns)
        kinds = np.array([_KINDS[actor] for actor in Actor], np.int8)
        self.rules = Rules(
            kind=kinds[columns.actor],
            what=np.where(columns.actor == Actor.TERMINAL, columns.payoff, offers),
            begin=columns.begin,
            targets=columns.target,
            player=np.where(columns.actor == Actor.CHANCE, np.int8(0), columns.actor),
            named=named,
            sees=columns.sees,
            observations=Observations(columns.texts),
            rewards=columns.reward,
            sums=Sums(columns.numbers),
        )

    def run(
        self,
        nodes: int,
        limit: int,
        watch: Callable[[int], None],
        shared: bool,
        with_origin: bool,
    ) -> tuple[Room, Stop]:
        """Return the nodes up to a limit, and why the walk stopped. The arrays start with room for
        `nodes` nodes.
        """
        most = max(1, int(np.diff(self.columns.begin).max(initial=0)))
        trie = self.rules.observations.trie
        room = new_room(trie, max(1, nodes), most + 1, shared, with_origin)
        # The empty sequence of player 2 is -1.
        room.waiting[0], room.counters[At.WAITING] = (self.start, 0, 0, 0, -1, 0, 0, -1, -1, 0), 1
        stop = go_on(self.rules, room, most, limit, watch)
        return cut(room), stop

    def game(self, graph: Graph, room: Room) -> Game:
        """Return the game of all nodes."""
        return written_game(graph, self.rules, room, self.draws, self.lists.__getitem__)

    def conflict(self, graph: ObservationGraph, room: Room) -> Problem:
        """Return the problem of a walk that stopped at actions which a player cannot know."""
        state, infoset, _, place = room.counters[At.STATE :].tolist()
        first = int(np.flatnonzero((room.kind == Kind.DECISION) & (room.what == infoset))[0])
        ways = [self._history(room, int(way)) for way in (room.way[first] if first else -1, place)]
        name = graph.players[int(room.player[infoset]) - 1]
        offers = [", ".join(self._labels(one)) for one in (int(room.states[first]), state)]
        return Problem(
            f"{name} cannot know its actions: after {ways[0]} they are {offers[0]}, after "
            f"{ways[1]} they are {offers[1]}, and it saw the same",
            ("states", graph.names[state], "moves"),
        )

    def _history(self, room: Room, way: int) -> str:
        """Return the labels of the moves on a way, given by its last move among the children of the
        nodes; -1 for the root.
        """
        labels: list[str] = []
        while way >= 0:
            node = int(np.searchsorted(room.begin, way, "right")) - 1
            labels.append(self._labels(int(room.states[node]))[way - int(room.begin[node])])
            way = int(room.way[node]) if node else -1
        return " - ".join(labels[::-1]) or "nothing"

    def _labels(self, state: int) -> list[str]:
        begin, end = self.columns.begin[state : state + 2].tolist()
        return [self.columns.texts[at] for at in self.columns.label[begin:end].tolist()]


Drawn = tuple[tuple[str, ...], tuple[Fraction, ...]]
"""The labels and probabilities of a move of chance."""


def _offers(columns: ObservationColumns) -> tuple[Int32s, list[str], list[Drawn]]:
    """Return for each state the number of its list of labels or, if chance moves, of its move; the
    lists as JSON; and the moves of chance.
    """
    lists, draws = dict[str, int](), dict[Drawn, int]()
    known: dict[tuple[int, bytes, bytes], int] = {}
    offers = np.zeros(len(columns), np.int32)
    for state in np.flatnonzero(columns.actor != Actor.TERMINAL).tolist():
        begin, end = columns.begin[state : state + 2].tolist()
        these, chance = slice(begin, end), columns.actor[state] == Actor.CHANCE
        label, probability = columns.label[these], columns.probability[these]
        key = chance, label.tobytes(), probability.tobytes()
        if key not in known:
            labels = tuple(columns.texts[at] for at in label.tolist())
            if chance:
                move = labels, tuple(columns.numbers[at] for at in probability.tolist())
                known[key] = draws.setdefault(move, len(draws))
            else:
                known[key] = lists.setdefault(json.dumps(labels), len(lists))
        offers[state] = known[key]
    return offers, list(lists), list(draws)


def _state_by_state(room: Room, order: Int32s) -> Int32s:
    """Return the nodes in an order of their states; those of a state in the order in which they are
    reached from the nodes before.
    """
    begin, children, states = room.begin.tolist(), room.children.tolist(), room.states.tolist()
    reached: dict[int, dict[int, None]] = {states[0]: {0: None}}
    nodes: list[int] = []
    for state in order.tolist():
        for node in reached.pop(state, ()):
            nodes.append(node)
            for child in children[begin[node] : begin[node + 1]]:
                reached.setdefault(states[child], {})[child] = None
    return np.array(nodes, np.int32)


def _single_moves(graph: Graph, limit: int) -> tuple[ObservationGraph, Int32s]:
    """Return a graph without cycles in which nobody moves at the same time, and for each of its
    states the state of the graph after which information sets there are named, or -1.

    A simultaneous move is a move of player 1, followed by one of player 2, who does not see it;
    then both see both. So all of player 2's nodes of one joint state are one information set.
    """
    if isinstance(graph, ObservationGraph):
        acyclic = unrolled(graph, limit, "--max-histories")
        return acyclic, np.full(len(acyclic.columns), -1, np.int32)
    builder, named = GraphBuilder(), list(range(len(graph.states)))
    halves: list[tuple[Joint, int]] = []
    for number, state in enumerate(graph.states):
        numbers: list[int] = []
        if isinstance(state, Terminal):
            builder.end(builder.number(state.payoff))
        elif isinstance(state, Joint):
            for row, label in enumerate(state.moves[0]):
                numbers += (builder.text(label), len(named), NOTHING, 0, NOTHING, NOTHING)
                named.append(number)
                halves.append((state, row))
            builder.add(Actor.PLAYER_1, numbers)
        else:
            actor = state.player if isinstance(state, Choice) else int(Actor.CHANCE)
            for move in moves(state):
                text, share = builder.text(move.label), move.probability
                probability = NOTHING if share is None else builder.number(share)
                numbers += (text, move.target, probability, 0, *default_sees(actor, text))
            builder.add(actor, numbers)
    for joint, row in halves:
        numbers, played = [], builder.text(joint.moves[0][row])
        cells = zip(joint.moves[1], joint.to[row], joint.reward[row], strict=True)
        for label, to, reward in cells:
            text = builder.text(label)
            numbers += (text, to, NOTHING, builder.number(reward), text, played)
        builder.add(Actor.PLAYER_2, numbers)
    single = ObservationGraph(
        title=graph.title,
        source=graph.source,
        players=graph.players,
        names=[graph.names[number] for number in named],
        states=TurnView(builder.columns(in_order=False)),
        start=graph.start,
    )
    return single, np.array(named, np.int32)
