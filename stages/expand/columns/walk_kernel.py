"""The walks over all histories, depth first, first action first: of a graph with a secret, and of
one without. In a game with shared nodes, only the first history to reach a node is continued.

A walk stops when its arrays are too short, and continues from there once they are longer.
"""

from enum import IntEnum

from ....schemas.game.columns import Kind as Node
from ....schemas.parts import shadow as cython
from ....schemas.state_graph.columns import StateKind
from .arrays import NO_PLACE, Room, Rules
from .public_arrays import DRAW, END, JOINT, PublicRoom, PublicRules

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.kernels.key_tables import KeyTable, add, find, mixed, number_of
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
_PUBLIC_END = cython.declare(Index, END)
_PUBLIC_DRAW = cython.declare(Index, DRAW)
_JOINT = cython.declare(Index, JOINT)
_HALF = cython.declare(Index, 32)  # Bits of each of the two numbers in a key.
_PLACE = cython.declare(Index, 6)
_NO_PLACE = cython.declare(Index, NO_PLACE)
_ONE = cython.declare(Int64, 1)
_ALONE = cython.declare(Index, -1)  # The key if there is no choice.
_POSITIVE = cython.declare(UInt64, 2**63 - 1)


class SecretWalk:
    """The rules and the room of a walk, see `Rules` and `Room`."""

    def __init__(self, rules: Rules, room: Room) -> None:
        self.kind, self.what, self.player = rules.kind, rules.what, rules.player
        self.begin, self.targets, self.sees = rules.begin, rules.targets, rules.sees
        self.bit, self.places, self.looked = rules.bit, rules.places, rules.looked
        self.drawn, self.answered, self.shown = rules.drawn, rules.answered, rules.shown
        self.live, self.acts, self.alone = rules.live, rules.acts, rules.alone
        self.waiting, self.kinds, self.whats = room.waiting, room.kind, room.what
        self.begins, self.children, self.states = room.begin, room.children, room.states
        self.holds, self.ways, self.held = room.hidden, room.way, room.held
        self.lasts, self.owners = room.last, room.player
        self.owned, self.shows = room.state, room.sees
        self.offers, self.firsts = room.actions, room.first
        self.nodes, self.infosets = room.nodes, room.infosets
        self.trie, self.closed, self.moved = room.trie, room.closed, room.moved


class PublicWalk:
    """The rules and the room of a walk, see `PublicRules` and `PublicRoom`."""

    def __init__(self, rules: PublicRules, room: PublicRoom) -> None:
        self.kind, self.player = rules.kind, rules.player
        self.begin, self.targets, self.rewards = rules.begin, rules.targets, rules.rewards
        self.pays, self.chances, self.columns = rules.pays, rules.chances, rules.columns
        self.offers, self.said, self.shown = rules.offers, rules.said, rules.shown
        self.waiting, self.kinds, self.whats = room.waiting, room.kind, room.what
        self.begins, self.children, self.states = room.begin, room.children, room.states
        self.owners, self.owned, self.shows = room.player, room.state, room.sees
        self.offered, self.firsts = room.actions, room.first
        self.trie, self.sums = room.trie, room.sums
        self.steps, self.sum_after = room.sums.steps, room.sums.after


def walked(rules: Rules, room: Room, most: Index, until: Index, limit: Index) -> int:
    """Continue the walk until there are `until` nodes or it must stop; return a Stop.

    `most` is the largest number of children of a node below the root.
    """
    walk = SecretWalk(rules, room)
    infosets, trie, closed = walk.infosets, walk.trie, walk.closed
    counters: Ints = room.counters
    node: Index = counters[0]
    filled: Index = counters[1]
    top: Index = counters[2]
    kind, what, begin, targets = walk.kind, walk.what, walk.begin, walk.targets
    waiting, children, player = walk.waiting, walk.children, walk.player
    shared, noted = walk.live.shape[0], walk.ways.shape[0]
    until = min(until, walk.kinds.shape[0])
    stop: Index = _DONE
    with cython.nogil:
        while top:
            stop = _ROOM
            if infosets.size >= walk.owners.shape[0] or node >= until:
                break
            if filled + most > children.shape[0] or top + most > waiting.shape[0]:
                break
            stop = _DONE
            state: Index = waiting[top - 1, 0]
            hidden: Int64 = waiting[top - 1, 1]
            first: Int64 = waiting[top - 1, 2]
            second: Int64 = waiting[top - 1, 3]
            seen: Int64 = waiting[top - 1, 4]
            event: Int64 = waiting[top - 1, 5]
            place: Index = waiting[top - 1, 6]
            if event >= 0:
                seen = number_of(trie, seen << _HALF | event)
            while kind[state] == _LOOK:
                occupied = hidden >> walk.bit[what[state]] & 1
                event = cython.cast(Int64, walk.looked[2 * what[state] + occupied])
                seen = number_of(trie, seen << _HALF | event)
                state = targets[begin[state] + 1 - occupied]
            held = hidden
            if shared:
                hidden &= walk.live[state]
                if not (walk.acts[state] if hidden else walk.alone[state]):
                    second = 0
                known = node_of(walk, state, hidden, second)
                if known < node:
                    children[place], top = known, top - 1
                    continue
                if node >= limit:
                    stop = _LIMIT
                    break
            if noted:
                walk.states[node], walk.holds[node] = state, hidden
                walk.ways[node], walk.held[node] = place, held
            moves: Index = begin[state + 1] - begin[state]
            number: Index = what[state]
            own: Index = player[state]
            told, step = shown_at(walk, state), 0
            if kind[state] == _RELOCATION:
                own, moves = 2, relocations_from(hidden, walk.bit[number], walk.places)
                key = _ALONE if moves == 1 else relocation_key(walk, hidden, walk.bit[number])
                number = -2 - number_of(closed, key)
            if own:
                actions = number
                showing = seen if own == 1 else cython.cast(Int64, walk.sees[state])
                number = infoset_of(
                    walk, infosets, state, own, first, second, showing, actions, moves
                )
                if walk.shows[number] != showing or walk.offers[number] != actions:
                    counters[3], counters[4], counters[5] = state, number, actions
                    stop = _FORGETS if walk.shows[number] != showing else _ACTIONS
                    break
                step = walk.firsts[number]
            children[place], top = node, top - 1
            walk.kinds[node], walk.whats[node] = node_kind(kind[state]), number
            if kind[state] == _RELOCATION:
                relocate(walk, top, state, moves, hidden, first, step, seen, filled)
            else:
                follow(
                    walk, top, state, moves, hidden, first, second, own, step, seen, told, filled
                )
            top, filled, node = top + moves, filled + moves, node + 1
            walk.begins[node] = filled
        counters[0], counters[1], counters[2] = node, filled, top
    return stop


def node_of(walk: SecretWalk, state: Index, holds: Int64, did: Int64) -> Index:
    """Return the number of the node for a state, the places that player 2 holds and its sequence; a
    new node gets the next number, and is recorded.
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


def infoset_of(
    walk: SecretWalk,
    infosets: KeyTable,
    state: Index,
    own: Index,
    first: Int64,
    second: Int64,
    showing: Int64,
    actions: Index,
    moves: Index,
) -> Index:
    """Return the information set of a node at which a player moves, given the numbers of its
    observations and actions, which a new information set gets.
    """
    key = second << _HALF | (showing + 1)
    if own == 1:
        key = cython.cast(Int64, state) if walk.live.shape[0] else first << _HALF | showing
    size = infosets.size
    infoset = number_of(infosets, key)
    if infoset == size:
        walk.firsts[infoset + 1] = walk.firsts[infoset] + moves
        walk.owners[infoset], walk.owned[infoset] = own, state if own == 1 else -1
        walk.shows[infoset], walk.offers[infoset] = showing, actions
    return infoset


def shown_at(walk: SecretWalk, state: Index) -> Index:
    """Return the start in `shown` of player 1's observations of the moves; -1 if there are none."""
    number: Index = walk.what[state]
    if walk.kind[state] == _DRAW:
        return cython.cast(Index, walk.drawn[number])
    return cython.cast(Index, walk.answered[number]) if walk.player[state] == 2 else -1


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


def relocation_key(walk: SecretWalk, hidden: Int64, closed: Index) -> Int64:
    """Return a key that is equal for relocations with equal actions, if there is a choice."""
    number = cython.cast(Int64, number_of(walk.moved, hidden))
    return number << _PLACE | (_NO_PLACE if hidden >> closed & 1 else closed)


def follow(
    walk: SecretWalk,
    top: Index,
    state: Index,
    moves: Index,
    hidden: Int64,
    first: Int64,
    second: Int64,
    own: Index,
    step: Index,
    seen: Int64,
    told: Index,
    filled: Index,
) -> None:
    """Queue the successors of a move of chance, or of the player `own`, the last one first."""
    for one in range(moves):
        at = top + moves - 1 - one
        walk.waiting[at, 0] = walk.targets[walk.begin[state] + one]
        walk.waiting[at, 1] = hidden
        walk.waiting[at, 2] = step + one if own == 1 else first
        walk.waiting[at, 3] = step + one if own == 2 else second
        walk.waiting[at, 4] = 0 if own == 1 else seen
        walk.waiting[at, 5] = walk.shown[told + one] if told >= 0 else -1
        walk.waiting[at, 6] = filled + one


def relocate(
    walk: SecretWalk,
    top: Index,
    state: Index,
    moves: Index,
    hidden: Int64,
    first: Int64,
    step: Index,
    seen: Int64,
    filled: Index,
) -> None:
    """Queue all relocations, the last one first."""
    taken = hidden | _ONE << walk.bit[walk.what[state]]
    for one in range(moves):
        at = top + moves - 1 - one
        walk.waiting[at, 0], walk.waiting[at, 1] = walk.targets[walk.begin[state]], hidden
        walk.waiting[at, 2], walk.waiting[at, 3] = first, step + one
        walk.waiting[at, 4], walk.waiting[at, 5], walk.waiting[at, 6] = seen, -1, filled + one
    at = top + moves - 2  # After the action "stay".
    for old in range(walk.places):
        for new in range(walk.places):
            if hidden >> old & ~(taken >> new) & 1:
                walk.waiting[at, 1] = hidden ^ _ONE << old ^ _ONE << new
                at -= 1


def walked_public(rules: PublicRules, room: PublicRoom, most: Index, until: Index) -> bool:
    """Continue the walk until there are `until` nodes or the arrays may be too short; return
    whether it is complete. `most` is the largest number of children of a node.
    """
    walk = PublicWalk(rules, room)
    trie = walk.trie
    counters: Ints = room.counters
    node: Index = counters[0]
    filled: Index = counters[1]
    top: Index = counters[2]
    infosets: Index = counters[3]
    until = min(until, walk.kinds.shape[0])
    kind, begin, columns, shown = walk.kind, walk.begin, walk.columns, walk.shown
    waiting, kinds, whats, children = walk.waiting, walk.kinds, walk.whats, walk.children
    with cython.nogil:
        while top:
            if node >= until:
                break
            if top + most > waiting.shape[0] or filled + most > children.shape[0]:
                break
            top -= 1
            state: Index = waiting[top, 0]
            won: Index = waiting[top, 1]
            first: Int64 = waiting[top, 2]
            second: Int64 = waiting[top, 3]
            if waiting[top, 4] >= 0:
                first = number_of(trie, first << _HALF | waiting[top, 4])
            if waiting[top, 5] >= 0:
                second = number_of(trie, second << _HALF | waiting[top, 5])
            place: Index = waiting[top, 6]
            row: Index = waiting[top, 7]
            infoset: Index = waiting[top, 8]
            if place >= 0:
                children[place] = node
            walk.states[node], kinds[node] = state, _DECISION_NODE
            moves: Index = begin[state + 1] - begin[state]
            if kind[state] == _PUBLIC_END:
                kinds[node], whats[node] = _TERMINAL_NODE, won_after(walk, won, walk.pays[state])
            elif kind[state] == _PUBLIC_DRAW:
                kinds[node], whats[node] = _CHANCE_NODE, walk.chances[state]
            elif row >= 0:
                whats[node], moves = infoset, columns[state]
            else:
                whats[node], infoset = infosets, infosets + 1
                if kind[state] == _JOINT:
                    moves = moves // columns[state]
                infosets = write_infosets(walk, infosets, state, moves, first, second)
            for move in range(moves):
                queued = top + moves - 1 - move
                waiting[queued, 0], waiting[queued, 1], waiting[queued, 2], waiting[queued, 3] = (
                    state,
                    won,
                    first,
                    second,
                )
                waiting[queued, 4], waiting[queued, 5], waiting[queued, 6] = -1, -1, filled + move
                waiting[queued, 7], waiting[queued, 8] = -1, infoset
                if kind[state] == _JOINT and row < 0:
                    waiting[queued, 7] = move
                    continue
                way = begin[state] + move + (row * columns[state] if row >= 0 else 0)
                label = shown[walk.said[state] + move]
                waiting[queued, 0] = walk.targets[way]
                waiting[queued, 1] = won_after(walk, won, walk.rewards[way])
                if kind[state] == _JOINT:  # Column labels come before row labels.
                    waiting[queued, 2], waiting[queued, 3] = 0, 0
                    waiting[queued, 4], waiting[queued, 5] = (
                        label,
                        shown[walk.said[state] + moves + row],
                    )
                elif kind[state] == _PUBLIC_DRAW:
                    waiting[queued, 4], waiting[queued, 5] = label, label
                elif walk.player[state] == 1:
                    waiting[queued, 2], waiting[queued, 5] = 0, label
                else:
                    waiting[queued, 3], waiting[queued, 4] = 0, label
            top, filled, node = top + moves, filled + moves, node + 1
            walk.begins[node] = filled
        counters[0], counters[1], counters[2], counters[3] = node, filled, top, infosets
    return top == 0


def won_after(walk: PublicWalk, won: Index, paid: Index) -> Index:
    """Return the number of a sum after one more reward or payoff; see `Sums`."""
    step = cython.cast(Int64, won) << _HALF | cython.cast(Int64, paid)
    number = find(walk.steps, step, 0)
    if number < 0:
        number = add(walk.steps, step)
        with cython.gil:
            if number == walk.sum_after.shape[0]:
                walk.sum_after = walk.sums.lengthen()
            walk.sum_after[number] = walk.sums.add(won, paid)
    return cython.cast(Index, walk.sum_after[number])


def write_infosets(
    walk: PublicWalk, size: Index, state: Index, moves: Index, one: Int64, other: Int64
) -> Index:
    """Write the information set of a node, or both at a simultaneous move; return the new number of
    information sets.
    """
    halves = 2 if walk.kind[state] == _JOINT else 1
    for half in range(halves):
        owner: Index = half + 1 if halves == 2 else walk.player[state]
        walk.owners[size], walk.owned[size] = owner, state
        walk.shows[size] = one if owner == 1 else other
        walk.offered[size] = walk.offers[state, half]
        walk.firsts[size + 1] = walk.firsts[size] + (walk.columns[state] if half else moves)
        size += 1
    return size
