"""What a player can know in an observation graph, without listing histories.

What a player remembers, its own actions and the texts that it saw, in order, is a word. The graph
is a nondeterministic automaton for these words, and the subset construction makes it deterministic:
a *situation* is the set of states in which play can be after a word. Many words lead to the same
situation, so there are far fewer situations than information sets, and each information set is one
path through the situations.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schemas.observation_graph.columns import NOTHING
from schemas.observation_graph.graph import ObservationGraph
from schemas.parts.limits import more_than
from schemas.parts.problems import Problem, SizeError

Item = tuple[bool, int]
"""A letter of a word: whether it is an own action, and its text."""
Moves = tuple[tuple[int, ...], ...]


class Situation(NamedTuple):
    """The states in which play can be after a word."""

    states: frozenset[int]
    """Including those that silent moves lead to. A number from the number of states on stands for
    an observation that the player's own move leads to.
    """
    came_from: int
    """The situation before the last letter of the first word that leads here; -1 at the start."""
    item: Item
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
        self.follow: list[list[tuple[Item, int]]] = []
        """The letters that can follow each situation, and the situations that they lead to."""
        self._number: dict[frozenset[int], int] = {}
        self._size = 0
        self._add({graph.start}, -1, (False, NOTHING))
        for number, situation in enumerate(self.situations):  # It grows while we iterate.
            for item, states in self.automaton.after(situation.states).items():
                self.follow[number].append((item, self._add(states, number, item)))

    def _add(self, states: set[int], came_from: int, item: Item) -> int:
        closed = self.automaton.closed(states)
        number = self._number.setdefault(closed, len(self.situations))
        if number == len(self.situations):
            self._size += len(closed)
            if self._size > self.most:
                many = more_than(self.most, f"states in the situations of {self._name}")
                raise SizeError([Problem(f"the game {many}")])
            self.situations.append(Situation(closed, came_from, item))
            self.follow.append([])
        return number

    @property
    def _name(self) -> str:
        return self.graph.players[self.player - 1]

    def acting(self, situation: int) -> list[int]:
        """Return the states of a situation in which the player moves, in ascending order."""
        actor = self.automaton.actor
        return sorted(
            state
            for state in self.situations[situation].states
            if state < len(actor) and actor[state] == self.player
        )

    def information_sets(self) -> int:
        """Return the number of information sets: words after which the player moves."""
        ways = [0] * len(self.situations)
        ways[0] = 1
        total = 0
        for number in self._in_order():
            if self.acting(number):
                total += ways[number]
            for _, target in self.follow[number]:
                ways[target] += ways[number]
        return total

    def _in_order(self) -> Iterator[int]:
        """Yield the situations, each after all its predecessors."""
        degree = [0] * len(self.situations)
        for follow in self.follow:
            for _, target in follow:
                degree[target] += 1
        waiting = [0]
        while waiting:
            number = waiting.pop()
            yield number
            for _, target in self.follow[number]:
                degree[target] -= 1
                if not degree[target]:
                    waiting.append(target)

    def problems(self) -> Iterator[Problem]:
        """Yield the first information set in which the player cannot know its actions."""
        offers = self.automaton.offers
        for number in range(len(self.situations)):
            acting = self.acting(number)
            other = next((one for one in acting if offers(one) != offers(acting[0])), None)
            if other is not None:
                yield self._conflict(number, acting[0], other)
                return

    def _conflict(self, situation: int, first: int, second: int) -> Problem:
        word = self._word(situation)
        ways = [self.automaton.history(word, state) for state in (first, second)]
        offers = [", ".join(self.automaton.offers(state)) for state in (first, second)]
        return Problem(
            f"{self._name} cannot know its actions here: after {ways[0]} they are {offers[0]}, "
            f"after {ways[1]} they are {offers[1]}, and it saw the same",
            ("states", self.graph.names[second], "moves"),
        )

    def _word(self, situation: int) -> list[Item]:
        word = []
        while self.situations[situation].came_from >= 0:
            word.append(self.situations[situation].item)
            situation = self.situations[situation].came_from
        return word[::-1]


class _Automaton:
    """The graph as one player remembers it. An own move of which the player sees something leads to
    an additional state, from which the observation leads on: as if the text came after the move.
    """

    def __init__(self, graph: ObservationGraph, player: int) -> None:
        columns = graph.columns
        self.graph, self.player = graph, player
        self.actor = columns.actor.tolist()
        self.begin = columns.begin.tolist()
        self.label, self.target = columns.label.tolist(), columns.target.tolist()
        self.sees = columns.sees[player - 1].tolist()
        self._silent: dict[int, tuple[int, ...]] = {}
        self._heard: dict[int, tuple[tuple[Item, int], ...]] = {}
        self.announced: dict[tuple[int, int], int] = {}
        self.announcements: list[tuple[int, int]] = []
        """Text and state of the additional states."""

    def _moves(self, state: int) -> Iterator[tuple[Item | None, int]]:
        """Yield the moves of a state: the letter, None if silent, and the target."""
        if state >= len(self.actor):
            text, to = self.announcements[state - len(self.actor)]
            yield (False, text), to
            return
        own = self.actor[state] == self.player
        for move in range(self.begin[state], self.begin[state + 1]):
            sees, to = self.sees[move], self.target[move]
            if own:
                yield (True, self.label[move]), to if sees == NOTHING else self._announce(sees, to)
            else:
                yield None if sees == NOTHING else (False, sees), to

    def _sort(self, state: int) -> None:
        """Keep the silent moves of a state, and the others."""
        moves = list(self._moves(state))
        self._silent[state] = tuple(target for item, target in moves if item is None)
        self._heard[state] = tuple((item, target) for item, target in moves if item is not None)

    def _announce(self, text: int, to: int) -> int:
        key = text, to
        if key not in self.announced:
            self.announced[key] = len(self.actor) + len(self.announcements)
            self.announcements.append(key)
        return self.announced[key]

    def closed(self, states: Iterable[int]) -> frozenset[int]:
        """Return states with all that silent moves lead to."""
        found = set(states)
        waiting = list(found)
        while waiting:
            state = waiting.pop()
            if state not in self._silent:
                self._sort(state)
            for target in self._silent[state]:
                if target not in found:
                    found.add(target)
                    waiting.append(target)
        return frozenset(found)

    def after(self, states: Iterable[int]) -> dict[Item, set[int]]:
        """Return the states to which each letter leads from closed states, in the order of the
        letters.
        """
        found: dict[Item, set[int]] = {}
        for state in states:
            for item, target in self._heard[state]:
                found.setdefault(item, set()).add(target)
        return dict(sorted(found.items()))

    def offers(self, state: int) -> tuple[str, ...]:
        """Return the labels of the moves of a state."""
        texts = self.graph.columns.texts
        return tuple(
            texts[label] for label in self.label[self.begin[state] : self.begin[state + 1]]
        )

    def history(self, word: list[Item], state: int) -> str:
        """Return, in words, a history with a given word of the player that leads to a state."""
        start = (self.graph.start, 0)
        before: dict[tuple[int, int], tuple[tuple[int, int], str]] = {}
        waiting, seen = [start], {start}
        while waiting:
            point = waiting.pop()
            for label, item, target in self._labelled(point[0]):
                if item is not None and (point[1] == len(word) or word[point[1]] != item):
                    continue
                reached = (target, point[1] + (item is not None))
                if reached not in seen:
                    seen.add(reached)
                    before[reached] = point, label
                    waiting.append(reached)
        labels, point = [], (state, len(word))
        while point != start:
            point, label = before[point]
            labels.append(label)
        return " - ".join(filter(None, labels[::-1])) or "nothing"

    def _labelled(self, state: int) -> Iterator[tuple[str, Item | None, int]]:
        labels = self.offers(state) if state < len(self.actor) else ("",)
        for label, (item, target) in zip(labels, self._moves(state), strict=True):
            yield label, item, target
