"""The exact value of a game, with proof: from a solver's answer to two strategies in rationals that guarantee the same number.

Of the answer only the basis is looked at. The basic solution is computed in rationals (`basic`), carried to the game and
proved there (`equilibrium`); where the basis is not optimal in exact arithmetic, or there is none, others are tried (`bases`).
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from schemas.game import Game
from schemas.report import Proof
from schemas.solution import Solution
from stages.lower import REDUCTIONS, reduced_form
from stages.report.exact.bases import again, told
from stages.report.exact.basic import Basic, basic
from stages.report.exact.equilibrium import equilibrium
from stages.report.exact.program import Program, program
from stages.report.lift import owner

SEQUENCES = 30_000
"""Of both players in the linear program: what is larger is not solved in rationals unless somebody asks for it."""
KERNEL = 2_000
"""Rows of the kernel, likewise; the time grows with the cube: some 10 s for so many."""
LENSES = 8
"""How many other bases are tried. Each makes what is wrong plainer, by some ten digits."""


def prove(game: Game, solutions: Sequence[Solution], limited: bool = True) -> Proof | str:
    """Return the exact value with optimal strategies, or a sentence that says why it is not proved.

    The solutions must fit the game. If `limited`, what is larger than SEQUENCES or KERNEL is left alone.
    """
    reason = ""
    for solution in solutions:
        found = _prove(game, solution, limited)
        if isinstance(found, Proof):
            return found
        reason = reason or found
    return reason


def _prove(game: Game, solution: Solution, limited: bool) -> Proof | str:
    if limited and solution.size.rows + solution.size.columns > 2 * SEQUENCES:
        return f"the linear program has more than {2 * SEQUENCES:,} rows and columns; --exact takes the time it needs"
    exact = _program(game, solution)
    for found in _basic_solutions(exact, solution, KERNEL if limited else len(exact.rows)):
        if isinstance(found, int):
            return f"{found:,} equations hang together, more than {KERNEL:,}; --exact takes the time that they need"
        proof = equilibrium(game, exact, found)
        if proof is not None:
            return proof
    return f"no basis of {solution.solver} or HiGHS is optimal in exact arithmetic"


def _basic_solutions(exact: Program, solution: Solution, largest: int) -> Iterator[Basic | int]:
    """Yield exact basic solutions, the solver's first, each better than the one before if floating point allows it; or the
    size of a kernel that is too large."""
    basis = told(exact, solution)
    seen: list[set[int]] = []
    for _ in range(1 + LENSES):
        found = basic(exact, basis, largest) if basis else 0
        if found:
            yield found
        seen.append(basis)
        basis = again(exact, basis if found else (), found if isinstance(found, Basic) else None)
        if basis in seen:
            return


def _program(game: Game, solution: Solution) -> Program:
    """Return the program that was solved, by the names of its columns and rows; where these fit none, the default one."""
    player = owner(game, solution)
    names = {entry.name for entry in (*solution.columns, *solution.rows)}
    left_out = [choice for size in range(len(REDUCTIONS) + 1) for choice in combinations(REDUCTIONS, size)]
    for choice in left_out:
        exact = program(reduced_form(game, choice), player)
        if names == exact.number.keys():
            return exact
    return program(reduced_form(game), player)
