"""The file of a linear program that solvers get: an `.mps` in free format, or an `.lp`.

Solvers' readers differ in names, constants, directions, and in the rows of an `.lp` with two ends.
So columns and rows have names of numbers, the constant of the objective is left out, the direction
is in a form that its reader knows, and in an `.lp` a further column has the two ends of a row.
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
    kept = _rows(program)
    columns = {f"c{at}": _ends(line) for at, line in enumerate(program.columns)}
    # The costs come first, so that each column has an entry.
    entries = {
        name: [(COST, cost)] for name, cost in zip(columns, program.costs.tolist(), strict=True)
    }
    for row, column, number in zip(*(part.tolist() for part in program.entries), strict=True):
        if f"r{row}" in kept:
            entries[f"c{column}"].append((f"r{row}", number))
    return mps_lines("program FREE", COST, kept, columns, entries, repr, maximise)


def lp_model(program: FloatProgram) -> Iterator[str]:
    """Yield the text of an `.lp` in parts, one term per line, because readers limit lines. It has
    the rows of `model`.
    """
    terms: dict[str, list[str]] = {name: [] for name in _rows(program)}
    for row, column, number in zip(*(part.tolist() for part in program.entries), strict=True):
        if f"r{row}" in terms:
            terms[f"r{row}"].append(f" {number:+} c{column}\n")
    yield f"{'maximize' if program.maximise else 'minimize'}\n {COST}:\n"
    for column, cost in enumerate(program.costs.tolist()):
        yield f" {cost:+} c{column}\n"
    yield "subject to\n"
    bounds = {f"c{at}": _ends(line) for at, line in enumerate(program.columns)}
    for name, (lower, upper) in _rows(program).items():
        yield f" {name}:\n"
        yield "".join(terms[name]) or " +0 c0\n"
        if lower == upper or lower is None or upper is None:
            relation = "=" if lower == upper else "<=" if lower is None else ">="
            yield f" {relation} {upper if lower is None else lower}\n"
        else:
            bounds[f"t{name[1:]}"] = lower, upper
            yield f" -1 t{name[1:]}\n = 0\n"
    yield "bounds\n"
    for name, (lower, upper) in bounds.items():
        if lower is None and upper is None:
            yield f" {name} free\n"
        else:
            low, high = "-inf" if lower is None else lower, "+inf" if upper is None else upper
            yield f" {low} <= {name} <= {high}\n"
    yield "end\n"


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
            _named_row(rows.get(f"r{at}"), columns.get(f"t{at}"), name)
            for at, name in enumerate(program.rows.names)
        )
        if rows
        else (),
    )


def _named_row(row: Entry | None, ends: Entry | None, name: str) -> Entry:
    """Return the entry of a row, given those of the file for it and for the column of its ends."""
    if row is None:
        return Entry(name, 0.0, Basis.BASIC)
    return Entry(name, row.value, row.basis if ends is None else ends.basis)


def _rows(program: FloatProgram) -> dict[str, tuple[float | None, float | None]]:
    """Return the bounds of the rows of the file by their names there."""
    rows = {f"r{at}": _ends(line) for at, line in enumerate(program.rows)}
    return {name: ends for name, ends in rows.items() if ends != (None, None)}


def _ends(line: Line) -> tuple[float | None, float | None]:
    """Return the bounds of a row or column; None for an infinite one."""
    lower, upper = (None if math.isinf(end) else end for end in line[1:])
    return lower, upper
