"""The file of a linear program that solvers get: an `.mps` in free format.

Solvers' readers differ in names, constants and directions. So columns and rows have names of
numbers, the constant of the objective is left out, and the direction is in the one form that all
read; GLPK alone reads none.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager

from ....schemas.parts.status import Basis
from ....schemas.solution import Entry
from ...isolated.process import named_file
from ...mps import mps_lines
from ..interface import Answer
from . import FloatProgram
from .lines import Line

COST = "cost"


@contextmanager
def model_file(program: FloatProgram) -> Iterator[str]:
    """Provide the path of a file with the program, for a `with` block."""
    with named_file(".mps") as file:
        file.writelines(model(program, program.maximise))
        file.flush()
        yield file.name


def model(program: FloatProgram, maximise: bool) -> Iterator[str]:
    """Yield the text of the file in parts, with the direction if it is to maximise.

    Rows without an end are left out: readers of solvers drop them.
    """
    rows = {f"r{at}": _ends(line) for at, line in enumerate(program.rows)}
    kept = {name: ends for name, ends in rows.items() if ends != (None, None)}
    columns = {f"c{at}": _ends(line) for at, line in enumerate(program.columns)}
    # The costs come first, so that each column has an entry.
    entries = {
        name: [(COST, cost)] for name, cost in zip(columns, program.costs.tolist(), strict=True)
    }
    for row, column, number in zip(*(part.tolist() for part in program.entries), strict=True):
        if f"r{row}" in kept:
            entries[f"c{column}"].append((f"r{row}", number))
    return mps_lines("program FREE", COST, kept, columns, entries, repr, maximise)


def named(answer: Answer, program: FloatProgram) -> Answer:
    """Return a solver's answer with the program's own names, all its rows and the constant."""
    if answer.objective is None:
        return answer
    columns = {entry.name: entry for entry in answer.columns}
    rows = {entry.name: entry for entry in answer.rows}
    return answer._replace(
        objective=answer.objective + program.constant,
        columns=tuple(
            columns[f"c{at}"]._replace(name=name) for at, name in enumerate(program.columns.names)
        ),
        rows=tuple(
            rows.get(f"r{at}", Entry(name, 0.0, Basis.BASIC))._replace(name=name)
            for at, name in enumerate(program.rows.names)
        )
        if rows
        else (),
    )


def _ends(line: Line) -> tuple[float | None, float | None]:
    """Return the bounds of a row or column; None for an infinite one."""
    lower, upper = (None if math.isinf(end) else end for end in line[1:])
    return lower, upper
