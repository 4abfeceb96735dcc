"""CBC's solution file, from `cbc p.lp -printingOptions all -solve -solution FILE`.

Without `-printingOptions all` it has only the nonzero columns, and no dual
values. Rows come before columns, each numbered from 0, in the order of the
linear program.
"""

import re
from typing import NamedTuple

from ....schemas.parts.status import Status
from ..program import FloatProgram
from .reading import Marks, SolutionContents, add_entry, lines, number, refuse, status_of

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


def read(text: str, program: FloatProgram) -> SolutionContents:
    """Return the contents of the file. Raises InputError with the invalid line."""
    head = _HEAD.match(text)
    if head is None:
        refuse(
            "not a solution of CBC: its first line must be like 'Optimal - objective value 7.5'", 1
        )
    status = status_of(head[1], STATUSES, 1)
    found = [_line(at, words) for at, words in list(lines(text))[1:]]
    count = len(program.rows)
    # Numbers begin again at the first column. Otherwise there are columns alone.
    whole = [line.number for line in found[: count + 1]] == [*range(count), 0]
    rows: Marks = {}
    columns: Marks = {}
    for line in found[:count] if whole else ():
        add_entry(rows, line.name, line.dual, line.at)
    for line in found[count:] if whole else found:
        add_entry(columns, line.name, line.value, line.at)
    return SolutionContents(
        status=status, objective=number(head[2], 1), columns=columns, rows=rows, sparse=not whole
    )


class _Line(NamedTuple):
    number: int
    name: str
    value: float
    dual: float
    at: int


def _line(at: int, words: list[str]) -> _Line:
    # "**" marks a value beyond its bounds; we measure that ourselves.
    words = words[1:] if words[0] == "**" else words
    if len(words) != 4 or not re.fullmatch("[0-9]{1,10}", words[0]):
        refuse("is not a number, name, value and dual value", at)
    value, dual = (number(word, at) for word in words[2:])
    return _Line(number=int(words[0]), name=words[1], value=value, dual=dual, at=at)
