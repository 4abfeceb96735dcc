"""What a player can know in a graph of version 2, without listing histories.

What a player remembers, its own actions and the texts that it saw, in order, is a word. The graph
is a nondeterministic automaton for these words, and the subset construction makes it deterministic:
a *situation* is the set of states in which play can be after a word. Many words lead to the same
situation, so there are far fewer situations than information sets, and each information set is one
path through the situations.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..parts.limits import more_than
from ..parts.offsets import moves_of
from ..parts.problems import Problem, SizeError
from .classes import equivalence
from .classes_kernel import mark_live
from .columns import Int32s
from .graph import ObservationGraph
from .observed_columns import NOTHING
from .order import in_arrays, topological, ways_to

SILENT = -1
"""The letter of a move that leaves no trace. Otherwise the letter of an own action is twice the
number of its label, and that of an observation twice the number of its text, plus 1.
"""


class Situation(NamedTuple):
    """The states in which play can be after a word."""

    states: Int32s
    """Ascending, including those that silent moves lead to. A number from the number of states on
    stands for an observation that the player's own move leads to.
    """
    came_from: int
    """The situation before the last letter of the first word that leads here; -1 at the start."""
    letter: int
    """That last letter."""


class Knowledge:
    """The situations of one player (1 or 2) of a graph without cycles, in the order in which they
    are reached, and the letters between them. Raise SizeError if there are more than `most` states
    in all situations together.
    """

    def __init__(self, graph: ObservationGraph, player: int, most: int) -> None:
        self.graph, self.player, self.most = graph, player, most
        self.automaton = _Automaton(graph, player)
        self.situations: list[Situation] = []
        self.follow: list[list[int]] = []
        """The situations that follow each one, one for each letter."""
        self._number: dict[bytes, int] = {}
        self._size = 0
        self._add(np.array([graph.start], np.int32), -1, SILENT)
        for number, situation in enumerate(self.situations):  # It grows while we iterate.
            for letter, states in self.automaton.after(situation.states):
                self.follow[number].append(self._add(states, number, letter))

    def _add(self, states: Int32s, came_from: int, letter: int) -> int:
        key = states.tobytes()
        number = self._number.get(key, NOTHING)
        if number != NOTHING:
            return number
        closed = self.automaton.closed(states)
        # Two sets of states that are not closed can lead to the same situation.
        number = self._number.setdefault(closed.tobytes(), len(self.situations))
        self._number[key] = number
        if number == len(self.situations):
            self._size += len(closed)
            if self._size > self.most:
                many = more_than(self.most, f"states in the situations of {self._name}")
                raise SizeError([Problem(f"the game {many}")])
            self.situations.append(Situation(closed, came_from, letter))
            self.follow.append([])
        return number

    @property
    def _name(self) -> str:
        return self.graph.players[self.player - 1]

    def acting(self, situation: int) -> Int32s:
        """Return the states of a situation in which the player moves, in ascending order."""
        states = self.situations[situation].states
        found: Int32s = states[self.automaton.actor[states] == self.player]
        return found

    def information_sets(self) -> int:
        """Return the number of information sets: words after which the player moves."""
        ways = enumerate(ways_to(*in_arrays(self.follow), 0))
        return sum(many for number, many in ways if len(self.acting(number)))

    def problems(self) -> Iterator[Problem]:
        """Yield the first information set in which the player cannot know its actions."""
        offer = self.automaton.offers()
        for number in range(len(self.situations)):
            acting = self.acting(number)
            other = acting[offer[acting] != offer[acting[:1]]]
            if len(other):
                yield self._conflict(number, int(acting[0]), int(other[0]))
                return

    def _conflict(self, situation: int, first: int, second: int) -> Problem:
        word = self._word(situation)
        ways = [self.automaton.history(word, state) for state in (first, second)]
        offers = [", ".join(self.automaton.labels(state)) for state in (first, second)]
        return Problem(
            f"{self._name} cannot know its actions here: after {ways[0]} they are {offers[0]}, "
            f"after {ways[1]} they are {offers[1]}, and it saw the same",
            ("states", self.graph.names[second], "moves"),
        )

    def _word(self, situation: int) -> list[int]:
        word = []
        while self.situations[situation].came_from >= 0:
            word.append(self.situations[situation].letter)
            situation = self.situations[situation].came_from
        return word[::-1]


def knows_actions(graph: ObservationGraph, player: int) -> bool:
    """Return whether a player of a graph without cycles certainly knows its actions in every
    information set: if not, `Knowledge` has to tell.
    """
    automaton, order = _Automaton(graph, player), topological(graph)
    columns, size = graph.columns, len(graph.columns)
    live = np.zeros(len(automaton.actor), np.bool_)
    mark_live(order, columns.actor, columns.begin, columns.target, player, live)
    live[size:] = live[automaton.target[automaton.begin[size] :]]
    origin = np.repeat(np.arange(len(live), dtype=np.int32), np.diff(automaton.begin))
    kept = live[automaton.target]
    moves = origin[kept], automaton.letter[kept], automaton.target[kept]
    acts = np.flatnonzero(columns.actor == player)
    classes = equivalence(len(live), *moves, SILENT)[acts]
    pairs = np.stack((classes, automaton.offers()[acts]), axis=1)
    return len(np.unique(pairs, axis=0)) == len(np.unique(classes))


class _Automaton:
    """The graph as one player remembers it, in arrays as those of the graph. An own move of which
    the player sees something leads to an additional state, from which the observation leads on: as
    if the text came after the move.
    """

    def __init__(self, graph: ObservationGraph, player: int) -> None:
        columns = graph.columns
        self.graph, size = graph, len(columns)
        sees, own = columns.sees[player - 1], columns.actor[columns.origin] == player
        announced = own & (sees != NOTHING)
        pairs = (sees.astype(np.int64) << 32 | columns.target)[announced]
        pairs, which = np.unique(pairs, return_inverse=True)
        target = columns.target.copy()
        target[announced] = size + which
        silent = np.where(sees == NOTHING, SILENT, 2 * sees + 1)
        letter = np.where(own, 2 * columns.label, silent)
        behind = columns.begin[-1] + 1 + np.arange(len(pairs), dtype=np.int32)
        self.actor = np.concatenate((columns.actor, np.zeros(len(pairs), np.int8)))
        self.begin: Int32s = np.concatenate((columns.begin, behind))
        self.letter: Int32s = np.concatenate((letter, 2 * (pairs >> 32) + 1)).astype(np.int32)
        self.target: Int32s = np.concatenate((target, pairs & 0xFFFFFFFF)).astype(np.int32)

    def moves(self, states: Int32s) -> NDArray[np.int64]:
        """Return the numbers of the moves of some states."""
        return moves_of(self.begin, states)

    def closed(self, states: Int32s) -> Int32s:
        """Return states with all that silent moves lead to, in ascending order."""
        found = edge = states
        while True:
            moves = self.moves(edge)
            silent = moves[self.letter[moves] == SILENT]
            if not len(silent):
                return found
            edge = np.setdiff1d(self.target[silent], found)
            found = np.union1d(found, edge)

    def after(self, states: Int32s) -> Iterator[tuple[int, Int32s]]:
        """Yield each letter that can follow, with the states to which it leads, in ascending
        order.
        """
        moves = self.moves(states)
        heard = moves[self.letter[moves] != SILENT]
        pairs = np.unique((self.letter[heard].astype(np.int64) << 32) | self.target[heard])
        letters, begin = np.unique(pairs >> 32, return_index=True)
        targets = (pairs & 0xFFFFFFFF).astype(np.int32)
        if len(pairs):
            yield from zip(letters.tolist(), np.split(targets, begin[1:]), strict=True)

    def labels(self, state: int) -> tuple[str, ...]:
        """Return the labels of the moves of a state; none for an additional one."""
        columns = self.graph.columns
        if state >= len(columns):
            return ("",)
        moves = columns.moves(state)
        return tuple(columns.texts[at] for at in columns.label[moves.start : moves.stop].tolist())

    def offers(self) -> Int32s:
        """Return for each state a number that stands for the labels of its moves."""
        columns = self.graph.columns
        known: dict[bytes, int] = {}
        begin = columns.begin.tolist()
        found = [
            known.setdefault(columns.label[begin[at] : begin[at + 1]].tobytes(), len(known))
            for at in range(len(columns))
        ]
        return np.array(found, np.int32)

    def history(self, word: list[int], state: int) -> str:
        """Return, in words, a history with a given word of the player that leads to a state."""
        start = (self.graph.start, 0)
        before: dict[tuple[int, int], tuple[tuple[int, int], str]] = {}
        waiting, seen = [start], {start}
        while waiting:
            point = waiting.pop()
            at, length = point
            moves = range(int(self.begin[at]), int(self.begin[at + 1]))
            for label, move in zip(self.labels(at), moves, strict=True):
                letter = int(self.letter[move])
                if letter != SILENT and (length == len(word) or word[length] != letter):
                    continue
                reached = (int(self.target[move]), length + (letter != SILENT))
                if reached not in seen:
                    seen.add(reached)
                    before[reached] = point, label
                    waiting.append(reached)
        labels, point = [], (state, len(word))
        while point != start:
            point, label = before[point]
            labels.append(label)
        return " - ".join(filter(None, labels[::-1])) or "nothing"
