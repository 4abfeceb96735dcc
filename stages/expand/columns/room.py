"""The arrays that a walk writes; `stages.expand.columns.build` lengthens them."""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game.columns import Int32s
from stages.expand.columns.rules import Int64s

LEAST = 1 << 10  # A power of two.
STACK = 7
"""The numbers stored for a queued history: the state, the places that player 2 holds, the sequences
of both players, player 1's observations since its own last move (a number of the trie), its
observation on the way here (a number of `Seen`, or -1), and the place among the children.
"""


class At(IntEnum):
    """The positions of the counters of written items."""

    NODES = 0
    CHILDREN = 1
    WAITING = 2
    INFOSETS = 3
    TRIE = 4
    CLOSED = 5


class Room(NamedTuple):
    """The arrays to write into; `counters` holds the used length of each."""

    counters: Int64s
    """Shape (6,): see `At`."""
    waiting: NDArray[np.int64]
    """Shape (places, STACK)."""
    # Nodes: as in GameColumns, but payoffs and moves of chance are numbered as in the graph.
    kind: NDArray[np.int8]
    what: Int32s
    begin: Int32s
    children: Int32s
    # Nodes, for a game with shared nodes or if origins are recorded; else of shape (0,).
    states: Int32s
    hidden: Int64s
    way: Int32s
    """The position of the node in `children`, as a child of its first parent."""
    looks: Int64s
    """The results when the rules looked at the secret on this way: a leading 1, followed by a bit
    for each look; -1 if there are too many.
    """
    # Nodes of a game with shared nodes.
    last: Int32s
    """Player 2's sequence; 0 if it no longer matters."""
    nodes: Int32s
    """The hash table of nodes."""
    # Information sets.
    keys: Int64s
    """The player's sequence and its observations since; if nodes are shared, player 1's state."""
    player: NDArray[np.int8]
    state: Int32s
    """The state of the graph for player 1; else -1."""
    sees: Int32s
    """For player 1 a number of the trie, for player 2 the number of a text, or -1."""
    actions: Int32s
    """The number of a text; -1 for the root; for numbers below -1, see `closed`."""
    first: Int32s
    infosets: Int32s
    """The hash table of information sets."""
    # Player 1's observations since its own move: a path from the root of a trie.
    steps: Int64s
    """The number of the trie before the last text, times 2**32, plus the text."""
    trie: Int32s
    """The hash table of `steps`."""
    # Player 2's possible relocations: the places that it holds, times 64, plus the closed place.
    closed: Int64s
    """Entry k belongs to the number -2 - k in `actions`."""
    relocations: Int32s
    """The hash table of `closed`."""


NODE_COLUMNS = ("kind", "what", "begin", "states", "hidden", "way", "looks", "last")
INFOSET_COLUMNS = ("keys", "player", "state", "sees", "actions", "first")
ENDS = ("begin", "first")  # Longer by one entry: the end of the last item.
_TABLES = ("nodes", "infosets", "trie", "relocations")
_TYPES = {
    **dict.fromkeys(
        ("counters", "waiting", "hidden", "looks", "keys", "steps", "closed"), np.int64
    ),
    **dict.fromkeys(("kind", "player"), np.int8),
}


def new_room(nodes: int, waiting: int, shared: bool, noted: bool) -> Room:
    """Return arrays for the given numbers of nodes, of a tree or shared, and of queued histories.

    With `noted`, there are arrays for the origin of the nodes.
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
    """Free the unused ends of the game's columns, and the hash tables."""
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
    """Double the length of an array with room for fewer than `need` items.

    An array with an `end` after its items always stays one entry longer than the arrays without:
    the walk checks a single length for all of them.
    """
    if 0 < len(array) - end < need:
        size = max(need, 2 * (len(array) - end)) + end
        array.resize((size, *array.shape[1:]), refcheck=False)


def enlarge(table: Int32s, size: int) -> bool:
    """Enlarge and clear a table if no more than `size` keys fit; return whether this was done."""
    if not 0 < len(table) <= 2 * (size + 2):
        return False
    table.resize(2 * len(table), refcheck=False)
    table.fill(-1)
    return True
