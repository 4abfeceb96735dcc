"""The exact value of a game, with proof: from a solver's answer to two strategies in rationals that
guarantee the same number.

Of the answer only the basis is looked at. The basic solution is computed in rationals (`basic`),
carried to the game and proved there (`equilibrium`). Where the basis is not optimal in exact
arithmetic, or there is none, others are tried (`bases`), and in the end the simplex method goes on
in rationals (`pivots`).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
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

SIZE = 200_000
"""Rows and columns of the linear program: what is larger is not solved in rationals unless somebody
asks for it.
"""
ANEW = 60_000
"""Rows and columns, likewise, of a program for which other bases are tried than the solver's: what
HiGHS takes for one more is not bounded as the rest is.
"""
DENSE = 2_000
"""Equations solved at once, likewise; the time grows with the cube: some 10 s for so many."""
TOUCHED = 300_000
"""Coefficients that elimination may touch until these are left, likewise; of 9,457 nodes of Leduc
poker it touches 5,000, of 294,883 of liar's dice 9,000. A second or two.
"""
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

    The solutions must fit the game. If `limited`, what takes more than SIZE, ANEW, DENSE, TOUCHED
    and EFFORT allow is left alone.
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
    if limited and len(program.domains) > SIZE:
        return _larger(SIZE)
    basis = initial_basis(program, solution)
    found = optimum(claimed.game, program, basis, claimed.numbered, limited)
    if isinstance(found, str):
        return found
    if found:
        return found.proof
    return f"no basis of {solution.solver} or HiGHS is optimal in exact arithmetic"


def optimum(
    game: Game,
    program: Program,
    basis: Collection[int],
    weights: Callable[[], Mapping[int, float]],
    limited: bool,
) -> Optimum | str | None:
    """Return the proof and the basic solution that gives it; a sentence where it was left alone,
    None where none was found.

    `basis` is a guess, and so are the `weights` by number of the column, made where nothing else
    helps; there need be none. `limited` as in `prove`.
    """
    if limited and len(program.domains) > (SIZE if basis else ANEW):
        return _larger(SIZE if basis else ANEW)
    equations = Equations(program)
    tried: list[Collection[int]] = []
    while basis not in tried and len(tried) <= LENSES:
        system = System(equations, basis)
        if limited and (reason := too_much(system)):
            return reason
        found = basic(equations, system)
        proof = equilibrium(game, program, found) if found else None
        if found and proof:
            return Optimum(proof, found)
        if limited and len(program.domains) > ANEW:
            return f"the basis is not optimal in exact arithmetic, and {_larger(ANEW)}"
        tried.append(basis)
        from stages.report.exact.bases import refined_basis  # NumPy and HiGHS, for start-up time.

        basis = refined_basis(equations, basis if found else (), found)
    last = pivoted(equations, basis, weights(), EFFORT if limited else None)
    proof = equilibrium(game, program, last) if last else None
    return Optimum(proof, last) if last and proof else None


def _larger(size: int) -> str:
    return f"the linear program has more than {size:,} rows and columns; {MORE}"


def too_much(system: System) -> str:
    """Return why the equations of a basis are not solved in fractions; empty text if they are."""
    dense = system.dense(TOUCHED)
    if dense is None:
        return (
            f"elimination in fractions touches more than {TOUCHED:,} coefficients of "
            f"{system.core:,} equations; {MORE}"
        )
    if dense > DENSE:
        return (
            f"{dense:,} equations have to be solved at once in fractions, more than {DENSE:,}; "
            f"{MORE}"
        )
    return ""
