"""Whether a solution file agrees with its linear program, and whether two programs are the same."""

from collections.abc import Iterator

from ....schemas.parts.status import Status
from ....schemas.solution import Solution
from ..program import FloatProgram, Lines


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
        if found := _differing_line(mine, others):
            return f"the {word} {found}"
    costs = dict(zip(program.columns.names, program.costs.tolist(), strict=True))
    for name, cost in zip(other.columns.names, other.costs.tolist(), strict=True):
        if costs[name] != cost:
            return f"the coefficient of {name} in the objective"
    return _differing_entry(program, other)


def _differing_line(lines: Lines, others: Lines) -> str:
    mine, theirs = (
        {line.name: (line.lower, line.upper) for line in found} for found in (lines, others)
    )
    return next(
        (name for name in sorted({*mine, *theirs}) if mine.get(name) != theirs.get(name)), ""
    )


def _differing_entry(program: FloatProgram, other: FloatProgram) -> str:
    mine, theirs = (_entries(found) for found in (program, other))
    return next(
        (
            f"the coefficient of {column} in the row {row}"
            for row, column in sorted({*mine, *theirs})
            if mine.get((row, column)) != theirs.get((row, column))
        ),
        "",
    )


def _entries(program: FloatProgram) -> dict[tuple[str, str], float]:
    rows, columns, coefficients = (part.tolist() for part in program.entries)
    return {
        (program.rows.names[row], program.columns.names[column]): coefficient
        for row, column, coefficient in zip(rows, columns, coefficients, strict=True)
    }
