"""The file of a linear program that solvers get: an `.mps` in free format.

Solvers' readers differ in names, constants and directions. So columns and rows have names of
numbers, the constant of the objective is left out, and the direction is in the one form that all
read; GLPK alone reads none.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from ....schemas.parts.status import Basis
from ....schemas.solution import Entry
from ...isolated.process import named_file
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
    """Yield the text of the file in parts, with the direction if it is to maximise."""
    lines = [(f"r{at}", line) for at, line in enumerate(program.rows) if not _is_free(line)]
    yield "NAME          program FREE\n"
    yield "OBJSENSE\n    MAX\n" if maximise else ""
    yield f"ROWS\n N  {COST}\n"
    yield from (f" {_type(line)}  {name}\n" for name, line in lines)
    yield "COLUMNS\n"
    # The costs come first, so that each column has an entry.
    rows, columns, numbers = program.entries
    every = np.concatenate((np.arange(len(program.costs)), columns))
    order = np.argsort(every, kind="stable")
    places = np.concatenate((np.full(len(program.costs), -1), rows))[order].tolist()
    numbers = np.concatenate((program.costs, numbers))[order]
    names = {-1: COST, **{int(name[1:]): name for name, _ in lines}}
    for at, row, number in zip(every[order].tolist(), places, numbers.tolist(), strict=True):
        if row in names:
            yield f"    c{at}  {names[row]}  {number!r}\n"
    yield "RHS\n"
    ends = [(name, line.lower if _type(line) == "G" else line.upper) for name, line in lines]
    yield from (f"    rhs  {name}  {end!r}\n" for name, end in ends if end)
    yield "RANGES\n"
    for name, line in lines:
        if line.lower != line.upper and not math.isinf(line.upper - line.lower):
            yield f"    range  {name}  {line.upper - line.lower!r}\n"
    yield "BOUNDS\n"
    for at, line in enumerate(program.columns):
        yield from (f" {kind} bound  c{at}{end}\n" for kind, end in _bounds(line))
    yield "ENDATA\n"


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


def _is_free(line: Line) -> bool:
    """Whether a row has no ends: readers of solvers drop such a row."""
    return math.isinf(line.lower) and math.isinf(line.upper)


def _type(line: Line) -> str:
    return "E" if line.lower == line.upper else "G" if math.isinf(line.upper) else "L"


def _bounds(line: Line) -> Iterator[tuple[str, str]]:
    if _is_free(line):
        yield "FR", ""
    elif line.lower == line.upper:
        yield "FX", f"  {line.lower!r}"
    else:
        if line.lower or line.upper < 0:  # Some solvers take 0 for no bound there.
            yield ("MI", "") if math.isinf(line.lower) else ("LO", f"  {line.lower!r}")
        if not math.isinf(line.upper):
            yield "UP", f"  {line.upper!r}"
