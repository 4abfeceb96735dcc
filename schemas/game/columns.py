"""A game in columns: one array per thing that is told of every node, small tables for the rest.

A large game is kept so, and its records are a view (`schemas.game.views`). All numbers have 32
bits: `schemas.parts.large.refuse_too_many`.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game.records import Chance, Decision, InformationSet, Node, Terminal, children
from schemas.parts.rationals import Rationals, rationals
from schemas.parts.texts import Texts, texts

Int32s = NDArray[np.int32]
_AT_ONCE = 4096
"""Nodes that stand in lists while all are gone through."""


class Kind(IntEnum):
    """Of a node."""

    DECISION = 0
    CHANCE = 1
    TERMINAL = 2


class ChanceMove(NamedTuple):
    """What chance does at a node."""

    actions: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    """Positive, sum 1."""


@dataclass(frozen=True, eq=False, kw_only=True)
class InfosetColumns:
    """Information sets, m of them, in order of first visit."""

    player: NDArray[np.int8]
    """Shape (m,): 1 or 2."""
    state: Int32s
    """Shape (m,): the number of a text, the state as a JSON string; -1 where there is none."""
    sees: Int32s
    """Shape (m,): the number of a text, a JSON list; -1 where it is empty."""
    actions: Int32s
    """Shape (m,): the number of a text, the JSON list of the labels; -1 in a broken game that has
    none.
    """
    texts: Texts
    """As `json.dumps` writes them, each once."""
    first: Int32s
    """Shape (m + 1,): as `Game.first`; last the number of all sequences of both players, the empty
    one, which they share, among them. The differences are the numbers of actions.
    """

    def __len__(self) -> int:
        return len(self.player)

    def records(self) -> Iterator[InformationSet]:
        """Yield all of them as records; each text is read once."""
        read = [json.loads(text) for text in self.texts]
        states = [text if isinstance(text, str) else "" for text in read]
        lists = [tuple(text) if isinstance(text, list) else () for text in read]
        # What has the number -1 is there last.
        states.append("")
        lists.append(())
        each = (self.player, self.state, self.sees, self.actions)
        for player, state, sees, actions in zip(*(part.tolist() for part in each), strict=True):
            yield InformationSet(player, states[state], lists[sees], lists[actions])

    def record(self, number: int) -> InformationSet:
        """Return one of them as a record."""
        state, sees, actions = self.state[number], self.sees[number], self.actions[number]
        return InformationSet(
            player=int(self.player[number]),
            state=json.loads(self.texts[state]) if state >= 0 else "",
            sees=tuple(json.loads(self.texts[sees])) if sees >= 0 else (),
            actions=tuple(json.loads(self.texts[actions])) if actions >= 0 else (),
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class GameColumns:
    """The nodes of a game, n of them, with e ways from parents to children."""

    kind: NDArray[np.int8]
    """Shape (n,): a Kind."""
    what: Int32s
    """Shape (n,): of a decision its information set, of a chance node the number of its move in
    `chances`, of a terminal node that of its payoff in `payoffs`.
    """
    begin: Int32s
    """Shape (n + 1,): where the children of each node begin in `children`."""
    children: Int32s
    """Shape (e,): nodes. In a tree each node but the root stands here once."""
    payoffs: Rationals
    """To player 1; each once, in order of first visit."""
    chances: Sequence[ChanceMove]
    """Each once, in order of first visit."""
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
        """Yield all nodes as records; quicker than one by one."""
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
    """Return records as columns.

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
    return GameColumns(
        kind=np.frombuffer(bytes(kind), np.int8),
        what=np.array(what, np.int32),
        begin=np.fromiter(sizes, np.int32, len(nodes) + 1),
        children=np.array([child for node in nodes for child in children(node)], np.int32),
        payoffs=rationals(payoffs),
        chances=tuple(chances),
        infosets=infoset_columns(information_sets),
    )


def infoset_columns(information_sets: Iterable[InformationSet]) -> InfosetColumns:
    """Return records as columns."""
    records = list(information_sets)
    found: dict[str, int] = {}

    def number(what: str | tuple[str, ...]) -> int:
        return found.setdefault(json.dumps(what), len(found)) if what else -1

    state = [number(record.state) for record in records]
    sees = [number(record.sees) for record in records]
    actions = [number(record.actions) for record in records]
    sizes = accumulate((len(record.actions) for record in records), initial=1)
    return InfosetColumns(
        player=np.array([record.player for record in records], np.int8),
        state=np.array(state, np.int32),
        sees=np.array(sees, np.int32),
        actions=np.array(actions, np.int32),
        texts=texts(found),
        first=np.fromiter(sizes, np.int32, len(records) + 1),
    )
