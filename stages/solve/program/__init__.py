"""The linear program as numbers, read from its text by GLPK: what every answer is judged on."""

import ctypes
import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import swiglpk

from schemas.parts.problems import InputError, Problem
from schemas.parts.status import Sense
from schemas.solution import Size
from stages.isolated import Broke, isolated
from stages.solve.program.glpk_problem import problem
from stages.solve.program.magnitude import out_of_range

READER = "GLPK's reader"
Numbers = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


class Line(NamedTuple):
    """A column or a row."""

    name: str
    lower: float
    """Minus infinity where there is no bound."""
    upper: float


@dataclass(frozen=True)
class Program:
    """Minimise or maximise `constant + costs x`, where the columns x and the rows `A x` keep their
    bounds.
    """

    text: str
    format: str
    maximise: bool
    constant: float
    costs: Numbers
    """Shape (columns,)."""
    columns: tuple[Line, ...]
    rows: tuple[Line, ...]
    entries: tuple[Indices, Indices, Numbers]
    """Of A: row, column and coefficient of each nonzero, row by row."""

    @property
    def sense(self) -> Sense:
        return Sense.MAXIMISE if self.maximise else Sense.MINIMISE

    @property
    def size(self) -> Size:
        return Size(len(self.rows), len(self.columns), len(self.entries[2]))

    @cached_property
    def places(self) -> tuple[dict[str, int], dict[str, int]]:
        """Where a column and where a row of a name stands."""
        return tuple(
            {line.name: at for at, line in enumerate(lines)}  # type: ignore[return-value]
            for lines in (self.columns, self.rows)
        )


def read_program(text: str, format: str, any_size: bool = False) -> Program:
    r"""Return the program of an `.lp` or `.mps` text. Raises InputError with the line that is
    wrong.

    With `any_size` also that of a text with numbers that solvers cannot reckon with.

    >>> program = read_program("max\n o: 3 x\ns.t.\n c: x + y <= 4\nend\n", "lp")
    >>> str(program.sense), program.rows[0], program.size
    ('maximise', Line(name='c', lower=-inf, upper=4.0), Size(rows=1, columns=2, nonzeros=2))
    """
    try:
        return isolated(READER, _read, text, format, any_size)
    except Broke as error:
        raise unreadable(error) from None


def unreadable(error: Broke) -> InputError:
    """Return what is wrong with a text that the reader does not survive."""
    return InputError([Problem(f"no linear program that GLPK can read: {error}", (), 1)])


def _read(text: str, format: str, any_size: bool) -> Program:
    problems = [] if any_size else out_of_range(text, format)
    if problems:
        raise InputError(problems)
    with problem(text, format) as lp:
        columns = tuple(_column(lp, at) for at in range(1, swiglpk.glp_get_num_cols(lp) + 1))
        costs = [swiglpk.glp_get_obj_coef(lp, at) for at in range(1, len(columns) + 1)]
        return Program(
            text=text,
            format=format,
            maximise=swiglpk.glp_get_obj_dir(lp) == swiglpk.GLP_MAX,
            constant=swiglpk.glp_get_obj_coef(lp, 0),
            costs=np.array(costs, np.float64),
            columns=columns,
            rows=tuple(_row(lp, at) for at in range(1, swiglpk.glp_get_num_rows(lp) + 1)),
            entries=_entries(lp),
        )


def _column(lp: Any, at: int) -> Line:
    return Line(
        swiglpk.glp_get_col_name(lp, at),
        *_bounds(swiglpk.glp_get_col_lb(lp, at), swiglpk.glp_get_col_ub(lp, at)),
    )


def _row(lp: Any, at: int) -> Line:
    name = swiglpk.glp_get_row_name(lp, at) or f"row{at}"
    return Line(name, *_bounds(swiglpk.glp_get_row_lb(lp, at), swiglpk.glp_get_row_ub(lp, at)))


def _bounds(lower: float, upper: float) -> tuple[float, float]:
    # GLPK has no infinity, and the largest float in its place.
    return -math.inf if lower < -1e308 else lower, math.inf if upper > 1e308 else upper


def _entries(lp: Any) -> tuple[Indices, Indices, Numbers]:
    width = swiglpk.glp_get_num_cols(lp) + 1
    indices, values = swiglpk.intArray(width), swiglpk.doubleArray(width)
    # The same memory, read in one go per row: one by one a million numbers take seconds.
    places = (ctypes.c_int * width).from_address(int(indices.cast()))
    numbers = (ctypes.c_double * width).from_address(int(values.cast()))
    rows: list[int] = []
    columns: list[int] = []
    coefficients: list[float] = []
    for row in range(swiglpk.glp_get_num_rows(lp)):
        length = swiglpk.glp_get_mat_row(lp, row + 1, indices, values)
        rows += [row] * length
        columns += places[1 : length + 1]
        coefficients += numbers[1 : length + 1]
    return (
        np.array(rows, np.int64),
        np.array(columns, np.int64) - 1,
        np.array(coefficients, np.float64),
    )
