"""Grades as the app passes them on; `schemas.grades` has those of the file."""

from dataclasses import dataclass
from typing import NamedTuple

from ....schemas.grades import Fact, FirstDifference, ProgramTrial, Verdict
from ....schemas.parts.labels import cut, one_line
from ....schemas.parts.problems import Code, Problem
from ....schemas.parts.source import Source

LABELS = 12
"""Number of labels shown of the history before a difference."""
LABEL = 60
"""Characters of each label."""


class NamedMistake(NamedTuple):
    """A mistake that grading has named; its key and its class are not in the file."""

    words: str
    key: str
    """Which of the known mistakes it is, whatever its numbers and names: advice is given by it."""
    general: str
    """Its class: the words with N for each number that belongs to one map."""
    proved: bool = False


LINEAR_PROGRAMS = (".lp", ".mps")
"""The endings of linear programs that are handed in."""
A_PROGRAM = "a program; a file is graded here"
"""Why a program is not a hand-in."""


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
    mistakes: tuple[NamedMistake, ...] = ()
    problems: tuple[Problem, ...] = ()
    """Problems of a submission that is not a two-player constant-sum game with perfect recall; one
    for each information set that does not fit.
    """
    student: str = ""
    """The first folder of its path, or the name of its file without the ending."""
    trial: ProgramTrial | None = None
    """For a program, the maps on which it was run."""
    part: str = ""
    """The part of the submission; empty if it has no parts, and WHOLE for their sum."""
    points: float | None = None
    """The points by the course document; None if there are none, or if it was not graded."""
    of: float | None = None
    """The points of a submission that is right; None if the document gives none."""
    facts: tuple[Fact, ...] = ()
    others: tuple["Grade", ...] = ()
    """The grades of the student's other hand-ins, and of files that are not hand-ins."""
    story: str = ""
    """The feedback for the student, as text; empty if it was not asked for."""

    @property
    def without_handin(self) -> bool:
        """Whether there was nothing that can be graded."""
        return any(problem.code is Code.NO_HANDIN for problem in self.problems)

    @property
    def programs(self) -> list[str]:
        """The programs that were handed in where a file is graded, if there is nothing else."""
        rows = (self, *self.others) if self.without_handin else ()
        return [row.file for row in rows if A_PROGRAM in (str(one) for one in row.problems)]


@dataclass(frozen=True)
class Grades:
    """The grades of all students for one map."""

    title: str
    source: Source
    players: tuple[str, str]
    value: float | None = None
    """The game value of the reference; None for programs, which are run on many maps."""
    nodes: int | None = None
    information_sets: tuple[int, int] | None = None
    grades: tuple[Grade, ...] = ()
    hidden: tuple[str, ...] = ()
    """The known mistakes that cannot show on the map: a submission may contain them and pass."""
    known: int = 0
    """The number of known mistakes; 0 if it is unknown which of them can show."""
    better: str = ""
    """A small map on which all known mistakes show; empty if none is needed."""
    other_rules: tuple[str, ...] = ()
    """Alternatives to the rules, if the user named none and they were inferred from the map."""
    points: float | None = None
    """The points of a submission that is right; None if points were not asked for."""
    facts: tuple[str, ...] = ()
    """The names of the facts of parts with points; empty if submissions have no parts."""


def way(first: FirstDifference) -> str:
    """Return the labels of the file before a difference; of many, the last ones. Empty at the
    root.
    """
    said = [cut(one_line(label), LABEL) or '""' for label in first.way]
    return ", ".join(["..."] * (len(said) > LABELS) + said[-LABELS:])


def mark(grade: Grade) -> str:
    """Return the points of a grade, in words."""
    points = "none yet" if grade.points is None else number_text(grade.points)
    return f"{points} of {number_text(grade.of)}"


def brief(grade: Grade) -> str:
    """Return a grade that is listed beside a better one: its file, with the verdict or the reason
    why it was skipped.
    """
    said = grade.problems[0] if grade.verdict is Verdict.SKIPPED else grade.verdict
    return f"{grade.file}: {said}"


def number_text(number: float | None) -> str:
    """Return a number for a report; empty for None."""
    return "" if number is None else f"{number:.12g}"
