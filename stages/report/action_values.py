"""What every action is worth, if the other player keeps to its strategy.

Whoever decides knows its information set and nothing more. Chance and the other player's strategy
say with which weights play stands at its nodes: w(v) times the sum of the other's realization
weights over its set P (`schemas.game`), whatever moves of one's own lead there. The value of an
action is the payoff over these weights when the player goes on as well as it can against that
strategy: the numbers of a best response, see `stages.report.best_response`, divided by the weight
of the information set. Of an equilibrium, the actions that are played have the largest value where
play comes, or the smallest where player 2 decides. What an action gives away is how far its value
is from the best one there.

These are floats to look at. What is proved comes from the bounds.
"""

from collections.abc import Sequence

from schemas.game import Game
from schemas.strategies import ActionValues, Strategy
from stages.report.action_values_columns import action_values as in_columns

LEAST = 1e-290
"""What is less likely has too few digits to be divided by."""
ROUNDING = 1e-12
"""Of the largest payoff: values nearer to each other than this part are told apart by rounding
alone. They are averages of payoffs, in sums of products of floats.
"""


def action_values(
    game: Game, strategies: tuple[Strategy, Strategy]
) -> Sequence[ActionValues | None]:
    """Return per information set of the game, of either player, what its actions are worth against
    the other player's strategy; None where that strategy and chance never lead, or less often than
    LEAST.

    A best response moves at all later information sets of the player, too.
    """
    return in_columns(game, strategies, LEAST)


def largest_payoff(game: Game) -> float:
    """Return the largest payoff without its sign."""
    return float(abs(game.columns.payoffs.floats).max())


def losses(found: ActionValues, player: int, largest: float) -> tuple[float, ...]:
    """Return how much less than with its best action there a player gets with each, at least 0;
    `largest` is the largest payoff of the game.

    >>> losses(ActionValues(0.5, (1.0, 3.0, 3 - 1e-15)), 1, 4.0)
    (2.0, 0.0, 0.0)
    >>> losses(ActionValues(0.5, (1.0, 3.0)), 2, 4.0)
    (0.0, 2.0)
    """
    best = max(found.values) if player == 1 else min(found.values)
    away = (abs(best - value) for value in found.values)
    return tuple(one if one > ROUNDING * largest else 0.0 for one in away)
