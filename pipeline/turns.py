"""In which order solvers are asked about a linear program: in turn, and about a very large one at
the same time.
"""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from schemas.parts.problems import (
    EfgcError,
    InputError,
    SolverError,
    StatusError,
    TimeUp,
    VerificationError,
)
from schemas.parts.status import Status
from schemas.solution import Solution
from stages.solve import DEFAULT, Request, can_race, race, solve

if TYPE_CHECKING:
    from stages.isolated.racing import Done

IN_TURN = (DEFAULT, "highs")
LARGE = 150_000
"""Characters of a program from which on HiGHS is asked first. On the 1,562 rows of Leduc poker it
takes .1 s less than GLPK, with loading it; on some 10^5 nonzeros it is several times quicker.
Below, both take the same.
"""
RACED = 4_000_000
"""Characters of a program from which on RACERS race, where there are cores for them: nobody knows
beforehand who is done first.
"""
INTERIOR = 7_000_000
"""Characters from which on interior point leads, and the simplex method before. On liar's dice with
24,572 rows simplex takes a fourth of the time, on Goofspiel with hidden moves and on a maze with
54,000 rows a third and a sixth is enough for interior point, on a matrix of 1000 x 1000 a third:
that one's number of steps hardly grows with the program, and the other's does with its rows.
"""
RACERS = {"highs": 1_000_000, "highs-ipm": 400_000}
"""Characters per second that a racer takes at least on what suits it: so long it is alone where it
leads. Done by then, it has cost nobody else's time; if not, the other one's answer comes so much
later.
"""
SOON = 0.1  # Seconds by which a solver may end before its time is over.
FAILURES = (SolverError, StatusError, VerificationError)

Ask = Callable[[str, str, Request], Solution]  # Takes a program, a solver and how to ask it.
Try = tuple[str, Callable[[], Solution]]  # The solver, and how it is asked.
Tries = Generator[Try, None, None]


def tries(text: str, request: Request, ask: Ask) -> Tries:
    """Yield how the solvers of IN_TURN are asked about the text of a linear program, the last one
    first if that is large; if it is very large, RACERS before them, as they come in, the first
    with a lead, or that one alone where they cannot race.
    """
    order: Sequence[str] = IN_TURN[::-1] if len(text) > LARGE else IN_TURN
    if len(text) > RACED:
        racers = tuple(RACERS) if len(text) < INTERIOR else tuple(RACERS)[::-1]
        if can_race():
            for done in race(text, racers, len(text) / RACERS[racers[0]], request):
                yield done.who, partial(_raced, done, request)
            order = [name for name in order if name not in RACERS]
        else:
            order = tuple(dict.fromkeys((racers[0], *order)))
    for name in order:
        yield name, partial(ask, text, name, request)


def _raced(done: "Done", request: Request) -> Solution:
    """Return what one of the RACERS answers, and whom it raced."""
    found = _refuse_late(done.result(), request)
    raced = (("raced", ", ".join(done.others)),) if done.others else ()
    return replace(found, options=(*found.options, *raced))


def nobody() -> Tries:
    """Ask nobody."""
    yield from ()


def in_time(text: str, solver: str, request: Request) -> Solution:
    """Return what a solver answers in the time left. Raises TimeUp where that is not enough."""
    return _refuse_late(solve(text, solver, request), request)


def _refuse_late(found: Solution, request: Request) -> Solution:
    """Raise TimeUp where a solver had no time left to come to an end."""
    if found.status == Status.LIMIT and time.monotonic() > request.until - SOON:
        raise TimeUp(request.time_limit)
    return found


def in_turn(
    asked: Tries, refused: list[EfgcError], limited: bool
) -> Generator[Solution, None, None]:
    """Yield the optimum of each solver that comes to one; at the end raise what went wrong, as the
    first failure did.

    `refused` gets a failure per solver, and whoever looks at a solution adds to it why that is
    refused. Where a time limit was set (`limited`) it ends all: then a solution may have the status
    limit.
    """
    with closing(asked):
        for name, ask in asked:
            try:
                found = ask()
            except (*FAILURES, InputError) as error:
                # The program is wrong; GLPK has read what others refuse later.
                if isinstance(error, InputError) and not refused:
                    raise
                refused.append(
                    error if isinstance(error, FAILURES) else SolverError(f"{name}: {error}")
                )
                continue
            if found.status == Status.LIMIT and limited:
                yield found
                return
            if found.status == Status.OPTIMAL:
                yield replace(found, options=(*found.options, *_refusals(refused)))
            else:
                refused.append(StatusError(f"{name} says {found.status}"))
    raise type(refused[0])("; ".join(map(str, refused)))


def _refusals(refused: Sequence[EfgcError]) -> tuple[tuple[str, str], ...]:
    return (("refused", "; ".join(map(str, refused))),) if refused else ()
