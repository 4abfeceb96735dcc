"""The arrays that a walk writes; `stages.expand.columns.growth` lengthens them."""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game.columns import Int32s
from stages.expand.columns.rules import Int64s

LEAST = 1 << 10  # A power of two.
STACK = 7
"""Of a history that waits: state, what player 2 holds, the sequences of both players, what player 1
was shown since its own (a number of the trie), what it is shown on the way here (a number of
`Seen`, or -1), and the place among the children.
"""


class At(IntEnum):
    """How much is written: where it stands among the counters."""

    NODES = 0
    CHILDREN = 1
    WAITING = 2
    INFOSETS = 3
    TRIE = 4
    CLOSED = 5


class Room(NamedTuple):
    """Arrays to write into; what is in use of each stands in the counters."""

    counters: Int64s
    """Shape (6,): see `At`."""
    waiting: NDArray[np.int64]
    """Shape (places, STACK)."""
    # Nodes: as in GameColumns, payoffs and moves of chance as in the graph.
    kind: NDArray[np.int8]
    what: Int32s
    begin: Int32s
    children: Int32s
    # Nodes, of a game with shared nodes or where somebody asks for them; else of shape (0,).
    states: Int32s
    hidden: Int64s
    way: Int32s
    """Where the node stands among the children of its first parent, in `children`."""
    looks: Int64s
    """What the rules saw on this way when they looked: 1, and behind it a bit for each look; -1
    where they are too many.
    """
    # Nodes of a game with shared nodes.
    last: Int32s
    """Player 2's sequence; 0 where it no longer matters."""
    nodes: Int32s
    """The hash table."""
    # Information sets.
    keys: Int64s
    """Player's sequence and what it was shown since; where nodes are shared, player 1's state."""
    player: NDArray[np.int8]
    state: Int32s
    """Of the graph, of player 1; else -1."""
    sees: Int32s
    """Of player 1 a number of the trie, of player 2 one of a text, or -1."""
    actions: Int32s
    """The number of a text; -1 of the root; below, see `closed`."""
    first: Int32s
    infosets: Int32s
    """The hash table."""
    # What player 1 was shown since its own move, a way from the root of a trie.
    steps: Int64s
    """Number of the trie before the last text, times 2**32, and the text."""
    trie: Int32s
    """The hash table."""
    # How player 2 can relocate: what it holds, times 64, and the place that is closed.
    closed: Int64s
    """Number k has the actions -2 - k."""
    relocations: Int32s
    """The hash table."""


NODE_COLUMNS = ("kind", "what", "begin", "states", "hidden", "way", "looks", "last")
INFOSET_COLUMNS = ("keys", "player", "state", "sees", "actions", "first")
ENDS = ("begin", "first")  # Longer by one: where the last one ends.
_TABLES = ("nodes", "infosets", "trie", "relocations")
_TYPES = {
    **dict.fromkeys(
        ("counters", "waiting", "hidden", "looks", "keys", "steps", "closed"), np.int64
    ),
    **dict.fromkeys(("kind", "player"), np.int8),
}


def new_room(nodes: int, waiting: int, shared: bool, noted: bool) -> Room:
    """Return room for so many nodes, of a tree or shared, and histories that wait.

    Where the nodes come from is noted if it is asked for.
    """
    unused = {"states": not (shared or noted), "hidden": not (shared or noted)}
    unused |= {"way": not noted, "looks": not noted, "last": not shared, "nodes": not shared}
    sizes = dict.fromkeys((*NODE_COLUMNS, *INFOSET_COLUMNS, "children"), nodes)
    sizes |= {"steps": LEAST, "closed": LEAST, "counters": len(At), "waiting": waiting}
    sizes |= dict.fromkeys(_TABLES, LEAST)
    arrays: dict[str, Any] = {}
    for name, size in sizes.items():
        length = 0 if unused.get(name) else size + (name in ENDS)
        shape = (length, STACK) if name == "waiting" else length
        arrays[name] = np.empty(shape, _TYPES.get(name, np.int32))
    for name in _TABLES:
        arrays[name].fill(-1)
    arrays["counters"].fill(0)
    return Room(**arrays)


def cut(room: Room) -> None:
    """Give back what was not used of the columns of the game, and what found the numbers."""
    nodes, children, _, infosets, *_ = room.counters.tolist()
    for names, size in (
        (NODE_COLUMNS, nodes),
        (INFOSET_COLUMNS, infosets),
        (("children",), children),
    ):
        for name in names:
            array = getattr(room, name)
            if len(array):
                array.resize(size + (name in ENDS), refcheck=False)
    for name in (*_TABLES, "keys", "last", "waiting"):
        array = getattr(room, name)
        array.resize((0, *array.shape[1:]), refcheck=False)


def lengthen(array: NDArray[Any], need: int, end: bool = False) -> None:
    """Double the length of an array with room for fewer than `need` things.

    With an `end` behind its things it stays longer by one than the arrays without, whatever was
    doubled before: the walk looks at one length for all of them.
    """
    if 0 < len(array) - end < need:
        size = max(need, 2 * (len(array) - end)) + end
        array.resize((size, *array.shape[1:]), refcheck=False)


def enlarge(table: Int32s, size: int) -> bool:
    """Make a table larger, and empty it, if no more than `size` keys fit."""
    if not 0 < len(table) <= 2 * (size + 2):
        return False
    table.resize(2 * len(table), refcheck=False)
    table.fill(-1)
    return True
