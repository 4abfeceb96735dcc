"""Whether a solution file agrees with its linear program, and whether two programs are the same."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from ....schemas.parts.status import Status
from ....schemas.solution import Solution
from ..program import FloatProgram, Lines

Key = TypeVar("Key", bound=str | tuple[str, str])


def faults_of(program: FloatProgram, solution: Solution) -> Iterator[str]:
    """Yield the reasons why a solution does not belong to a program, each independent of those
    before.
    """
    if solution.sense != program.sense:
        yield f"the program is one to {program.sense}, but the solution one to {solution.sense}"
        return
    if solution.size != program.size:
        yield f"it has {_size(solution.size)}, but the program {_size(program.size)}"
    if solution.status != Status.OPTIMAL:
        return
    for word, entries, lines in (
        ("column", solution.columns, program.columns),
        ("row", solution.rows, program.rows),
    ):
        names = tuple(entry.name for entry in entries)
        if names != lines.names:
            other = sorted({*names} ^ {*lines.names})
            reason = f"differ: {other[0]}" if other else "are repeated or in another order"
            yield f"its {word}s {reason}"
            return


def _size(size: tuple[int, int, int]) -> str:
    rows, columns, nonzeros = size
    return f"{rows:,} rows, {columns:,} columns and {nonzeros:,} nonzeros"


def difference(program: FloatProgram, other: FloatProgram) -> str:
    """Return a difference between two programs; empty if they are equal up to order."""
    if program.maximise != other.maximise:
        return "the sense of the objective"
    if program.constant != other.constant:
        return "the constant of the objective"
    for word, mine, others in (
        ("column", program.columns, other.columns),
        ("row", program.rows, other.rows),
    ):
        if line := _first_difference(_ends(mine), _ends(others)):
            return f"the {word} {line}"
    costs = dict(zip(program.columns.names, program.costs.tolist(), strict=True))
    for name, cost in zip(other.columns.names, other.costs.tolist(), strict=True):
        if costs[name] != cost:
            return f"the coefficient of {name} in the objective"
    if entry := _first_difference(_entries(program), _entries(other)):
        row, column = entry
        return f"the coefficient of {column} in the row {row}"
    return ""


def _first_difference(mine: Mapping[Key, object], theirs: Mapping[Key, object]) -> Key | None:
    """Return the first key, in order, with different values; None if there is none."""
    keys = sorted({*mine, *theirs})
    return next((key for key in keys if mine.get(key) != theirs.get(key)), None)


def _ends(lines: Lines) -> dict[str, tuple[float, float]]:
    return {line.name: (line.lower, line.upper) for line in lines}


def _entries(program: FloatProgram) -> dict[tuple[str, str], float]:
    rows, columns, coefficients = (part.tolist() for part in program.entries)
    return {
        (program.rows.names[row], program.columns.names[column]): coefficient
        for row, column, coefficient in zip(rows, columns, coefficients, strict=True)
    }
