"""What differs between a linear program that a program of 2018 has exported and the game of its
map: the optimum, which is the value of the game to the agent or to the attacker.
"""

from collections.abc import Iterator

from pipeline.chain.programs import refuse_no_optimum, solve_program
from pipeline.course.points.table import Score
from pipeline.course.points.truth import TOLERANCE, Truth
from pipeline.files.reading import read_text
from pipeline.settings import Settings
from schemas.linear_program import LinearProgram, recognise
from schemas.parts.problems import EfgcError, InputError, StatusError

SUFFIXES = (".lp", ".mps")


def exported(true: Truth, file: str) -> Iterator[Score]:
    """Yield what is said of the linear program in a file, which any solver is asked for. Whatever
    is wrong with it is a row: others are graded after it.
    """
    try:
        text = read_text(file).text
        recognise(text)
        solution = solve_program(LinearProgram(text), Settings()).solution
        refuse_no_optimum(solution)
    except InputError as error:
        [first, *_] = error.problems
        yield _row(file, "unreadable", first.message, first.line)
        return
    except StatusError as error:
        yield _row(file, "differs", f"has no optimum: {error}")
        return
    except EfgcError as error:  # Such as an answer that nothing proves.
        yield _row(file, "not solved", str(error))
        return
    found = solution.objective
    assert found is not None
    if min(abs(found - value) for value in (true.value, -true.value)) <= TOLERANCE:
        yield _row(file, "right")
    else:
        said = f"the optimum is {found:.12g}, not {true.value:.12g} or {-true.value:.12g}"
        yield _row(file, "differs", said)


def _row(file: str, verdict: str, reason: str = "", line: int | None = None) -> Score:
    facts = ("verdict", verdict), ("line", str(line or ""))
    return Score(file, "program", None, None, facts, reason)
