"""The loops of `may_forget` in `stages.expand.columns.secret`: they follow each group of
histories that player 1 cannot tell apart to the states that can come next.
"""

import numpy as np

from ....schemas.parts import shadow as cython
from ....schemas.state_graph.columns import StateKind
from .arrays import Room, Rules

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.parts.arrays import Index, Int64, Ints2, ReadInt32s, ReadInts, ReadInts2


_TERMINAL = cython.declare(Index, StateKind.TERMINAL)
_LOOK = cython.declare(Index, StateKind.LOOK)
_CHOICE = cython.declare(Index, StateKind.CHOICE)
_RELOCATION = cython.declare(Index, StateKind.RELOCATION)
_ONE = cython.declare(Int64, 1)
_MOST_WORK = cython.declare(Index, 64)
"""The work limit per edge of the game; beyond it, the slow Python check takes over."""


class Search:
    """The rules and nodes that the check reads, and its working arrays.

    below: the start of the children of each node.
    together: per state of player 1, the number of its nodes.
    pool: rows of a reached node and the places that player 2 holds.
    groups: rows of a state and the begin and end of a range of the pool; `size` of them are open.
    nodes: the nodes of one state.
    stamp: per node, the number of the last group in which it was counted.
    """

    def __init__(
        self, rules: Rules, room: Room, start: Index, chosen: ReadInts, together: ReadInt32s
    ) -> None:
        """Begin after the root, where player 2 has chosen the secret."""
        self.kind, self.what, self.player = rules.kind, rules.what, rules.player
        self.begin, self.targets = rules.begin, rules.targets
        self.bit, self.places = rules.bit, rules.places
        self.below, self.children, self.hidden = room.begin, room.children, room.hidden
        self.together = together
        self.nodes = np.empty(len(room.kind), np.int32)
        self.stamp = np.zeros(len(room.kind), np.int64)
        self.stamps, self.work, self.size = 0, 0, 1
        self.pool = np.stack((room.children[: len(chosen)], chosen), axis=1, dtype=np.int64)
        self.groups = np.array([[start, 0, len(chosen)]], np.int64)


def refuses(search: Search, states: ReadInt32s, own: ReadInt32s, ends: ReadInts) -> bool:
    """Follow all open groups, and then all that can follow nodes of player 1, which are sorted by
    state; return whether player 1 forgets something or the check takes too much work.
    """
    with cython.nogil:
        failed = fails(search)
        for at in range(states.shape[0]):
            if failed:
                break
            count: Index = ends[at + 1] - ends[at]
            for one in range(count):
                search.nodes[one] = own[ends[at] + one]
            onward(search, states[at], count, 0)
            failed = fails(search)
    return failed


def fails(search: Search) -> bool:
    """Follow the groups to the next states of player 1; return whether the check fails there."""
    while search.size:
        search.size -= 1
        state: Index = search.groups[search.size, 0]
        first: Index = search.groups[search.size, 1]
        end: Index = search.groups[search.size, 2]
        search.work += end - first
        if search.work > _MOST_WORK * search.children.shape[0]:
            return True
        if search.kind[state] == _LOOK:
            divide(search, state, first, end)
            continue
        count = different(search, first, end)
        if search.kind[state] == _CHOICE and search.player[state] == 1:
            if count != search.together[state]:
                return True
        elif search.kind[state] != _TERMINAL:
            onward(search, state, count, first)
    return False


def divide(search: Search, state: Index, first: Index, end: Index) -> None:
    """Divide a group where the rules look: player 1 sees whether the place is occupied."""
    middle = first
    bit: Index = search.bit[search.what[state]]
    for at in range(first, end):
        if search.pool[at, 1] >> bit & 1:
            node: Int64 = search.pool[at, 0]
            held: Int64 = search.pool[at, 1]
            search.pool[at, 0] = search.pool[middle, 0]
            search.pool[at, 1] = search.pool[middle, 1]
            search.pool[middle, 0], search.pool[middle, 1] = node, held
            middle += 1
    if search.groups.shape[0] < search.size + 2:
        lengthen_groups(search, search.size + 2)
    if first < middle:
        open_group(search, search.targets[search.begin[state]], first, middle)
    if middle < end:
        open_group(search, search.targets[search.begin[state] + 1], middle, end)


def different(search: Search, first: Index, end: Index) -> Index:
    """Write the distinct nodes of a group; return their number."""
    count: Index = 0
    search.stamps += 1
    for at in range(first, end):
        node: Index = search.pool[at, 0]
        if search.stamp[node] != search.stamps:
            search.stamp[node] = search.stamps
            search.nodes[count] = node
            count += 1
    return count


def onward(search: Search, state: Index, count: Index, top: Index) -> Index:
    """Open the groups of histories that follow nodes of one state and that player 1 cannot tell
    apart yet, starting at a row of the pool; return their end.
    """
    begin: Index = search.begin[state]
    moves: Index = search.begin[state + 1] - begin
    need: Index = top
    for at in range(count):
        need += search.below[search.nodes[at] + 1] - search.below[search.nodes[at]]
    if search.pool.shape[0] < need:
        lengthen_pool(search, need)
    if search.groups.shape[0] < search.size + moves:
        lengthen_groups(search, search.size + moves)
    for move in range(moves):
        first = top
        for at in range(count):
            node: Index = search.nodes[at]
            if search.kind[state] == _RELOCATION:
                top = relocated(search, state, node, top)
            else:
                search.pool[top, 0] = search.children[search.below[node] + move]
                search.pool[top, 1] = search.hidden[node]
                top += 1
        open_group(search, search.targets[begin + move], first, top)
    return top


def relocated(search: Search, state: Index, node: Index, top: Index) -> Index:
    """Write the successors of the relocations at a node to the pool; return their end."""
    hidden: Int64 = search.hidden[node]
    taken = hidden | _ONE << search.bit[search.what[state]]
    slot: Index = search.below[node]
    search.pool[top, 0], search.pool[top, 1] = search.children[slot], hidden  # The action "stay".
    top += 1
    for old in range(search.places):
        for new in range(search.places):
            if hidden >> old & ~(taken >> new) & 1:
                slot += 1
                search.pool[top, 0] = search.children[slot]
                search.pool[top, 1] = hidden ^ _ONE << old ^ _ONE << new
                top += 1
    return top


def open_group(search: Search, state: Index, first: Index, end: Index) -> None:
    """Open a group; there must be room for it."""
    search.groups[search.size, 0] = state
    search.groups[search.size, 1], search.groups[search.size, 2] = first, end
    search.size += 1


def lengthen_pool(search: Search, need: Index) -> Index:
    """Make room in the pool for twice as many rows as needed."""
    with cython.gil:
        search.pool = longer(search.pool, need)
    return 0


def lengthen_groups(search: Search, need: Index) -> Index:
    """Make room for twice as many groups as needed."""
    with cython.gil:
        search.groups = longer(search.groups, need)
    return 0


def longer(rows: ReadInts2, need: Index) -> Ints2:
    """Return the rows in an array with room for twice as many as needed."""
    found: Ints2 = np.empty((2 * need, rows.shape[1]), np.int64)
    found[: rows.shape[0]] = rows
    return found
