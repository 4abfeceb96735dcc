"""The arrays of the walk over a graph with a secret: its input (the columns of a state graph,
places as bits, events as numbers) and its output, which `stages.expand.columns.build` lengthens.
"""

import json
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....schemas.kernels.key_tables import KeyTable, add
from ....schemas.parts.events import Event
from ....schemas.state_graph import StateGraph
from ....schemas.state_graph.columns import GraphColumns, Int32s, StateKind

NO_PLACE = 63

Int64s = NDArray[np.int64]


class Rules(NamedTuple):
    """The columns of a graph of n states, see `GraphColumns`, and further tables."""

    kind: NDArray[np.int8]
    what: Int32s
    begin: Int32s
    targets: Int32s
    player: NDArray[np.int8]
    sees: Int32s
    bit: Int64s
    """By place of the columns: its position among the places of the secret."""
    places: int
    looked: Int32s
    """By place of the columns, two entries: the observation if it is empty, and if it is occupied.
    """
    drawn: Int32s
    """By draw: the start in `shown` of the observations of its outcomes."""
    answered: Int32s
    """By text: the start in `shown` of the observations of the actions of player 2."""
    shown: Int32s
    """Observations, as numbers of `ObservationTexts`."""
    live: Int64s
    """Shape (n,): the places that matter from a state on, as bits; (0,) for a tree."""
    acts: NDArray[np.bool_]
    """Shape (n,): whether player 2 may move from a state on; (0,) for a tree."""
    alone: NDArray[np.bool_]
    """Shape (n,): the same if player 2 holds no place that matters; (0,) for a tree."""


class ObservationTexts:
    """The texts of player 1's observations, with their numbers."""

    def __init__(self) -> None:
        self.number: dict[str, int] = {}

    def all(self, texts: list[str]) -> list[int]:
        """Return the numbers of texts."""
        return [self.number.setdefault(text, len(self.number)) for text in texts]


class Future(NamedTuple):
    """The relevant future of each state: `live`, `acts`, `alone` of the rules."""

    live: Int64s
    acts: NDArray[np.bool_]
    alone: NDArray[np.bool_]


NO_FUTURE = Future(np.empty(0, np.int64), np.empty(0, np.bool_), np.empty(0, np.bool_))


def rules_of(
    graph: StateGraph, columns: GraphColumns, seen: ObservationTexts, future: Future = NO_FUTURE
) -> Rules:
    """Return the walks' input for a graph; player 1's observations get their numbers in `seen`."""
    looked = [
        seen.all([f"{place} {event.value}" for event in (Event.EMPTY, Event.OCCUPIED)])
        for place in columns.places
    ]
    drawn = [seen.all(list(move.labels)) for move in columns.draws]
    answers = set(np.unique(columns.what[columns.player == 2]).tolist())
    answered = [
        seen.all(json.loads(text)) if number in answers else []
        for number, text in enumerate(columns.texts)
    ]
    shown = [number for one in (*drawn, *answered) for number in one]
    ends = np.cumsum([0, *map(len, drawn), *map(len, answered)]).astype(np.int32)
    return Rules(
        kind=columns.kind,
        what=columns.what,
        begin=columns.begin,
        targets=columns.targets,
        player=columns.player,
        sees=columns.sees,
        bit=place_bits(graph, columns),
        places=len(graph.places),
        looked=np.array(looked, np.int32).reshape(-1),
        drawn=ends[: len(drawn) + 1],
        answered=ends[len(drawn) :],
        shown=np.array(shown, np.int32),
        live=future.live,
        acts=future.acts,
        alone=future.alone,
    )


def place_bits(graph: StateGraph, columns: GraphColumns) -> Int64s:
    """Return, for each place of the columns, its position among the places of the secret; NO_PLACE
    if it is not one of them, as at a relocation that closes no place.
    """
    position = {name: at for at, (name, _) in enumerate(graph.places)}
    return np.array([position.get(name, NO_PLACE) for name in columns.places], np.int64)


def most_moves(graph: StateGraph, columns: GraphColumns) -> int:
    """Return the largest number of children that a node below the root can have."""
    held = graph.secret.size if graph.secret else 0
    moved = 1 + held * (len(graph.places) - held)
    relocates = bool((columns.kind == StateKind.RELOCATION).any())
    return max(1, int(np.diff(columns.begin).max(initial=0)), moved if relocates else 0)


LEAST = 1 << 10  # A power of two.
STACK = 7
"""The numbers stored for a queued history: the state, the places that player 2 holds, the sequences
of both players, player 1's observations since its own last move (a number of the trie), its
observation on the way here (a number of `ObservationTexts`, or -1), and the place among the
children.
"""


class At(IntEnum):
    """The positions of the counters of written items, and of what a walk has stopped at."""

    NODES = 0
    CHILDREN = 1
    WAITING = 2
    # Where a node differs from the others of its information set: its state, the information set
    # and the number of its actions.
    STATE = 3
    INFOSET = 4
    ACTIONS = 5


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
    held: Int64s
    """The places that player 2 holds on this way, also those that no longer matter."""
    # Nodes of a game with shared nodes.
    last: Int32s
    """Player 2's sequence; 0 if it no longer matters."""
    nodes: KeyTable
    """Hashes of the state, the held places and player 2's sequence."""
    # Information sets.
    infosets: KeyTable
    """The player's sequence and its observations since; if nodes are shared, player 1's state."""
    player: NDArray[np.int8]
    state: Int32s
    """The state of the graph for player 1; else -1."""
    sees: Int32s
    """For player 1 a number of the trie, for player 2 the number of a text, or -1."""
    actions: Int32s
    """The number of a text; -1 for the root; for numbers below -1, see `closed`."""
    first: Int32s
    trie: KeyTable
    """Player 1's observations since its own move are a path from the root of a trie: the number of
    the trie before the last text, times 2**32, plus the text.
    """
    closed: KeyTable
    """Player 2's possible relocations: the number in `moved` of the places that it holds, times 64,
    plus the closed place. Number k is -2 - k in `actions`.
    """
    moved: KeyTable


NODE_COLUMNS = ("kind", "what", "begin", "states", "hidden", "way", "held", "last")
INFOSET_COLUMNS = ("player", "state", "sees", "actions", "first")
ENDS = ("begin", "first")  # Longer by one entry: the end of the last item.
_TYPES = {
    **dict.fromkeys(("counters", "waiting", "hidden", "held"), np.int64),
    **dict.fromkeys(("kind", "player"), np.int8),
}
ROOT = -1
"""The key of number 0, for the root of the game or of the trie, which is never looked for."""


def new_room(nodes: int, waiting: int, shared: bool, with_origin: bool) -> Room:
    """Return arrays for the given numbers of nodes, of a tree or shared, and of queued histories.

    If `with_origin`, there are arrays for the origin of the nodes.
    """
    unused = {"states": not (shared or with_origin), "hidden": not (shared or with_origin)}
    unused |= {"way": not with_origin, "held": not with_origin, "last": not shared}
    sizes = dict.fromkeys((*NODE_COLUMNS, *INFOSET_COLUMNS, "children"), nodes)
    sizes |= {"counters": len(At), "waiting": waiting}
    arrays: dict[str, Any] = {}
    for name, size in sizes.items():
        length = 0 if unused.get(name) else size + (name in ENDS)
        shape = (length, STACK) if name == "waiting" else length
        arrays[name] = np.empty(shape, _TYPES.get(name, np.int32))
    arrays["counters"].fill(0)
    arrays |= {name: rooted_table() for name in ("nodes", "infosets", "trie")}
    return Room(**arrays, closed=KeyTable(LEAST), moved=KeyTable(LEAST))


def rooted_table() -> KeyTable:
    """Return a table whose number 0 is for a root."""
    table = KeyTable(LEAST)
    add(table, ROOT)
    return table


def cut(room: Room) -> Room:
    """Free the unused ends of the game's columns; return the room without what is not needed for
    the game.
    """
    for names, size in (
        (NODE_COLUMNS, int(room.counters[At.NODES])),
        (INFOSET_COLUMNS, room.infosets.size),
        (("children",), int(room.counters[At.CHILDREN])),
    ):
        for name in names:
            array = getattr(room, name)
            if len(array):
                array.resize(size + (name in ENDS), refcheck=False)
    nothing = {name: getattr(room, name)[:0].copy() for name in ("last", "waiting")}
    return room._replace(nodes=KeyTable(1), infosets=KeyTable(1), **nothing)


def lengthen(array: NDArray[Any], need: int, end: bool = False) -> None:
    """Double the length of an array with room for fewer than `need` items.

    An array with an `end` after its items always stays one entry longer than the arrays without:
    the walk checks a single length for all of them.
    """
    if 0 < len(array) - end < need:
        size = max(need, 2 * (len(array) - end)) + end
        array.resize((size, *array.shape[1:]), refcheck=False)
