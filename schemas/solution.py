"""The solution (`*.solution.json`): a solver's answer to a linear program."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from schemas.parts.documents import Data, Findings, read_json
from schemas.parts.problems import Place, Problem, shown
from schemas.parts.status import Basis, Sense, Status

FORMAT = "efgc/solution"
VERSION = 1
COMPARISON = ("solver", "version", "status", "seconds", "objective", "lower_bound", "upper_bound")
"""The columns of a table that compares several solvers' answers, with the bounds that each
proves.
"""
_BASES = frozenset(Basis)


class Entry(NamedTuple):
    """One column or row of the linear program."""

    name: str
    value: float
    """For a column its primal value; for a row its dual value, the change of the
    objective per unit of the right-hand side."""
    basis: str
    """A `Basis`."""


class Size(NamedTuple):
    """The size of the linear program."""

    rows: int
    columns: int
    nonzeros: int


@dataclass(frozen=True)
class Solution:
    """A solver's answer. Columns and rows are in the order of the file; they are empty if there is
    no answer.
    """

    problem: str
    """The name of the linear program."""
    lp_sha256: str
    """SHA-256 of the text of the linear program."""
    solver: str
    version: str
    options: tuple[tuple[str, str], ...]
    status: str
    """A `Status`."""
    sense: str
    """A `Sense`."""
    objective: float | None
    seconds: float | None
    """The time of the solver alone; None if runs must be comparable byte for byte."""
    size: Size
    columns: tuple[Entry, ...]
    rows: tuple[Entry, ...]


def check(solution: Solution) -> list[Problem]:
    """Return the problems of a solution."""
    found = Findings()
    for place, value, known in (
        ("status", solution.status, Status),
        ("sense", solution.sense, Sense),
    ):
        if value not in tuple(known):
            found.add((place,), f"{shown(value)} is none of {', '.join(known)}")
    if solution.status == Status.OPTIMAL:
        _check_optimal(found, solution)
    for place, entries in (("columns", solution.columns), ("rows", solution.rows)):
        _check_entries(found, place, entries)
    return found.problems


def read(text: str) -> Solution:
    """Return the solution in a JSON text. Raise InputError with the place of every problem."""
    data = read_json(text)
    found = Findings()
    found.header(data, FORMAT, VERSION)
    solution = _read_solution(found, data)
    found.add_beside(check(solution))
    found.stop()
    return solution


def write(solution: Solution) -> Iterator[str]:
    """Yield the lines of the JSON text: one column and one row per line."""
    head = {
        "problem": solution.problem,
        "lp_sha256": solution.lp_sha256,
        "solver": solution.solver,
        "solver_version": solution.version,
        "options": dict(solution.options),
        "status": solution.status,
        "sense": solution.sense,
        "objective": solution.objective,
        "seconds": solution.seconds,
        "size": solution.size._asdict(),
    }
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n'
    for key, value in head.items():
        yield f' "{key}": {json.dumps(value)},\n'
    yield ' "columns": [\n'
    yield from _lines("column", "value", solution.columns)
    yield ' ],\n "rows": [\n'
    yield from _lines("row", "dual", solution.rows)
    yield " ]}\n"


def _check_optimal(found: Findings, solution: Solution) -> None:
    if solution.objective is None or not math.isfinite(solution.objective):
        found.add(("objective",), "an optimal solution has an objective")
    for key, entries, size in (
        ("columns", solution.columns, solution.size.columns),
        ("rows", solution.rows, solution.size.rows),
    ):
        if len(entries) != size:
            found.add((key,), f"{len(entries)} of {size} {key} are there")


def _check_entries(found: Findings, key: str, entries: tuple[Entry, ...]) -> None:
    for at, entry in enumerate(entries):
        if not math.isfinite(entry.value):
            found.add((key, at), f"the value of {entry.name} is no finite number")
        if entry.basis not in _BASES:
            known = ", ".join(filter(None, Basis))
            found.add((key, at, "basis"), f"{shown(entry.basis)} is none of {known}")
    names = [entry.name for entry in entries]
    if len(set(names)) < len(names):
        found.add((key,), "a name stands twice")


def _read_solution(found: Findings, data: Data) -> Solution:
    top = found.fields(
        data,
        (),
        (
            "format",
            "version",
            "problem",
            "lp_sha256",
            "solver",
            "solver_version",
            "options",
            "status",
            "sense",
            "objective",
            "seconds",
            "size",
            "columns",
            "rows",
        ),
        nullable=("objective", "seconds"),
    )
    options = found.mapping(top["options"], ("options",)) if top["options"] is not None else {}
    size = found.fields(top["size"], ("size",), Size._fields)
    return Solution(
        problem=found.text(top["problem"], ("problem",)),
        lp_sha256=found.text(top["lp_sha256"], ("lp_sha256",)),
        solver=found.text(top["solver"], ("solver",)),
        version=found.text(top["solver_version"], ("solver_version",)),
        options=tuple((key, found.text(value, ("options", key))) for key, value in options.items()),
        status=found.text(top["status"], ("status",)),
        sense=found.text(top["sense"], ("sense",)),
        objective=read_number(found, ("objective",), top["objective"]),
        seconds=read_number(found, ("seconds",), top["seconds"]),
        size=Size(*(found.integer(size[key], ("size", key)) for key in Size._fields)),
        columns=_entries(found, "columns", "column", "value", top["columns"]),
        rows=_entries(found, "rows", "row", "dual", top["rows"]),
    )


def _entries(found: Findings, key: str, name: str, value: str, data: Data) -> tuple[Entry, ...]:
    return tuple(
        _entry(found, (key, at), name, value, entry)
        for at, entry in enumerate(found.sequence(data, (key,)))
    )


def _entry(found: Findings, place: Place, name: str, value: str, data: Data) -> Entry:
    fields = found.fields(data, place, (name, value), ("basis",))
    number = read_number(found, (*place, value), fields[value])
    return Entry(
        found.text(fields[name], (*place, name)),
        0.0 if number is None else number,
        found.text(fields.get("basis", ""), (*place, "basis")),
    )


def read_number(found: Findings, place: Place, data: Data) -> float | None:
    """Read a finite number in the data of an artifact; None if there is none."""
    if data is None:
        return None
    # read_json returns a number that is not an integer as text; a text in the file is accepted in
    # the same way.
    try:
        number = (
            float(data) if isinstance(data, (str, int)) and not isinstance(data, bool) else math.nan
        )
    except (ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        found.add(place, f"{shown(data)} is not a finite number")
        return 0.0
    return number


def _lines(name: str, value: str, entries: tuple[Entry, ...]) -> Iterator[str]:
    for at, entry in enumerate(entries):
        basis = f', "basis": "{entry.basis}"' if entry.basis else ""
        comma = "," if at + 1 < len(entries) else ""
        yield (
            f'  {{"{name}": {json.dumps(entry.name)}, "{value}": {entry.value!r}{basis}}}{comma}\n'
        )
