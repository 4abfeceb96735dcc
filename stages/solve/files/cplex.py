"""CPLEX's `.sol`: XML with columns, rows, dual values and basis."""

import re
from xml.parsers import expat

from schemas.parts.problems import InputError, Problem
from stages.solve.files.reading import Found, Marks, number, put, refuse, same, status_of
from stages.solve.verify.program import Program

STATUSES = {
    "optimal": "optimal",
    "infeasible": "infeasible",
    "unbounded or infeasible": "failed",
    "unbounded": "unbounded",
    "time limit exceeded": "limit",
    "aborted": "limit",
    "feasible": "failed",
}
_BASES = {"BS": "basic", "LL": "lower", "UL": "upper", "FR": "free"}


def recognise(text: str) -> bool:
    return re.match(r"\s*(<\?xml[^>]*>\s*)?<CPLEXSolution\b", text) is not None


def read(text: str, program: Program) -> Found:
    """Return what the file says. Raises InputError with the line that is wrong."""
    reader = _Reader(program)
    try:
        reader.parser.Parse(text, True)
    except expat.ExpatError as error:
        raise InputError(
            [
                Problem(
                    f"no XML: {expat.ErrorString(error.code)}", (), error.lineno, error.offset + 1
                )
            ]
        ) from None
    if reader.status == "":
        refuse("the header is missing", 1)
    if reader.status == "optimal" and reader.solutions != 1:
        refuse(f"{reader.solutions} solutions are there; one is read", 1)
    return Found(reader.status, reader.objective, reader.columns, reader.rows)


class _Reader:
    """Takes the elements of the file as they come."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.status = ""
        self.objective: float | None = None
        self.solutions = 0
        self.columns: Marks = {}
        self.rows: Marks = {}
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.element
        self.parser.StartDoctypeDeclHandler = self.doctype

    def doctype(self, *names: object) -> None:
        # Entities could grow without end.
        refuse("a document type is not read here", self.parser.CurrentLineNumber)

    def element(self, name: str, told: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber
        if name == "CPLEXSolution":
            self.solutions += 1
        elif name == "header":
            same(told.get("problemName", ""), self.program, line)
            self.status = status_of(told.get("solutionStatusString", ""), STATUSES, line)
            self.objective = (
                number(told["objectiveValue"], line) if "objectiveValue" in told else None
            )
        elif name in ("variable", "constraint"):
            key = "value" if name == "variable" else "dual"
            if "name" not in told or key not in told:
                refuse(f"a {name} has a name and a {key}", line)
            into = self.columns if name == "variable" else self.rows
            put(
                into,
                told["name"],
                number(told[key], line),
                _BASES.get(told.get("status", ""), ""),
                line,
            )
