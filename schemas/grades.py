"""Grades: what hand-ins are to the game of a map.

`grade --format json` writes them; no stage reads them.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from schemas.parts.documents import check_keys
from schemas.parts.problems import Problem
from schemas.parts.source import Source
from schemas.parts.squares import Square

FORMAT = "efgc/grades"
VERSION = 1
KEYS = ("title", "source", "players", "value", "nodes", "information_sets", "grades")


class Verdict(StrEnum):
    """What a hand-in is to the reference."""

    IDENTICAL = "identical"
    EQUIVALENT = "equivalent"
    DIFFERENT = "different"
    NOT_COMPARABLE = "not comparable"
    NO_PERFECT_RECALL = "no perfect recall"
    NOT_CONSTANT_SUM = "not constant-sum"
    UNREADABLE = "unreadable"
    NOT_SOLVED = "not solved"
    NOT_GRADED = "not graded"


VERDICTS = {  # In the order of their use to a teacher.
    Verdict.IDENTICAL: "the textbook tree of the map, up to names and order",
    Verdict.EQUIVALENT: "the same game drawn otherwise",
    Verdict.DIFFERENT: "another game",
    Verdict.NOT_COMPARABLE: "the values are equal, but the games are not proved to be the same",
    Verdict.NO_PERFECT_RECALL: "a player forgets something",
    Verdict.NOT_CONSTANT_SUM: "the payoffs do not always add up to the same",
    Verdict.UNREADABLE: "no Gambit file that could be read",
    Verdict.NOT_SOLVED: "no equilibrium of it could be proved",
    Verdict.NOT_GRADED: "grading it took too much time or memory, or failed",
}
PASSED = (Verdict.IDENTICAL, Verdict.EQUIVALENT)


class FirstDifference(NamedTuple):
    """The first difference, in the words of the map."""

    kind: str
    squares: tuple[Square, ...]
    """That the agent stood on before it, the start first; none where the labels of the file do not
    agree with what the map says happened.
    """
    events: tuple[str, ...]
    """What player 2 and chance did before it."""
    expected: str
    found: str
    line: int
    """Of the hand-in's node, from 1."""
    column: int
    other_line: int | None
    """Of another node of the hand-in, which its player can or cannot tell from it; None for other
    kinds.
    """
    way: tuple[str, ...] = ()
    """The labels of the file on the way to that line, the root's first."""


class Mistake(NamedTuple):
    """What was done wrong."""

    mistake: str
    proved: bool
    """Whether the map's game with this mistake is the hand-in; otherwise it is what the first
    difference looks like.
    """


@dataclass(frozen=True)
class Grade:
    """One hand-in."""

    file: str
    verdict: Verdict
    proof: str = ""
    remarks: tuple[str, ...] = ()
    """What is unusual and not wrong."""
    value: float | None = None
    """To the agent; None where the hand-in could not be solved."""
    in_reference: float | None = None
    """Exploitability of its equilibrium in the reference; None where the decisions do not
    correspond.
    """
    in_handin: float | None = None
    """Exploitability of the reference's equilibrium in it."""
    nodes: int | None = None
    information_sets: tuple[int, int] | None = None
    difference: FirstDifference | None = None
    mistakes: tuple[Mistake, ...] = ()
    problems: tuple[Problem, ...] = ()
    """Of a hand-in that is no game of two players with perfect recall and a constant sum."""


@dataclass(frozen=True)
class Grades:
    """All hand-ins for one map."""

    title: str
    source: Source
    players: tuple[str, str]
    value: float
    """Of the reference."""
    nodes: int
    information_sets: tuple[int, int]
    grades: tuple[Grade, ...]
    other_rules: tuple[str, ...] = ()
    """That could have been named, where nobody named any and the map's layout chose."""


def check_text(text: str) -> None:
    """Check the keys of grades in JSON. Raises InputError; no stage reads them back."""
    check_keys(text, FORMAT, VERSION, KEYS, ())
