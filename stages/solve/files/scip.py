"""SCIP's solution file, from `write solution FILE`: nonzero columns, and no dual values."""

import re

from ....schemas.parts.status import Status
from ..program import FloatProgram
from .reading import Marks, SolutionContents, add_entry, lines, number, refuse, status_of

STATUSES = {
    "optimal solution found": Status.OPTIMAL,
    "infeasible or unbounded": Status.FAILED,
    "infeasible": Status.INFEASIBLE,
    "unbounded": Status.UNBOUNDED,
    "time limit reached": Status.LIMIT,
    "node limit reached": Status.LIMIT,
    "total node limit reached": Status.LIMIT,
    "stall node limit reached": Status.LIMIT,
    "gap limit reached": Status.LIMIT,
    "memory limit reached": Status.LIMIT,
    "solution limit reached": Status.LIMIT,
    "solution improvement limit reached": Status.LIMIT,
    "restart limit reached": Status.LIMIT,
    "user interrupt": Status.LIMIT,
    "unknown": Status.FAILED,
}
_HEAD = re.compile(
    r"(solution status:[^\n]*\n)?\s*(objective value:|no solution available)", re.ASCII
)


def recognise(text: str) -> bool:
    return _HEAD.match(text) is not None


def read(text: str, program: FloatProgram) -> SolutionContents:
    """Return the contents of the file. Raises InputError with the invalid line."""
    status = Status.OPTIMAL  # A file without a status holds the best solution found.
    objective = None
    columns: Marks = {}
    at = 1
    for at, words in lines(text):
        if words[:2] == ["solution", "status:"]:
            status = status_of(" ".join(words[2:]), STATUSES, at)
            if status != Status.OPTIMAL:
                return SolutionContents(status)
        elif words[:2] == ["objective", "value:"] and len(words) == 3:
            objective = number(words[2], at)
        elif words == ["no", "solution", "available"]:
            return SolutionContents(Status.FAILED)
        elif len(words) in (2, 3) and (len(words) == 2 or words[2].startswith("(obj:")):
            add_entry(columns, words[0], number(words[1], at), at)
        else:
            refuse("is not a name with a value", at)
    if objective is None:
        refuse("the objective is missing", at)
    return SolutionContents(status, objective, columns, sparse=True)
