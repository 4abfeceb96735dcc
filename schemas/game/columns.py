"""A game in columns: one array per attribute of the nodes, and small tables of distinct values.

Games are stored in this form, and their records are views of it. All numbers have 32 bits; see
`schemas.parts.limits.refuse_too_many`.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels.rows import Value
from ..parts.counts import Counts
from ..parts.rationals import Rationals, rationals
from ..parts.source import Source
from ..parts.squares import Square
from ..parts.texts import Texts, texts
from ..parts.views import RecordView

FORMAT = "efgc/game"
VERSION = 1
INFOSET_KEYS = {
    "information_set": Value.NUMBER,
    "player": Value.NUMBER,
    "state": Value.TEXT,
    "sees": Value.TEXTS,
    "actions": Value.TEXTS,
}
"""The keys of an information set in the file, in order."""
NODE_KEYS = {
    "node": Value.NUMBER,
    "information_set": Value.NUMBER,
    "payoff": Value.TEXT,
    "chance": Value.TEXTS,
    "probabilities": Value.TEXTS,
    "children": Value.NUMBERS,
}


class InformationSet(NamedTuple):
    """Decision nodes that their player cannot tell apart."""

    player: int
    """1 or 2."""
    state: str
    """The state of the state graph, for player 1; empty if there is no single state."""
    sees: tuple[str, ...]
    """The player's observations since its last move; the same on all ways that lead here."""
    actions: tuple[str, ...]
    """Labels, unique in the information set."""


class Decision(NamedTuple):
    """A decision node."""

    infoset: int
    children: tuple[int, ...]
    """One per action of the information set; several actions may have the same child."""


class Chance(NamedTuple):
    """A chance node."""

    actions: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    """Positive, sum 1."""
    children: tuple[int, ...]


class Terminal(NamedTuple):
    """A terminal node."""

    payoff: Fraction
    """To player 1."""


Node = Decision | Chance | Terminal


def children(node: Node) -> tuple[int, ...]:
    """Return the children of a node."""
    return () if isinstance(node, Terminal) else node.children


Int32s = NDArray[np.int32]
_AT_ONCE = 4096
"""Number of nodes converted to lists at a time while iterating over all of them."""


class Kind(IntEnum):
    """The kind of a node."""

    DECISION = 0
    CHANCE = 1
    TERMINAL = 2


class ChanceMove(NamedTuple):
    """The actions of a chance node with their probabilities."""

    actions: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    """Positive, sum 1."""


@dataclass(frozen=True, eq=False, kw_only=True)
class InfosetColumns:
    """The m information sets of a game in order of first visit."""

    player: NDArray[np.int8]
    """Shape (m,): 1 or 2."""
    state: Int32s
    """Shape (m,): index in `texts` of the state as a JSON string; -1 if there is none."""
    sees: Int32s
    """Shape (m,): index in `texts` of a JSON list of observations; -1 if it is empty."""
    actions: Int32s
    """Shape (m,): index in `texts` of the JSON list of the labels; -1 in an invalid game, if there
    are none.
    """
    texts: Texts
    """Distinct texts as written by `json.dumps`."""
    first: Int32s
    """Shape (m + 1,): as `Game.first`; the last entry is the number of sequences of both players
    together, including the empty sequence, which they share. The differences are the numbers of
    actions.
    """

    def __len__(self) -> int:
        return len(self.player)

    def of(self, player: int) -> Int32s:
        """Return the numbers of the information sets of a player (1 or 2), ascending."""
        return np.flatnonzero(self.player == player).astype(np.int32)

    def records(self) -> Iterator[InformationSet]:
        """Yield all information sets as records; each text is parsed once."""
        read = [json.loads(text) for text in self.texts]
        states = [text if isinstance(text, str) else "" for text in read]
        lists = [tuple(text) if isinstance(text, list) else () for text in read]
        # The last entry is the value for the index -1.
        states.append("")
        lists.append(())
        each = (self.player, self.state, self.sees, self.actions)
        for player, state, sees, actions in zip(*(part.tolist() for part in each), strict=True):
            yield InformationSet(player, states[state], lists[sees], lists[actions])

    def record(self, number: int) -> InformationSet:
        """Return one information set as a record."""
        state, sees, actions = self.state[number], self.sees[number], self.actions[number]
        return InformationSet(
            player=int(self.player[number]),
            state=json.loads(self.texts[state]) if state >= 0 else "",
            sees=tuple(json.loads(self.texts[sees])) if sees >= 0 else (),
            actions=tuple(json.loads(self.texts[actions])) if actions >= 0 else (),
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class GameColumns:
    """The n nodes of a game, with e edges from parents to children."""

    kind: NDArray[np.int8]
    """Shape (n,): a Kind."""
    what: Int32s
    """Shape (n,): for a decision node its information set, for a chance node the index of its move
    in `chances`, for a terminal node the index of its payoff in `payoffs`.
    """
    begin: Int32s
    """Shape (n + 1,): offset in `children` of the first child of each node."""
    children: Int32s
    """Shape (e,): nodes. In a tree each node except the root appears exactly once."""
    payoffs: Rationals
    """Distinct payoffs to player 1 in order of first visit."""
    chances: Sequence[ChanceMove]
    """Distinct chance moves in order of first visit."""
    infosets: InfosetColumns

    def __len__(self) -> int:
        return len(self.kind)

    @property
    def is_tree(self) -> bool:
        """Whether no node is shared."""
        return len(self.children) == len(self.kind) - 1

    def record(self, number: int) -> Node:
        """Return a node as a record."""
        what = int(self.what[number])
        below = tuple(self.children[self.begin[number] : self.begin[number + 1]].tolist())
        match self.kind[number]:
            case Kind.DECISION:
                return Decision(what, below)
            case Kind.CHANCE:
                return Chance(*self.chances[what], below)
            case _:
                return Terminal(self.payoffs[what])

    def records(self) -> Iterator[Node]:
        """Yield all nodes as records; faster than `record` for each."""
        ends = [Terminal(payoff) for payoff in self.payoffs]
        for first in range(0, len(self), _AT_ONCE):
            those = slice(first, first + _AT_ONCE)
            begin = self.begin[first : first + _AT_ONCE + 1]
            below = self.children[begin[0] : begin[-1]].tolist()
            ways = pairwise((begin - begin[0]).tolist())
            kinds, whats = self.kind[those].tolist(), self.what[those].tolist()
            for kind, what, (start, end) in zip(kinds, whats, ways, strict=True):
                if kind == Kind.TERMINAL:
                    yield ends[what]
                elif kind == Kind.DECISION:
                    yield Decision(what, tuple(below[start:end]))
                else:
                    actions, probabilities = self.chances[what]
                    yield Chance(actions, probabilities, tuple(below[start:end]))


def game_columns(information_sets: Iterable[InformationSet], nodes: Sequence[Node]) -> GameColumns:
    """Convert the records of a game to columns.

    >>> ends = Terminal(Fraction(1)), Terminal(Fraction(1, 2))
    >>> found = game_columns([InformationSet(1, "", (), ("l", "r"))], [Decision(0, (1, 2)), *ends])
    >>> found.kind.tolist(), found.what.tolist(), found.begin.tolist(), list(found.payoffs)
    ([0, 2, 2], [0, 0, 1], [0, 2, 2, 2], [Fraction(1, 1), Fraction(1, 2)])
    >>> found.record(0), found.record(2)
    (Decision(infoset=0, children=(1, 2)), Terminal(payoff=Fraction(1, 2)))
    """
    payoffs: dict[Fraction, int] = {}
    chances: dict[ChanceMove, int] = {}
    kind, what = bytearray(), []
    for node in nodes:
        match node:
            case Decision(infoset):
                kind.append(Kind.DECISION)
                what.append(infoset)
            case Chance(actions, probabilities):
                kind.append(Kind.CHANCE)
                move = ChanceMove(actions, probabilities)
                what.append(chances.setdefault(move, len(chances)))
            case Terminal(payoff):
                kind.append(Kind.TERMINAL)
                what.append(payoffs.setdefault(payoff, len(payoffs)))
    sizes = accumulate((len(children(node)) for node in nodes), initial=0)
    below = [child for node in nodes for child in children(node)]
    return GameColumns(
        kind=np.frombuffer(bytes(kind), np.int8),
        what=_column(what, np.int32),
        begin=np.fromiter(sizes, np.int32, len(nodes) + 1),
        children=_column(below, np.int32),
        payoffs=rationals(payoffs),
        chances=tuple(chances),
        infosets=infoset_columns(information_sets),
    )


def _column(numbers: Sequence[int], kind: type) -> NDArray[Any]:
    """Return numbers as an array of integers; of objects if one is too large, as in invalid games
    only.
    """
    try:
        return np.array(numbers, kind)
    except OverflowError:
        return np.array(numbers, object)


def infoset_columns(information_sets: Iterable[InformationSet]) -> InfosetColumns:
    """Convert records of information sets to columns, as `game_columns` does."""
    records = list(information_sets)
    found: dict[str, int] = {}

    def number(what: str | tuple[str, ...]) -> int:
        return found.setdefault(json.dumps(what), len(found)) if what else -1

    players = [record.player for record in records]
    state = [number(record.state) for record in records]
    sees = [number(record.sees) for record in records]
    actions = [number(record.actions) for record in records]
    sizes = accumulate((len(record.actions) for record in records), initial=1)
    return InfosetColumns(
        player=_column(players, np.int8),
        state=np.array(state, np.int32),
        sees=np.array(sees, np.int32),
        actions=np.array(actions, np.int32),
        texts=texts(found),
        first=np.fromiter(sizes, np.int32, len(records) + 1),
    )


class NodeView(RecordView[Node]):
    """The nodes of a game as records."""

    columns: GameColumns


class InfosetView(RecordView[InformationSet]):
    """The information sets of a game as records."""

    columns: InfosetColumns


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """The parts of an extensive-form game, which may be invalid; `Game` adds derived properties.

    Its data are in `columns`: code that iterates over all nodes or information sets uses these.
    `nodes` and `information_sets` are views of the columns; records are converted to columns.
    """

    title: str
    source: Source | None
    players: tuple[str, str]
    states: int
    """Number of states of the state graph from which the game was made; 0 if there is none."""
    information_sets: Sequence[InformationSet]
    """In order of first visit."""
    nodes: Sequence[Node]
    counts: Counts | None = None
    """Size of the game without reductions, if known."""
    places: tuple[tuple[str, Square], ...] = ()
    """The places of the secret with their squares on the map; for display only."""
    constant: Fraction = Fraction(0)
    """The sum of both players' payoffs: player 2 gets this minus player 1's payoff."""

    def __post_init__(self) -> None:
        nodes, infosets = self.nodes, self.information_sets
        if not isinstance(nodes, NodeView):
            columns = game_columns(infosets, nodes)
        elif not isinstance(infosets, InfosetView):
            columns = replace(nodes.columns, infosets=infoset_columns(infosets))
        elif infosets.columns is not nodes.columns.infosets:
            columns = replace(nodes.columns, infosets=infosets.columns)
        else:
            return
        object.__setattr__(self, "nodes", NodeView(columns))
        object.__setattr__(self, "information_sets", InfosetView(columns.infosets))

    @property
    def columns(self) -> GameColumns:
        """The columns of the nodes; they include those of the information sets."""
        columns: GameColumns = self.nodes.columns  # type: ignore[attr-defined]
        return columns
