"""CPLEX's `.sol`: XML with columns, rows, dual values and basis."""

import re
from xml.parsers import expat

from ....schemas.parts.problems import InputError, Problem
from ....schemas.parts.status import Basis, Status
from ..program import FloatProgram
from .reading import Marks, SolutionContents, add_entry, number, refuse, same, status_of

STATUSES = {
    "optimal": Status.OPTIMAL,
    "infeasible": Status.INFEASIBLE,
    "infeasible or unbounded": Status.FAILED,
    "unbounded or infeasible": Status.FAILED,
    "unbounded": Status.UNBOUNDED,
    "time limit exceeded": Status.LIMIT,
    "aborted": Status.LIMIT,
    "feasible": Status.FAILED,
}
_BASES = {"BS": Basis.BASIC, "LL": Basis.LOWER, "UL": Basis.UPPER, "FR": Basis.FREE}


def recognise(text: str) -> bool:
    return re.match(r"\s*(<\?xml[^>]*>\s*)?<CPLEXSolution\b", text) is not None


def read(text: str, program: FloatProgram) -> SolutionContents:
    """Return the contents of the file. Raises InputError with the invalid line."""
    reader = _Reader(program)
    try:
        reader.parser.Parse(text, True)
    except expat.ExpatError as error:
        reason = f"no XML: {expat.ErrorString(error.code)}"
        raise InputError([Problem(reason, (), error.lineno, error.offset + 1)]) from None
    if reader.status is None:
        refuse("the header is missing", 1)
    if reader.status == Status.OPTIMAL and reader.solutions != 1:
        refuse(f"{reader.solutions} solutions in one file; only one is supported", 1)
    return SolutionContents(
        status=reader.status, objective=reader.objective, columns=reader.columns, rows=reader.rows
    )


class _Reader:
    """Handles the XML elements of the file in order."""

    def __init__(self, program: FloatProgram) -> None:
        self.program = program
        self.status: Status | None = None
        self.objective: float | None = None
        self.solutions = 0
        self.columns: Marks = {}
        self.rows: Marks = {}
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.element
        self.parser.StartDoctypeDeclHandler = self.doctype

    def doctype(self, *names: object) -> None:
        # Entities could expand without limit.
        refuse("a document type is not supported", self.parser.CurrentLineNumber)

    def element(self, name: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber
        if name == "CPLEXSolution":
            self.solutions += 1
        elif name == "header":
            same(attributes.get("problemName", ""), self.program, line)
            self.status = status_of(attributes.get("solutionStatusString", ""), STATUSES, line)
            if "objectiveValue" in attributes:
                self.objective = number(attributes["objectiveValue"], line)
        elif name in ("variable", "constraint"):
            key = "value" if name == "variable" else "dual"
            if "name" not in attributes or key not in attributes:
                refuse(f"a {name} must have a name and a {key}", line)
            into = self.columns if name == "variable" else self.rows
            add_entry(
                into,
                attributes["name"],
                number(attributes[key], line),
                line,
                _BASES.get(attributes.get("status", ""), Basis.UNKNOWN),
            )
