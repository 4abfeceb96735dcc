"""The output of `lp_solve -fmps p.mps`, with 6 digits; without `-S4` it lacks dual values.
Without `-S3` it lacks rows, too.
"""

import re

from ....schemas.parts.status import Status
from ..program import FloatProgram
from .reading import Marks, SolutionContents, add_entry, lines, number, refuse, with_constant

STATUSES = {
    "This problem is infeasible": Status.INFEASIBLE,
    "This problem is unbounded": Status.UNBOUNDED,
}
_PLAN = "Actual values of the variables:", "Actual values of the constraints:"
_OBJECTIVE = "Value of objective function:"
_BEGIN = re.compile(rf"^\s*({'|'.join(map(re.escape, (*STATUSES, _OBJECTIVE)))})", re.MULTILINE)


def recognise(text: str) -> bool:
    return _BEGIN.match(text) is not None


def read(text: str, program: FloatProgram) -> SolutionContents:
    """Return the contents of the output. Raises InputError with the invalid line."""
    begin = _BEGIN.search(text)
    if begin is None:
        refuse(f"no output of lp_solve: a line must begin with '{_OBJECTIVE}' or a status", 1)
    if begin[1] in STATUSES:
        return SolutionContents(STATUSES[begin[1]])
    objective, part, at = None, "", 1
    columns: Marks = {}
    duals: list[tuple[int, list[str]]] = []
    for at, words in lines(text):
        if words[:-1] == _OBJECTIVE.split():
            objective = number(words[-1], at)
        elif words[-1].endswith(":"):
            part = " ".join(words)
        elif part == _PLAN[0]:
            if len(words) != 2:
                refuse("is not a name with a value", at)
            add_entry(columns, words[0], number(words[1], at), at)
        elif part.startswith("Dual value") and words[:2] != ["Dual", "value"]:
            duals.append((at, words))
    lines_of_duals = 0 if part in _PLAN else len(program.rows) + len(program.columns)
    if len(duals) != lines_of_duals:
        refuse("the output ends before the last dual value", at)
    rows: Marks = {}
    for at, words in duals[: len(program.rows)]:
        add_entry(rows, words[0], number(words[1], at), at)
    objective = with_constant(objective, program)
    return SolutionContents(Status.OPTIMAL, objective, columns, rows)
