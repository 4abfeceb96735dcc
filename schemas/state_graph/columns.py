"""A state graph in columns: one array per thing that is told of every state, small tables for the
rest.

A large graph with a secret is kept so, and its records are a view (`schemas.state_graph.views`).
All numbers have 32 bits: `schemas.parts.large.refuse_too_many`.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.rationals import Rationals, rationals
from schemas.parts.states import Choice, Draw, Look, Relocation, State, Terminal, targets
from schemas.parts.texts import Texts, texts

Int32s = NDArray[np.int32]


class Kind(IntEnum):
    """Of a state."""

    TERMINAL = 0
    DRAW = 1
    LOOK = 2
    CHOICE = 3
    RELOCATION = 4


class DrawMove(NamedTuple):
    """What chance does at a state."""

    labels: tuple[str, ...]
    probabilities: tuple[Fraction, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class GraphColumns:
    """The states of a graph, n of them, with e ways from one to another."""

    kind: NDArray[np.int8]
    """Shape (n,): a Kind."""
    what: Int32s
    """Shape (n,): of an end of play the number of its payoff in `payoffs`, of a draw that of its
    move in `draws`, of a choice that of its labels in `texts`, of a look and a relocation that of
    the place, the one to look at or the one that is closed, in `places`.
    """
    begin: Int32s
    """Shape (n + 1,): where the targets of each state begin in `targets`."""
    targets: Int32s
    """Shape (e,): states, in the order of `schemas.parts.states.targets`."""
    player: NDArray[np.int8]
    """Shape (n,): 1 or 2 where a state is a choice, else 0."""
    sees: Int32s
    """Shape (n,): the number of a text, a JSON list; -1 where there is none or it is empty."""
    at: NDArray[np.int16]
    """Shape (n, 2): row and column of a choice; -1 where there is none."""
    payoffs: Rationals
    draws: Sequence[DrawMove]
    places: Sequence[str]
    """Names, each once."""
    texts: Texts
    """JSON lists as `json.dumps` writes them, each once."""

    def __len__(self) -> int:
        return len(self.kind)

    def record(self, number: int) -> State:
        """Return a state as a record."""
        what = int(self.what[number])
        to = self.targets[self.begin[number] : self.begin[number + 1]].tolist()
        match self.kind[number]:
            case Kind.TERMINAL:
                return Terminal(self.payoffs[what])
            case Kind.DRAW:
                return Draw(tuple(zip(*self.draws[what], to, strict=True)))
            case Kind.LOOK:
                return Look(self.places[what], *to)
            case Kind.CHOICE:
                row, column = self.at[number].tolist()
                return Choice(
                    player=int(self.player[number]),
                    moves=tuple(zip(json.loads(self.texts[what]), to, strict=True)),
                    sees=self._seen(number),
                    at=None if row < 0 else (row, column),
                )
            case _:
                return Relocation(self._seen(number), self.places[what], *to)

    def _seen(self, number: int) -> tuple[str, ...]:
        sees = self.sees[number]
        return tuple(json.loads(self.texts[sees])) if sees >= 0 else ()


def graph_columns(states: Sequence[State]) -> GraphColumns:
    """Return the records of a graph with a secret as columns.

    >>> states = [Look("e1", 1, 2), Terminal(Fraction(0)), Choice(1, (("up", 1),), (), (0, 3))]
    >>> found = graph_columns(states)
    >>> found.kind.tolist(), found.targets.tolist(), found.at.tolist()
    ([2, 0, 3], [1, 2, 1], [[-1, -1], [-1, -1], [0, 3]])
    >>> [found.record(number) for number in range(3)] == states
    True
    """
    tables = _Tables()
    kinds, what = bytearray(), []
    player, sees, at = [], [], []
    for state in states:
        kind, which = tables.what(state)
        kinds.append(kind)
        what.append(which)
        shown = state.sees if isinstance(state, Choice | Relocation) else ()
        sees.append(tables.words(shown) if shown else -1)
        player.append(state.player if isinstance(state, Choice) else 0)
        at.append((isinstance(state, Choice) and state.at) or (-1, -1))
    sizes = accumulate((len(targets(state)) for state in states), initial=0)
    return GraphColumns(
        kind=np.frombuffer(bytes(kinds), np.int8),
        what=np.array(what, np.int32),
        begin=np.fromiter(sizes, np.int32, len(states) + 1),
        targets=np.array([target for state in states for target in targets(state)], np.int32),
        player=np.array(player, np.int8),
        sees=np.array(sees, np.int32),
        at=np.array(at, np.int16).reshape(-1, 2),
        payoffs=rationals(tables.payoffs),
        draws=tuple(tables.draws),
        places=tuple(tables.places),
        texts=texts(tables.said),
    )


class _Tables:
    """What there is few of, each with its number."""

    def __init__(self) -> None:
        self.payoffs: dict[Fraction, int] = {}
        self.draws: dict[DrawMove, int] = {}
        self.places: dict[str, int] = {}
        self.said: dict[str, int] = {}

    def words(self, words: Iterable[str]) -> int:
        return self.said.setdefault(json.dumps(tuple(words)), len(self.said))

    def what(self, state: State) -> tuple[Kind, int]:
        match state:
            case Terminal(payoff):
                return Kind.TERMINAL, self.payoffs.setdefault(payoff, len(self.payoffs))
            case Draw(moves):
                move = DrawMove(tuple(move[0] for move in moves), tuple(move[1] for move in moves))
                return Kind.DRAW, self.draws.setdefault(move, len(self.draws))
            case Look(place):
                return Kind.LOOK, self.places.setdefault(place, len(self.places))
            case Choice(_, options):
                return Kind.CHOICE, self.words(label for label, _ in options)
            case Relocation(_, place):
                return Kind.RELOCATION, self.places.setdefault(place, len(self.places))
            case _:
                raise TypeError("a graph with a secret has no state at which both players move")
