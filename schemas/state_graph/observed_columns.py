"""A graph of version 2 in columns, and a builder that fills them state by state."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..parts.labels import natural
from ..parts.states import Move, Terminal, Turn
from ..parts.views import RecordView
from .columns import Int32s

NOTHING = -1
"""The text of a move of which a player sees nothing, and the probability of a player's move."""
FIELDS = 6
"""The numbers of a move in `GraphBuilder.add`."""


class Actor(IntEnum):
    """Who moves in a state."""

    TERMINAL = 0
    PLAYER_1 = 1
    PLAYER_2 = 2
    CHANCE = 3


@dataclass(frozen=True, eq=False, kw_only=True)
class ObservationColumns:
    """The n states and m moves of a graph of version 2. The moves of a state are in the natural
    order of their labels.
    """

    actor: NDArray[np.int8]
    """Shape (n,): see `Actor`."""
    payoff: Int32s
    """Shape (n,): for a terminal state the index of the payoff in `numbers`; else 0."""
    begin: Int32s
    """Shape (n + 1,): offset of the moves of each state; last m."""
    label: Int32s
    """Shape (m,): index in `texts`."""
    target: Int32s
    """Shape (m,): the state to which a move leads."""
    probability: Int32s
    """Shape (m,): for a move of chance the index in `numbers`; else NOTHING."""
    reward: Int32s
    """Shape (m,): the index in `numbers` of the reward to player 1."""
    sees: tuple[Int32s, Int32s]
    """Shape (m,) each: the text that player 1, and player 2, sees of a move, in addition to the
    label of its own move: index in `texts`, or NOTHING.
    """
    texts: tuple[str, ...]
    numbers: tuple[Fraction, ...]
    """The first number is 0."""

    def __len__(self) -> int:
        return len(self.actor)

    def moves(self, state: int) -> range:
        """Return the numbers of the moves of a state."""
        return range(int(self.begin[state]), int(self.begin[state + 1]))

    def record(self, state: int) -> Terminal | Turn:
        """Return a state as a record."""
        actor = int(self.actor[state])
        if actor == Actor.TERMINAL:
            return Terminal(self.numbers[self.payoff[state]])
        moves = tuple(self._move(actor, move) for move in self.moves(state))
        return Turn(actor if actor != Actor.CHANCE else 0, moves)

    def _move(self, actor: int, move: int) -> Move:
        label, probability = int(self.label[move]), int(self.probability[move])
        first, second = (int(texts[move]) for texts in self.sees)
        return Move(
            label=self.texts[label],
            target=int(self.target[move]),
            probability=self.numbers[probability] if probability != NOTHING else None,
            reward=self.numbers[self.reward[move]],
            sees=None
            if (first, second) == default_sees(actor, label)
            else (self._seen(first), self._seen(second)),
        )

    def _seen(self, text: int) -> str | None:
        return self.texts[text] if text != NOTHING else None

    @cached_property
    def origin(self) -> Int32s:
        """Shape (m,): the state in which each move is made."""
        return np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.begin))

    def with_moves(self, moves: NDArray[np.integer]) -> "ObservationColumns":
        """Return the columns with other moves, given by their numbers; the states are the same."""
        first, second = self.sees
        return replace(
            self,
            label=self.label[moves],
            target=self.target[moves],
            probability=self.probability[moves],
            reward=self.reward[moves],
            sees=(first[moves], second[moves]),
        )

    def in_order(self) -> "ObservationColumns":
        """Return the columns with the moves of each state in the natural order of their labels."""
        rank = np.zeros(len(self.texts), np.int32)
        ordered = sorted(np.unique(self.label).tolist(), key=lambda at: natural(self.texts[at]))
        rank[ordered] = np.arange(len(ordered))
        return self.with_moves(np.lexsort((rank[self.label], self.origin)))


def default_sees(actor: int, label: int) -> tuple[int, int]:
    """Return the texts that player 1 and player 2 see of a move if its state graph does not say: a
    player sees the labels of the moves of others.

    >>> default_sees(Actor.PLAYER_1, 7), default_sees(Actor.CHANCE, 7)
    ((-1, 7), (7, 7))
    """
    first = NOTHING if actor == Actor.PLAYER_1 else label
    return first, NOTHING if actor == Actor.PLAYER_2 else label


class TurnView(RecordView[Terminal | Turn]):
    """The states of a graph as records."""

    columns: ObservationColumns


class GraphBuilder:
    """Builds the columns of a graph. States are numbered in the order in which they are added;
    moves may lead to later ones.

    >>> one = GraphBuilder()
    >>> stay, heads = one.text("stay"), one.text("heads")
    >>> one.add(Actor.PLAYER_1, (stay, 1, NOTHING, 0, NOTHING, heads))
    >>> one.end(one.number(Fraction(3)))
    >>> len(one.columns())
    2
    """

    def __init__(self) -> None:
        self._texts: dict[str, int] = {}
        self._numbers: dict[Fraction, int] = {Fraction(0): 0}
        self._actor, self._payoff, self._begin = array("b"), array("i"), array("i", [0])
        self._moves = array("i")

    def __len__(self) -> int:
        return len(self._actor)

    def text(self, text: str) -> int:
        """Return the index of a label or an observation."""
        return self._texts.setdefault(text, len(self._texts))

    def number(self, number: Fraction) -> int:
        """Return the index of a probability, reward or payoff."""
        return self._numbers.setdefault(number, len(self._numbers))

    def end(self, payoff: int) -> None:
        """Add a terminal state; `payoff` is the index of a number."""
        self._actor.append(Actor.TERMINAL)
        self._payoff.append(payoff)
        self._begin.append(self._begin[-1])

    def add(self, actor: int, moves: Sequence[int]) -> None:
        """Add a state with moves of FIELDS integers each, one move after the other: label, target,
        probability, reward, and the texts that player 1 and player 2 see.
        """
        self._actor.append(actor)
        self._payoff.append(0)
        self._moves.extend(moves)
        self._begin.append(len(self._moves) // FIELDS)

    def columns(self, in_order: bool = True) -> ObservationColumns:
        """Return the columns, with moves in canonical order or in that of their addition."""
        moves = np.array(self._moves, np.int32).reshape(-1, FIELDS)
        label, target, probability, reward, first, second = map(np.ascontiguousarray, moves.T)
        columns = ObservationColumns(
            actor=np.array(self._actor, np.int8),
            payoff=np.array(self._payoff, np.int32),
            begin=np.array(self._begin, np.int32),
            label=label,
            target=target,
            probability=probability,
            reward=reward,
            sees=(first, second),
            texts=tuple(self._texts),
            numbers=tuple(self._numbers),
        )
        return columns.in_order() if in_order else columns
