"""Formats whose lines are words: the words with their places, and the problems of a file."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ...schemas.parts.exact import brief
from ...schemas.parts.problems import Code, InputError, Problem
from .rounded import Roundings

MAX_PROBLEMS = 100
_WORD = re.compile(r"\S+")


class Word(NamedTuple):
    """A word with its place in the file."""

    text: str
    line: int
    column: int


def words_of(line: str, number: int) -> list[Word]:
    """Return the words of a line, given its number from 1.

    >>> words_of("node  /", 3)
    [Word(text='node', line=3, column=1), Word(text='/', line=3, column=7)]
    """
    return [Word(word[0], number, word.start() + 1) for word in _WORD.finditer(line)]


class WordFile:
    """The problems and the rounded probabilities of a file, for its reader."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.roundings = Roundings()

    def add(self, message: str, at: Word, code: Code | None = None) -> None:
        self.problems.append(Problem(message, line=at.line, column=at.column, code=code))
        if len(self.problems) >= MAX_PROBLEMS:
            self.stop()

    def stop(self) -> None:
        """Raise InputError if there were problems."""
        if self.problems:
            raise InputError(self.problems)

    def refuse_negative(self, word: Word, probability: Fraction) -> None:
        if probability < 0:
            said = f"the probability {brief(probability)} is below 0"
            self.add(said, word, Code.NEGATIVE_PROBABILITY)

    def distribution(
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
