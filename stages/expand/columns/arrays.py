"""The arrays of the walk over a state graph: its input (the columns of the graph, places as bits,
observations as numbers) and its output, which `stages.expand.columns.walk` lengthens.
"""

import json
from collections.abc import Callable, Iterable
from enum import IntEnum
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....schemas.kernels.key_tables import KeyTable, add, number_of
from ....schemas.parts.events import Event
from ....schemas.parts.offsets import moves_of
from ....schemas.state_graph import StateGraph
from ....schemas.state_graph.columns import GraphColumns, Int32s, StateKind
from ....schemas.state_graph.secrets import place_numbers
from .sums import LEAST, Sums

Int64s = NDArray[np.int64]


class Future(NamedTuple):
    """The relevant future of each state of a graph with n states."""

    live: Int64s
    """Shape (n,): the places that matter from a state on, as bits; (0,) for a tree."""
    acts: NDArray[np.bool_]
    """Shape (n,): whether player 2 may move from a state on; (0,) for a tree."""
    alone: NDArray[np.bool_]
    """Shape (n,): the same if player 2 holds no place that matters; (0,) for a tree."""


NO_FUTURE = Future(np.empty(0, np.int64), np.empty(0, np.bool_), np.empty(0, np.bool_))


class Rules(NamedTuple):
    """A graph of n states and e transitions: some columns as in `GraphColumns`, and tables that are
    only needed for a graph with a secret.
    """

    kind: NDArray[np.int8]
    what: Int32s
    """Shape (n,): for a choice the number of its labels, for a draw that of its move, for a
    terminal state that of its payoff in `sums`.
    """
    begin: Int32s
    targets: Int32s
    player: NDArray[np.int8]
    named: Int32s
    """Shape (n,): the state after which the information sets there are named; else -1."""
    sees: tuple[Int32s, Int32s]
    """Shape (e,) each: what player 1, and player 2, sees of a transition, as a number of
    `Observations`; else -1.
    """
    observations: "Observations"
    rewards: Int32s
    """Shape (e,): the number in `sums` of the reward to player 1; (0,) if there are no rewards."""
    sums: Sums
    # With a secret.
    tells: Int32s = np.empty(0, np.int32)
    """Shape (n,): the number in the trie of what player 2 observes before it moves; (0,) if it
    remembers observations as player 1 does.
    """
    bit: Int64s = np.empty(0, np.int64)
    """By place of the columns: its position among the places of the secret."""
    places: int = 0
    looked: Int32s = np.empty(0, np.int32)
    """By place of the columns, two entries: the observation if it is empty, and if it is occupied.
    """
    future: Future = NO_FUTURE


class Observations:
    """The texts that players see, with their numbers, and the lists of texts that they have seen: a
    list is a path from the root of a trie. The key of a number of the trie is the number before the
    last text, times 2**32, plus the text.
    """

    def __init__(self, known: Iterable[str] = ()) -> None:
        self.number = {text: number for number, text in enumerate(known)}
        self.trie = KeyTable(LEAST)
        add(self.trie, ROOT)

    def all(self, texts: Iterable[str]) -> list[int]:
        """Return the numbers of texts."""
        return [self.number.setdefault(text, len(self.number)) for text in texts]

    def path(self, texts: Iterable[str]) -> int:
        """Return the number of a list of texts."""
        path = 0
        for text in self.all(texts):
            path = number_of(self.trie, path << 32 | text)
        return path

    def lists(self) -> Callable[[int], str]:
        """Return a function from the number of a list to the list as JSON; empty without texts."""
        keys, texts = np.asarray(self.trie.keys), list(self.number)

        def text_of(path: int) -> str:
            seen: list[str] = []
            while path:
                path, text = divmod(int(keys[path]), 2**32)
                seen.append(texts[text])
            return json.dumps(seen[::-1]) if seen else ""

        return text_of


def secret_rules(graph: StateGraph, future: Future) -> Rules:
    """Return the walk's input for a graph with a secret. Player 1 sees looks, draws and the choices
    of player 2, which sees nothing but what its states tell.
    """
    columns, observations = graph.table, Observations()
    looked = [
        observations.all([f"{place} {event.value}" for event in (Event.EMPTY, Event.OCCUPIED)])
        for place in columns.places
    ]
    return Rules(
        kind=columns.kind,
        what=columns.what,
        begin=columns.begin,
        targets=columns.targets,
        player=columns.player,
        named=np.where(columns.player == 1, np.arange(len(columns), dtype=np.int32), -1),
        sees=_seen_transitions(columns, observations),
        observations=observations,
        rewards=np.empty(0, np.int32),
        sums=Sums(columns.payoffs),
        tells=_told(columns, observations),
        bit=place_numbers(graph),
        places=len(graph.places),
        looked=np.array(looked, np.int32).reshape(-1),
        future=future,
    )


def _seen_transitions(columns: GraphColumns, observations: Observations) -> tuple[Int32s, Int32s]:
    """Return what both players see of each transition."""
    seen, unseen = np.full((2, len(columns.targets)), -1, np.int32)
    answered = columns.player == 2
    answers = set(np.unique(columns.what[answered]).tolist())
    offers = [
        json.loads(text) if number in answers else [] for number, text in enumerate(columns.texts)
    ]
    for which, labels in (
        (columns.kind == StateKind.DRAW, [move.labels for move in columns.draws]),
        (answered, offers),
    ):
        states = np.flatnonzero(which).astype(np.int32)
        ways = moves_of(columns.begin, states)
        begin = np.cumsum([0, *map(len, labels)])
        shown = np.array(observations.all(chain.from_iterable(labels)), np.int32)
        behind = begin[columns.what[states]] - columns.begin[states]
        sizes = columns.begin[states + 1] - columns.begin[states]
        seen[ways] = shown[ways + np.repeat(behind, sizes)]
    return seen, unseen


def _told(columns: GraphColumns, observations: Observations) -> Int32s:
    """Return the number of what player 2 observes at each state before it moves."""
    tells = np.zeros(len(columns.texts) + 1, np.int32)  # The last entry is for -1.
    for number in np.unique(columns.sees[columns.sees >= 0]).tolist():
        tells[number] = observations.path(json.loads(columns.texts[number]))
    return tells[columns.sees]


def most_moves(graph: StateGraph) -> int:
    """Return the largest number of children that a node below the root can have."""
    held = graph.secret.size if graph.secret else 0
    moved = 1 + held * (len(graph.places) - held)
    relocates = bool((graph.table.kind == StateKind.RELOCATION).any())
    return max(1, int(np.diff(graph.table.begin).max(initial=0)), moved if relocates else 0)


STACK = 10
"""The numbers stored for a queued history: the state; the places that player 2 holds; the sum won
so far; per player, its sequence; per player, its observations since its own last move (a number of
the trie); per player, its observation on the way here, or -1; the place among the children.
"""


class At(IntEnum):
    """The positions of the counters of written items, and of what a walk has stopped at."""

    NODES = 0
    CHILDREN = 1
    WAITING = 2
    # Where a node differs from the others of its information set: its state, the information set,
    # the number of its actions and its place among the children.
    STATE = 3
    INFOSET = 4
    ACTIONS = 5
    WAY = 6


class Room(NamedTuple):
    """The arrays to write into; `counters` holds the used length of each."""

    counters: Int64s
    """Shape (7,): see `At`."""
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
    """The places that player 2 holds. If nodes are shared without a secret, the sum won so far
    times 2**32, plus the memory of player 1.
    """
    way: Int32s
    """The position of the node in `children`, as a child of its first parent."""
    held: Int64s
    """The places that player 2 holds on this way, also those that no longer matter."""
    # Nodes of a game with shared nodes.
    last: Int32s
    """Player 2's sequence, or 0 if it no longer matters; without a secret its memory."""
    nodes: KeyTable
    """Hashes of `states`, `hidden` and `last`."""
    memories: KeyTable
    """The memories of players without a secret: sequence and observations since."""
    # Information sets.
    infosets: KeyTable
    """The player's sequence and its observations since; if nodes are shared, player 1's state. The
    empty sequence of player 2 is -1, so that players have different keys.
    """
    player: NDArray[np.int8]
    state: Int32s
    """The state of the graph after which it is named; else -1."""
    sees: Int32s
    """A number of the trie."""
    actions: Int32s
    """The number of a text; -1 for the root; for numbers below -1, see `closed`."""
    first: Int32s
    trie: KeyTable
    """That of `Observations`."""
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
"""The key of number 0, for the root of a game or of a trie, which is never looked for."""


def new_room(trie: KeyTable, nodes: int, waiting: int, shared: bool, with_origin: bool) -> Room:
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
    arrays["begin"][0], arrays["first"][0] = 0, 1
    for name in ("nodes", "memories", "infosets", "closed", "moved"):
        arrays[name] = KeyTable(LEAST)
    return Room(**arrays, trie=trie)


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
    tables: dict[str, Any] = {name: KeyTable(1) for name in ("nodes", "memories", "infosets")}
    return room._replace(**tables, **nothing)


def lengthen(array: NDArray[Any], need: int, end: bool = False) -> None:
    """Double the length of an array with room for fewer than `need` items.

    An array with an `end` after its items always stays one entry longer than the arrays without:
    the walk checks a single length for all of them.
    """
    if 0 < len(array) - end < need:
        size = max(need, 2 * (len(array) - end)) + end
        array.resize((size, *array.shape[1:]), refcheck=False)
