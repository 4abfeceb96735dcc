"""The problems of a text, noted during reading: each with its line and column."""

from fractions import Fraction

from schemas.parts.exact import read_exact
from schemas.parts.problems import Code, Problem, position, shown
from stages.parse.gambit.grammar import Mistake


class Noted:
    """The problems of a text found so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.problems: list[Problem] = []

    def add(self, message: str, offset: int, code: Code | None = None) -> None:
        line, column = position(self.text, offset)
        self.problems.append(Problem(message, line=line, column=column, code=code))

    def mistake(self, mistake: Mistake) -> None:
        self.add(mistake.message, mistake.offset)

    def line(self, offset: int) -> int:
        return position(self.text, offset)[0]

    def exact(self, word: str, offset: int) -> Fraction | None:
        """Return the number that a word represents; note a problem and return None if it
        is none.
        """
        number = None if word.startswith("+") else read_exact(word)
        if number is None:
            self.add(
                f"{shown(word)} is not a number of reasonable size; write 3, -0.5, 1/3 or 1e3",
                offset,
            )
        return number
