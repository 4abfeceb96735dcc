"""CBC's solution file, from `cbc p.lp -printingOptions all -solve -solution FILE`.

Without `-printingOptions all` it has only the nonzero columns, and no dual
values. Rows come before columns, each numbered from 0, in the order of the
linear program.
"""

import re
from typing import NamedTuple

from efgc.schemas.parts.status import Status
from efgc.stages.solve.files.reading import (
    Marks,
    SolutionContents,
    add_entry,
    lines,
    number,
    refuse,
    status_of,
)
from efgc.stages.solve.program import Program

_HEAD = re.compile(r"(.*?) - objective value\s+(\S+)")
STATUSES = {
    "Optimal": Status.OPTIMAL,
    "Infeasible": Status.INFEASIBLE,
    "Integer infeasible": Status.INFEASIBLE,
    "Unbounded": Status.UNBOUNDED,
    "Stopped on": Status.LIMIT,
    "Status unknown": Status.FAILED,
    "Abandoned": Status.FAILED,
}


def recognise(text: str) -> bool:
    return _HEAD.match(text) is not None


def read(text: str, program: Program) -> SolutionContents:
    """Return the contents of the file. Raises InputError with the invalid line."""
    head = _HEAD.match(text)
    if head is None:
        refuse(
            "not a solution of CBC: its first line must be like 'Optimal - objective value 7.5'", 1
        )
    status = status_of(head[1], STATUSES, 1)
    found = [_line(at, words) for at, words in list(lines(text))[1:]]
    names = list(program.rows.names)
    whole = [
        line.name for line in found[: len(names)]
    ] == names  # Otherwise there are columns alone.
    rows: Marks = {}
    columns: Marks = {}
    for line in found[: len(names)] if whole else ():
        add_entry(rows, line.name, line.dual, line.at)
    for line in found[len(names) :] if whole else found:
        add_entry(columns, line.name, line.value, line.at)
    return SolutionContents(
        status=status, objective=number(head[2], 1), columns=columns, rows=rows, sparse=not whole
    )


class _Line(NamedTuple):
    name: str
    value: float
    dual: float
    at: int


def _line(at: int, words: list[str]) -> _Line:
    # "**" marks a value beyond its bounds; we measure that ourselves.
    words = words[1:] if words[0] == "**" else words
    if len(words) != 4 or not words[0].isdecimal():
        refuse("is not a number, name, value and dual value", at)
    return _Line(name=words[1], value=number(words[2], at), dual=number(words[3], at), at=at)
