"""Grades of linear programs that programs of 2018 export: only the optimum is compared, with the
game value to the agent or to the attacker. By rules whose documents ask for the tree, one that is
right is left to a person.
"""

from .....schemas.grades import Verdict
from .....schemas.linear_program import LinearProgram, recognise
from .....schemas.parts.problems import EfgcError, InputError, Problem, StatusError
from ....chain.programs import refuse_no_optimum, solve_program
from ....settings import Settings
from ..records import Grade
from .reports import TOLERANCE

WITH_PROGRAMS = ("island-2013", "island-2018")
"""Rules for which a linear program is a full answer."""
VALUE_ONLY = "its optimum is the value of the map's game; nothing else of it was compared"


def exported_program_grade(name: str, text: str, rules: str, value: float | None) -> Grade:
    """Return the grade of a linear program, in any format and solved by any solver, for a map with
    a value by some rules. Raise InputError if it cannot be read.
    """
    recognise(text)
    try:
        program = LinearProgram(text)
        solution = solve_program(program, Settings()).solution
        refuse_no_optimum(solution, program.file)
    except StatusError as error:
        return Grade(name, Verdict.DIFFERENT, problems=(Problem(f"has no optimum: {error}"),))
    except InputError:
        raise
    except EfgcError as error:  # For example an answer that cannot be verified.
        return Grade(name, Verdict.NOT_SOLVED, problems=(Problem(str(error)),))
    found = solution.objective
    assert found is not None and value is not None
    if min(abs(found - value), abs(found + value)) <= TOLERANCE:
        if rules in WITH_PROGRAMS:
            return Grade(name, Verdict.RIGHT, proof=VALUE_ONLY)
        asked = f"{VALUE_ONLY}, and {rules} asks for the tree"
        return Grade(name, Verdict.NOT_COMPARABLE, proof=asked)
    said = f"the optimum is {found:.12g}, and not the value of the map's game or its negative"
    return Grade(name, Verdict.DIFFERENT, problems=(Problem(said),))
