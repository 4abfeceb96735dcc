"""The choice of solvers for a game's linear program: the default solver, and others in turn if it
fails.

Any strategy is a feasible plan of that program, and the value of the game is its optimum. So a
solver that ends without an optimum has failed, whatever status it reports. In floating-point
arithmetic this happens with payoffs or probabilities of very different sizes.
"""

import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import TypeVar

from ...schemas.linear_program import recognise
from ...schemas.parts.problems import (
    EfgcError,
    MissingSolver,
    NoOptimum,
    SolverError,
)
from ...schemas.parts.release import PROGRAM
from ...schemas.solution import Solution
from ...stages.forms.formulation import Forms
from ...stages.forms.program import Program
from ...stages.solve import (
    DEFAULT,
    EXACT,
    Request,
    in_order,
    seconds_since,
)
from ...stages.solve.order import FAILURES, Ask, Tries, in_time, in_turn, no_tries, tries
from ..settings import Settings

OTHERS = "try another with --solver; efgc run tries others by itself"
Accepted = TypeVar("Accepted")


@dataclass(frozen=True)
class Answers:
    """The solutions that solvers find for one linear program, in the order in which they run."""

    found: Generator[Solution, None, None]
    """Runs the next solver. At the end it raises the failures, with the type of the first one.
    Closing it ends all solvers that are still running.
    """
    refused: list[EfgcError] = field(default_factory=list)
    """Why the earlier solvers were refused."""
    alone: bool = False
    """Whether the program is that of a game and only the solver named by the user ran."""

    def accepted(
        self, first: Solution, accept: Callable[[Solution], Accepted]
    ) -> tuple[Solution, Accepted]:
        """Return the first accepted solution, with the result of `accept`.

        If `accept` raises one of FAILURES, but for NoOptimum, the next solver runs.
        """
        with closing(self.found):
            for solution in chain((first,), self.found):
                try:
                    return solution, accept(solution)
                except NoOptimum:  # No solver can find one.
                    raise
                except FAILURES as error:
                    self.refused.append(error)
        raise advised(self.refused[-1]) if self.alone else self.refused[-1]


def answers_of_game(
    forms: Forms, program: Program, text: str, settings: Settings, ask: Ask = in_time
) -> Answers:
    """Return the answers for a program of a game, and its text as `lower` wrote it.

    A solver that is named, or for which the request has native options, runs alone. Otherwise all
    solvers run in turn, with exact arithmetic last, limited as in `stages.report.exact.prove`.
    """
    solver, request, limited = settings.solver, settings.request, not settings.exact
    if solver or request.options:
        return Answers(_single_solver(text, solver or DEFAULT, request, ask), alone=True)
    refusal = beyond(text)
    refused: list[EfgcError] = [refusal] if refusal else []
    asked = _and_exactly(
        no_tries() if refusal else tries(text, program.size.nonzeros, request, ask),
        forms,
        text,
        limited,
    )
    # If the whole command has a time limit, a solver that stops before the limit has failed.
    ends = request.time_limit > 0 and request.until == float("inf")
    return Answers(in_turn(asked, refused, ends), refused)


def answers_of_program(text: str, nonzeros: int, settings: Settings, ask: Ask) -> Answers:
    """Return the answers for a linear program: from the named solver, or from all in turn."""
    solver, request = settings.solver, settings.request
    if solver or request.options:
        return Answers(ask(text, solver or DEFAULT, request) for _ in range(1))
    refused: list[EfgcError] = []
    asked = tries(text, nonzeros, request, ask)
    return Answers(in_turn(asked, refused, request.time_limit > 0), refused)


def _and_exactly(attempts: Tries, forms: Forms, text: str, limited: bool) -> Tries:
    yield from attempts
    yield EXACT, partial(_exactly, forms, text, limited)


def _single_solver(
    text: str, solver: str, request: Request, ask: Ask
) -> Generator[Solution, None, None]:
    """Yield one solver's solution of a game's program. Its failures come with advice."""
    try:
        found = solve_once(text, solver, request, ask)
    except FAILURES as error:
        raise advised(error) from None
    yield found


def solve_once(text: str, solver: str, request: Request, ask: Ask = in_time) -> Solution:
    """Return one solver's solution of the text of a linear program.

    Raises as `stages.solve.solve`, the error of `beyond`, and TimeUp if the remaining time was too
    short.
    """
    if refusal := beyond(text):
        raise refusal
    return ask(text, solver, request)


def _exactly(forms: Forms, text: str, limited: bool) -> Solution:
    """Return the exact rational solution of the linear program that `lower` wrote for a game. If
    `limited`, raise SolverError if the work exceeds the limits of `stages.report.exact`.
    """
    from ...stages.report.exact.answer import solve_exactly  # FLINT, needed only here.

    before = time.perf_counter()
    found = solve_exactly(forms, text, limited, PROGRAM)
    if isinstance(found, str):
        raise SolverError(f"{EXACT}: {found}")
    return in_order(replace(found, seconds=seconds_since(before)), text)


def beyond(text: str) -> SolverError | None:
    """Return the error for a linear program that no floating-point solver can handle; None if one
    can.
    """
    from ...stages.solve.program.unsuitable import (  # For start-up time: NumPy.
        RANGE,
        out_of_range,
    )

    wrong = out_of_range(text, recognise(text))
    return (
        SolverError(
            f"the linear program has numbers, {len(wrong):,} of them, that are not {RANGE} in "
            "size: no solver in floating point is asked about it"
        )
        if wrong
        else None
    )


def advised(error: EfgcError) -> EfgcError:
    """Return the failure of a solver that was named by the user, with advice."""
    if isinstance(error, MissingSolver):
        return error
    return type(error)(
        f"{error}; the linear program of a game always has an optimum: without --solver and "
        "--option, other solvers are tried in turn, and exact arithmetic at last"
    )
