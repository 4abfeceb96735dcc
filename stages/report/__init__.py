"""Report: from a game and its solution to verified strategies, in words or numbers.

The strategies are lifted from the solution; everything that is said about them
is computed on the game. A new format is a line in FORMATS.
"""

import math
from collections.abc import Callable, Iterator, Sequence

from schemas.game import Game, Terminal
from schemas.problems import VerificationError
from schemas.report import Bounds, Origins, Proof, Report
from schemas.solution import Solution
from stages.report.best_response import best_response_value
from stages.report.carry import carry
from stages.report.json_format import write_json
from stages.report.lift import claimed_value, lift, owner, repair
from stages.report.mas2018 import write_mas2018
from stages.report.plan import realization_plan
from stages.report.text import write_text

__all__ = ("FORMATS", "TOLERANCE", "owner", "report")

FORMATS: dict[str, Callable[[Report], Iterator[str]]] = {
    "text": write_text,
    "json": write_json,
    "mas2018": write_mas2018,
}

# Solvers accept columns and rows that are off by 1e-7 to 1e-9; over the few dozen
# moves of a history that adds up; in the tests it stays a thousand times below this part of the largest payoff.
TOLERANCE = 1e-6


def report(game: Game, solutions: Sequence[Solution], onto: Game | None = None, exact: bool | None = None) -> Report:
    """Return what the solutions prove about a checked game.

    One solution, of either player's linear program, gives both strategies: its
    own player's from the columns, the opponent's from the dual values of the
    rows. With two solutions, one per player, each gives its own player's. With
    `onto`, the tree of the same map at level 0, the strategies are carried to it
    and everything is computed there. The exact value is proved where that is
    quick enough; `exact` says to prove it however long it takes, or to leave it.

    Raises InputError if a solution is of another game, StatusError if it is no
    optimum, and VerificationError if the strategies leave a gap of more than
    TOLERANCE of the largest payoff, or if a solver's objective is not the value
    that its strategies have.
    """
    strategies = lift(game, solutions)
    solved = game
    repaired = repair(game, solutions, strategies)
    if onto is not None:
        game, strategies = onto, carry(game, strategies, onto)
    bounds = Bounds(
        best_response_value(game, 2, strategies[0]),
        best_response_value(game, 1, strategies[1]),
    )
    _verify(game, bounds, solutions)
    chosen = solutions[0]
    return Report(
        game, bounds,
        Origins(chosen.solver, chosen.version, chosen.status, chosen.seconds, chosen.size,
                dict(chosen.options).get("refused", "")),
        (realization_plan(game, strategies[0]), realization_plan(game, strategies[1])),
        strategies,
        _exact(solved, solutions, onto, exact),
        repaired,
    )


def _exact(game: Game, solutions: Sequence[Solution], onto: Game | None, asked: bool | None) -> Proof | str:
    from stages.report.exact import prove  # FLINT and NumPy, which only this needs.

    if asked is False:
        return "nobody asked for it"
    if onto is not None:
        return "the strategies were carried to another game; the game that was solved has an exact value of its own"
    return prove(game, solutions, limited=asked is None)


def _verify(game: Game, bounds: Bounds, solutions: Sequence[Solution]) -> None:
    largest = max(abs(float(node.payoff)) for node in game.nodes if isinstance(node, Terminal))
    allowed = max(TOLERANCE * largest, 4 * math.ulp(largest))  # The smallest floats have few digits.
    if bounds.upper - bounds.lower > allowed:
        raise VerificationError(
            f"the strategies leave the value between {bounds.lower:.12g} and {bounds.upper:.12g}; "
            f"{solutions[0].solver}'s solution is no equilibrium of this game")
    for solution in solutions:
        if abs(claimed_value(solution) - bounds.value) > allowed:
            raise VerificationError(
                f"{solution.solver} claims the value {claimed_value(solution):.12g}, "
                f"its strategies have {bounds.value:.12g}")
