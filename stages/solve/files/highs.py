"""HiGHS's solution file, from `highs --solution_file FILE p.lp`, in its default style 0, or sparse
in style 4.

Style 1 is in `highs_table`. Styles 2 and 3 are glpsol's formats with the objective as an additional
row, and style -1 has no names.
"""

import re
from collections.abc import Iterator

from schemas.parts.status import Basis, Status
from stages.solve.files.reading import Found, Marks, number, put, refuse, status_of
from stages.solve.program import Program

STATUSES = {
    "Optimal": Status.OPTIMAL,
    "Infeasible": Status.INFEASIBLE,
    "Unbounded": Status.UNBOUNDED,
    "Time limit": Status.LIMIT,
    "Iteration limit": Status.LIMIT,
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


def read(text: str, program: Program) -> Found:
    """Return the contents of the file. Raises InputError with the invalid line."""
    lines = [(at, line.strip()) for at, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) < 2:
        refuse("the status is missing", 1)
    status = status_of(lines[1][1], STATUSES, lines[1][0])
    if status != Status.OPTIMAL:
        return Found(status)
    parts: dict[tuple[str, str], Marks] = {}
    sparse = False
    objective = None
    part = ""
    rest = iter(lines[2:])
    at = 2
    for at, line in rest:
        if line in _PARTS:
            part = _PARTS[line]
        elif line.startswith("Objective ") and part == "primal":
            objective = number(line.split()[1], at)
        elif line.startswith("# Columns ") or line.startswith("# Rows "):
            sparse = sparse or line.split()[2:3] != [line.split()[-1].lstrip("-")]
            parts[part, line.split()[1]] = _block(rest, line, at)
        elif line == "None" and part in ("primal", "dual"):
            refuse(f"there are no {part} values", at)
        elif line not in ("Feasible", "Infeasible", "Valid", "None") and not line.startswith(
            "HiGHS_basis_file"
        ):
            refuse("is no part of a solution file of HiGHS", at)
    if ("primal", "Columns") not in parts or objective is None:
        refuse("the file ends before the columns", at)
    if sparse:
        return Found(status, objective, parts["primal", "Columns"], sparse=True)
    if ("dual", "Rows") not in parts:
        refuse("the file ends before the dual values of the rows", at)
    columns = _with_basis(parts["primal", "Columns"], parts.get(("basis", "Columns"), {}))
    rows = _with_basis(parts["dual", "Rows"], parts.get(("basis", "Rows"), {}))
    return Found(status=status, objective=objective, columns=columns, rows=rows)


def _block(rest: Iterator[tuple[int, str]], head: str, at: int) -> Marks:
    """Return the lines `name value` after a head such as `# Rows 3`; after one such as `# Rows -3`,
    each line ends with its index.
    """
    count = head.split()[2]
    width = 3 if count.startswith("-") else 2
    found: Marks = {}
    for _ in range(
        abs(int(count))
        if re.fullmatch("-?[0-9]{1,10}", count)
        else refuse("the number of lines is missing", at)
    ):
        at, line = next(rest, (at, ""))
        words = line.split()
        if len(words) != width:
            refuse(f"{count.lstrip('-')} names and values were to come, {len(found)} are there", at)
        put(found, words[0], number(words[1], at), at)
    return found


def _with_basis(found: Marks, bases: Marks) -> Marks:
    return {
        name: mark._replace(basis=_BASES.get(int(bases[name].value), Basis.UNKNOWN))
        if name in bases
        else mark
        for name, mark in found.items()
    }
