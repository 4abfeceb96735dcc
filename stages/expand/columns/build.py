"""The game of a large graph with a secret, as a tree or with shared nodes, in columns.

A walk writes the nodes; then payoffs, moves of chance and information sets are renumbered by first
visit. In a game with shared nodes, see `stages.expand.shared_nodes`, player 1 must not reach one of
its states with different knowledge.

Where player 1 moves, its knowledge is the set of nodes of its state that it considers possible:
they differ in the parts of the secret and of player 2's moves that still matter. Each node of a
state is possible after some history, so nothing is forgotten if all are possible after every
history. This is checked step by step: consider all nodes of a state and the histories that continue
to player 1's next states. Those that its observations cannot tell apart must reach all nodes of the
next state.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....schemas.game import Game
from ....schemas.game.columns import ChanceMove, GameColumns, InfosetView, Int32s, Kind, NodeView
from ....schemas.parts.events import Event, answer, outcome
from ....schemas.parts.limits import refuse_too_many
from ....schemas.parts.problems import InputError, Problem
from ....schemas.parts.rationals import Rationals
from ....schemas.state_graph import StateGraph, topological
from ....schemas.state_graph.columns import DrawMove, GraphColumns, StateKind
from ....schemas.state_graph.secrets import placements
from ..expansion import Events, Expansion, Numbered, game_of
from ..shared_nodes import forgetting, inexact, refuse_forgetting, too_many
from .arrays import (
    ENDS,
    INFOSET_COLUMNS,
    NO_FUTURE,
    NODE_COLUMNS,
    At,
    Future,
    Int64s,
    ObservationTexts,
    Room,
    Rules,
    cut,
    lengthen,
    most_moves,
    new_room,
    place_bits,
    rules_of,
)
from .infosets import Words, infosets_of
from .passes_kernel import (
    look_ahead,
    number_by_first_visit,
    rearrange,
    reverse_postorder,
)
from .recall_kernel import Search, refuses
from .walk_kernel import Stop, walked

ROUND = 1 << 18  # Nodes between two calls of `watch`.


class WalkOutput(NamedTuple):
    """The output of a walk."""

    room: Room
    rules: Rules
    seen: ObservationTexts
    refused: InputError | None
    """The error at which it stopped, if there is one."""


def expanded_tree(
    graph: StateGraph, total: int, watch: Callable[[int], None], with_origin: bool = False
) -> Expansion:
    """Return the tree of `total` histories. If `with_origin`, the origin of the nodes is recorded.

    Raises InputError if a player cannot know its actions.
    """
    given = graph
    graph, columns = _in_columns(graph)
    walk = _walk(graph, columns, NO_FUTURE, total, total, watch, with_origin)
    if walk.refused:
        raise walk.refused
    made = Expansion(_game(graph, columns, walk.room, walk.seen), given)
    return _with_origin(made, walk) if with_origin else made


def expanded_shared(
    graph: StateGraph, limit: int, watch: Callable[[int], None], with_origin: bool = False
) -> Expansion:
    """Return the game with shared nodes. If `with_origin`, the origin of the nodes is recorded.

    Raises InputError if there would be more than `limit` nodes, if sharing is not exact, or if a
    player cannot know its actions.
    """
    given = graph
    graph, columns = _in_columns(graph)
    likely, future = min(limit, 2 * len(columns)), future_of(graph, columns)
    walk = _walk(graph, columns, future, likely, limit, watch, with_origin)
    if walk.refused or may_forget(
        walk.rules, walk.room, graph.start, _placements(graph), lambda: watch(len(walk.room.kind))
    ):
        refuse_forgetting(graph, columns, future, limit)
    if walk.refused:
        raise walk.refused
    room, order = parents_first(walk.room)
    game = _game(graph, columns, room, walk.seen)
    for conflict in game.reached.conflicts[:1]:  # Later conflicts follow from the first.
        raise inexact(game, conflict, graph.names[walk.room.states[order[conflict.node]]])
    made = Expansion(game, given)
    return _with_origin(made, walk, order) if with_origin else made


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
    with_origin: bool,
) -> WalkOutput:
    """Walk over all histories; if the future is known, only over one history per shared node.

    The arrays start with room for `nodes` nodes. Raises SizeError beyond `limit` shared nodes.
    """
    chosen, most, seen = _placements(graph), most_moves(graph, columns), ObservationTexts()
    rules = rules_of(graph, columns, seen, future)
    shared = len(future.live) > 0
    room = new_room(max(nodes, len(chosen)) + 1, len(chosen) + most, shared, with_origin)
    _write_root(room, graph.start, chosen)
    refused, stop = None, Stop.ROOM
    while stop != Stop.DONE and not refused:
        watch(int(room.counters[At.NODES]))
        refuse_too_many(int(room.counters[At.CHILDREN]) + most, "ways between nodes")
        grow(room, most)
        until = int(room.counters[At.NODES]) + ROUND
        stop = Stop(walked(rules, room, most, until, limit))
        if stop == Stop.LIMIT:
            raise too_many(limit)
        if stop == Stop.FORGETS:
            refused = forgetting(graph, graph.names[room.counters[At.STATE]])
        elif stop == Stop.ACTIONS:
            refused = _other_actions(graph, columns, room, seen)
    return WalkOutput(cut(room), rules, seen, refused)


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
    room.way[:1], room.held[:1] = 0, 0
    room.player[0], room.state[0], room.sees[0], room.actions[0] = 2, -1, -1, -1
    room.first[:2] = 1, 1 + size
    room.waiting[:size] = 0
    back = np.arange(size)[::-1]
    for place, values in ((0, start), (1, chosen[back]), (3, 1 + back), (5, -1), (6, back)):
        room.waiting[:size, place] = values
    room.counters[: At.STATE] = 1, size, size


def _other_actions(
    graph: StateGraph, columns: GraphColumns, room: Room, seen: ObservationTexts
) -> InputError | None:
    """Return the error for a node that differs in its actions from the others of its information
    set; None if only their numbers differ, as those of a relocation and of a choice between the
    same actions do.
    """
    state, infoset, actions = room.counters[At.STATE :].tolist()
    words, known = Words(graph, columns, room, seen), int(room.actions[infoset])
    offers = [", ".join(json.loads(words.actions(number))) for number in (actions, known)]
    if offers[0] == offers[1]:
        room.actions[infoset] = actions
        return None
    message = (
        f"{graph.players[int(room.player[infoset]) - 1]} is offered {offers[0]} here and "
        f"{offers[1]} in another state, and cannot tell the two apart; give them different 'sees'"
    )
    return InputError([Problem(message, ("states", graph.names[state]))])


def _game(graph: StateGraph, columns: GraphColumns, room: Room, seen: ObservationTexts) -> Game:
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
    return game_of(graph, InfosetView(made.infosets), NodeView(made))


def future_of(graph: StateGraph, columns: GraphColumns) -> Future:
    """Return the relevant future of each state."""
    size = len(columns)
    future = Future(
        live=np.zeros(size, np.int64), acts=np.zeros(size, np.bool_), alone=np.zeros(size, np.bool_)
    )
    look_ahead(
        _topological_order(graph, columns),
        columns.kind,
        columns.what,
        columns.begin,
        columns.targets,
        columns.player,
        place_bits(graph, columns),
        (1 << len(graph.places)) - 1,
        future.live,
        future.acts,
        future.alone,
    )
    return future


def _topological_order(graph: StateGraph, columns: GraphColumns) -> Int32s:
    size = len(columns)
    numbers = np.arange(size, dtype=np.int32)
    if (columns.targets > np.repeat(numbers, np.diff(columns.begin))).all():
        return numbers  # The order in which parse writes them.
    return np.array(topological(graph) or [], np.int32)


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


def parents_first(room: Room) -> tuple[Room, Int32s]:
    """Return the output of a walk sorted so that a child comes after all its parents, and that
    order; information sets are in order of first visit.

    The arrays for the origin of the nodes keep their order.
    """
    size = len(room.kind)
    order, number = np.empty(size, np.int32), np.empty(size, np.int32)
    begin, children = np.zeros(size + 1, np.int32), np.empty(len(room.children), np.int32)
    reverse_postorder(room.begin, room.children, order, number)
    rearrange(room.begin, room.children, order, number, begin, children)
    kind, what = room.kind[order], room.what[order]
    infosets = first_visits(kind, what, Kind.DECISION, len(room.player))
    first = np.ones(len(infosets) + 1, np.int32)
    first[1:] += np.cumsum(np.diff(room.first)[infosets], dtype=np.int32)
    arranged = room._replace(
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
    return arranged, order


def first_visits(kind: NDArray[np.int8], what: Int32s, which: Kind, size: int) -> Int32s:
    """Renumber the entries of `what` at nodes of a kind, which are below `size`; return the old
    numbers in the order of the new ones.
    """
    order, number = np.empty(size, np.int32), np.full(size, -1, np.int32)
    return order[: number_by_first_visit(kind, what, int(which), number, order)]


def payoffs_of(kind: NDArray[np.int8], what: Int32s, payoffs: Rationals) -> Rationals:
    """Renumber the payoffs of the nodes; return the payoffs that occur."""
    order = first_visits(kind, what, Kind.TERMINAL, len(payoffs))
    return Rationals(payoffs.numerators[order], payoffs.denominators[order])


def chances_of(
    kind: NDArray[np.int8], what: Int32s, draws: Sequence[DrawMove]
) -> tuple[ChanceMove, ...]:
    """Renumber the moves of chance of the nodes; return the moves that occur."""
    order = first_visits(kind, what, Kind.CHANCE, len(draws))
    return tuple(ChanceMove(*draws[number]) for number in order.tolist())


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
    played = parent > 0
    place, before = np.where(played, room.way - room.begin[parent], 0), room.states[parent]
    moves = _moves(walk.rules, walk.seen, before, place)
    moves[~played] = _EVENTS.index(Event.PLACEMENT)
    relocated = walk.rules.kind[before] == StateKind.RELOCATION
    way, after = walk.rules.begin[before] + np.where(relocated, 0, place), np.full_like(before, 0)
    after[played], after[~played] = walk.rules.targets[way[played]], room.states[0]
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


def _moves(rules: Rules, seen: ObservationTexts, state: Int32s, place: Int32s) -> Int64s:
    """Return the numbers in `_EVENTS` of the moves made in some states, given by their places among
    the moves there.
    """
    kind, what = rules.kind[state], rules.what[state]
    found = np.full(len(state), _EVENTS.index(Event.MOVE), np.int64)
    relocated = kind == StateKind.RELOCATION
    found[relocated] = np.where(
        place[relocated] > 0, _EVENTS.index(Event.RELOCATION), _EVENTS.index(Event.STAY)
    )
    answered = (kind == StateKind.CHOICE) & (rules.player[state] == 2)
    for these, begin, event_of in (
        (kind == StateKind.DRAW, rules.drawn, outcome),
        (answered, rules.answered, answer),
    ):
        events = np.array([_EVENTS.index(event_of(text)) for text in seen.number], np.int64)
        found[these] = events[rules.shown[begin[what[these]] + place[these]]]
    return found


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
