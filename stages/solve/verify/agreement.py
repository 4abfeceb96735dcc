"""Whether a solution file agrees with its linear program."""

from collections.abc import Iterator

from ....schemas.linear_program import name
from ....schemas.parts.status import Status
from ....schemas.solution import Solution
from ..program import FloatProgram


def faults_of(program: FloatProgram, solution: Solution) -> Iterator[str]:
    """Yield the reasons why a solution does not belong to a program, each independent of those
    before.
    """
    if solution.sense != program.sense:
        yield f"the program is one to {program.sense}, but the solution one to {solution.sense}"
        return
    if solution.problem != (own := name(program.text)):
        yield f"the program is named {own!r}, but in the solution {solution.problem!r}"
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
