"""Gurobi's `.sol`: every column, no status and no dual values. Gurobi writes it only if it has a
solution.
"""

import re

from ....schemas.parts.status import Status
from ..program import FloatProgram
from .reading import Marks, SolutionContents, add_entry, number, refuse, same

_OBJECTIVE = re.compile(r"# Objective value = (\S+)")
_NAME = re.compile(r"# Solution for model (\S+)")


def recognise(text: str) -> bool:
    return re.match(r"(#[^\n]*\n)*# Objective value =", text) is not None


def read(text: str, program: FloatProgram) -> SolutionContents:
    """Return the contents of the file. Raises InputError with the invalid line."""
    objective = None
    columns: Marks = {}
    at = 1
    for at, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if head := _NAME.match(line):
            same(head[1], program, at)
        elif head := _OBJECTIVE.match(line):
            objective = number(head[1], at)
        elif words and not line.startswith("#"):
            if len(words) != 2:
                refuse("is not a name with a value", at)
            add_entry(columns, words[0], number(words[1], at), at)
    if objective is None:
        refuse("the objective is missing", at)
    return SolutionContents(Status.OPTIMAL, objective, columns)
