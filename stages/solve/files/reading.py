"""Parts shared by the readers of solution files: lines, numbers, and the record of the contents."""

import math
import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from ....schemas.linear_program import name as title
from ....schemas.linear_program import origin, recognise
from ....schemas.parts.problems import InputError, Problem, shown
from ....schemas.parts.status import Basis, Status
from ..program import FloatProgram

_NUMBER = re.compile(r"[-+]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d+)?", re.ASCII)


class Mark(NamedTuple):
    """The entry of a file for a column or a row."""

    value: float
    """The value of a column, or the dual value of a row."""
    basis: Basis
    line: int
    """The line of the file with this entry."""


Marks = dict[str, Mark]  # By name.


class SolutionContents(NamedTuple):
    """The contents of a solution file."""

    status: Status
    objective: float | None = None
    columns: Marks = {}
    rows: Marks = {}
    """Empty if the format has no dual values."""
    sparse: bool = False
    """Whether missing columns are 0."""


def refuse(message: str, line: int) -> NoReturn:
    """Raise InputError for a line."""
    raise InputError([Problem(message, (), line)])


def number(text: str, line: int) -> float:
    """Return a finite number. Raises InputError with the line if it is not one.

    >>> number("-1e-3", 1)
    -0.001
    """
    found = float(text) if _NUMBER.fullmatch(text) else math.nan
    if not math.isfinite(found):
        refuse(f"{shown(text)} is not a finite number", line)
    return found + 0.0


def lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the words of every nonempty line."""
    for at, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield at, line.split()


def add_entry(
    found: Marks, name: str, value: float, line: int, basis: Basis = Basis.UNKNOWN
) -> None:
    """Add a column or row. Raises InputError if it is a duplicate."""
    if name in found:
        refuse(f"duplicate name {name}", line)
    found[name] = Mark(value, basis, line)


def place(found: Marks) -> int:
    """Return the last line of the entries."""
    return max((mark.line for mark in found.values()), default=1)


def same(name: str, program: FloatProgram, line: int) -> None:
    """Raise InputError if a solution names a linear program of ours other than the given one."""
    own = title(program.text)
    if origin(name) and origin(own) and name != own:
        refuse(f"the solution belongs to the linear program {name}, not to {own}", line)


def with_constant(objective: float | None, program: FloatProgram) -> float | None:
    """Return the objective with the program's constant, which GLPK and lp_solve read with the
    opposite sign from an `.mps` file.
    """
    if objective is None or recognise(program.text) != "mps":
        return objective
    return objective + 2 * program.constant


def status_of(text: str, words: dict[str, Status], line: int) -> Status:
    """Return our status for a solver's text, by the longest key of `words` with which it begins.
    Raises InputError if there is none.
    """
    told = text.strip().casefold()
    found = [word for word in words if told.startswith(word.casefold())]
    if found:  # "Infeasible or unbounded" also begins with "infeasible".
        return words[max(found, key=len)]
    refuse(f"{shown(text.strip())} is not a known status; known are {', '.join(words)}", line)
