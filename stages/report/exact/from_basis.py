"""From a solver's solution to two strategies in rationals that guarantee the same number.

Only the basis of the solution is used. The basic solution is computed in rationals (`basic`),
carried to the game and proved there (`equilibrium`). If the basis is missing or not optimal in
exact arithmetic, others are tried (`bases`), and finally the simplex method continues in rationals
(`pivots`).
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from ....schemas.game import Game
from ....schemas.parts.problems import LimitError
from ....schemas.parts.status import Basis
from ....schemas.report import Proof
from ....schemas.solution import Solution
from ...forms.program import Domain, Program
from ..lift import Claim
from .basic import Basic, Equations, System, basic, residuals
from .equilibrium import equilibrium
from .pivots import pivoted

SIZE = 200_000
"""Rows and columns of the linear program; a larger one is solved in rationals only on request.
"""
ANEW = 60_000
"""Rows and columns, likewise, of a program for which other bases than the solver's are tried:
HiGHS's time for another basis is not bounded by the limits below.
"""
DENSE = 2_000
"""Equations solved at once, likewise; the time grows with the cube: some 10 s for this many."""
TOUCHED = 300_000
"""Coefficients that elimination may touch until only these are left, likewise; for 9,457 nodes of
Leduc poker it touches 5,000, for 294,883 of liar's dice 9,000. A second or two.
"""
LENSES = 4
"""Number of bases that HiGHS computes, each from a stronger magnification of the errors."""
EFFORT = 30_000_000
"""Coefficients that the simplex method in rationals may read, likewise; about a microsecond each.
"""


class Limits(NamedTuple):
    """The limits of the work on a linear program in rationals."""

    size: int = SIZE
    dense: int = DENSE
    touched: int = TOUCHED
    effort: int = EFFORT


LIMITS = Limits()
MORE = "--exact proves it, however long that takes"
Refuse = Callable[[System], object]
"""May raise an error before the equations of a basis are solved."""


class Optimum(NamedTuple):
    """The proof of a game's value, and the basic solution that gives it."""

    proof: Proof
    found: Basic


def prove(claims: Sequence[Claim], limited: bool = True) -> Proof | str:
    """Return the exact value with optimal strategies, or a sentence with the reason why it is not
    proved.

    The claims are of the same game. If `limited`, no computation is started that exceeds SIZE,
    ANEW, DENSE, TOUCHED or EFFORT.
    """
    reason = ""
    for claimed in claims:
        found = _prove(claimed, limited)
        if isinstance(found, Proof):
            return found
        reason = reason or found
    return reason


def _prove(claimed: Claim, limited: bool) -> Proof | str:
    program, solution = claimed.program, claimed.solution
    if limited and len(program.domains) > SIZE:
        return _larger(SIZE)
    basis = initial_basis(program, solution)
    found = optimum(claimed.game, program, basis, claimed.numbered, limited)
    if isinstance(found, str):
        return found
    if found:
        return found.proof
    return f"no basis of {solution.solver} or HiGHS is optimal in exact arithmetic"


def initial_basis(program: Program, solution: Solution) -> set[int]:
    """Return the basic columns and slacks of a solution by the numbers of `Program.number`: one per
    row, or none at all.
    """
    basic = {
        entry.name for entry in chain(solution.columns, solution.rows) if entry.basis == Basis.BASIC
    }
    basis = {number for number, name in enumerate(program.names) if name in basic}
    return basis if len(basis) == len(program.rows) else set()


def optimum(
    game: Game,
    program: Program,
    basis: Collection[int],
    weights: Callable[[], Mapping[int, float]],
    limited: bool,
) -> Optimum | str | None:
    """Return the proof and the basic solution that gives it; a sentence with the reason if the
    limits forbid it, None if no optimal basis was found.

    `basis` is a guess and may be empty. `weights` computes guessed weights by column number; it is
    called only if all else fails. `limited` as in `prove`.
    """
    if limited and len(program.domains) > (SIZE if basis else ANEW):
        return _larger(SIZE if basis else ANEW)
    equations = Equations(program)
    refuse = partial(refuse_dense, limits=LIMITS if limited else None)
    every = basic_solutions(equations, basis, refuse)
    try:
        for candidate in every:
            basis, solution = candidate
            proof = equilibrium(game, program, solution) if solution else None
            if solution and proof:
                return Optimum(proof, solution)
            # HiGHS's time for the next basis is not bounded.
            if limited and len(program.domains) > ANEW:
                return f"the basis is not optimal in exact arithmetic, and {_larger(ANEW)}"
    except LimitError as error:
        return str(error)
    last = pivoted(equations, basis, weights(), EFFORT if limited else None)
    proof = equilibrium(game, program, last) if last else None
    return Optimum(proof, last) if last and proof else None


def _larger(size: int) -> str:
    return f"the linear program has more than {size:,} rows and columns; {MORE}"


def refuse_dense(system: System, limits: Limits | None, option: str = "", more: str = MORE) -> None:
    """Raise LimitError if the equations of a basis are too many to be solved in fractions. The
    message begins with an option, and ends with the way to do it nevertheless.
    """
    if limits is None:
        return
    dense = system.dense(limits.touched)
    if dense is None:
        raise LimitError(
            f"{option}exact elimination would change more than {limits.touched:,} coefficients of "
            f"{system.core:,} equations; {more}"
        )
    if dense > limits.dense:
        raise LimitError(
            f"{option}{dense:,} equations have to be solved at once in fractions, more than "
            f"{limits.dense:,}; {more}"
        )


def refined(
    equations: Equations, start: Collection[int], refuse: Refuse = lambda system: None
) -> Basic | None:
    """Return an optimal basic solution; None if neither the guess nor HiGHS's bases have one."""
    every = (found for _, found in basic_solutions(equations, start, refuse))
    return next((found for found in every if found and is_optimal(equations, found)), None)


def basic_solutions(
    equations: Equations, start: Collection[int], refuse: Refuse
) -> Iterator[tuple[Collection[int], Basic | None]]:
    """Yield bases with their basic solutions, None if there is none: the guess, then those of
    HiGHS, each relative to the last. The last basis is one that is not solved any more.
    """
    basis, tried = start, list[Collection[int]]()
    while basis not in tried and len(tried) <= LENSES:
        system = System(equations, basis)
        refuse(system)
        found = basic(equations, system) if basis else None
        yield basis, found
        tried.append(basis)
        # NumPy and HiGHS, for start-up time.
        from .bases import refined_basis

        basis = refined_basis(equations, basis if found else (), found)
    yield basis, None


def is_optimal(equations: Equations, found: Basic) -> bool:
    """Return whether a basic solution is feasible and optimal."""
    values, prices = residuals(equations, found)
    return all(
        (domain is Domain.FREE or not value or domain is Domain.BOUND and value > 0)
        and (domain is Domain.FIXED or not price or domain is Domain.BOUND and price > 0)
        for domain, value, price in zip(equations.domains, values, prices, strict=True)
    )
