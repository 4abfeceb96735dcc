"""The two solution files of GLPK's glpsol: `-o` for people, with 6 digits, and `-w` for programs,
with 15 digits and without names.
"""

import re
from math import isnan

from ....schemas.parts.status import Basis, Status
from ..program import FloatProgram, Line, Lines
from .highs import DEFAULT_STYLE
from .reading import (
    Mark,
    Marks,
    SolutionContents,
    add_entry,
    lines,
    number,
    refuse,
    same,
    status_of,
    with_constant,
)

_PRINTED = {
    "OPTIMAL": Status.OPTIMAL,
    "INFEASIBLE (FINAL)": Status.INFEASIBLE,
    "INFEASIBLE": Status.FAILED,
    "UNBOUNDED": Status.UNBOUNDED,
    "UNDEFINED": Status.FAILED,
    "FEASIBLE": Status.FAILED,
}
_BASES = {
    "B": Basis.BASIC,
    "NL": Basis.LOWER,
    "NU": Basis.UPPER,
    "NF": Basis.FREE,
    "NS": Basis.FIXED,
    "b": Basis.BASIC,
    "l": Basis.LOWER,
    "u": Basis.UPPER,
    "f": Basis.FREE,
    "s": Basis.FIXED,
}
_ONE_MORE = (
    "has one row more than the linear program: it is of another one, or the row is the objective, "
    f"as in the styles 2 and 3 of HiGHS; {DEFAULT_STYLE}"
)
_IN_WHOLE_NUMBERS = "a solution of the program in whole numbers; glpsol --nomip relaxes it"
_NUMBER = re.compile(r"[-+]?[\d.]", re.ASCII)
_COUNT = re.compile(r"[0-9]{1,10}")


def is_printed(text: str) -> bool:
    return text.startswith("Problem:")


def is_written(text: str) -> bool:
    return re.match(r"(c[^\n]*\n)*s (bas|ipt|mip) ", text) is not None


def read_printed(text: str, program: FloatProgram) -> SolutionContents:
    """Return the contents of a `glpsol -o` file. Raises InputError with the invalid line."""
    status, objective, table, simplex = Status.FAILED, None, "", False
    parts: dict[str, Marks] = {"Row": {}, "Column": {}}
    line_number = 0
    for line_number, words in lines(text):
        if words[0] == "Problem:" and len(words) > 1:
            same(words[1], program, line_number)
        elif words == ["Rows:", str(len(program.rows) + 1)]:
            refuse(_ONE_MORE, line_number)
        elif words[:2] == ["Status:", "INTEGER"]:
            refuse(_IN_WHOLE_NUMBERS, line_number)
        elif words[0] == "Status:":
            status = status_of(" ".join(words[1:]), _PRINTED, line_number)
        elif words[0] == "Objective:":
            objective = _objective(words, line_number)
        elif words[0] == "No." and len(words) > 1:
            table, simplex = words[1], "St" in words
        elif words[0].startswith("KKT") or words[0] == "Karush-Kuhn-Tucker":
            table = ""
        elif words == ["End", "of", "output"]:
            # The interior point method only says that there is no optimum.
            no_optimum = status == Status.INFEASIBLE and not simplex
            return SolutionContents(
                status=Status.FAILED if no_optimum else status,
                objective=with_constant(objective, program),
                columns=parts["Column"],
                rows=parts["Row"],
            )
        elif table in parts and not words[0].startswith("---"):
            _printed_line(parts[table], table, words, line_number, program)
    refuse("the file ends before 'End of output'", line_number)


def _objective(words: list[str], at: int) -> float:
    if "=" not in words:
        refuse("an objective must be like 'value = 7.5 (MAXimum)'", at)
    if words[-1] == "=":
        refuse("the objective is missing", at)
    return number(words[words.index("=") + 1], at)


def _printed_line(
    into: Marks, table: str, words: list[str], at: int, program: FloatProgram
) -> None:
    """Read one line: number, name, status, activity, existing bounds, marginal. A long name has a
    line of its own.
    """
    name = next(reversed(into), "")
    if not name or not isnan(into[name].value):
        if not words[0].isdecimal() or len(words) < 2:
            refuse(
                "is not a line of the table: number, name, status, activity, bounds, marginal", at
            )
        name = words[1]
        add_entry(into, name, float("nan"), at)
        words = words[2:]
        if not words:
            return
    basis = "" if _NUMBER.match(words[0]) else words[0]
    if basis and basis not in _BASES:
        refuse(f"{basis!r} is not a basis status", at)
    numbers = words[1:] if basis else words
    if not numbers:
        refuse("the activity is missing", at)
    value = _value(table, name, basis, numbers, at, program)
    into[name] = Mark(value, _BASES.get(basis, Basis.UNKNOWN), at)


def _value(
    table: str, name: str, basis: str, numbers: list[str], at: int, program: FloatProgram
) -> float:
    """Return the activity of a column, the marginal of a row."""
    if table == "Column":
        return number(numbers[0], at)
    if basis == "B":
        return 0.0
    line = _line(program, name)
    bounds = (
        2
        if line is None or line.lower == line.upper
        else sum(abs(bound) < float("inf") for bound in line[1:])
    )
    marginal = numbers[1 + bounds :]
    if marginal == ["<", "eps"] or not marginal and not basis:
        return 0.0
    if len(marginal) != 1:
        refuse("the marginal is missing", at)
    return number(marginal[0], at)


def _line(program: FloatProgram, name: str) -> Line | None:
    place = program.places[1].get(name)
    return None if place is None else program.rows[place]


def read_written(text: str, program: FloatProgram) -> SolutionContents:
    """Return the contents of a `glpsol -w` file. Raises InputError with the invalid line."""
    found = SolutionContents(Status.FAILED)
    rows: Marks = {}
    columns: Marks = {}
    parts = {"i": (program.rows, rows), "j": (program.columns, columns)}
    at = 0
    for at, words in lines(text):
        if words[0] == "c":
            if words[1:2] == ["Problem:"] and len(words) > 2:
                same(words[2], program, at)
        elif words[0] == "s":
            found = _written_head(words, at, program)
        elif words[0] in parts:
            _written_line(*parts[words[0]], words, at)
        elif words == ["e", "o", "f"]:
            objective = with_constant(found.objective, program)
            return found._replace(objective=objective, columns=columns, rows=rows)
        else:
            refuse("a line begins with c, s, i, j or e", at)
    refuse("the file ends before 'e o f'", at)


def _written_head(words: list[str], at: int, program: FloatProgram) -> SolutionContents:
    if words[1:2] == ["mip"]:
        refuse(_IN_WHOLE_NUMBERS, at)
    if len(words) != (7 if words[1:2] == ["bas"] else 6):
        refuse("is not a line 's bas ROWS COLUMNS PRIMAL DUAL OBJECTIVE'", at)
    if words[2:4] != [str(len(program.rows)), str(len(program.columns))]:
        if words[2:4] == [str(len(program.rows) + 1), str(len(program.columns))]:
            refuse(_ONE_MORE, at)
        refuse(
            f"the solution is of another linear program: of {words[2]} rows and {words[3]} "
            f"columns, not {len(program.rows)} and {len(program.columns)}",
            at,
        )
    primal, dual = words[4], words[5] if words[1] == "bas" else words[4]
    if words[1] == "ipt":
        # "n" only says that there is no optimum.
        return SolutionContents(
            Status.OPTIMAL if primal == "o" else Status.FAILED, number(words[-1], at)
        )
    status = {("f", "f"): Status.OPTIMAL, ("f", "n"): Status.UNBOUNDED}.get(
        (primal, dual), Status.INFEASIBLE if primal == "n" else Status.FAILED
    )
    return SolutionContents(status, number(words[-1], at))


def _written_line(names: Lines, into: Marks, words: list[str], at: int) -> None:
    basis, numbers = ("".join(words[2:-2]), words[-2:])
    if len(words) not in (4, 5) or not _COUNT.fullmatch(words[1]) or basis and basis not in _BASES:
        refuse(f"is not a line '{words[0]} NUMBER STATUS VALUE DUAL'", at)
    if not 1 <= int(words[1]) <= len(names):
        refuse(f"{words[1]} is not a number from 1 to {len(names)}", at)
    value, dual = (number(word, at) for word in numbers)
    add_entry(
        into,
        names[int(words[1]) - 1].name,
        dual if words[0] == "i" else value,
        at,
        _BASES.get(basis, Basis.UNKNOWN),
    )
