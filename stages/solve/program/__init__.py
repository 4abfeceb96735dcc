"""The linear program as numbers, read from its text by GLPK: every answer is checked on it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import swiglpk

from efgc.schemas.parts.problems import InputError, Problem
from efgc.schemas.parts.status import Sense
from efgc.schemas.solution import Size
from efgc.stages.isolated import Broke, isolated
from efgc.stages.solve.program.glpk_problem import column_names, entries, problem, row_names
from efgc.stages.solve.program.lines import Line, Lines, Numbers
from efgc.stages.solve.program.unsuitable import out_of_range

__all__ = ("READER", "Line", "Lines", "Numbers", "Program", "read_program", "unreadable")

READER = "GLPK's reader"
ROUNDING = 1e-9
"""Sums this small relative to their largest term are 0."""
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Program:
    """Minimise or maximise `constant + costs x`, where the columns x and the rows `A x` are within
    their bounds.
    """

    text: str
    format: str
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


def read_program(text: str, format: str, any_size: bool = False) -> Program:
    r"""Return the program of an `.lp` or `.mps` text. Raises InputError with the invalid line.

    With `any_size`, numbers that are too large or too small for solvers are accepted.

    >>> program = read_program("max\n o: 3 x\ns.t.\n c: x + y <= 4\nend\n", "lp")
    >>> str(program.sense), program.rows[0], program.size
    ('maximise', Line(name='c', lower=-inf, upper=4.0), Size(rows=1, columns=2, nonzeros=2))
    """
    try:
        return isolated(READER, _read, text, format, any_size)
    except Broke as error:
        raise unreadable(error) from None


def _sum_terms(terms: Numbers, places: Indices, begin: Numbers) -> Numbers:
    """Return sums of terms by their places; sums that are only rounding errors become 0."""
    found = begin + np.bincount(places, terms, len(begin))
    largest = np.abs(begin)
    with np.errstate(invalid="ignore"):  # Sums of infinite terms are not numbers.
        np.maximum.at(largest, places, np.abs(terms))
    return np.where(np.abs(found) <= ROUNDING * largest, 0.0, found) + 0.0


def unreadable(error: Broke) -> InputError:
    """Return the error for a text that crashes the reader."""
    return InputError([Problem(f"not a linear program that GLPK can read: {error}", (), 1)])


def _read(text: str, format: str, any_size: bool) -> Program:
    problems = [] if any_size else out_of_range(text, format)
    if problems:
        raise InputError(problems)
    with problem(text, format) as (lp, numbers):
        return Program(
            text=text,
            format=format,
            maximise=swiglpk.glp_get_obj_dir(lp) == swiglpk.GLP_MAX,
            constant=swiglpk.glp_get_obj_coef(lp, 0),
            costs=numbers.costs,
            columns=Lines(column_names(lp), *numbers.columns),
            rows=Lines(row_names(lp), *numbers.rows),
            entries=entries(lp),
        )
