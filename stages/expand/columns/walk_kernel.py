"""The walk over all histories of a state graph, depth first, first action first. In a game with
shared nodes, only the first history to reach a node is continued.

The walk stops when its arrays are too short, and continues from there once they are longer.
"""

from enum import IntEnum

from ....schemas.game.columns import Kind as Node
from ....schemas.parts import shadow as cython
from ....schemas.state_graph.columns import StateKind
from ....schemas.state_graph.secrets import NO_PLACE
from .arrays import Room, Rules

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.kernels.key_tables import add, find, mixed, number_of
    from ....schemas.parts.arrays import Index, Int64, Ints, UInt64


class Stop(IntEnum):
    """Why a walk stops."""

    DONE = 0
    ROOM = 1
    """The arrays may be too short for one more node."""
    LIMIT = 2
    """One more node would exceed the limit."""
    ACTIONS = 3
    """A node has other numbers of actions than the others of its information set, see `At`."""
    FORGETS = 4
    """Player 1 has other observations at a node than at the others of its information set."""


_DONE = cython.declare(Index, Stop.DONE)
_ROOM = cython.declare(Index, Stop.ROOM)
_LIMIT = cython.declare(Index, Stop.LIMIT)
_ACTIONS = cython.declare(Index, Stop.ACTIONS)
_FORGETS = cython.declare(Index, Stop.FORGETS)
_END = cython.declare(Index, StateKind.TERMINAL)
_DRAW = cython.declare(Index, StateKind.DRAW)
_LOOK = cython.declare(Index, StateKind.LOOK)
_RELOCATION = cython.declare(Index, StateKind.RELOCATION)
_DECISION_NODE = cython.declare(Index, Node.DECISION)
_CHANCE_NODE = cython.declare(Index, Node.CHANCE)
_TERMINAL_NODE = cython.declare(Index, Node.TERMINAL)
_HALF = cython.declare(Index, 32)  # Bits of each of the two numbers in a key.
_PLACE = cython.declare(Index, 6)
_NO_PLACE = cython.declare(Index, NO_PLACE)
_ONE = cython.declare(Int64, 1)
_ALONE = cython.declare(Index, -1)  # The key if there is no choice.
_POSITIVE = cython.declare(UInt64, 2**63 - 1)


class Walk:
    """The rules and the room of a walk, see `Rules` and `Room`."""

    def __init__(self, rules: Rules, room: Room) -> None:
        self.kind, self.what, self.player = rules.kind, rules.what, rules.player
        self.begin, self.targets, self.named = rules.begin, rules.targets, rules.named
        self.first_sees, self.second_sees = rules.sees
        self.rewards, self.sums = rules.rewards, rules.sums
        self.steps, self.sum_after = rules.sums.steps, rules.sums.after
        self.tells, self.bit = rules.tells, rules.bit
        self.places, self.looked = rules.places, rules.looked
        self.live, self.acts, self.alone = rules.future
        self.waiting, self.kinds, self.whats = room.waiting, room.kind, room.what
        self.begins, self.children, self.states = room.begin, room.children, room.states
        self.holds, self.ways, self.held = room.hidden, room.way, room.held
        self.lasts, self.owners = room.last, room.player
        self.owned, self.shows = room.state, room.sees
        self.offers, self.firsts = room.actions, room.first
        self.counters = room.counters
        self.nodes, self.infosets, self.memories = room.nodes, room.infosets, room.memories
        self.trie, self.closed, self.moved = room.trie, room.closed, room.moved


def walked(rules: Rules, room: Room, most: Index, until: Index, limit: Index) -> int:
    """Continue the walk until there are `until` nodes or it must stop; return a Stop.

    `most` is the largest number of children of a node that is not written yet.
    """
    walk = Walk(rules, room)
    counters: Ints = walk.counters
    node: Index = counters[0]
    filled: Index = counters[1]
    top: Index = counters[2]
    kind, what, begin, targets = walk.kind, walk.what, walk.begin, walk.targets
    waiting, children, player = walk.waiting, walk.children, walk.player
    shared, noted, secret = walk.lasts.shape[0], walk.ways.shape[0], walk.tells.shape[0]
    until = min(until, walk.kinds.shape[0])
    stop: Index = _DONE
    with cython.nogil:
        while top:
            stop = _DONE
            if node >= until or is_short(walk, filled + most, top + most):
                stop = _ROOM
                break
            state: Index = waiting[top - 1, 0]
            hidden: Int64 = waiting[top - 1, 1]
            won: Index = waiting[top - 1, 2]
            first: Int64 = waiting[top - 1, 3]
            second: Int64 = waiting[top - 1, 4]
            seen: Int64 = waiting[top - 1, 5]
            shown: Int64 = waiting[top - 1, 6]
            place: Index = waiting[top - 1, 9]
            seen = path_after(walk, seen, waiting[top - 1, 7])
            shown = path_after(walk, shown, waiting[top - 1, 8])
            while kind[state] == _LOOK:
                occupied = hidden >> walk.bit[what[state]] & 1
                seen = path_after(walk, seen, walk.looked[2 * what[state] + occupied])
                state = targets[begin[state] + 1 - occupied]
            held = hidden
            if shared:
                if secret:
                    hidden &= walk.live[state]
                    if not (walk.acts[state] if hidden else walk.alone[state]):
                        second = 0
                    known = node_of(walk, state, hidden, second)
                else:
                    known = remembered_node(walk, state, won, first, second, seen, shown)
                if known < node:
                    children[place], top = known, top - 1
                    continue
            if node >= limit:
                stop = _LIMIT
                break
            if noted:
                walk.ways[node], walk.held[node] = place, held
                if not shared:
                    walk.states[node], walk.holds[node] = state, hidden
            moves: Index = begin[state + 1] - begin[state]
            number: Index = what[state]
            own: Index = player[state]
            step: Index = 0
            if kind[state] == _RELOCATION:
                own, moves = 2, relocations_from(hidden, walk.bit[number], walk.places)
                number = relocation_actions(walk, hidden, walk.bit[number], moves)
            elif kind[state] == _END:
                number = won_after(walk, won, number)
            if own:
                sequence, showing = first, seen
                if own == 2:
                    sequence = second
                    showing = cython.cast(Int64, walk.tells[state]) if secret else shown
                actions = number
                number = infoset_of(walk, state, own, sequence, showing, actions, moves)
                stop = difference(walk, state, number, showing, actions, place)
                if stop != _DONE:
                    break
                step = walk.firsts[number]
            children[place], top = node, top - 1
            walk.kinds[node], walk.whats[node] = node_kind(kind[state]), number
            follow(
                walk, top, state, moves, hidden, won, first, second, own, step, seen, shown, filled
            )
            top, filled, node = top + moves, filled + moves, node + 1
            walk.begins[node] = filled
        counters[0], counters[1], counters[2] = node, filled, top
    return stop


def path_after(walk: Walk, path: Int64, text: Int64) -> Int64:
    """Return the number in the trie after one more text; -1 stands for no text."""
    if text < 0:
        return path
    return number_of(walk.trie, path << _HALF | cython.cast(Int64, text))


def is_short(walk: Walk, children: Index, waiting: Index) -> bool:
    """Return whether the arrays are too short for one more information set, or so many children or
    queued histories.
    """
    written: Index = walk.children.shape[0]
    queued: Index = walk.waiting.shape[0]
    if walk.infosets.size >= walk.owners.shape[0]:
        return True
    return children > written or waiting > queued


def node_of(walk: Walk, state: Index, holds: Int64, did: Int64) -> Index:
    """Return the number of the node for a state and two further numbers, which distinguish nodes of
    a state: see `Room.hidden` and `Room.last`. A new node gets the next number, and is recorded.
    """
    code = mixed(mixed(cython.cast(UInt64, state)) ^ cython.cast(UInt64, holds))
    key = cython.cast(Int64, mixed(code ^ cython.cast(UInt64, did)) & _POSITIVE)
    node = find(walk.nodes, key, 0)
    while node >= 0 and not (
        walk.states[node] == state and walk.holds[node] == holds and walk.lasts[node] == did
    ):
        node = find(walk.nodes, key, node + 1)
    if node < 0:
        node = add(walk.nodes, key)
        walk.states[node], walk.holds[node], walk.lasts[node] = state, holds, did
    return node


def remembered_node(
    walk: Walk,
    state: Index,
    won: Index,
    first: Int64,
    second: Int64,
    seen: Int64,
    shown: Int64,
) -> Index:
    """Return the number of the node for a state, the sum won so far and the memories of both
    players.
    """
    one = number_of(walk.memories, first << _HALF | seen)
    other = number_of(walk.memories, second << _HALF | shown)
    return node_of(walk, state, cython.cast(Int64, won) << _HALF | one, other)


def infoset_of(
    walk: Walk,
    state: Index,
    own: Index,
    sequence: Int64,
    showing: Int64,
    actions: Index,
    moves: Index,
) -> Index:
    """Return the information set of a node at which a player moves, given its sequence, its
    observations since, and the number of its actions.
    """
    key = sequence << _HALF | showing
    if own == 1 and walk.live.shape[0]:
        key = state
    size = walk.infosets.size
    infoset = number_of(walk.infosets, key)
    if infoset == size:
        walk.firsts[infoset + 1] = walk.firsts[infoset] + moves
        walk.owners[infoset], walk.owned[infoset] = own, walk.named[state]
        walk.shows[infoset], walk.offers[infoset] = showing, actions
    return infoset


def difference(
    walk: Walk, state: Index, infoset: Index, showing: Int64, actions: Index, place: Index
) -> Index:
    """Return the Stop at a node that differs from the others of its information set, or DONE."""
    if walk.shows[infoset] == showing and walk.offers[infoset] == actions:
        return _DONE
    walk.counters[3], walk.counters[4] = state, infoset
    walk.counters[5], walk.counters[6] = actions, place
    return _FORGETS if walk.shows[infoset] != showing else _ACTIONS


def node_kind(kind: Index) -> Index:
    """Return the kind of nodes for a kind of states."""
    if kind == _END:
        return _TERMINAL_NODE
    return _CHANCE_NODE if kind == _DRAW else _DECISION_NODE


def relocations_from(hidden: Int64, closed: Index, places: Index) -> Index:
    """Return the number of ways in which player 2 can relocate."""
    held: Index = 0
    free: Index = 0
    for place in range(places):
        held += hidden >> place & 1
        free += ~(hidden | _ONE << closed) >> place & 1
    return 1 + held * free


def relocation_actions(walk: Walk, hidden: Int64, closed: Index, moves: Index) -> Index:
    """Return a number that is equal for relocations with equal actions: see `Room.closed`."""
    if moves == 1:
        return -2 - number_of(walk.closed, _ALONE)
    number = cython.cast(Int64, number_of(walk.moved, hidden))
    key = number << _PLACE | (_NO_PLACE if hidden >> closed & 1 else closed)
    return -2 - number_of(walk.closed, key)


def follow(
    walk: Walk,
    top: Index,
    state: Index,
    moves: Index,
    hidden: Int64,
    won: Index,
    first: Int64,
    second: Int64,
    own: Index,
    step: Index,
    seen: Int64,
    shown: Int64,
    filled: Index,
) -> Index:
    """Queue the successors of a move of chance, or of the player `own`, the last one first."""
    pays: Index = walk.rewards.shape[0]
    for move in range(moves):
        at = top + moves - 1 - move
        # All relocations are one transition of the graph.
        way: Index = walk.begin[state] + (0 if walk.kind[state] == _RELOCATION else move)
        walk.waiting[at, 0], walk.waiting[at, 1] = walk.targets[way], hidden
        walk.waiting[at, 2] = won_after(walk, won, walk.rewards[way]) if pays else 0
        walk.waiting[at, 3] = step + move if own == 1 else first
        walk.waiting[at, 4] = step + move if own == 2 else second
        walk.waiting[at, 5] = 0 if own == 1 else seen
        walk.waiting[at, 6] = 0 if own == 2 else shown
        walk.waiting[at, 7] = walk.first_sees[way]
        walk.waiting[at, 8] = walk.second_sees[way]
        walk.waiting[at, 9] = filled + move
    if walk.kind[state] == _RELOCATION:
        relocate(walk, top, state, moves, hidden)
    return 0


def relocate(walk: Walk, top: Index, state: Index, moves: Index, hidden: Int64) -> None:
    """Write the places that player 2 holds after each relocation into the queue."""
    taken = hidden | _ONE << walk.bit[walk.what[state]]
    at = top + moves - 2  # After the action "stay".
    for old in range(walk.places):
        for new in range(walk.places):
            if hidden >> old & ~(taken >> new) & 1:
                walk.waiting[at, 1] = hidden ^ _ONE << old ^ _ONE << new
                at -= 1


def won_after(walk: Walk, won: Index, paid: Index) -> Index:
    """Return the number of a sum after one more reward or payoff; see `Sums`."""
    if not won or not paid:  # Number 0 is the sum 0, if there are rewards.
        return won + paid
    step = cython.cast(Int64, won) << _HALF | cython.cast(Int64, paid)
    number = find(walk.steps, step, 0)
    if number < 0:
        number = add(walk.steps, step)
        with cython.gil:
            if number == walk.sum_after.shape[0]:
                walk.sum_after = walk.sums.lengthen()
            walk.sum_after[number] = walk.sums.add(won, paid)
    return cython.cast(Index, walk.sum_after[number])
