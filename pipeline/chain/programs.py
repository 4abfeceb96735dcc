"""Linear programs as sources, from any program: solving and reporting."""

from typing import TYPE_CHECKING

from pipeline.chain.records import ReportedProgram, SolvedProgram
from pipeline.chain.solver_choice import answers_of_program
from pipeline.chain.solver_order import in_time
from pipeline.files.text import Text, lp_sha256
from pipeline.settings import Settings
from schemas import solution
from schemas.linear_program import LinearProgram, recognise
from schemas.parts.problems import InputError, Problem, StatusError
from schemas.parts.status import Status
from schemas.solution import Solution
from stages.report.optimum import Line, OptimumReport

if TYPE_CHECKING:  # Loads NumPy and GLPK.
    from stages.solve.program import Program


def solve_program(program: LinearProgram, settings: Settings) -> SolvedProgram:
    """Return the program with the optimum of the first solver that finds one."""
    answers = answers_of_program(program.text, settings, in_time)
    return SolvedProgram(program, next(answers.found), answers)


def report_program(solved: SolvedProgram) -> ReportedProgram:
    """Return the bounds that the solution proves. Raises StatusError if there is no optimum."""
    from stages.solve.program import read_program  # For start-up time: NumPy and GLPK.

    refuse_no_optimum(solved.solution)
    program = read_program(solved.program.text, solved.program.format)
    return ReportedProgram(solved, _report(program, solved.solution))


def report_solution(program: Text, text: Text) -> OptimumReport:
    """Return the bounds that the text of a solution file proves for a program. Raises InputError
    for the solution of another program, and VerificationError if it is not an optimum.
    """
    # For start-up time, as above.
    from stages.solve.program import read_program
    from stages.solve.verify.judge import refuse_wrong

    found = solution_of(program, text.text)
    refuse_no_optimum(found)
    read = read_program(program.text, recognise(program.text))
    return _report(read, refuse_wrong(read, found))


def _report(program: "Program", found: Solution) -> OptimumReport:
    from stages.solve.verify.bounds import bounds, down, up  # For start-up time, as above.

    proved = bounds(program, found.columns, found.rows)
    return OptimumReport(found, down(proved.lower), up(proved.upper), *_lines(program, found))


def _lines(program: "Program", found: Solution) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the values of the columns and of the rows."""
    import numpy as np  # For start-up time, as above.

    values, duals = (
        np.array([entry.value for entry in entries]) for entries in (found.columns, found.rows)
    )
    columns = zip(program.columns, program.reduced_costs(duals).tolist(), strict=True)
    rows = zip(program.rows, program.activities(values).tolist(), strict=True)
    return (
        tuple(
            Line(line.name, entry.value, line.lower, line.upper, cost, entry.basis)
            for entry, (line, cost) in zip(found.columns, columns, strict=True)
        ),
        tuple(
            Line(line.name, activity, line.lower, line.upper, entry.value, entry.basis)
            for entry, (line, activity) in zip(found.rows, rows, strict=True)
        ),
    )


def solution_of(program: Text, text: str) -> Solution:
    """Return the solution of a program from its JSON text. Raises InputError for the solution of
    another program.
    """
    found = solution.read(text)
    if found.lp_sha256 != lp_sha256(program):
        said = f"is the solution of another linear program than {program.name}: lp_sha256 differs"
        raise InputError([Problem(said, ("lp_sha256",))])
    return found


def refuse_no_optimum(found: Solution) -> None:
    """Raise StatusError if a solution is not an optimum."""
    if found.status != Status.OPTIMAL:
        raise StatusError(f"{found.status}, says {found.solver}")
