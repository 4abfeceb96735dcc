"""The arrays of the walk over a graph without a secret: its input, its output, and the texts for
its numbers.
"""

import json
import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....schemas.game.columns import ChanceMove, Int32s
from ....schemas.kernels.key_tables import KeyTable
from ....schemas.parts.rationals import Rationals, rationals
from ....schemas.parts.states import Choice, Draw, Joint, State, Terminal, targets
from ....schemas.state_graph import StateGraph
from .arrays import LEAST, Int64s, ObservationTexts, lengthen, rooted_table

END, DRAW, CHOICE, JOINT = range(4)
"""Kinds of states."""


class PublicRules(NamedTuple):
    """A graph of n states, as arrays."""

    kind: NDArray[np.int8]
    player: NDArray[np.int8]
    begin: Int32s
    """Shape (n + 1,): where the targets of each state begin."""
    targets: Int32s
    rewards: Int32s
    """By target, the number in `Sums` of player 1's reward on the way."""
    pays: Int32s
    """By state, the same for the payoff at the end of play."""
    chances: Int32s
    """By state, the number of a move of chance."""
    columns: Int32s
    """By state, the number of moves of player 2 at a simultaneous move."""
    offers: Int32s
    """Shape (n, 2): the texts with the lists of labels of both halves of a simultaneous move; any
    other move uses only the first.
    """
    said: Int32s
    """By state, the start of its labels in `shown`, those of player 2 before those of player 1."""
    shown: Int32s


class PublicWords:
    """The distinct texts of the states of a graph, and the texts for the numbers of the walk."""

    def __init__(self) -> None:
        self.seen_texts = ObservationTexts()
        self.lists: dict[str, int] = {}
        self.chances: dict[ChanceMove, int] = {}
        self.steps = np.zeros(0, np.int64)
        self.texts: list[str] = []
        self.events: list[str] = []

    def finish(self, steps: Int64s) -> None:
        """Take the trie of observations; no text is added after this."""
        self.steps, self.texts, self.events = steps, list(self.lists), list(self.seen_texts.number)

    def list_of(self, labels: Iterable[str]) -> int:
        """Return the number of a list of labels."""
        return self.lists.setdefault(json.dumps(tuple(labels)), len(self.lists))

    def actions(self, number: int) -> str:
        """Return the labels of actions."""
        return self.texts[number]

    def seen(self, number: int) -> str:
        """Return a player's observations."""
        return trie_text(self.steps, self.events, number)

    shown = seen


def trie_text(steps: Int64s, events: Sequence[str], number: int) -> str:
    """Return the events on the path to a number of a trie as a JSON list; empty without events."""
    found: list[str] = []
    while number:
        number, event = divmod(int(steps[number]), 2**32)
        found.append(events[event])
    return json.dumps(found[::-1]) if found else ""


def won_at(state: State) -> tuple[Fraction, ...]:
    """Return the payoff of a state, or the rewards on the way to each of its targets."""
    match state:
        case Terminal(payoff):
            return (payoff,)
        case Joint(_, _, reward):
            return tuple(number for row in reward for number in row)
        case _:
            return (Fraction(0),) * len(targets(state))


class Sums:
    """The distinct sums of player 1's rewards, exact at any size; those of the graph come first.

    steps: the keys of a sum and one more reward, for the walk.
    after: the number of the sum after each of these steps.
    """

    def __init__(self, rewards: Iterable[Fraction]) -> None:
        """Enter the rewards and payoffs of a graph, and the empty sum as number 0."""
        distinct = dict.fromkeys([Fraction(0), *rewards])
        self.parts = math.lcm(*(reward.denominator for reward in distinct))
        self.sums = [int(reward * self.parts) for reward in distinct]
        self.number = {total: number for number, total in enumerate(self.sums)}
        self.steps, self.after = KeyTable(LEAST), np.empty(LEAST, np.int32)

    def add(self, won: int, reward: int) -> int:
        """Return the number of the sum of a sum and a reward, given by their numbers."""
        total = self.sums[won] + self.sums[reward]
        number = self.number.setdefault(total, len(self.sums))
        if number == len(self.sums):
            self.sums.append(total)
        return number

    def lengthen(self) -> Int32s:
        """Return `after` with room for twice as many steps."""
        self.after = np.concatenate((self.after, self.after))
        return self.after

    def of(self, reward: Fraction) -> int:
        """Return the number of a reward of the graph."""
        return self.number[int(reward * self.parts)]

    def rationals(self, numbers: Int32s) -> Rationals:
        """Return the sums with the given numbers."""
        return rationals(Fraction(self.sums[number], self.parts) for number in numbers.tolist())


def rules_of(graph: StateGraph, words: PublicWords, sums: Sums) -> PublicRules:
    """Return the graph as arrays; its texts get their numbers in `words`."""
    heads, labels = [], []
    rewards: list[int] = []
    to: list[int] = []
    for state in graph.states:
        head, said = _head(state, words)
        heads.append((*head, len(said), len(targets(state))))
        labels += words.seen_texts.all(list(said))
        rewards += map(sums.of, won_at(state)) if targets(state) else []
        to += targets(state)
    table = np.array(heads, np.int32)
    ends = np.cumsum(table, axis=0, dtype=np.int64)
    pays = [sums.of(state.payoff) if isinstance(state, Terminal) else 0 for state in graph.states]
    return PublicRules(
        kind=table[:, 0].astype(np.int8),
        player=table[:, 1].astype(np.int8),
        begin=np.concatenate(([0], ends[:, 7])).astype(np.int32),
        targets=np.array(to, np.int32),
        rewards=np.array(rewards, np.int32),
        pays=np.array(pays, np.int32),
        chances=table[:, 2].copy(),
        columns=table[:, 3].copy(),
        offers=table[:, 4:6].copy(),
        said=np.concatenate(([0], ends[:-1, 6])).astype(np.int32),
        shown=np.array(labels, np.int32),
    )


def _head(state: State, words: PublicWords) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return a state's kind, player, move of chance, number of player 2's simultaneous moves, both
    lists of labels, and the labels.
    """
    match state:
        case Draw(moves):
            labels = tuple(label for label, _, _ in moves)
            move = ChanceMove(labels, tuple(probability for _, probability, _ in moves))
            number = words.chances.setdefault(move, len(words.chances))
            return (DRAW, 0, number, 0, 0, 0), labels
        case Choice(player, options):
            labels = tuple(label for label, _ in options)
            return (CHOICE, player, 0, 0, words.list_of(labels), 0), labels
        case Joint((rows, columns)):
            offers = (words.list_of(rows), words.list_of(columns))
            return (JOINT, 0, 0, len(columns), *offers), (*columns, *rows)
        case _:
            return (END, 0, 0, 0, 0, 0), ()


WAITING = 9
"""The numbers stored for a queued history: the state; the number of the sum won so far; per player,
a number of the trie for its observations since its own move; per player, the observation on the way
here, or -1; the place among the children; player 1's half of a simultaneous move, or -1, and then
player 2's information set.
"""


class PublicRoom(NamedTuple):
    """The output arrays of the walk; see `stages.expand.columns.arrays`."""

    counters: Int64s
    waiting: NDArray[np.int64]
    kind: NDArray[np.int8]
    what: Int32s
    begin: Int32s
    children: Int32s
    states: Int32s
    player: NDArray[np.int8]
    state: Int32s
    sees: Int32s
    actions: Int32s
    first: Int32s
    trie: KeyTable
    sums: Sums


def new_room(total: int, most: int, start: int, sums: Sums) -> PublicRoom:
    """Return arrays for a tree of `total` histories, the first of which is queued."""
    waiting = np.zeros((LEAST + most, WAITING), np.int64)
    waiting[0] = start, 0, 0, 0, -1, -1, -1, -1, 0
    room = PublicRoom(
        counters=np.array([0, 0, 1, 0], np.int64),
        waiting=waiting,
        kind=np.empty(total, np.int8),
        what=np.empty(total, np.int32),
        begin=np.empty(total + 1, np.int32),
        children=np.empty(total + most, np.int32),
        states=np.empty(total, np.int32),
        player=np.empty(total + 1, np.int8),
        state=np.empty(total + 1, np.int32),
        sees=np.empty(total + 1, np.int32),
        actions=np.empty(total + 1, np.int32),
        first=np.empty(total + 2, np.int32),
        trie=rooted_table(),
        sums=sums,
    )
    room.begin[0], room.first[0] = 0, 1
    return room


def grow(room: PublicRoom, most: int) -> None:
    """Lengthen the stack if it is too short for one more node."""
    lengthen(room.waiting, int(room.counters[2]) + most)


def cut(room: PublicRoom, nodes: int, children: int, infosets: int) -> None:
    """Free the unused ends of the arrays."""
    for arrays, size in (
        ((room.kind, room.what, room.states), nodes),
        ((room.begin,), nodes + 1),
        ((room.children,), children),
        ((room.player, room.state, room.sees, room.actions), infosets),
        ((room.first,), infosets + 1),
    ):
        for array in arrays:
            array.resize(size, refcheck=False)
