"""Linear programs as sources: solved, and reported on, whatever wrote them."""

from pipeline.records import ReportedProgram, SolvedProgram
from pipeline.settings import Settings
from pipeline.solving import answers_of_program
from pipeline.turns import in_time
from schemas.linear_program import LinearProgram
from schemas.parts.problems import StatusError
from schemas.parts.status import Status
from schemas.solution import Solution
from stages.report.optimum import OptimumReport


def solve_program(program: LinearProgram, settings: Settings) -> SolvedProgram:
    """Return the program with the optimum of the first solver that comes to one."""
    answers = answers_of_program(program.text, settings, in_time)
    return SolvedProgram(program, next(answers.found), answers)


def report_program(solved: SolvedProgram) -> ReportedProgram:
    """Return the bounds that the solution proves. Raises StatusError where there is no optimum."""
    # For start-up time: NumPy and GLPK.
    from stages.solve.program import read_program
    from stages.solve.verify.bounds import bounds, down, up

    refuse_no_optimum(solved.solution)
    program = read_program(solved.program.text, solved.program.format)
    proved = bounds(program, solved.solution.columns, solved.solution.rows)
    return ReportedProgram(
        solved, OptimumReport(solved.solution, down(proved.lower), up(proved.upper))
    )


def refuse_no_optimum(solution: Solution) -> None:
    """Raise StatusError where a solution is no optimum."""
    if solution.status != Status.OPTIMAL:
        raise StatusError(f"{solution.status}, says {solution.solver}")
