"""HiGHS's solution file, from `highs --solution_file FILE p.lp`, in its default style 0.

Style 1 has tables for people, styles 2 and 3 are glpsol's formats with the objective as an
additional row, style 4 leaves out zeros, and style -1 names.
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
DEFAULT_STYLE = "its default style 0 is read (write_solution_style)"
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
            parts[part, line.split()[1]] = _block(rest, line, line_number)
        elif line == "None" and part in ("primal", "dual"):
            refuse(f"there are no {part} values", line_number)
        elif line not in ("Feasible", "Infeasible", "Valid", "None") and not line.startswith(
            "HiGHS_basis_file"
        ):
            refuse("is not a part of a solution file of HiGHS", line_number)
    if ("primal", "Columns") not in parts or objective is None:
        refuse("the file ends before the columns", line_number)
    if ("dual", "Rows") not in parts:
        refuse("the file ends before the dual values of the rows", line_number)
    columns = _with_basis(parts["primal", "Columns"], parts.get(("basis", "Columns"), {}))
    rows = _with_basis(parts["dual", "Rows"], parts.get(("basis", "Rows"), {}))
    return SolutionContents(status=status, objective=objective, columns=columns, rows=rows)


def _block(rest: Iterator[tuple[int, str]], head: str, at: int) -> Marks:
    """Return the lines `name value` after a head such as `# Rows 3`."""
    count = head.split()[2]
    if count.startswith("-"):
        refuse(f"a solution file of HiGHS in its style 4; {DEFAULT_STYLE}", at)
    if not re.fullmatch("[0-9]{1,10}", count):
        refuse("the number of lines is missing", at)
    found: Marks = {}
    for _ in range(int(count)):
        at, line = next(rest, (at, ""))
        words = line.split()
        if len(words) != 2:
            refuse(f"{count} names and values expected, {len(found)} found", at)
        add_entry(found, words[0], number(words[1], at), at)
    return found


def _with_basis(found: Marks, bases: Marks) -> Marks:
    return {
        name: mark._replace(basis=_BASES.get(int(bases[name].value), Basis.UNKNOWN))
        if name in bases
        else mark
        for name, mark in found.items()
    }
