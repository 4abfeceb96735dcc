"""From the text of an `.osposg` file to its game: ten sections of lines, of which the first line
says how long they are.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ....schemas.parts.exact import brief, read_exact
from ....schemas.parts.labels import distinct
from ....schemas.parts.problems import Code, InputError, Problem, shown
from .rounded import Roundings

MAX_BITS = 64
"""Of the denominator of the discount factor, whose powers are exact."""
MAX_PROBLEMS = 100
_INDEX = re.compile(r"\d{1,9}", re.ASCII)
_WORD = re.compile(r"\S+")
COUNTS = (
    "states",
    "partitions",
    "actions of player 1",
    "actions of player 2",
    "observations",
    "transitions",
    "rewards",
)

Joint = tuple[int, int, int]
"""A state, and the actions of player 1 and player 2 there."""


class Word(NamedTuple):
    """A word with its place in the file."""

    text: str
    line: int
    column: int


class Outcome(NamedTuple):
    """A transition after both actions."""

    observation: int
    state: int
    probability: Fraction


class OneSidedGame(NamedTuple):
    """A one-sided partially observable stochastic game. Everything is numbered from 0."""

    discount: Fraction
    states: tuple[str, ...]
    partition: list[int]
    """The partition of each state, which player 1 knows."""
    actions: tuple[tuple[str, ...], tuple[str, ...]]
    """The names of the actions of player 1, and of player 2."""
    observations: tuple[str, ...]
    playable: tuple[list[list[int]], list[list[int]]]
    """The actions of player 1 in each partition, and of player 2 in each state."""
    outcomes: dict[Joint, list[Outcome]]
    rewards: dict[Joint, Fraction]
    belief: dict[int, Fraction]
    """The probabilities above 0 of the states at the start, which are of one partition."""


def read_game(text: str) -> tuple[OneSidedGame, tuple[str, ...]]:
    """Return the game of a file, with remarks on its rounded probabilities. Raise InputError with
    line and column of every problem.
    """
    return _File(text).game()


class _File:
    """The lines of a file, read from the first to the last."""

    def __init__(self, text: str) -> None:
        self.problems: list[Problem] = []
        self.roundings = Roundings()
        self.lines = text.rstrip().split("\n")
        self.at = 0

    def game(self) -> tuple[OneSidedGame, tuple[str, ...]]:
        counts, discount = self._head()
        states, partitions, first, second, observations, transitions, rewards = counts
        names, partition = self._states(states, partitions)
        actions = self._names(first), self._names(second)
        seen = self._names(observations)
        declared = self.at
        of_states = [self._indices(COUNTS[3], second) for _ in range(states)]
        playable = [self._indices(COUNTS[2], first) for _ in range(partitions)], of_states
        self.stop()  # The indices below refer to all that.
        game = OneSidedGame(
            discount, names, partition, actions, seen, playable, {}, {}, {}
        )  # fmt: skip
        lines = self._transitions(game, transitions)
        self._check_outcomes(game, lines, declared)
        self._rewards(game, rewards)
        self._belief(game)
        self.stop()
        return game, tuple(self.roundings.remarks())

    def words(self) -> list[Word]:
        """Return the words of the next line."""
        self.at += 1
        words = _WORD.finditer(self.lines[self.at - 1])
        return [Word(word[0], self.at, word.start() + 1) for word in words]

    def end(self) -> Word:
        """Return the place after the last word of the current line."""
        return Word("", self.at, len(self.lines[self.at - 1].rstrip()) + 1)

    def add(self, message: str, at: Word, code: Code | None = None) -> None:
        self.problems.append(Problem(message, line=at.line, column=at.column, code=code))
        if len(self.problems) >= MAX_PROBLEMS:
            self.stop()

    def stop(self) -> None:
        """Raise InputError if there were problems."""
        if self.problems:
            raise InputError(self.problems)

    def _head(self) -> tuple[list[int], Fraction]:
        words = self.words()
        if len(words) != len(COUNTS) + 1:
            said = "expected the numbers of " + ", ".join(COUNTS) + ", and the discount factor"
            self.add(said, words[0] if words else self.end())
            self.stop()
        counts = [self._index(word, "a number", 10**9) for word in words[:-1]]
        discount = self._number(words[-1])
        if not 0 < discount < 1:
            self.add(f"the discount factor {brief(discount)} is not between 0 and 1", words[-1])
        elif discount.denominator.bit_length() > MAX_BITS:
            self.add("the discount factor has too many digits", words[-1])
        for word, count in zip(words[: len(COUNTS) - 2], counts, strict=False):
            if count == 0:
                self.add("there must be one at least", word)
        least = 2 + sum(counts) + counts[0]
        if least != len(self.lines):
            some = f"{least:,} lines by these numbers; the file has {len(self.lines):,}"
            self.add(some, words[0])
        self.stop()
        return counts, discount

    def _states(self, count: int, partitions: int) -> tuple[tuple[str, ...], list[int]]:
        names, found = [], []
        for _ in range(count):
            words = self.words()
            if len(words) == 2:
                names.append(words[0].text)
                found.append(self._index(words[1], "a partition", partitions))
            else:
                self.add("expected the name of a state and the number of its partition", self.end())
        return distinct(names), found

    def _names(self, count: int) -> tuple[str, ...]:
        return distinct([" ".join(word.text for word in self.words()) for _ in range(count)])

    def _indices(self, what: str, count: int) -> list[int]:
        """Return the numbers of the actions in a line."""
        found = list[int]()
        words = self.words()
        for word in words:
            index = self._index(word, f"one of the {what}", count)
            if index in found:
                self.add(f"duplicate action {word.text}", word)
            found.append(index)
        if not words:
            self.add("there is no action", self.end())
        return found

    def _transitions(self, game: OneSidedGame, count: int) -> dict[Joint, int]:
        """Read the transitions; return the line of the first one of each pair of actions."""
        lines, known = dict[Joint, int](), set[tuple[int, ...]]()
        words_of = dict[Joint, list[tuple[str, Fraction]]]()
        target = dict[tuple[int, int, int], int]()
        for _ in range(count):
            words = self.words()
            if len(words) != 6:
                said = "expected state, actions, observation, next state and probability"
                self.add(said, words[0] if words else self.end())
                continue
            joint = self._joint(game, words)
            observation = self._index(words[3], "an observation", len(game.observations))
            state = self._index(words[4], "a state", len(game.states))
            probability = self._number(words[5])
            self._refuse_negative(words[5], probability)
            if joint is None or self.problems:
                continue
            if (*joint, observation, state) in known:
                self.add("a second probability of this transition", words[0])
            known.add((*joint, observation, state))
            seen = (game.partition[joint[0]], joint[1], observation)
            if target.setdefault(seen, game.partition[state]) != game.partition[state]:
                self.add("player 1 cannot know its next partition from what it sees", words[4])
            lines.setdefault(joint, self.at)
            words_of.setdefault(joint, []).append((words[5].text, probability))
            outcome = Outcome(observation, state, probability)
            game.outcomes.setdefault(joint, []).append(outcome)
        self.stop()
        self._distribute(game, lines, words_of)
        return lines

    def _distribute(
        self,
        game: OneSidedGame,
        lines: dict[Joint, int],
        words_of: dict[Joint, list[tuple[str, Fraction]]],
    ) -> None:
        """Replace the probabilities of transitions by those that they mean."""
        for joint, pairs in words_of.items():
            words, numbers = [word for word, _ in pairs], [number for _, number in pairs]
            problem = "the probabilities after these actions sum to {}, not to 1"
            meant = self._distribution(Word("", lines[joint], 1), words, numbers, problem)
            game.outcomes[joint] = [
                outcome._replace(probability=probability)
                for outcome, probability in zip(game.outcomes[joint], meant, strict=True)
                if probability
            ]

    def _check_outcomes(self, game: OneSidedGame, lines: dict[Joint, int], declared: int) -> None:
        """Note actions of a state after which there is no transition."""
        of_partition, of_state = game.playable
        for state, partition in enumerate(game.partition):
            for first in of_partition[partition]:
                for second in of_state[state]:
                    if (state, first, second) not in lines:
                        said = shown(game.actions[0][first]), shown(game.actions[1][second])
                        self.add(
                            f"in state {shown(game.states[state])}, no transition after the "
                            f"actions {said[0]} and {said[1]}",
                            Word("", declared + state + 1, 1),
                        )
        self.stop()

    def _rewards(self, game: OneSidedGame, count: int) -> None:
        for _ in range(count):
            words = self.words()
            if len(words) != 4:
                said = "expected state, actions and reward"
                self.add(said, words[0] if words else self.end())
                continue
            joint, reward = self._joint(game, words), self._number(words[3])
            if joint in game.rewards:
                self.add("a second reward of these actions", words[0])
            elif joint is not None:
                game.rewards[joint] = reward

    def _belief(self, game: OneSidedGame) -> None:
        words = self.words()
        if not words:
            self.add("expected a partition and the probabilities of its states", self.end())
            return
        start = self._index(words[0], "a partition", len(game.playable[0]))
        states = [state for state, partition in enumerate(game.partition) if partition == start]
        if len(words) - 1 != len(states):
            said = f"{len(words) - 1} probabilities; the partition has {len(states)} states"
            self.add(said, words[0])
            return
        numbers = [self._number(word) for word in words[1:]]
        for word, number in zip(words[1:], numbers, strict=True):
            self._refuse_negative(word, number)
        self.stop()
        texts = [word.text for word in words[1:]]
        problem = "the probabilities sum to {}, not to 1"
        meant = self._distribution(words[0], texts, numbers, problem)
        if not self.problems:
            chosen = zip(states, meant, strict=True)
            game.belief.update({state: number for state, number in chosen if number})

    def _joint(self, game: OneSidedGame, words: Sequence[Word]) -> Joint | None:
        """Return the state and the actions at the beginning of a line, if they are playable."""
        before = len(self.problems)
        state = self._index(words[0], "a state", len(game.states))
        first, second = (
            self._index(word, f"one of the {what}", len(known))
            for word, what, known in zip(words[1:3], COUNTS[2:4], game.actions, strict=True)
        )
        if len(self.problems) > before:
            return None
        playable = game.playable[0][game.partition[state]], game.playable[1][state]
        for player, (action, known) in enumerate(zip((first, second), playable, strict=True), 1):
            if action not in known:
                said = f"player {player} cannot play this action in the state"
                self.add(said, words[player])
                return None
        return state, first, second

    def _index(self, word: Word, what: str, count: int) -> int:
        if not _INDEX.fullmatch(word.text) or int(word.text) >= count:
            numbered = f", a whole number from 0 to {count - 1:,}" if count < 10**9 else ""
            self.add(f"{shown(word.text)} is not {what}{numbered}", word)
            return 0
        return int(word.text)

    def _refuse_negative(self, word: Word, probability: Fraction) -> None:
        if probability < 0:
            said = f"the probability {brief(probability)} is below 0"
            self.add(said, word, Code.NEGATIVE_PROBABILITY)

    def _distribution(
        self, at: Word, words: Sequence[str], numbers: Sequence[Fraction], problem: str
    ) -> Sequence[Fraction]:
        """Return the probabilities of one chance move, given words and their literal values. If
        they do not sum to 1, add the problem, with the sum in place of its braces.
        """
        meant = self.roundings.distribution(at.line, words, numbers)
        if meant is None:
            total = brief(sum(numbers, Fraction(0)))
            self.add(problem.format(total), at, Code.SUM_OF_PROBABILITIES)
        return meant or numbers

    def _number(self, word: Word) -> Fraction:
        number = read_exact(word.text)
        if number is None:
            self.add(f"{shown(word.text)} is not a number; write 3, 0.33 or 1/3", word)
        return number or Fraction(0)
