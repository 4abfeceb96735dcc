"""The linear program in floating point, for solvers: every answer is checked on it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ....schemas.linear_program import recognise
from ....schemas.parts.problems import InputError
from ....schemas.parts.status import Sense
from ....schemas.solution import Size
from ...checkers.program_checker import Ends
from .contents import OBJECTIVE, Contents
from .lines import Line, Lines, Numbers
from .reading import read_contents, refuse_integers
from .unsuitable import out_of_range

__all__ = ("Line", "Lines", "Numbers", "FloatProgram", "read_program")

ROUNDING = 1e-9
"""Sums this small relative to their largest term are 0."""
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True)
class FloatProgram:
    """Minimise or maximise `constant + costs x`, where the columns x and the rows `A x` are within
    their bounds.
    """

    text: str
    contents: Contents
    """The same program in exact numbers."""
    maximise: bool
    constant: float
    costs: Numbers
    """Shape (columns,)."""
    columns: Lines
    rows: Lines
    entries: tuple[Indices, Indices, Numbers]
    """Row, column and coefficient of each nonzero of A, row by row."""

    @property
    def sense(self) -> Sense:
        return Sense.MAXIMISE if self.maximise else Sense.MINIMISE

    def activities(self, plan: Numbers) -> Numbers:
        """Return the activity of each row for a plan, which has one value per column."""
        rows, columns, coefficients = self.entries
        terms = coefficients * plan[columns]
        return _sum_terms(terms, rows, np.zeros(len(self.rows)))

    def reduced_costs(self, duals: Numbers) -> Numbers:
        """Return the reduced cost of each column for dual values, one per row."""
        rows, columns, coefficients = self.entries
        return _sum_terms(-coefficients * duals[rows], columns, self.costs)

    @property
    def size(self) -> Size:
        return Size(len(self.rows), len(self.columns), len(self.entries[2]))

    def minimised(self) -> "FloatProgram":
        """Return the program that minimises the negative of a maximised objective."""
        return replace(self, maximise=False, constant=-self.constant, costs=0.0 - self.costs)

    def objective(self, x: Numbers) -> float:
        """Return the objective of a plan."""
        # Not `costs @ x`: its rounding depends on the number of cores.
        return self.constant + float(np.sum(self.costs * x))

    @cached_property
    def places(self) -> tuple[dict[str, int], dict[str, int]]:
        """The indices of columns and of rows by name."""
        return tuple(
            {name: at for at, name in enumerate(lines.names)}  # type: ignore[return-value]
            for lines in (self.columns, self.rows)
        )


def read_program(text: str, any_size: bool = False) -> FloatProgram:
    r"""Return the program of an `.lp` or `.mps` text. Raises InputError with the invalid line.

    With `any_size`, numbers that are too large or too small for solvers are accepted.

    >>> program = read_program("max\n o: 3 x\ns.t.\n c: x + y <= 4\nend\n")
    >>> str(program.sense), program.rows[0], program.size
    ('maximise', Line(name='c', lower=-inf, upper=4.0), Size(rows=1, columns=2, nonzeros=2))
    """
    problems = [] if any_size else out_of_range(text, recognise(text))
    if problems:
        raise InputError(problems)
    contents = read_contents(text)
    refuse_integers(contents)
    rows, columns, spelled = contents.terms
    numbers, costs = contents.floats[spelled], np.zeros(len(contents.columns))
    costs[columns[rows == OBJECTIVE]] = numbers[rows == OBJECTIVE]
    inner = contents.order[(rows != OBJECTIVE)[contents.order] & (numbers != 0)[contents.order]]
    return FloatProgram(
        text=text,
        contents=contents,
        maximise=contents.maximise,
        constant=float(contents.constant),
        costs=costs,
        columns=_lines(contents.columns),
        rows=_lines(contents.rows),
        entries=(rows[inner], columns[inner], numbers[inner]),
    )


def _lines(found: Mapping[str, Ends]) -> Lines:
    lower = [-math.inf if low is None else float(low) for low, _ in found.values()]
    upper = [math.inf if high is None else float(high) for _, high in found.values()]
    return Lines(tuple(found), np.array(lower, np.float64), np.array(upper, np.float64))


def _sum_terms(terms: Numbers, places: Indices, begin: Numbers) -> Numbers:
    """Return sums of terms by their places; sums that are only rounding errors become 0."""
    found = begin + np.bincount(places, terms, len(begin))
    largest = np.abs(begin)
    with np.errstate(invalid="ignore"):  # Sums of infinite terms are not numbers.
        np.maximum.at(largest, places, np.abs(terms))
    return np.where(np.abs(found) <= ROUNDING * largest, 0.0, found) + 0.0
