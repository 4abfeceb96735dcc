"""HiGHS's solution file in style 1, tables for people, from `highs --solution_file FILE` with
`write_solution_style=1`.
"""

import re

from schemas.parts.status import Basis, Status
from stages.solve.files.highs import STATUSES
from stages.solve.files.reading import Found, Marks, number, put, refuse, status_of
from stages.solve.program import Program

_HEAD = ["Index", "Status", "Lower", "Upper", "Primal", "Dual", "Name"]
_BASES = {
    "BS": Basis.BASIC,
    "LB": Basis.LOWER,
    "UB": Basis.UPPER,
    "FX": Basis.FIXED,
    "FR": Basis.FREE,
    "ZR": Basis.FREE,
    "NB": Basis.UNKNOWN,
}


def recognise(text: str) -> bool:
    return re.match(r"Columns\s+Index\s+Status\s+Lower", text) is not None


def read(text: str, program: Program) -> Found:
    """Return the contents of the file. Raises InputError with the invalid line."""
    tables: dict[str, list[tuple[int, list[str]]]] = {}
    said: dict[str, tuple[str, int]] = {}
    table: list[tuple[int, list[str]]] = []
    at = 1
    for at, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if line in ("Columns", "Rows"):
            table = tables.setdefault(line, [])
        elif match := re.match(r"(Model status|Objective value): +(.+)", line):
            said[match[1]] = match[2], at
        elif words and words != _HEAD:
            table.append((at, words))
    for part in ("Rows", "Columns"):
        if part not in tables:
            refuse(f"the table of {part.lower()} is missing", at)
    for part in ("Model status", "Objective value"):
        if part not in said:
            refuse(f"the file ends before the {part.lower()}", at)
    status = status_of(said["Model status"][0], STATUSES, said["Model status"][1])
    if status != Status.OPTIMAL:
        return Found(status)
    return Found(
        status=status,
        objective=number(*said["Objective value"]),
        columns=_marks(tables["Columns"], -3),
        rows=_marks(tables["Rows"], -2),
    )


def _marks(table: list[tuple[int, list[str]]], which: int) -> Marks:
    """Return a table's numbers at a position counted from the end of their lines."""
    found: Marks = {}
    for at, words in table:
        # Without a basis this column is empty.
        basis = words[1] if words[1:] and words[1] in _BASES else ""
        if len(words) != len(_HEAD) - (not basis):
            refuse("is no line of the table: index, status, bounds, primal, dual, name", at)
        put(found, words[-1], number(words[which], at), at, _BASES.get(basis, Basis.UNKNOWN))
    return found
