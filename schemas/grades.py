"""Grades: comparisons of submitted games with the game of a map.

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
    """The relation of a submission to the reference."""

    IDENTICAL = "identical"
    EQUIVALENT = "equivalent"
    DIFFERENT = "different"
    NOT_COMPARABLE = "not comparable"
    NO_PERFECT_RECALL = "no perfect recall"
    NOT_CONSTANT_SUM = "not constant-sum"
    UNREADABLE = "unreadable"
    NOT_SOLVED = "not solved"
    NOT_GRADED = "not graded"


VERDICTS = {  # In the order of their usefulness to a teacher.
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
    """The first difference, in terms of the map."""

    kind: str
    squares: tuple[Square, ...]
    """The agent's squares before the difference, the start first; none if the labels of the file
    contradict the events on the map.
    """
    events: tuple[str, ...]
    """The actions of player 2 and chance before it."""
    expected: str
    found: str
    line: int
    """The line of the submission's node, from 1."""
    column: int
    other_line: int | None
    """The line of another node of the submission, for differences about whether the player can
    distinguish the two nodes; None for other kinds.
    """
    way: tuple[str, ...] = ()
    """The labels of the file on the path to that line, the root's first."""


class Mistake(NamedTuple):
    """A mistake in a submission."""

    mistake: str
    proved: bool
    """Whether the map's game with this mistake equals the submission; otherwise the mistake is a
    guess from the first difference.
    """


@dataclass(frozen=True)
class Grade:
    """The grade of one submission."""

    file: str
    verdict: Verdict
    proof: str = ""
    remarks: tuple[str, ...] = ()
    """Remarks on unusual properties that are not mistakes."""
    value: float | None = None
    """The game value to the agent; None if the submission could not be solved."""
    in_reference: float | None = None
    """Exploitability of its equilibrium in the reference; None if the decisions do not
    correspond.
    """
    in_handin: float | None = None
    """Exploitability of the reference's equilibrium in the submission."""
    nodes: int | None = None
    information_sets: tuple[int, int] | None = None
    difference: FirstDifference | None = None
    mistakes: tuple[Mistake, ...] = ()
    problems: tuple[Problem, ...] = ()
    """Problems of a submission that is not a two-player constant-sum game with perfect recall."""


@dataclass(frozen=True)
class Grades:
    """The grades of all submissions for one map."""

    title: str
    source: Source
    players: tuple[str, str]
    value: float
    """The game value of the reference."""
    nodes: int
    information_sets: tuple[int, int]
    grades: tuple[Grade, ...]
    other_rules: tuple[str, ...] = ()
    """Alternatives to the rules, if the user named none and they were inferred from the map."""


def check_text(text: str) -> None:
    """Check the keys of grades in JSON, which no stage reads. Raise InputError if they are
    wrong.
    """
    check_keys(text, FORMAT, VERSION, KEYS, ())
