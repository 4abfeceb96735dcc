"""The error for columns that must be whole numbers, with the line that demands it."""

from collections.abc import Sequence

from schemas.parts.problems import InputError, Problem
from stages.program_checker import Unreadable, read_program

NAMED = 3


def refuse_whole_numbers(names: Sequence[str], text: str) -> InputError:
    """Return the error for columns of an `.lp` or `.mps` text that must be whole numbers.

    >>> text = "max\\n o: x + y\\nst\\n c: x + y <= 4\\ngeneral\\n y\\nend\\n"
    >>> print(refuse_whole_numbers(["y"], text))
    6: y must be a whole number: this is no linear program; --relax drops the condition
    """
    try:
        lines = read_program(text).integers
    except Unreadable:  # It has the line, or GLPK accepts more than the certificate checker.
        lines = {}
    ordered = sorted(names, key=lambda name: lines.get(name, 0))
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    what = "must be a whole number" if len(names) == 1 else "must be whole numbers"
    said = f"{', '.join(ordered[:NAMED])}{more} {what}: this is no linear program"
    place = lines.get(ordered[0], 1)
    return InputError([Problem(f"{said}; --relax drops the condition", (), place)])
