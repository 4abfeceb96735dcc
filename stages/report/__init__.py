"""Report: from a game and its solution to verified strategies, in words or numbers.

`lift` reads the solution and turns it into strategies. All statements about them are computed on
the game: guarantees (`best_response/`), exact values (`exact/`, `refine/`), `off_path`, `measures`,
and `situations` for games with a secret. `document`, `json_format` and `strategy_formats` write a
report. `carry` transfers strategies to a larger game, `own_names` maps names to those of the user's
file. `certify` makes certificates, `optimum` reports on bare programs, `induction/` on graphs. A
new format is a line in FORMATS.
"""

import math
from collections.abc import Sequence

from ...schemas.game import Game
from ...schemas.parts.problems import VerificationError
from ...schemas.program_report import TABLE
from ...schemas.refinement import Concept
from ...schemas.report import Bounds
from ...schemas.solution import Solution
from ...schemas.strategies import Strategy
from ..documents import Format, plain
from ..forms.formulation import Forms
from . import optimum
from .best_response import guarantees
from .carry import carry
from .document import document
from .exact import prove_value
from .formats import page_format, text_format
from .json_format import write_json
from .lift import Claim, claim, lift
from .measures import Measured, largest_payoff
from .off_path import with_off_path
from .strategy_formats import foreign, write_csv, write_mas2018, write_strategy

__all__ = ("FORMATS", "OPTIMUM_FORMATS", "TOLERANCE", "report")


# For a new ending, see `Format`: likewise for the other tables of formats.
FORMATS: dict[str, Format[Measured]] = {
    "text": text_format(document),
    "json": Format("report.json", plain(write_json)),
    "html": page_format("game"),
    "strategy": Format("strategy.json", plain(write_strategy)),
    "csv": Format("strategy.csv", plain(write_csv)),
    "openspiel": Format("policy.json", plain(foreign("openspiel"))),
    "pygambit": Format("profile.json", plain(foreign("pygambit"))),
    "gambit": Format("ne.txt", plain(foreign("gambit"))),
    "mas2018": Format("mas2018.txt", plain(write_mas2018), r"\A[^\n]+:\nS1:\[\]\n"),
}


OPTIMUM_FORMATS = {
    "text": text_format(optimum.document),
    "json": Format("report.json", plain(optimum.write_json)),
    "csv": Format("report.csv", plain(optimum.write_csv), rf"\A{','.join(TABLE)}$"),
    "html": page_format("optimum"),
}

# Solvers accept columns and rows that are off by 1e-7 to 1e-9. Over the few dozen moves of a
# history these errors add up; in the tests the sum is a thousand times smaller than this fraction
# of the largest payoff.
TOLERANCE = 1e-6


def report(
    game: Game,
    solutions: Sequence[Solution],
    onto: Game | None = None,
    exact: bool | None = None,
    forms: Forms | None = None,
    refine: Concept | None = None,
    off_path: bool = False,
) -> Measured:
    """Return the proved results about a checked game and its solutions.

    One solution, of either player's linear program, gives both strategies: its
    own player's from the columns, the opponent's from the dual values of the
    rows. With two solutions, one per player, each gives its own player's. With
    `onto`, the tree of the same map at level 0, the strategies are carried to it
    and everything is computed there; if `onto` is the game itself, nothing is carried.
    The exact value is proved if that is quick enough; `exact` forces or skips the proof.
    Equal bounds always prove it. `forms` are the game's sequence forms, if known. With `refine`
    the strategies are a refined equilibrium of the given concept, not the solver's, and the exact
    value is computed from them; not with `onto`. With `off_path` both players play best responses
    where equilibrium play never comes; not with `refine`.

    Raises InputError if a solution belongs to another game, StatusError if it is not
    optimal, VerificationError if the strategies leave a gap of more than
    TOLERANCE of the largest payoff or if a solver's objective differs from the
    value of its strategies, and LimitError if no refinement is found, or if finding one
    takes long and `exact` does not allow that.
    """
    forms = forms or Forms(game)
    claims = [claim(game, solution, forms) for solution in solutions]
    proof, refinement, repaired = None, None, 0.0
    if refine:
        # For start-up time: FLINT and NumPy are needed only here.
        from .refine import in_floats, refined

        proof, refinement = refined(game, forms, refine, limited=not exact)
        strategies = in_floats(proof.strategies, refinement)
    else:
        strategies, repaired = lift(game, claims)
    if onto is not None and onto != game:
        game, strategies = onto, carry(game, strategies, onto)
    bounds = _verified(game, strategies, claims)
    reported = Measured(
        game=game,
        bounds=bounds,
        origins=claims[0].origins,
        strategies=strategies,
        exact=proof or prove_value(game, strategies, bounds, claims, exact),
        repaired=repaired,
        refinement=refinement,
    )
    return with_off_path(reported) if off_path else reported


def _verified(game: Game, strategies: tuple[Strategy, Strategy], claims: Sequence[Claim]) -> Bounds:
    bounds = guarantees(game, strategies)
    largest = largest_payoff(game)
    # The smallest floats have few digits.
    allowed = max(TOLERANCE * largest, 4 * math.ulp(largest))
    if bounds.upper - bounds.lower > allowed:
        raise VerificationError(
            f"the strategies leave the value between {bounds.lower:.12g} and {bounds.upper:.12g}; "
            f"{claims[0].solution.solver}'s solution is not an equilibrium of this game"
        )
    for claimed in claims:
        if abs(claimed.value - bounds.value) > allowed:
            raise VerificationError(
                f"{claimed.solution.solver} claims the value {claimed.value:.12g}, "
                f"its strategies have {bounds.value:.12g}"
            )
    return bounds
