"""The kinds of files that are graded against a map, by their endings and contents."""

from collections.abc import Callable
from enum import Enum

from ..points.printed_reports import looks_printed

PROGRAMS = (".lp", ".mps")


class HandinKind(Enum):
    """A kind of file."""

    GAME = "a Gambit file"
    LINEAR_PROGRAM = "a linear program"
    REPORT = "a printed report"


def kind_of(name: str, beginning: Callable[[], str]) -> HandinKind:
    """Return the kind of a file by its name, or else by the beginning of its text.

    >>> kind_of("a.LP", str), kind_of("a.txt", lambda: "SOLUTION_VALUE:5"), kind_of("a.txt", str)
    (<HandinKind.LINEAR_PROGRAM: 'a linear program'>, <HandinKind.REPORT: 'a printed report'>, \
<HandinKind.GAME: 'a Gambit file'>)
    """
    lower = name.lower()
    if lower.endswith(PROGRAMS):
        return HandinKind.LINEAR_PROGRAM
    if not lower.endswith(".efg") and looks_printed(beginning()):
        return HandinKind.REPORT
    return HandinKind.GAME
