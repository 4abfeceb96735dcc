"""The game of a graph with a secret, as a tree or with shared nodes.

In a game with shared nodes, see `stages.expand.shared_nodes`, player 1 must not reach one of its
states with different knowledge.

Where player 1 moves, its knowledge is the set of nodes of its state that it considers possible:
they differ in the parts of the secret and of player 2's moves that still matter. Each node of a
state is possible after some history, so nothing is forgotten if all are possible after every
history. This is checked step by step: consider all nodes of a state and the histories that continue
to player 1's next states. Those that its observations cannot tell apart must reach all nodes of the
next state.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....schemas.game import Game
from ....schemas.game.columns import Int32s, Kind
from ....schemas.kernels.key_tables import add
from ....schemas.parts.events import Event, answer, outcome
from ....schemas.parts.problems import InputError, Problem, agreeing
from ....schemas.state_graph import StateGraph
from ....schemas.state_graph.columns import StateKind
from ....schemas.state_graph.order import topological_order
from ....schemas.state_graph.secrets import place_numbers, placement_bits
from ..expansion import Events, Expansion, Numbered
from ..shared_nodes import forgetting, inexact, refuse_forgetting, too_many
from .arrays import (
    NO_FUTURE,
    ROOT,
    At,
    Future,
    Int64s,
    Room,
    Rules,
    cut,
    most_moves,
    new_room,
    secret_rules,
)
from .infosets import secret_actions
from .passes_kernel import look_ahead, reverse_postorder
from .recall_kernel import Search, refuses
from .walk import arranged, go_on, written_game
from .walk_kernel import Stop


class WalkOutput(NamedTuple):
    """The output of a walk."""

    room: Room
    rules: Rules
    refused: InputError | None
    """The error at which it stopped, if there is one."""


def expanded_tree(
    graph: StateGraph, limit: int, watch: Callable[[int], None], with_origin: bool = False
) -> Expansion:
    """Return the tree. If `with_origin`, the origin of the nodes is recorded.

    Raises InputError if it has more than `limit` histories, or if a player cannot know its actions.
    """
    likely = min(limit, 2 * len(graph.states))
    walk = _walk(graph, NO_FUTURE, likely, limit, watch, with_origin)
    if walk.refused:
        raise walk.refused
    made = Expansion(_game(graph, walk.rules, walk.room), graph)
    return _with_origin(made, walk) if with_origin else made


def expanded_shared(
    graph: StateGraph, limit: int, watch: Callable[[int], None], with_origin: bool = False
) -> Expansion:
    """Return the game with shared nodes. If `with_origin`, the origin of the nodes is recorded.

    Raises InputError if there would be more than `limit` nodes, if sharing is not exact, or if a
    player cannot know its actions.
    """
    likely, future = min(limit, 2 * len(graph.states)), future_of(graph)
    walk = _walk(graph, future, likely, limit, watch, with_origin)
    rules, room, chosen = walk.rules, walk.room, placement_bits(graph)
    if walk.refused or may_forget(rules, room, graph.start, chosen, lambda: watch(len(room.kind))):
        refuse_forgetting(graph, future, limit)
    if walk.refused:
        raise walk.refused
    order = np.empty(len(walk.room.kind), np.int32)
    reverse_postorder(walk.room.begin, walk.room.children, order)
    game = _game(graph, walk.rules, arranged(walk.room, order))
    for conflict in game.reached.conflicts[:1]:  # Later conflicts follow from the first.
        raise inexact(game, conflict, graph.names[walk.room.states[order[conflict.node]]])
    made = Expansion(game, graph)
    return _with_origin(made, walk, order) if with_origin else made


def _walk(
    graph: StateGraph,
    future: Future,
    nodes: int,
    limit: int,
    watch: Callable[[int], None],
    with_origin: bool,
) -> WalkOutput:
    """Walk over all histories; if the future is known, only over one history per shared node.

    The arrays start with room for `nodes` nodes. Raises SizeError beyond `limit` nodes.
    """
    chosen, most = placement_bits(graph), most_moves(graph)
    rules, shared = secret_rules(graph, future), len(future.live) > 0
    nodes, waiting = max(nodes, len(chosen)) + 1, len(chosen) + most
    room = new_room(rules.observations.trie, nodes, waiting, shared, with_origin)
    _write_root(room, graph.start, chosen)
    refused, stop = None, Stop.ROOM
    while stop != Stop.DONE and not refused:
        stop = go_on(rules, room, most, limit, watch)
        if stop == Stop.LIMIT:
            raise too_many(limit, "shared nodes" if shared else "histories")
        if stop == Stop.FORGETS:
            refused = forgetting(graph, graph.names[room.counters[At.STATE]])
        elif stop == Stop.ACTIONS:
            refused = _other_actions(graph, room)
    return WalkOutput(cut(room), rules, refused)


def _write_root(room: Room, start: int, chosen: Int64s) -> None:
    """Write the root, at which player 2 chooses the secret, and queue all its children."""
    size = len(chosen)
    room.kind[0], room.what[0] = Kind.DECISION, 0
    room.begin[:2] = 0, size
    for column, value in ((room.states, start), (room.hidden, 0), (room.last, 0)):
        column[:1] = value
    room.way[:1], room.held[:1] = 0, 0
    room.player[0], room.state[0], room.sees[0], room.actions[0] = 2, -1, 0, -1
    room.first[:2] = 1, 1 + size
    for table in (room.nodes, room.infosets):
        add(table, ROOT)
    back = np.arange(size)[::-1]
    waiting: tuple[Any, ...] = (start, chosen[back], 0, 0, 1 + back, 0, 0, -1, -1, back)
    for place, values in enumerate(waiting):
        room.waiting[:size, place] = values
    room.counters[: At.STATE] = 1, size, size


def _other_actions(graph: StateGraph, room: Room) -> InputError | None:
    """Return the error for a node that differs in its actions from the others of its information
    set; None if only their numbers differ, as those of a relocation and of a choice between the
    same actions do.
    """
    state, infoset, actions, _ = room.counters[At.STATE :].tolist()
    actions_of, known = secret_actions(graph, room), int(room.actions[infoset])
    offers = [", ".join(json.loads(actions_of(number))) for number in (actions, known)]
    if offers[0] == offers[1]:
        room.actions[infoset] = actions
        return None
    name = graph.players[int(room.player[infoset]) - 1]
    message = (
        f"{agreeing(name, 'is', 'are')} offered {offers[0]} here and {offers[1]} in another "
        "state, and cannot tell the two apart; give them different 'sees'"
    )
    return InputError([Problem(message, ("states", graph.names[state]))])


def _game(graph: StateGraph, rules: Rules, room: Room) -> Game:
    return written_game(graph, rules, room, graph.table.draws, secret_actions(graph, room))


def future_of(graph: StateGraph) -> Future:
    """Return the relevant future of each state."""
    columns, size = graph.table, len(graph.states)
    future = Future(
        live=np.zeros(size, np.int64), acts=np.zeros(size, np.bool_), alone=np.zeros(size, np.bool_)
    )
    look_ahead(
        topological_order(columns.begin, columns.targets, graph.start),
        columns.kind,
        columns.what,
        columns.begin,
        columns.targets,
        columns.player,
        place_numbers(graph),
        (1 << len(graph.places)) - 1,
        future.live,
        future.acts,
        future.alone,
    )
    return future


STATES_AT_ONCE = 1 << 16  # States between two calls of `watch`.


def may_forget(
    rules: Rules, room: Room, start: int, chosen: Int64s, watch: Callable[[], None]
) -> bool:
    """Return whether player 1 forgets something in a game whose nodes were written, or the check
    takes too much work: then `refuse_forgetting` has to tell.

    `chosen` holds the secrets that player 2 can choose before play, with places as bits.
    """
    own: NDArray[Any] = np.flatnonzero((rules.player == 1)[room.states])
    own = own[own > 0]  # The root is player 2's.
    own = own[np.argsort(room.states[own], kind="stable")].astype(np.int32)
    ends = np.flatnonzero(np.diff(room.states[own], append=-1)) + 1
    together = np.zeros(len(rules.kind), np.int32)
    together[room.states[own[ends - 1]]] = np.diff(ends, prepend=0)
    ends = np.concatenate(([0], ends))
    search = Search(rules, room, start, chosen, together)
    for at in range(0, len(ends), STATES_AT_ONCE):
        watch()
        these = ends[at : at + STATES_AT_ONCE + 1]
        if refuses(search, room.states[own[these[:-1]]], own, these):
            return True
    return False


_EVENTS = tuple(Event)


def _with_origin(made: Expansion, walk: WalkOutput, order: Int32s | None = None) -> Expansion:
    """Return an expansion with the origin of its nodes, in the given order, of a walk that recorded
    it.
    """
    these, room = slice(None) if order is None else order, walk.room
    names = [name for name, _ in made.graph.places]
    held, number = np.unique(room.hidden, return_inverse=True)
    secrets = tuple(
        frozenset(name for at, name in enumerate(names) if bits >> at & 1) for bits in held.tolist()
    )
    parent = np.repeat(np.arange(len(room.kind), dtype=np.int32), np.diff(room.begin))[room.way]
    played = np.flatnonzero(parent)
    before, place = room.states[parent[played]], (room.way - room.begin[parent])[played]
    moves = np.full(len(parent), _EVENTS.index(Event.PLACEMENT))
    after = np.full(len(parent), room.states[0])
    moves[played], after[played] = _moves(walk.rules, before, place)
    looks, results = _looks(walk.rules, after, room.held)
    moves[0], looks[0] = -1, 0  # Nothing happens before the root.
    pairs, events = np.unique(np.stack((moves, looks)), axis=1, return_inverse=True)
    table = [(), *((_EVENTS[move], *results[look]) for move, look in pairs.T[1:].tolist())]
    return made._replace(
        states=room.states[these].data,
        events=Numbered(table, _numbers(events, these)),
        secrets=Numbered(secrets, _numbers(number, these)),
    )


def _numbers(numbers: NDArray[np.int64], these: Int32s | slice) -> memoryview:
    return numbers.reshape(-1).astype(np.int32)[these].data


def _moves(rules: Rules, state: Int32s, place: Int32s) -> tuple[Int64s, Int32s]:
    """Return the numbers in `_EVENTS` of the moves made in some states, given by their places among
    the moves there, and the states to which they lead.
    """
    kind = rules.kind[state]
    relocated = kind == StateKind.RELOCATION
    way = rules.begin[state] + np.where(relocated, 0, place)
    found = np.full(len(state), _EVENTS.index(Event.MOVE), np.int64)
    found[relocated] = np.where(
        place[relocated] > 0, _EVENTS.index(Event.RELOCATION), _EVENTS.index(Event.STAY)
    )
    answered = (kind == StateKind.CHOICE) & (rules.player[state] == 2)
    for these, event_of in ((kind == StateKind.DRAW, outcome), (answered, answer)):
        texts = rules.observations.number
        events = np.array([_EVENTS.index(event_of(text)) for text in texts], np.int64)
        found[these] = events[rules.sees[0][way[these]]]
    return found, rules.targets[way]


def _looks(rules: Rules, state: Int32s, held: Int64s) -> tuple[Int64s, list[Events]]:
    """Return, for states and the places that player 2 holds there, the number of the results when
    the rules look at the secret before the next move, and all results by number.
    """
    number, results = np.zeros(len(state), np.int64), list[Events]([()])
    looking = np.flatnonzero(rules.kind[state] == StateKind.LOOK)
    while len(looking):
        here = state[looking]
        occupied = held[looking] >> rules.bit[rules.what[here]] & 1
        longer, which = np.unique(2 * number[looking] + occupied, return_inverse=True)
        number[looking] = len(results) + which
        for before, last in (divmod(result, 2) for result in longer.tolist()):
            results.append((*results[before], Event.OCCUPIED if last else Event.EMPTY))
        state[looking] = rules.targets[rules.begin[here] + 1 - occupied]
        looking = looking[rules.kind[state[looking]] == StateKind.LOOK]
    return number, results
