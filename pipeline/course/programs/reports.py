"""Grades of reports that programs print, in the form of the document of 2018."""

from functools import lru_cache

from pipeline.course.contracts import report_2018
from pipeline.course.points.printed_reports import read_printed
from pipeline.course.points.reports import (
    ReferenceGame,
    differences,
    known_in,
    reference_game,
)
from pipeline.files.text import Text
from schemas.grades import Grade, Verdict
from schemas.parts.problems import Problem


def printed_report_grade(name: str, board: Text, rules: str, output: str) -> Grade:
    """Return the grade of a printed report of a map: identical if its parts are right under their
    own names, equivalent if they are right under other names.
    """
    true = _reference(board, rules)
    printed = read_printed(output)
    known = known_in(true, printed)
    troubles = [*printed.troubles, *differences(true, printed, known)]
    if troubles:
        problems = tuple(
            Problem(f"{one.part}: {one.message}", (), one.line or None, 1) for one in troubles
        )
        return Grade(name, Verdict.DIFFERENT, problems=problems)
    same = Verdict.IDENTICAL if known.by_name else Verdict.EQUIVALENT
    return Grade(name, same, value=true.value)


@lru_cache(maxsize=512)
def _reference(board: Text, rules: str) -> ReferenceGame:
    return reference_game(report_2018(board, rules))
