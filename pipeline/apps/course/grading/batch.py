"""Hand-ins to be graded, whatever they are."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ....engines import Engine
from ....files.text import Text
from ....terminal.diagnostics import Progress
from ..records import Grade, Grades
from .students import Owner


def bug(error: Exception) -> str:
    """Return the reason for not grading a hand-in that met a bug of ours: it must not stop the
    others.
    """
    return " ".join(f"a bug of efgc: {type(error).__name__}: {error}".split())


class Batch(NamedTuple):
    """Hand-ins that are ready to be graded."""

    head: Grades
    """The heading of the grades."""
    owners: Sequence[Owner]
    """The student of each grade, in order."""
    among: int
    """The number of hand-ins graded at once."""
    grades: Callable[[Engine, Progress], Iterator[Grade]]
    """Grade them, and yield the grades in order."""
    inputs: Sequence[str]
    """The files that are read, which no output may replace."""
    map: Text | None = None
    """The map of all hand-ins; None for programs."""
    program: str = ""
    """The command of programs."""
