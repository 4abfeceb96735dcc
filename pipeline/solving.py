"""Who is asked for the optimum of a game's linear program: the default solver, and where that fails
others, in turn.

Any strategy is a feasible plan of that program, and the value of the game is its optimum. So a
solver that ends without one has failed, whatever it calls its end: with payoffs or probabilities of
very different sizes floating-point arithmetic does.
"""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from schemas.game import Game
from schemas.linear_program import recognise
from schemas.parts.problems import (
    EfgcError,
    InputError,
    MissingSolver,
    SolverError,
    StatusError,
    TimeUp,
    VerificationError,
)
from schemas.solution import Solution
from stages.solve import DEFAULT, EXACT, Request, efgc_version, in_order, seconds_since, solve

IN_TURN = (DEFAULT, "highs")
LARGE = 3_000_000
"""Characters of a program from which on HiGHS is asked first: on some 10^5 nonzeros it is several
times quicker than GLPK.
"""
OTHERS = "ask another with --solver; efgc run asks others by itself"
SOON = 0.1  # Seconds by which a solver may end before its time is over.
FAILURES = (SolverError, StatusError, VerificationError)

Try = tuple[str, Callable[[], Solution]]  # The solver, and how it is asked.


def asked_alone(text: str, solver: str, request: Request) -> Solution:
    """Return the answer of one solver about the text of a linear program.

    Raises as `stages.solve.solve`, as `beyond` says, and TimeUp where the time that was left was
    not enough.
    """
    if refusal := beyond(text):
        raise refusal
    return _in_time(text, solver, request)


def tries_of_game(
    game: Game,
    text: str,
    without: Collection[str],
    limited: bool,
    request: Request,
    refused: list[EfgcError],
) -> list[Try]:
    """Return how all are asked about the program that `lower` wrote of a game without some
    reductions: exact arithmetic at last.

    That is limited as in `stages.report.exact.prove`. `refused` gets why nobody else is asked, if
    that is so.
    """
    refusal = beyond(text)
    if refusal:
        refused.append(refusal)
    asked = [] if refusal else tries(text, request, _in_time)
    return [*asked, (EXACT, lambda: _exactly(game, text, without, limited))]


def tries(
    text: str, request: Request, ask: Callable[[str, str, Request], Solution] = solve
) -> list[Try]:
    """Return how the solvers of IN_TURN are asked about the text of a linear program, the last one
    first if that is large.
    """
    order = IN_TURN[::-1] if len(text) > LARGE else IN_TURN
    return [(name, lambda name=name: ask(text, name, request)) for name in order]  # type: ignore[misc]


def _in_time(text: str, solver: str, request: Request) -> Solution:
    """Return what a solver answers in the time that is left. Raises TimeUp where that is not
    enough.
    """
    found = solve(text, solver, request)
    if found.status == "limit" and time.monotonic() > request.until - SOON:
        raise TimeUp(request.time_limit)
    return found


def _exactly(game: Game, text: str, without: Collection[str], limited: bool) -> Solution:
    """Return the solution in rationals of the program that `lower` wrote of a game, without some
    reductions.

    Raises SolverError where that takes too much, if it is limited.
    """
    from stages.report.exact.answer import solve_exactly  # FLINT, which only this needs.

    before = time.perf_counter()
    found = solve_exactly(game, text, without, limited, efgc_version())
    if isinstance(found, str):
        raise SolverError(f"{EXACT}: {found}")
    return in_order(replace(found, seconds=seconds_since(before)), text)


def beyond(text: str) -> SolverError | None:
    """Return why no solver in floating point is to be asked about the text of a linear program, if
    that is so.
    """
    from stages.solve.program.magnitude import RANGE, out_of_range

    wrong = out_of_range(text, recognise(text))
    return (
        SolverError(
            f"the linear program has numbers, {len(wrong):,} of them, that are not {RANGE} in "
            "size: no solver in "
            "floating point is asked about it"
        )
        if wrong
        else None
    )


def in_turn(asked: Sequence[Try], refused: list[EfgcError], limited: bool) -> Iterator[Solution]:
    """Yield the optimum of each solver that comes to one; at the end raise what went wrong, as the
    first failure did.

    `refused` gets a failure per solver, and whoever looks at a solution adds to it why that is
    refused. Where a time limit was set (`limited`) it ends all: then a solution may have the status
    limit.
    """
    for name, ask in asked:
        try:
            found = ask()
        except (*FAILURES, InputError) as error:
            if (
                isinstance(error, InputError) and not refused
            ):  # The program is wrong; GLPK has read what others refuse later.
                raise
            refused.append(
                error if isinstance(error, FAILURES) else SolverError(f"{name}: {error}")
            )
            continue
        if found.status == "limit" and limited:
            yield found
            return
        if found.status == "optimal":
            yield replace(found, options=(*found.options, *_told(refused)))
        else:
            refused.append(StatusError(f"{name} says {found.status}"))
    raise type(refused[0])("; ".join(map(str, refused)))


def advised(error: EfgcError) -> EfgcError:
    """Return the failure of a solver that was asked by name, with what to try."""
    if isinstance(error, MissingSolver):
        return error
    return type(error)(
        f"{error}; the linear program of a game is never infeasible or unbounded: "
        "without --solver and --option others are asked in turn, and exact arithmetic at last"
    )


def _told(refused: Sequence[EfgcError]) -> tuple[tuple[str, str], ...]:
    return (("refused", "; ".join(map(str, refused))),) if refused else ()
