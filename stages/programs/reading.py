"""Read the program of an `.lp` or `.mps` text, with decimals as rationals.

The certificate checker's parser is used. GLPK, which solves the program, must have read the same
numbers.
"""

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction

from schemas.linear_program import recognise
from schemas.parts.problems import InputError, Problem
from stages import program_checker
from stages.program_checker import Ends, Program, Unreadable
from stages.solve.program import Line, read_program
from stages.solve.program.unsuitable import refuse_whole_numbers


def read_exactly(text: str) -> Program:
    """Return the program of a text. Raise InputError with the faulty line, or if GLPK reads
    something else.

    >>> read_exactly("max\\n o: 0.1 x\\ns.t.\\n c: x <= 4\\nend\\n").costs
    {'x': Fraction(1, 10)}
    """
    found = read_loosely(text)
    if found.integers:
        raise refuse_whole_numbers([*found.integers], text)
    if differs := next(_differences(found, text), ""):
        said = f"GLPK and the checker of certificates read {differs} differently here"
        raise InputError([Problem(f"{said}; write it in a simpler way", (), 1)])
    return found


def read_loosely(text: str) -> Program:
    """Return the program of a text, including columns that must be whole numbers, without comparing
    it with GLPK's reading. Raise InputError with the faulty line.
    """
    recognise(text)
    try:
        return program_checker.read_program(text)
    except Unreadable as error:
        raise InputError([Problem(error.reason, (), error.line)]) from None


def _differences(program: Program, text: str) -> Iterator[str]:
    """Yield the differences to GLPK's reading, to the precision of its numbers."""
    other = read_program(text, recognise(text))
    if (program.maximise, float(program.constant)) != (other.maximise, other.constant):
        yield "the objective"
    costs = dict(zip(other.columns.names, other.costs.tolist(), strict=True))
    if _floats(program.costs.items()) != {name: cost for name, cost in costs.items() if cost}:
        yield "the objective"
    columns = [Line(name, *_numbers(ends)) for name, ends in program.columns.items()]
    yield from _different("column", sorted(columns), sorted(other.columns))
    rows = [Line(name, *_numbers(row.ends)) for name, row in program.rows.items()]
    yield from _different("row", rows, [*other.rows])
    entries: dict[str, dict[str, float]] = {name: {} for name in program.rows}
    for row, column, number in zip(*(part.tolist() for part in other.entries), strict=True):
        if number:
            entries[other.rows.names[row]][other.columns.names[column]] = number
    for name, line in program.rows.items():
        if _floats(line.coefficients.items()) != entries[name]:
            yield f"row {name}"


def _different(kind: str, ours: list[Line], others: list[Line]) -> Iterator[str]:
    if len(ours) != len(others):
        yield f"the {kind}s"
    for line, other in zip(ours, others, strict=False):
        # GLPK computes the other end of a range in floating point.
        size = max((abs(end) for end in line[1:] if math.isfinite(end)), default=0.0)
        if line.name != other.name or not all(
            math.isclose(ours, theirs, rel_tol=0.0, abs_tol=1e-15 * size)
            for ours, theirs in zip(line[1:], other[1:], strict=True)
        ):
            yield f"{kind} {line.name}"


def _floats(numbers: Iterable[tuple[str, Fraction]]) -> dict[str, float]:
    return {name: float(number) for name, number in numbers if number}


def _numbers(ends: Ends) -> tuple[float, float]:
    lower, upper = ends
    return -math.inf if lower is None else float(lower), math.inf if upper is None else float(upper)
