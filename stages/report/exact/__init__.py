"""The exact value of a game, with proof: from a solver's answer to two strategies in rationals that
guarantee the same number.

Of the answer only the basis is looked at. The basic solution is computed in rationals (`basic`),
carried to the game and proved there (`equilibrium`). Where the basis is not optimal in exact
arithmetic, or there is none, others are tried (`bases`), and in the end the simplex method goes on
in rationals (`pivots`).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from schemas.game import Game
from schemas.report import Proof
from schemas.solution import Solution
from stages.forms.formulation import Forms
from stages.forms.program import Program
from stages.report.claim import Claim, claim
from stages.report.exact.basic import Basic, System, basic, initial_basis
from stages.report.exact.equations import Equations
from stages.report.exact.equilibrium import equilibrium
from stages.report.exact.pivots import pivoted

SIZE = 60_000
"""Rows and columns of the linear program: what is larger is not solved in rationals unless somebody
asks for it.
"""
CORE = 2_000
"""Rows of the core, likewise; the time grows with the cube: some 10 s for so many."""
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

    The solutions must fit the game. If `limited`, what takes more than SIZE, CORE and EFFORT
    allow is left alone.
    """
    forms = Forms(game)
    return prove_claims([claim(game, solution, forms) for solution in solutions], limited)


def prove_claims(claims: Sequence[Claim], limited: bool) -> Proof | str:
    """Return the same from solutions that are read already."""
    reason = ""
    for claimed in claims:
        found = _prove(claimed, limited)
        if isinstance(found, Proof):
            return found
        reason = reason or found
    return reason


def _prove(claimed: Claim, limited: bool) -> Proof | str:
    program, solution = claimed.program, claimed.solution
    weights = {
        program.number[symbol]: value
        for symbol, value in claimed.columns.items()
        if symbol in program.number
    }
    basis = initial_basis(program, solution)
    found = optimum(claimed.game, program, basis, weights, limited)
    if isinstance(found, str):
        return found
    if found:
        return found.proof
    return f"no basis of {solution.solver} or HiGHS is optimal in exact arithmetic"


def optimum(
    game: Game,
    program: Program,
    basis: Collection[int],
    weights: Mapping[int, float],
    limited: bool,
) -> Optimum | str | None:
    """Return the proof and the basic solution that gives it; a sentence where it was left alone,
    None where none was found.

    `basis` is a guess, and so are the `weights` by number of the column; there need be none.
    `limited` as in `prove`.
    """
    if limited and len(program.domains) > SIZE:
        return f"the linear program has more than {SIZE:,} rows and columns; {MORE}"
    equations = Equations(program)
    tried: list[Collection[int]] = []
    while basis not in tried and len(tried) <= LENSES:
        system = System(equations, basis)
        if limited and system.core > CORE:
            return (
                f"{system.core:,} equations have to be solved at once in fractions, more than "
                f"{CORE:,}; {MORE}"
            )
        found = basic(equations, system)
        proof = equilibrium(game, program, found) if found else None
        if found and proof:
            return Optimum(proof, found)
        tried.append(basis)
        from stages.report.exact.bases import refined_basis  # NumPy and HiGHS, for start-up time.

        basis = refined_basis(equations, basis if found else (), found)
    last = pivoted(equations, basis, weights, EFFORT if limited else None)
    proof = equilibrium(game, program, last) if last else None
    return Optimum(proof, last) if last and proof else None
