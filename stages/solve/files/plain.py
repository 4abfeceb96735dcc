"""Plans written by people or scripts: a name and a value per line, CSV, or JSON.

Missing columns are 0. A file may also have the dual values of rows; the objective follows from the
plan.
"""

import csv
import io
import re

from ....schemas.parts.documents import read_json
from ....schemas.parts.problems import InputError, Problem, shown
from ....schemas.parts.status import Status
from ....schemas.program_report import TABLE
from ..program import FloatProgram
from .reading import Marks, SolutionContents, add_entry, number, refuse

_NAMES, _VALUES = ("name", "column", "variable"), ("value", "solution")
_PLAIN = re.compile(
    r"(\s*(#[^\n]*)?\n)*[ \t]*+[^\s#{=][^\s=]*(?<![,;])(?:[ \t]+|[ \t]*=[ \t]*)"
    r"[-+.0-9][^\s,;]*[ \t]*"
    r"(\r?\n|\Z)"
)
_CSV = re.compile(
    rf"(?=[^\n]*\b({'|'.join(_NAMES)})\b)[^\n]*\b({'|'.join(_VALUES)})\b"
    r"|(?:\"[^\"\n]*\"|[^\n,;]+)[,;]\s*[-+.0-9]"
    r"|,[^,\n]*\n[^\n,]+,\s*[-+.0-9]",  # A series of pandas.
    re.IGNORECASE,
)


def is_lines(text: str) -> bool:
    return _PLAIN.match(text) is not None


def is_csv(text: str) -> bool:
    begin = text.lstrip()
    return _CSV.match(begin) is not None and _separator(begin) in begin.partition("\n")[0]


def _separator(text: str) -> str:
    """Return the separator of the cells by the first line of a table."""
    return ";" if ";" in text.partition("\n")[0] else ","


def is_json(text: str) -> bool:
    return text.lstrip().startswith("{")


def read_lines(text: str, program: FloatProgram) -> SolutionContents:
    """Return the contents of lines of names and values, as in `x 4` or `x = 4`; lines that begin
    with # are comments.
    """
    columns: Marks = {}
    for at, line in enumerate(text.splitlines(), 1):
        words = line.replace("=", " ").split()
        if words and not words[0].startswith("#"):
            if len(words) != 2:
                refuse("is not a name with a value", at)
            add_entry(columns, words[0], number(words[1], at), at)
    return _solution_contents(columns, {}, program)


def read_csv(text: str, program: FloatProgram) -> SolutionContents:
    """Return the contents of a table: names and values, optionally below a header with the words
    `name` (or `column`, `variable`) and `value` (or `solution`, as CBC writes it), or one without a
    first word, as pandas writes it, or a table of `report --format csv`. Cells are separated by
    commas, or by semicolons.
    """
    columns: Marks = {}
    rows: Marks = {}
    reader = csv.reader(io.StringIO(text.strip() + "\n"), delimiter=_separator(text.strip()))
    name, value, dual = 0, 1, None
    for at, cells in enumerate(reader, 1):
        words = [cell.strip() for cell in cells]
        lower = [word.lower() for word in words]
        if at == 1 and not ({*lower}.isdisjoint(_VALUES) or {*lower}.isdisjoint(_NAMES)):
            name = next(lower.index(word) for word in _NAMES if word in lower)
            value = next(lower.index(word) for word in _VALUES if word in lower)
            dual = lower.index("dual") if tuple(lower) == TABLE else None
        elif at == 1 and words[:1] == [""]:
            continue
        elif len(words) <= max(name, value, dual or 0):
            if any(words):
                refuse("is not a name with a value", at)
        elif dual is not None and words[0] == "row":
            add_entry(rows, words[name], number(words[dual], at), at)
        else:
            add_entry(columns, words[name], number(words[value], at), at)
    return _solution_contents(columns, rows, program)


def read_json_plan(text: str, program: FloatProgram) -> SolutionContents:
    """Return the contents of a mapping of names to values, or of two, `columns` and `rows`."""
    data = read_json(text)
    parts = data if isinstance(data, dict) else {}
    if not parts.keys() <= {"columns", "rows"} or any(
        not isinstance(part, dict) for part in parts.values()
    ):
        parts = {"columns": data}
    found: dict[str, Marks] = {"columns": {}, "rows": {}}
    for key, part in parts.items():
        for name, said in part.items() if isinstance(part, dict) else ():
            if isinstance(said, bool) or not isinstance(said, (int, str)):
                raise InputError([Problem(f"{shown(said)} is not a number", (key, name))])
            add_entry(found[key], name, number(str(said), 1), 1)
    return _solution_contents(found["columns"], found["rows"], program)


def _solution_contents(columns: Marks, rows: Marks, program: FloatProgram) -> SolutionContents:
    costs = dict(zip(program.columns.names, program.costs.tolist(), strict=True))
    objective = program.constant + sum(
        costs.get(name, 0.0) * mark.value for name, mark in columns.items()
    )
    return SolutionContents(Status.OPTIMAL, objective, columns, rows, sparse=True)
