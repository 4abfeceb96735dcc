"""Hand-ins to be graded, whatever they are."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pipeline.engines import Engine
from pipeline.files.text import Text
from pipeline.terminal.diagnostics import Progress
from schemas.grades import Grade, Grades


class Batch(NamedTuple):
    """Hand-ins that are ready to be graded."""

    head: Grades
    """The heading of the grades."""
    number: int
    """The number of rows."""
    among: int
    """The number of hand-ins graded at once."""
    grades: Callable[[Engine, Progress], Iterator[Grade]]
    """Grade them, and yield the grades in order."""
    map: Text | None = None
    """The map of all grades; None if each grade names its own."""
