"""The exact value of a game, with proof: two strategies in rationals that guarantee the same
number.

They are guessed near the strategies in floats (`simple_fractions`), or computed from the basis of a
solution (`from_basis`). Both prove the value by exact best responses on the game.
"""

from collections.abc import Sequence

from ....schemas.game import Game
from ....schemas.report import Bounds, Proof
from ....schemas.strategies import Strategy
from ..lift import Claim
from .simple_fractions import prove_equal, prove_simple

SIMPLE_FIRST = 100_000
"""Number of nodes from which simple fractions are tried before the linear program is solved in
rationals: in such games two best responses are quicker.
"""


def prove_value(
    game: Game,
    strategies: tuple[Strategy, Strategy],
    bounds: Bounds,
    claims: Sequence[Claim],
    exact: bool | None,
) -> Proof | str:
    """Return the proof of the value of `game`, or the reason why there is none.

    The strategies and their bounds are of this game; the claims may be of another game of the same
    map. `exact` forces or skips the proof; None tries what is quick.
    """
    if exact is False:
        return prove_equal(strategies, bounds) or "left out, as --no-exact asks"
    is_large = len(game.nodes) >= SIMPLE_FIRST
    if is_large and (simple := prove_simple(game, strategies, bounds)):
        return simple
    found = _from_basis(game, claims, limited=exact is None)
    if isinstance(found, Proof):
        return found
    late = None if is_large else prove_simple(game, strategies, bounds)
    return late or prove_equal(strategies, bounds) or found


def _from_basis(game: Game, claims: Sequence[Claim], limited: bool) -> Proof | str:
    solved = claims[0].game
    if game is not solved:
        which = f"the game of level {solved.source.level}" if solved.source else "another game"
        return (
            f"the strategies were carried here from {which}; without --on the value is proved there"
        )
    from .from_basis import prove  # For start-up time: FLINT and NumPy.

    return prove(claims, limited)
