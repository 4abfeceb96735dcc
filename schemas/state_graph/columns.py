"""A state graph in columns: one array per attribute of the states, and small tables of distinct
values.

A large graph with a secret is stored in this form, and its records are views of it. All numbers
have 32 bits; see `schemas.parts.limits.refuse_too_many`.
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

from ..parts.rationals import Rationals, rationals
from ..parts.states import Choice, Draw, Look, Relocation, State, Terminal, targets
from ..parts.texts import Texts, texts
from ..parts.views import RecordView, View

Int32s = NDArray[np.int32]


class StateKind(IntEnum):
    """The kind of a state."""

    TERMINAL = 0
    DRAW = 1
    LOOK = 2
    CHOICE = 3
    RELOCATION = 4


class DrawMove(NamedTuple):
    """The actions of chance at a state with their probabilities."""

    labels: tuple[str, ...]
    probabilities: tuple[Fraction, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class GraphColumns:
    """The n states of a graph, with e transitions."""

    kind: NDArray[np.int8]
    """Shape (n,): a StateKind."""
    what: Int32s
    """Shape (n,): for a terminal state the index of its payoff in `payoffs`, for a draw of its move
    in `draws`, for a choice of its labels in `texts`, for a look of the inspected place and for a
    relocation of the closed place in `places`.
    """
    begin: Int32s
    """Shape (n + 1,): offset in `targets` of the targets of each state."""
    targets: Int32s
    """Shape (e,): states, in the order of `schemas.parts.states.targets`."""
    player: NDArray[np.int8]
    """Shape (n,): 1 or 2 for a choice, else 0."""
    sees: Int32s
    """Shape (n,): index in `texts` of a JSON list of observations; -1 if missing or empty."""
    at: NDArray[np.int16]
    """Shape (n, 2): row and column of a choice; -1 if there are none."""
    payoffs: Rationals
    draws: Sequence[DrawMove]
    places: Sequence[str]
    """Distinct names."""
    texts: Texts
    """Distinct JSON lists as written by `json.dumps`."""

    def __len__(self) -> int:
        return len(self.kind)

    def record(self, number: int) -> State:
        """Return a state as a record."""
        what = int(self.what[number])
        to = self.targets[self.begin[number] : self.begin[number + 1]].tolist()
        match self.kind[number]:
            case StateKind.TERMINAL:
                return Terminal(self.payoffs[what])
            case StateKind.DRAW:
                return Draw(tuple(zip(*self.draws[what], to, strict=True)))
            case StateKind.LOOK:
                return Look(self.places[what], *to)
            case StateKind.CHOICE:
                row, column = self.at[number].tolist()
                return Choice(
                    player=int(self.player[number]),
                    moves=tuple(zip(json.loads(self.texts[what]), to, strict=True)),
                    sees=self._observations(number),
                    at=None if row < 0 else (row, column),
                )
            case _:
                return Relocation(self._observations(number), self.places[what], *to)

    def _observations(self, number: int) -> tuple[str, ...]:
        sees = self.sees[number]
        return tuple(json.loads(self.texts[sees])) if sees >= 0 else ()


def graph_columns(states: Sequence[State]) -> GraphColumns:
    """Convert the records of a graph with a secret to columns.

    >>> states = [Look("e1", 1, 2), Terminal(Fraction(0)), Choice(1, (("up", 1),), (), (0, 3))]
    >>> found = graph_columns(states)
    >>> found.kind.tolist(), found.targets.tolist(), found.at.tolist()
    ([2, 0, 3], [1, 2, 1], [[-1, -1], [-1, -1], [0, 3]])
    >>> [found.record(number) for number in range(3)] == states
    True
    """
    tables = Tables()
    kinds, what = bytearray(), []
    player, sees, squares = [], [], []
    for state in states:
        kind, which = tables.what(state)
        kinds.append(kind)
        what.append(which)
        shown = state.sees if isinstance(state, Choice | Relocation) else ()
        sees.append(tables.words(shown) if shown else -1)
        player.append(state.player if isinstance(state, Choice) else 0)
        squares.append((isinstance(state, Choice) and state.at) or (-1, -1))
    sizes = accumulate((len(targets(state)) for state in states), initial=0)
    return GraphColumns(
        kind=np.frombuffer(bytes(kinds), np.int8),
        what=np.array(what, np.int32),
        begin=np.fromiter(sizes, np.int32, len(states) + 1),
        targets=np.array([target for state in states for target in targets(state)], np.int32),
        player=np.array(player, np.int8),
        sees=np.array(sees, np.int32),
        at=np.array(squares, np.int16).reshape(-1, 2),
        payoffs=rationals(tables.payoffs),
        draws=tuple(tables.draws),
        places=tuple(tables.places),
        texts=texts(tables.said),
    )


class Tables:
    """The tables of distinct values, each with its index."""

    def __init__(self, draws: Iterable[DrawMove] = (), said: Iterable[str] = ()) -> None:
        self.payoffs: dict[Fraction, int] = {}
        self.draws = {move: number for number, move in enumerate(draws)}
        self.places: dict[str, int] = {}
        self.said = {text: number for number, text in enumerate(said)}

    def words(self, words: Iterable[str]) -> int:
        return self.said.setdefault(json.dumps(tuple(words)), len(self.said))

    def what(self, state: State) -> tuple[StateKind, int]:
        match state:
            case Terminal(payoff):
                return StateKind.TERMINAL, self.payoffs.setdefault(payoff, len(self.payoffs))
            case Draw(moves):
                move = DrawMove(tuple(move[0] for move in moves), tuple(move[1] for move in moves))
                return StateKind.DRAW, self.draws.setdefault(move, len(self.draws))
            case Look(place):
                return StateKind.LOOK, self.places.setdefault(place, len(self.places))
            case Choice(_, options):
                return StateKind.CHOICE, self.words(label for label, _ in options)
            case Relocation(_, place):
                return StateKind.RELOCATION, self.places.setdefault(place, len(self.places))
            case _:
                raise TypeError("a graph with a secret has no state at which both players move")


class StateView(RecordView[State]):
    """The states of a graph in columns as records."""

    columns: GraphColumns


class NumberedNames(View[str]):
    """The names s0, s1, s2 and so on, which `parse` gives to the states.

    >>> names = NumberedNames(3)
    >>> names[1], list(names), names == ("s0", "s1", "s2")
    ('s1', ['s0', 's1', 's2'], True)
    """

    def __init__(self, size: int) -> None:
        self.size = size

    def __len__(self) -> int:
        return self.size

    def one(self, at: int) -> str:
        return f"s{at}"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, NumberedNames):
            return self.size == other.size
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash(self.size)


DENSE = 2**22  # Below this limit, distinct numbers are found with a table instead of sorting.


class Forms(NamedTuple):
    """The distinct rows of a table."""

    number: Int32s
    """Shape (n,): per row the number of its form, in no particular order."""
    first: NDArray[np.int64]
    """Shape (f,): the first row of each form."""


def state_forms(columns: GraphColumns) -> Forms:
    """Return the forms of all states."""
    row, column = columns.at[:, 0], columns.at[:, 1]
    return forms(columns.kind, columns.what, columns.player, columns.sees, row, column)


def forms(*table: NDArray[np.signedinteger]) -> Forms:
    """Return the forms of the rows of a table, given by its columns of at most 32 bits.

    >>> found = forms(np.array([7, 7, 5]), np.array([-1, -1, 3]))
    >>> found.number.tolist(), found.first.tolist()
    ([1, 1, 0], [2, 0])
    """
    number = np.zeros(len(table[0]), np.int64)
    for column in table if len(number) else ():
        least, most = int(column.min()), int(column.max())
        if most > least:  # The product is below 2**63: `number` is below the number of rows, ...
            number *= most - least + 1  # ... at most 2**31, and the other factor at most 2**32.
            number += column
            number = _dense(number - least)
    first = np.zeros(int(number.max(initial=-1)) + 1, np.int64)
    first[number[::-1]] = np.arange(len(number))[::-1]
    return Forms(number.astype(np.int32), first)


def _dense(number: NDArray[np.int64]) -> NDArray[np.int64]:
    """Renumber the distinct values from 0 without gaps, in the same order."""
    if int(number.max()) >= DENSE:
        return np.unique(number, return_inverse=True)[1]
    there = np.zeros(int(number.max()) + 1, np.bool_)
    there[number] = True
    return (np.cumsum(there) - 1)[number]
