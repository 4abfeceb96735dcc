"""HiGHS's solution file, from `highs --solution_file FILE p.lp`, in its default style 0, or sparse
in style 4.

Style 1 has tables for people (`read_table`). Styles 2 and 3 are glpsol's formats with the objective
as an additional row, and style -1 has no names.
"""

import re
from collections.abc import Iterator

from ....schemas.parts.status import Basis, Status
from ..program import FloatProgram
from .reading import Marks, SolutionContents, add_entry, number, refuse, status_of

STATUSES = {
    "Optimal": Status.OPTIMAL,
    "Infeasible": Status.INFEASIBLE,
    "Unbounded": Status.UNBOUNDED,
    "Time limit": Status.LIMIT,
    "Iteration limit": Status.LIMIT,
    "Solution limit": Status.LIMIT,
    "Memory limit": Status.LIMIT,
    "Interrupted by user": Status.LIMIT,
    "Bound on objective reached": Status.LIMIT,
    "Target for objective reached": Status.LIMIT,
    "Primal infeasible or unbounded": Status.FAILED,
    "Unknown": Status.FAILED,
    "Not Set": Status.FAILED,
}
_PARTS = {
    "# Primal solution values": "primal",
    "# Dual solution values": "dual",
    "# Basis": "basis",
}
_BASES = {
    0: Basis.LOWER,
    1: Basis.BASIC,
    2: Basis.UPPER,
    3: Basis.FREE,
    4: Basis.UNKNOWN,
}


def recognise(text: str) -> bool:
    return text.startswith("Model status")


def read(text: str, program: FloatProgram) -> SolutionContents:
    """Return the contents of the file. Raises InputError with the invalid line."""
    lines = [(at, line.strip()) for at, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) < 2:
        refuse("the status is missing", 1)
    status = status_of(lines[1][1], STATUSES, lines[1][0])
    if status != Status.OPTIMAL:
        return SolutionContents(status)
    parts: dict[tuple[str, str], Marks] = {}
    sparse = False
    objective = None
    part = ""
    rest = iter(lines[2:])
    line_number = 2
    for line_number, line in rest:
        if line in _PARTS:
            part = _PARTS[line]
        elif line.startswith("Objective ") and part == "primal":
            objective = number(line.split()[1], line_number)
        elif line.startswith("# Columns ") or line.startswith("# Rows "):
            sparse = sparse or _is_sparse(line, program)
            parts[part, line.split()[1]] = _block(rest, line, line_number)
        elif line == "None" and part in ("primal", "dual"):
            refuse(f"there are no {part} values", line_number)
        elif line not in ("Feasible", "Infeasible", "Valid", "None") and not line.startswith(
            "HiGHS_basis_file"
        ):
            refuse("is not a part of a solution file of HiGHS", line_number)
    if ("primal", "Columns") not in parts or objective is None:
        refuse("the file ends before the columns", line_number)
    if sparse:
        return SolutionContents(status, objective, parts["primal", "Columns"], sparse=True)
    if ("dual", "Rows") not in parts:
        refuse("the file ends before the dual values of the rows", line_number)
    columns = _with_basis(parts["primal", "Columns"], parts.get(("basis", "Columns"), {}))
    rows = _with_basis(parts["dual", "Rows"], parts.get(("basis", "Rows"), {}))
    return SolutionContents(status=status, objective=objective, columns=columns, rows=rows)


def _is_sparse(head: str, program: FloatProgram) -> bool:
    """Return whether a head such as `# Columns -3` announces the nonzero lines alone. If there are
    none, HiGHS writes `# Columns 0`.
    """
    return "-" in head or head == "# Columns 0" and len(program.columns) > 0


def _block(rest: Iterator[tuple[int, str]], head: str, at: int) -> Marks:
    """Return the lines `name value` after a head such as `# Rows 3`; after one such as `# Rows -3`,
    each line ends with its index.
    """
    count = head.split()[2]
    if not re.fullmatch("-?[0-9]{1,10}", count):
        refuse("the number of lines is missing", at)
    width = 3 if count.startswith("-") else 2
    found: Marks = {}
    for _ in range(abs(int(count))):
        at, line = next(rest, (at, ""))
        words = line.split()
        if len(words) != width:
            refuse(f"{count.lstrip('-')} names and values expected, {len(found)} found", at)
        add_entry(found, words[0], number(words[1], at), at)
    return found


def _with_basis(found: Marks, bases: Marks) -> Marks:
    return {
        name: mark._replace(basis=_BASES.get(int(bases[name].value), Basis.UNKNOWN))
        if name in bases
        else mark
        for name, mark in found.items()
    }


_HEAD = ["Index", "Status", "Lower", "Upper", "Primal", "Dual", "Name"]
_TABLE_BASES = {
    "BS": Basis.BASIC,
    "LB": Basis.LOWER,
    "UB": Basis.UPPER,
    "FX": Basis.FIXED,
    "FR": Basis.FREE,
    "ZR": Basis.FREE,
    "NB": Basis.UNKNOWN,
}


def is_table(text: str) -> bool:
    return re.match(r"Columns\s+Index\s+Status\s+Lower", text) is not None


def read_table(text: str, program: FloatProgram) -> SolutionContents:
    """Return the contents of the file. Raises InputError with the invalid line."""
    tables: dict[str, list[tuple[int, list[str]]]] = {}
    said: dict[str, tuple[str, int]] = {}
    table: list[tuple[int, list[str]]] = []
    line_number = 1
    for line_number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if line in ("Columns", "Rows"):
            table = tables.setdefault(line, [])
        elif match := re.match(r"(Model status|Objective value): +(.+)", line):
            said[match[1]] = match[2], line_number
        elif words and words != _HEAD:
            table.append((line_number, words))
    for part in ("Rows", "Columns"):
        if part not in tables:
            refuse(f"the table of {part.lower()} is missing", line_number)
    for part in ("Model status", "Objective value"):
        if part not in said:
            refuse(f"the file ends before the {part.lower()}", line_number)
    status = status_of(said["Model status"][0], STATUSES, said["Model status"][1])
    if status != Status.OPTIMAL:
        return SolutionContents(status)
    return SolutionContents(
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
        basis = words[1] if words[1:] and words[1] in _TABLE_BASES else ""
        if len(words) != len(_HEAD) - (not basis):
            refuse("is not a line of the table: index, status, bounds, primal, dual, name", at)
        add_entry(
            found, words[-1], number(words[which], at), at, _TABLE_BASES.get(basis, Basis.UNKNOWN)
        )
    return found
