"""Solution files that other programs wrote for a given linear program.

Each format is a file here with a function that reads it strictly, and a line in
FILES. The contents of a file are then checked like any solver's answer.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from ....schemas.parts.near import did_you_mean
from ....schemas.parts.status import Basis, Status
from ....schemas.solution import Entry
from ..interface import Answer
from ..program import FloatProgram, Lines
from . import cbc, cplex, glpsol, gurobi, highs, lp_solve, plain, scip
from .reading import Mark, Marks, SolutionContents, place, refuse

__all__ = ("FILES", "PLAIN", "answer_of", "read_file")


UNNAMED = re.compile(r"r\.[0-9]+")
"""GLPK's names for rows without a name, with the number of their line."""


class File(NamedTuple):
    """A format of solution files."""

    solver: str
    recognise: Callable[[str], bool]
    """Takes the text; returns whether it has this format."""
    read: Callable[[str, FloatProgram], SolutionContents]
    rounded: bool = False
    """Whether its numbers may have no more than 6 digits."""
    has_status: bool = True


FILES = {
    "glpsol -o": File("glpsol", glpsol.is_printed, glpsol.read_printed, rounded=True),
    "glpsol -w": File("glpsol", glpsol.is_written, glpsol.read_written),
    "cbc": File("cbc", cbc.recognise, cbc.read),
    "highs": File("highs", highs.recognise, highs.read),
    "scip": File("scip", scip.recognise, scip.read),
    "gurobi": File("gurobi", gurobi.recognise, gurobi.read, has_status=False),
    "cplex": File("cplex", cplex.recognise, cplex.read),
    "lp_solve": File("lp_solve", lp_solve.recognise, lp_solve.read, rounded=True),
}
"""The formats that identify the program that wrote them."""
PLAIN = {
    "names and values": File("a list of values", plain.is_lines, plain.read_lines, True, False),
    "JSON": File("a list of values", plain.is_json, plain.read_json_plan, True, False),
    "CSV": File("a list of values", plain.is_csv, plain.read_csv, True, False),
}
"""The formats whose texts may not be solutions at all, unless the user says so."""

LOGS = {
    "GLPSOL": "glpsol; its solution file is what -o FILE",
    "Welcome to the CBC": "CBC; its solution file is what `solution FILE`",
    "Running HiGHS": "HiGHS; its solution file is what --solution_file FILE",
}
"""How the logs of solvers begin, and what has the solution."""


def read_file(text: str, program: FloatProgram) -> tuple[str, str, Answer]:
    """Return a solution file's format (a key of FILES or PLAIN), its solver and its answer for a
    program.

    Raises InputError with the invalid line, also if columns or rows are not the program's.
    """
    for name, file in {**FILES, **PLAIN}.items():
        if file.recognise(text):
            return name, file.solver, answer_of(file.read(text, program), program)
    if re.match(r"\d+ \d+ : Number of columns and rows|Columns\s+Index\s+Status\s+Lower", text):
        refuse(f"a solution file of HiGHS in another style; {highs.DEFAULT_STYLE}", 1)
    for begin, advice in LOGS.items():
        if text.startswith(begin):
            refuse(f"a log of {advice} writes", 1)
    programs = "glpsol (-o or -w), CBC, HiGHS, SCIP, Gurobi, CPLEX or lp_solve"
    known = f"those of {programs}, or names and values as lines, CSV or JSON"
    refuse(f"not a known format of solution files: {known}", 1)


def answer_of(found: SolutionContents, program: FloatProgram) -> Answer:
    """Return the contents of a file as an answer for the program. Raises InputError if columns or
    rows are not the program's.
    """
    if found.status != Status.OPTIMAL:
        return Answer("", found.status)
    columns, rows = program.places
    return Answer(
        version="",
        status=found.status,
        objective=found.objective,
        columns=_entries("column", found.columns, program.columns, columns, found.sparse),
        rows=_entries("row", _of_unnamed(found.rows, program.rows, rows), program.rows, rows, False)
        if found.rows
        else (),
    )


def _of_unnamed(found: Marks, lines: Lines, known: dict[str, int]) -> Marks:
    """Return the entries of rows with GLPK's names for rows that an `.lp` file leaves unnamed: each
    solver chooses its own names for them, but keeps their order.
    """
    if len(found) != len(lines):
        return found
    for own, name in zip(found, lines.names, strict=True):
        if own != name and (own in known or not UNNAMED.fullmatch(name)):
            return found
    return dict(zip(lines.names, found.values(), strict=True))


def _entries(
    kind: str,
    marks: Marks,
    lines: Lines,
    known: dict[str, int],
    sparse: bool,
) -> tuple[Entry, ...]:
    for name, mark in marks.items():
        if name not in known:
            other = did_you_mean(name, known) or "; the solution belongs to another one"
            refuse(f"the linear program has no {kind} {name}{other}", mark.line)
    missing = [line.name for line in lines if line.name not in marks]
    if missing and not sparse:
        there = f"{len(lines) - len(missing)} of {len(lines)} are there"
        refuse(f"the {kind} {missing[0]} is missing: {there}", place(marks))
    nothing = Mark(0.0, Basis.UNKNOWN, 0)
    complete = ((line.name, marks.get(line.name, nothing)) for line in lines)
    return tuple(Entry(name, mark.value, mark.basis) for name, mark in complete)
