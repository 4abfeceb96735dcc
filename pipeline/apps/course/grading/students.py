"""From the grades of hand-ins to the rows of students: the best of each, with its points."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from .....schemas.grades import PASSED, UNDECIDED, VERDICTS, WHOLE, Verdict
from ..records import LINEAR_PROGRAMS, Grade
from .submissions import Submission


class Owner(NamedTuple):
    """The student to whom a row belongs."""

    handin: int
    """The number of the HANDIN on the command line: students of two may have the same name."""
    student: str
    """The name; empty for a HANDIN itself."""


def owner(submission: Submission) -> Owner:
    """Return the student to whom a hand-in belongs."""
    return Owner(submission.handin, "" if submission.named else submission.student)


def student_count(owners: Sequence[Owner], together: bool) -> int:
    """Return the number of students; see `student_rows`."""
    return len({one[:1] if together else one for one in owners})


def student_rows(
    grades: Iterator[Grade], owners: Sequence[Owner], together: bool
) -> Iterator[Grade]:
    """Yield the best grade of each student, after its parts, with the others; as soon as all grades
    of the student are known. `owners` has the student of each grade, and those of one student are
    neighbours. With `together`, each HANDIN belongs to one student.
    """
    for _, rows in groupby(owners, key=lambda one: one[:1] if together else one):
        mine = [next(grades) for _ in rows]
        wholes = [one for one in mine if one.part in ("", WHOLE)]
        handins = [one for one in wholes if one.verdict is not Verdict.SKIPPED]
        # Among equals, the last one in natural order; without a hand-in, the row of the folder.
        best = max(reversed(handins), key=_worth, default=wholes[0])
        yield from (one for one in mine if one.file == best.file and one not in wholes)
        yield replace(best, others=tuple(one for one in wholes if one is not best))


def _worth(grade: Grade) -> tuple[float, bool, int, int]:
    """Return the key by which grades of one student are compared. A linear program counts only
    without a tree or a report, since its value alone is compared. One that was not decided may be
    right, so it counts more than one that is wrong.
    """
    whole = not grade.file.lower().endswith(LINEAR_PROGRAMS)
    order = list(dict.fromkeys((*PASSED, *UNDECIDED, *VERDICTS)))
    wrong = grade.trial.wrong if grade.trial else 0
    return grade.points or 0.0, whole, -order.index(grade.verdict), -wrong


def marked(grade: Grade, points: float, full: float) -> Grade:
    """Return a grade with its points of `points`: those of a course document, which gives `full`,
    are scaled; else it is all of them or none, and still open if the verdict is.

    >>> from efgc.schemas.grades import Verdict
    >>> row = marked(Grade("a.efg", Verdict.IDENTICAL), 10.0, 10.0)
    >>> row.points, row.of
    (10.0, 10.0)
    """
    if grade.of is not None:
        scaled = None if grade.points is None else grade.points * points / full
        return replace(grade, points=scaled, of=grade.of * points / full)
    earned = points if grade.verdict in PASSED else 0.0
    return replace(grade, points=None if grade.verdict in UNDECIDED else earned, of=points)
