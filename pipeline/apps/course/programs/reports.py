"""Grades of reports that programs print, in the form of the document of 2018."""

from collections.abc import Iterator
from functools import lru_cache

from .....schemas.grades import Verdict
from .....schemas.parts.problems import Problem
from ....files.text import Text
from ..contracts import report_2018
from ..points.printed_reports import read_printed
from ..points.reports import PARTS, Known, ReferenceGame, differences, known_in, reference_game
from ..records import Grade

BY_NAME = "its sequences, utilities, plans and value are those of the map's game"
BY_PAYOFFS = (
    "its sequences have other names: utilities and plans were compared by g, without the weights "
    "of sequences that g does not tell apart"
)
UNPROVED = (
    "its sequences have other names, and too many of them have the same numbers in g: it was not "
    "decided whether its table is that of the map's game"
)


def printed_report_grade(name: str, board: Text, rules: str, output: str) -> Grade:
    """Return the grade of a printed report of a map: identical if its parts are right under their
    own names, equivalent if they are right under other names. It is not comparable if no
    difference was found, but no matching of its table with the game's either.
    """
    true = report_reference(board, rules)
    printed = read_printed(output)
    known = known_in(true, printed)
    troubles = [*printed.troubles, *differences(true, printed, known)]
    if troubles:
        problems = tuple(
            Problem(f"{one.part}: {one.message}", (), one.line or None) for one in troubles
        )
        remarks = tuple(_right_parts({one.part for one in troubles}, known))
        return Grade(
            name, Verdict.DIFFERENT, remarks=remarks, problems=problems, value=printed.value
        )
    if known.classes is None or not known.proved:
        return Grade(name, Verdict.NOT_COMPARABLE, proof=UNPROVED, value=printed.value)
    same = Verdict.IDENTICAL if known.by_name else Verdict.EQUIVALENT
    proof = BY_NAME if known.by_name else BY_PAYOFFS
    return Grade(name, same, proof=proof, value=printed.value)


def _right_parts(wrong: set[str], known: Known) -> Iterator[str]:
    """Yield remarks on the parts without differences."""
    right = [part for part in PARTS if part not in wrong]
    if "plans" in right and known.classes is None:
        right.remove("plans")
        yield "plans were not compared, as it is unknown which sequence is which"
    if "utilities" in right and not known.proved:
        right.remove("utilities")
        yield "it was not decided whether g is that of the map's game under other names"
    if right:
        yield f"no difference in: {', '.join(right)}"


@lru_cache(maxsize=512)
def report_reference(board: Text, rules: str) -> ReferenceGame:
    """Return the game with which reports of a map are compared. Raise LimitError if the map's tree
    is too large.
    """
    return reference_game(report_2018(board, rules))
