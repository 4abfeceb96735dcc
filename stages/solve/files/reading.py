"""What the readers of solution files share: the lines, the numbers in them, and what was found."""

import math
import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from schemas.linear_program import name as title
from schemas.linear_program import origin
from schemas.parts.problems import InputError, Problem, shown
from schemas.parts.status import Basis, Status
from stages.solve.program import Program

_NUMBER = re.compile(r"[-+]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d+)?", re.ASCII)


class Mark(NamedTuple):
    """What the file says of a column or a row."""

    value: float
    """Of a row the dual value."""
    basis: Basis
    line: int
    """Which says so."""


Marks = dict[str, Mark]  # By name.


class Found(NamedTuple):
    """What a solution file says."""

    status: Status
    objective: float | None = None
    columns: Marks = {}
    rows: Marks = {}
    """Empty where the format has no dual values."""
    sparse: bool = False
    """Whether a column that is not there is 0."""


def refuse(message: str, line: int) -> NoReturn:
    """Raise InputError about a line."""
    raise InputError([Problem(message, (), line)])


def number(text: str, line: int) -> float:
    """Return a finite number. Raises InputError with its line.

    >>> number("-1e-3", 1)
    -0.001
    """
    found = float(text) if _NUMBER.fullmatch(text) else math.nan
    if not math.isfinite(found):
        refuse(f"{shown(text)} is not a finite number", line)
    return found + 0.0


def lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield number and words of every line that is not empty."""
    for at, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield at, line.split()


def put(found: Marks, name: str, value: float, line: int, basis: Basis = Basis.UNKNOWN) -> None:
    """Add a column or row. Raises InputError where it stands twice."""
    if name in found:
        refuse(f"{name} stands twice", line)
    found[name] = Mark(value, basis, line)


def place(found: Marks) -> int:
    """Return the last line of what was found."""
    return max((mark.line for mark in found.values()), default=1)


def same(name: str, program: Program, line: int) -> None:
    """Raise InputError where a solution names a linear program of ours, and it is another one."""
    own = title(program.text)
    if origin(name) and origin(own) and name != own:
        refuse(f"the solution is of the linear program {name}, and this one is {own}", line)


def status_of(text: str, words: dict[str, Status], line: int) -> Status:
    """Return our word for a solver's, which begins with a key of `words`. Raises InputError for any
    other.
    """
    for word, status in words.items():
        if text.strip().casefold().startswith(word.casefold()):
            return status
    refuse(
        f"{shown(text.strip())} is no status that is known here; known are {', '.join(words)}", line
    )
