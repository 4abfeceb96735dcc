"""Linear programs: games are lowered to them, solved and reported, and programs from any source are
solved and reported.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from ...schemas import solution
from ...schemas.bounds import REGRET
from ...schemas.game import Game
from ...schemas.linear_program import LinearProgram, origin
from ...schemas.parts.problems import (
    InputError,
    NoOptimum,
    Problem,
    StatusError,
    TimeUp,
    VerificationError,
)
from ...schemas.parts.status import Status
from ...schemas.solution import Entry, Solution
from ...stages.forms.formulation import Forms
from ...stages.forms.reductions import excluded_reductions
from ...stages.lower import lower_lazily
from ...stages.report import report
from ...stages.report.measures import Measured
from ...stages.report.optimum import Line, OptimumReport
from ...stages.solve import BUILT_IN
from ...stages.solve.order import Ask, in_time
from ..files.reading import about
from ..files.text import Text, lp_sha256
from ..settings import Settings
from .records import Lowered, Reported, ReportedProgram, Solved, SolvedProgram
from .solver_choice import answers_of_game, answers_of_program, solve_once

if TYPE_CHECKING:
    from ...stages.programs.verdict import Verdict
    from ...stages.solve.program import FloatProgram, Lines, Numbers

UNDEFINED = "its presolver writes UNDEFINED if there is no optimum, and --nopresol says why"
CERTIFY = "run `efgc certify {}` for a proof"
ROUNDING = 1e-9
"""What solvers leave of a difference by rounding alone, as a share."""


def lower_game(game: Game, settings: Settings) -> Lowered:
    """Return the linear program of a player of a game. Raises LimitError if its equilibrium is to
    be refined and it is too large for that.
    """
    forms = Forms(game)
    if settings.refine and not settings.exact:
        from ...stages.report.refine.search import refuse_large  # For start-up time: FLINT.

        refuse_large(forms)
    return _lower(forms, settings.player, settings)


def solve_game(lowered: Lowered, settings: Settings, ask: Ask = in_time) -> Solved:
    """Return the program with its first optimum. Raises one of FAILURES if there is none."""
    with naming_regret():
        answers = answers_of_game(lowered.forms, lowered.program, lowered.text, settings, ask)
        return Solved(lowered, next(answers.found), answers)


@contextmanager
def naming_regret(is_game: bool = True) -> Iterator[None]:
    """Name the method that has a result at any time if the time is over for a game's program."""
    try:
        yield
    except TimeUp as over:
        if is_game:
            over.advice = (
                f"a run of the game with --method {REGRET} has bounds on the value at any time"
            )
        raise


def report_game(solved: Solved, settings: Settings) -> Reported:
    """Return the report on the first solution that proves the value. Raises one of FAILURES if
    there is none.
    """
    lowered = solved.lowered
    solution, found = solved.answers.accepted(
        solved.solution, lambda solution: _reported(lowered.forms, solution, settings)
    )
    accepted = Solved(lowered, solution, solved.answers)
    return Reported(accepted, found, solution is not solved.solution)


def _lower(forms: Forms, player: int, settings: Settings) -> Lowered:
    # The program of a large tree is reduced even at level 0, because nobody reads it.
    level = settings.compiled_level or None
    without = excluded_reductions(forms.game, level, settings.without)
    return Lowered(forms, without, *lower_lazily(forms, player, settings.lp_format, without))


def _reported(forms: Forms, solution: Solution, settings: Settings) -> Measured:
    reported = partial(
        report,
        forms.game,
        exact=settings.exact,
        forms=forms,
        refine=settings.refine,
        off_path=settings.off_path,
    )
    try:
        return reported([solution])
    except VerificationError:
        if not settings.solver and solution.solver not in BUILT_IN:
            raise
        # The dual values of an optimum prove the opponent's plan. If those of a solver do not, the
        # plan comes from the opponent's own program.
        return reported([solution, _second_solution(forms, solution, settings)])


def _second_solution(forms: Forms, solution: Solution, settings: Settings) -> Solution:
    first = origin(solution.problem)
    player = 3 - first.player if first else 1
    program = _lower(forms, player, settings).text
    return solve_once(program, settings.solver or solution.solver, settings.request)


def solve_program(
    program: LinearProgram,
    settings: Settings,
    ask: Ask = in_time,
    read: "FloatProgram | None" = None,
) -> SolvedProgram:
    """Return the program with the solution of the first solver that is not refused, and what is
    proved about it. `read` is its content, if the caller has read it. Raises one of FAILURES if
    there is no solution.
    """
    from ...stages.programs.verdict import verdict  # For start-up time: NumPy and FLINT.

    content = read or _read(program.text)
    answers = answers_of_program(program.text, content.size.nonzeros, settings, ask)

    def judged(found: Solution) -> "Verdict":
        try:
            return verdict(content, found)
        except VerificationError as error:
            raise type(error)(f"{found.solver}: {error}") from None

    try:
        found, proved = answers.accepted(next(answers.found), judged)
    except (StatusError, NoOptimum) as error:
        raise StatusError(f"{error}; {CERTIFY.format(program.file)}") from None
    return SolvedProgram(program, content, found, proved, answers)


def report_program(solved: SolvedProgram) -> ReportedProgram:
    """Return the report on a solution. Raises StatusError if there is no optimum."""
    refuse_no_optimum(solved.solution, solved.program.file)
    return ReportedProgram(solved, _report(solved.read, solved.solution, solved.verdict))


def report_solution(program: Text, text: Text) -> OptimumReport:
    """Return the report on the text of a solution file for a program. Raises InputError for the
    solution of another program, and VerificationError if it is not an optimum.
    """
    # For start-up time, as above.
    from ...stages.programs.verdict import verdict

    read = about(program.name, lambda: _read(program.text))
    found = solution_of(program, read, text.text)
    proved = verdict(read, found)
    refuse_no_optimum(found, program.word("PROGRAM"))
    return _report(read, found, proved)


def _read(text: str) -> "FloatProgram":
    from ...stages.solve.program import read_program  # For start-up time, as above.

    return read_program(text)


def _report(program: "FloatProgram", found: Solution, proved: "Verdict") -> OptimumReport:
    import numpy as np  # For start-up time, as above.

    # As above.
    from ...stages.programs.bounds import down, up
    from ...stages.solve.verify.judge import values

    plan = solved = values(found.columns)
    duals = values(found.rows)
    if proved.plan is not None and not _is_another_optimum(program, solved, proved):
        plan = proved.plan
    if proved.prices is not None and (plan is not solved or np.allclose(duals, proved.prices)):
        duals = proved.prices
    objective = found.objective if plan is solved else proved.exact
    return OptimumReport(
        found,
        down(proved.optimum.lower),
        up(proved.optimum.upper),
        proved.doubt,
        proved.exact,
        _lines(found.columns, program.columns, plan, program.reduced_costs(duals)),
        _lines(found.rows, program.rows, program.activities(plan), duals),
        float(objective or 0),
        float(abs(plan - solved).max(initial=0.0)),
    )


def _is_another_optimum(program: "FloatProgram", plan: "Numbers", proved: "Verdict") -> bool:
    """Return whether a plan is optimal but for rounding, and another one than the exact plan."""
    import numpy as np  # For start-up time, as above.

    # As above.
    from ...stages.solve.verify.judge import plan_fault

    # Within the tolerances of solvers, a plan that is near the exact one is meant to be that one.
    if proved.plan is None or proved.exact is None or np.allclose(plan, proved.plan):
        return False
    objective, optimum = program.objective(plan), float(proved.exact)
    is_optimal = bool(np.isclose(objective, optimum, ROUNDING, ROUNDING))
    return is_optimal and not plan_fault(program, plan, ROUNDING)


def _lines(
    entries: Sequence[Entry], ends: "Lines", values: "Numbers", prices: "Numbers"
) -> tuple[Line, ...]:
    """Return the solution at the columns, or at the rows."""
    lines = zip(entries, ends, values.tolist(), prices.tolist(), strict=True)
    return tuple(
        Line(line.name, value, line.lower, line.upper, price, entry.basis)
        for entry, line, value, price in lines
    )


def solution_of(program: Text, read: "FloatProgram", text: str) -> Solution:
    """Return the solution of a program from its JSON text, in the order of the program. Raises
    InputError for the solution of another program, and VerificationError if it says anything else
    about the program than its file does.
    """
    # For start-up time, as above.
    from ...stages.solve.verify.agreement import faults_of
    from ...stages.solve.verify.judge import in_order_of

    found = solution.read(text)
    if found.lp_sha256 != lp_sha256(program):
        said = f"is of another linear program than {program.name}: lp_sha256 differs"
        raise InputError([Problem(said, ("lp_sha256",))])
    if found.status == Status.OPTIMAL:
        found = in_order_of(read, found)
    for fault in faults_of(read, found):
        raise VerificationError(fault)
    return found


def refuse_no_optimum(found: Solution, file: str) -> None:
    """Raise StatusError if the solution of a program's file is not an optimum."""
    if found.status != Status.OPTIMAL:
        raise StatusError(no_optimum(found, file))


def no_optimum(found: Solution, file: str) -> str:
    """Return the status of a solution that is not an optimum, with advice if it can be proved."""
    advice = "" if found.status == Status.LIMIT else f"; {CERTIFY.format(file)}"
    if found.status == Status.FAILED and found.solver == "glpsol":
        advice = f": {UNDEFINED}{advice}"
    return f"{found.solver} reports {found.status}{advice}"
