"""The exact value of a game, with proof: from a solver's answer to two strategies in rationals that
guarantee the same number.

Of the answer only the basis is looked at. The basic solution is computed in rationals (`basic`),
carried to the game and proved there (`equilibrium`). Where the basis is not optimal in exact
arithmetic, or there is none, others are tried (`bases`), and in the end the simplex method goes on
in rationals (`pivots`).
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from schemas.game import Game
from schemas.report import Proof
from schemas.solution import Solution
from stages.forms.program import Program, program
from stages.lower import REDUCTIONS, reduced_form
from stages.report.exact.bases import again, told
from stages.report.exact.basic import Basic, System, basic
from stages.report.exact.equilibrium import equilibrium
from stages.report.exact.pivots import pivoted
from stages.report.lift import owner

SIZE = 60_000
"""Rows and columns of the linear program: what is larger is not solved in rationals unless somebody
asks for it.
"""
KERNEL = 2_000
"""Rows of the kernel, likewise; the time grows with the cube: some 10 s for so many."""
LENSES = 4
"""How many other bases are tried. Each makes what is wrong plainer, by some ten digits."""
EFFORT = 30_000_000
"""Coefficients that the simplex method in rationals looks at, likewise; about a microsecond each.
"""
MORE = "--exact proves it, however long that takes"


class Optimum(NamedTuple):
    """What proves the value of a game, and where it comes from."""

    proof: Proof
    found: Basic


def prove(game: Game, solutions: Sequence[Solution], limited: bool = True) -> Proof | str:
    """Return the exact value with optimal strategies, or a sentence that says why it is not proved.

    The solutions must fit the game. If `limited`, what takes more than SIZE, KERNEL and EFFORT
    allow is left alone.
    """
    reason = ""
    for solution in solutions:
        found = _prove(game, solution, limited)
        if isinstance(found, Proof):
            return found
        reason = reason or found
    return reason


def _prove(game: Game, solution: Solution, limited: bool) -> Proof | str:
    exact = solved_program(game, solution)
    weights = {
        exact.number[entry.name]: entry.value
        for entry in solution.columns
        if entry.name in exact.number
    }
    found = optimum(game, exact, told(exact, solution), weights, limited)
    if isinstance(found, str):
        return found
    return (
        found.proof
        if found
        else f"no basis of {solution.solver} or HiGHS is optimal in exact arithmetic"
    )


def optimum(
    game: Game, exact: Program, basis: Collection[int], weights: Mapping[int, float], limited: bool
) -> Optimum | str | None:
    """Return the proof and the basic solution that gives it; a sentence where it was left alone,
    None where none was found.

    `basis` is a guess, and so are the `weights` by number of the column; there need be none.
    `limited` as in `prove`.
    """
    if limited and len(exact.names) + len(exact.rows) > SIZE:
        return f"the linear program has more than {SIZE:,} rows and columns; {MORE}"
    tried: list[Collection[int]] = []
    while basis not in tried and len(tried) <= LENSES:
        system = System(exact, basis)
        if limited and system.kernel > KERNEL:
            return (
                f"{system.kernel:,} equations have to be solved at once in fractions, more than "
                f"{KERNEL:,}; {MORE}"
            )
        found = basic(exact, system)
        proof = equilibrium(game, exact, found) if found else None
        if found and proof:
            return Optimum(proof, found)
        tried.append(basis)
        basis = again(exact, basis if found else (), found)
    last = pivoted(exact, basis, weights, EFFORT if limited else None)
    proof = equilibrium(game, exact, last) if last else None
    return Optimum(proof, last) if last and proof else None


def solved_program(game: Game, solution: Solution) -> Program:
    """Return the program that was solved, by the names of its columns and rows; where these fit
    none, the default one.
    """
    player = owner(game, solution)
    names = {entry.name for entry in (*solution.columns, *solution.rows)}
    left_out = [
        choice for size in range(len(REDUCTIONS) + 1) for choice in combinations(REDUCTIONS, size)
    ]
    for choice in left_out:
        exact = program(reduced_form(game, choice), player)
        if names == exact.number.keys():
            return exact
    return program(reduced_form(game), player)
