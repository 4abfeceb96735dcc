"""The kinds of files that are graded against a map, by their endings and contents."""

from collections.abc import Callable
from enum import Enum

from ..points.printed_reports import looks_printed

PROGRAMS = (".lp", ".mps")


class Kind(Enum):
    """A kind of file."""

    GAME = "a Gambit file"
    LINEAR_PROGRAM = "a linear program"
    REPORT = "a printed report"


def kind_of(name: str, beginning: Callable[[], str]) -> Kind:
    """Return the kind of a file by its name, or else by the beginning of its text.

    >>> kind_of("a.LP", str), kind_of("a.txt", lambda: "SOLUTION_VALUE:5"), kind_of("a.txt", str)
    (<Kind.LINEAR_PROGRAM: 'a linear program'>, <Kind.REPORT: 'a printed report'>, \
<Kind.GAME: 'a Gambit file'>)
    """
    lower = name.lower()
    if lower.endswith(PROGRAMS):
        return Kind.LINEAR_PROGRAM
    if not lower.endswith(".efg") and looks_printed(beginning()):
        return Kind.REPORT
    return Kind.GAME
