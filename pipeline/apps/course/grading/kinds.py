"""The kinds of files that are graded against a map, by their endings and contents."""

import re
from collections.abc import Callable
from enum import Enum

from ..points.printed_reports import looks_printed
from ..records import LINEAR_PROGRAMS

GAMBIT = ".efg"
MISNAMED = "it is a Gambit file: its name should end in .efg"
"""The remark on a game under another name."""
_TREE = re.compile(r"\ufeff?\s*EFG\s+2\b")


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
    if lower.endswith(LINEAR_PROGRAMS):
        return HandinKind.LINEAR_PROGRAM
    if not lower.endswith(GAMBIT) and looks_printed(beginning()):
        return HandinKind.REPORT
    return HandinKind.GAME


def is_misnamed_game(name: str, beginning: Callable[[], str]) -> bool:
    """Return whether a file is a Gambit file by the beginning of its text, but not by its name.

    >>> is_misnamed_game("a.txt", lambda: "EFG 2 R"), is_misnamed_game("a.efg", lambda: "EFG 2 R")
    (True, False)
    """
    named = name.lower().endswith((GAMBIT, *LINEAR_PROGRAMS))
    return not named and _TREE.match(beginning()) is not None


def is_recognised(name: str, text: str) -> bool:
    """Return whether a file whose name is of no hand-in is one by the beginning of its text: a
    Gambit file, or a printed report in a .txt file.

    >>> is_recognised("a.pdf", "EFG 2 R"), is_recognised("a.txt", "AGENT:")
    (True, True)
    >>> is_recognised("a.md", "AGENT:")
    False
    """
    printed = name.lower().endswith(".txt") and looks_printed(text)
    return printed or is_misnamed_game(name, lambda: text)
