"""Games solved as a linear program: lowering, solving and reporting."""

from collections.abc import Callable
from functools import partial

from pipeline.chain.records import Lowered, Reported, Solved
from pipeline.chain.solver_choice import answers_of_game, asked_alone
from pipeline.settings import Settings
from schemas.columns import Columns
from schemas.game import Game
from schemas.linear_program import origin
from schemas.parts.problems import VerificationError
from schemas.report import Report
from schemas.solution import Solution
from stages.forms.formulation import Forms
from stages.forms.reductions import left_out
from stages.lower import lower_lazily
from stages.report import report
from stages.solve import SOLVERS


def lower_game(game: Game, settings: Settings) -> Lowered:
    """Return the linear program of a player of a game. Raises LimitError if its equilibrium is to
    be refined and it is too large for that.
    """
    forms = Forms(game)
    if settings.refine and not settings.exact:
        from stages.report.refine.search import refuse_large  # For start-up time: FLINT.

        refuse_large(forms)
    return Lowered(forms, *_lower(forms, settings.player, settings))


def solve_game(lowered: Lowered, settings: Settings) -> Solved:
    """Return the program with its first optimum. Raises one of FAILURES if there is none."""
    answers = answers_of_game(lowered.forms, lowered.text, settings)
    return Solved(lowered, next(answers.found), answers)


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


def _lower(forms: Forms, player: int, settings: Settings) -> tuple[str, Callable[[], Columns]]:
    # The program of a large tree is reduced even at level 0, because nobody reads it.
    level = settings.compiled_level or None
    without = left_out(forms.game, level, settings.without)
    return lower_lazily(forms, player, settings.lp_format, without)


def _reported(forms: Forms, solution: Solution, settings: Settings) -> Report:
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
        if solution.solver not in SOLVERS:
            raise
        # The dual values of an optimum prove the opponent's plan. If those of a solver do not, the
        # plan comes from the opponent's own program.
        return reported([solution, _second_solution(forms, solution, settings)])


def _second_solution(forms: Forms, solution: Solution, settings: Settings) -> Solution:
    first = origin(solution.problem)
    player = 3 - first.player if first else 1
    program, _ = _lower(forms, player, settings)
    return asked_alone(program, solution.solver, settings.request)
