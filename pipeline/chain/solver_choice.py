"""Who is asked for the optimum of a game's linear program: the default solver, and where that fails
others, in turn.

Any strategy is a feasible plan of that program, and the value of the game is its optimum. So a
solver that ends without one has failed, whatever it calls its end: with payoffs or probabilities of
very different sizes floating-point arithmetic does.
"""

import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import TypeVar

from pipeline.chain.solver_order import FAILURES, Ask, Tries, in_time, in_turn, nobody, tries
from pipeline.settings import Settings
from schemas.linear_program import recognise
from schemas.parts.problems import (
    EfgcError,
    MissingSolver,
    SolverError,
)
from schemas.parts.release import PROGRAM
from schemas.solution import Solution
from stages.forms.formulation import Forms
from stages.solve import (
    DEFAULT,
    EXACT,
    Request,
    in_order,
    seconds_since,
)

OTHERS = "ask another with --solver; efgc run asks others by itself"
Accepted = TypeVar("Accepted")


@dataclass(frozen=True)
class Answers:
    """What solvers say about one linear program, in the order in which they are asked."""

    found: Generator[Solution, None, None]
    """Asks the next one, and raises at last what went wrong, as the first failure did. Closing it
    ends whoever is still at work.
    """
    refused: list[EfgcError] = field(default_factory=list)
    """Why the ones before were not taken."""
    alone: bool = False
    """Whether one was asked that a person named, about the program of a game."""

    def accepted(
        self, first: Solution, accept: Callable[[Solution], Accepted]
    ) -> tuple[Solution, Accepted]:
        """Return the first solution that is accepted, with what that makes of it.

        Where `accept` raises one of FAILURES, the next solver is asked.
        """
        with closing(self.found):
            for solution in chain((first,), self.found):
                try:
                    return solution, accept(solution)
                except FAILURES as error:
                    self.refused.append(error)
        raise advised(self.refused[-1]) if self.alone else self.refused[-1]


def answers_of_game(forms: Forms, text: str, settings: Settings) -> Answers:
    """Return who answers about the program that `lower` wrote of a game.

    A solver that is named, or that the request speaks to in its own words, is asked alone. Else
    all are asked in turn, exact arithmetic at last, which is limited as in
    `stages.report.exact.prove`.
    """
    solver, request, limited = settings.solver, settings.request, not settings.exact
    if solver or request.options:
        return Answers(_alone(text, solver or DEFAULT, request), alone=True)
    refusal = beyond(text)
    refused: list[EfgcError] = [refusal] if refusal else []
    asked = _and_exactly(
        nobody() if refusal else tries(text, request, in_time, settings.race), forms, text, limited
    )
    # Where the whole command has an end, a solver that gives up before it has failed.
    ends = request.time_limit > 0 and request.until == float("inf")
    return Answers(in_turn(asked, refused, ends), refused)


def answers_of_program(text: str, settings: Settings, ask: Ask) -> Answers:
    """Return who answers about a linear program: the solver that is named, or all in turn."""
    solver, request = settings.solver, settings.request
    if solver or request.options:
        return Answers(ask(text, solver or DEFAULT, request) for _ in range(1))
    refused: list[EfgcError] = []
    asked = tries(text, request, ask, settings.race)
    return Answers(in_turn(asked, refused, request.time_limit > 0), refused)


def _and_exactly(asked: Tries, forms: Forms, text: str, limited: bool) -> Tries:
    yield from asked
    yield EXACT, partial(_exactly, forms, text, limited)


def _alone(text: str, solver: str, request: Request) -> Generator[Solution, None, None]:
    """Yield one solver's answer about a game's program. What goes wrong says what to try."""
    try:
        found = asked_alone(text, solver, request)
    except FAILURES as error:
        raise advised(error) from None
    yield found


def asked_alone(text: str, solver: str, request: Request) -> Solution:
    """Return the answer of one solver about the text of a linear program.

    Raises as `stages.solve.solve`, as `beyond` says, and TimeUp where the time that was left was
    not enough.
    """
    if refusal := beyond(text):
        raise refusal
    return in_time(text, solver, request)


def _exactly(forms: Forms, text: str, limited: bool) -> Solution:
    """Return the solution in rationals of the program that `lower` wrote of a game.

    Raises SolverError where that takes too much, if it is limited.
    """
    from stages.report.exact.answer import solve_exactly  # FLINT, which only this needs.

    before = time.perf_counter()
    found = solve_exactly(forms, text, limited, PROGRAM)
    if isinstance(found, str):
        raise SolverError(f"{EXACT}: {found}")
    return in_order(replace(found, seconds=seconds_since(before)), text)


def beyond(text: str) -> SolverError | None:
    """Return why no solver in floating point is to be asked about the text of a linear program, if
    that is so.
    """
    from stages.solve.program.magnitude import RANGE, out_of_range  # For start-up time: NumPy.

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
    """Return the failure of a solver that was asked by name, with what to try."""
    if isinstance(error, MissingSolver):
        return error
    return type(error)(
        f"{error}; the linear program of a game is never infeasible or unbounded: "
        "without --solver and --option others are asked in turn, and exact arithmetic at last"
    )
