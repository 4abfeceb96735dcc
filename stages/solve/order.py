"""The order in which solvers run on a linear program, in turn."""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial

from ...schemas.parts.problems import (
    EfgcError,
    InputError,
    SolverError,
    StatusError,
    TimeUp,
    VerificationError,
)
from ...schemas.parts.status import Status
from ...schemas.solution import Solution
from . import DEFAULT, Request, solve

LARGE = 7_000
"""Nonzeros of a program from which on HiGHS runs first. On the 8,042 of Leduc poker it takes .1 s
less than GLPK, including its loading time; on some 10^5 it is several times faster. Below, both
take the same time.
"""
INTERIOR = 400_000
"""Nonzeros from which on the interior-point method runs first; below, the simplex method does. On
liar's dice with 196,532 simplex takes a fourth of the time. On a maze with 507,077, on Goofspiel
with hidden moves and 602,168, and on a matrix of 1000 x 1000, interior point takes a sixth to a
third of the time: its number of steps hardly grows with the program.
"""
ORDERS = (
    (INTERIOR, ("highs-ipm", "highs", DEFAULT)),
    (LARGE, ("highs", DEFAULT)),
    (0, (DEFAULT, "highs")),
)
"""Pairs of a least number of nonzeros and the solvers in the order in which they run. Neither the
speed nor the load of a machine matters: the same program is solved in the same way everywhere.
"""
SOON = 0.1  # Seconds by which a solver may end before its time is over.
FAILURES = (SolverError, StatusError, VerificationError)

Ask = Callable[[str, str, Request], Solution]  # Takes a program, a solver's name and the request.
Try = tuple[str, Callable[[], Solution]]  # The solver's name, and the call that runs it.
Tries = Generator[Try, None, None]


def order(nonzeros: int) -> tuple[str, ...]:
    """Return the solvers for a linear program in the order in which they run."""
    return next(solvers for least, solvers in ORDERS if nonzeros >= least)


def tries(text: str, nonzeros: int, request: Request, ask: Ask) -> Tries:
    """Yield the calls that run the solvers of a linear program in turn."""
    for name in order(nonzeros):
        yield name, partial(ask, text, name, request)


def no_tries() -> Tries:
    """Yield no solver."""
    yield from ()


def in_time(text: str, solver: str, request: Request) -> Solution:
    """Return a solver's solution within the remaining time. Raises TimeUp if that is too short."""
    found = solve(text, solver, request)
    if found.status == Status.LIMIT and time.monotonic() > request.until - SOON:
        raise TimeUp(request.time_limit)
    return found


def in_turn(
    attempts: Tries, refused: list[EfgcError], limited: bool
) -> Generator[Solution, None, None]:
    """Yield the optimum of each solver that finds one. After the last solver, raise one error that
    lists all failures and has the type of the first one.

    `refused` collects the failures, one per solver; a caller that rejects a solution appends its
    reason there. With a time limit (`limited`), no further solver runs after one that reaches the
    limit; its solution may have the status `limit`.
    """
    with closing(attempts):
        for name, ask in attempts:
            try:
                solution = ask()
            except (*FAILURES, InputError) as error:
                # The program is wrong. A later InputError is only a failure of that solver: GLPK
                # has read the program.
                if isinstance(error, InputError) and not refused:
                    raise
                refused.append(
                    error if isinstance(error, FAILURES) else SolverError(f"{name}: {error}")
                )
                continue
            if solution.status == Status.LIMIT and limited:
                yield solution
                return
            if solution.status == Status.OPTIMAL:
                yield replace(solution, options=(*solution.options, *_refusals(refused)))
            else:
                refused.append(StatusError(f"{name} reports {solution.status}"))
    raise type(refused[0])("; ".join(map(str, refused)))


def _refusals(refused: Sequence[EfgcError]) -> tuple[tuple[str, str], ...]:
    return (("refused", "; ".join(map(str, refused))),) if refused else ()
