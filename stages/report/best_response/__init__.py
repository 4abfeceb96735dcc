"""Best responses, computed on the game itself and safe from rounding errors.

No linear program is used: the payoffs are weighted with the
probabilities of chance and of the opponent, and the player's information sets
are processed from the last to the first, each choosing its best action.

At a node v with a terminal payoff the weight is `w(v)` times the sum of the
opponent's realization weights over its set P (`schemas.game`), and it counts
for each own sequence that reaches v: condition (a) there.

Payoffs and chance are exact. The opponent's realization weights are enclosed
between two integers in a tiny unit, and every rounding goes to the side
that makes the result worse for the opponent. So the result is a rigorous bound:
the opponent's strategy guarantees at least this much.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from ....schemas.game import Game
from ....schemas.parts.exact import float_below
from ....schemas.report import Bounds
from ....schemas.strategies import Strategy
from .concessions import Enclosed, conceded, enclosed


def guarantees(game: Game, strategies: tuple[Strategy, Strategy]) -> Bounds:
    """Return what both players' strategies guarantee."""
    first, second = strategies
    return Bounds(best_response_value(game, 2, first), best_response_value(game, 1, second))


def best_response_value(game: Game, player: int, opponent: Strategy) -> float:
    """Return player 1's payoff when `player` plays a best response to the opponent's strategy.

    The game must be checked. The strategy is that of `as_printed`, exactly; the result is rounded
    to a float in favour of `player`: never below the exact payoff for player 1, never above it for
    player 2.
    """
    low, unit = conceded(game, player, enclosed(game, opponent), exact=False)
    return float_below(Fraction(low, unit)) * (1.0 if player == 2 else -1.0) + 0.0


def exact_best_response(game: Game, player: int, plan: Mapping[int, int], unit: int) -> Fraction:
    """Return the same without any rounding, against the opponent's realization plan in units of 1 /
    `unit`: a weight per sequence, where missing ones have the weight 0.
    """
    weights = [0] * int(game.columns.infosets.first[-1])
    for sequence, weight in plan.items():
        weights[sequence] = weight
    ends = np.array(weights, object)
    low, parts = conceded(game, player, Enclosed(ends, ends), exact=True)
    value = Fraction(low, parts * unit)
    return value if player == 2 else -value


def as_printed(probabilities: Sequence[float]) -> tuple[Fraction, ...]:
    """Return a distribution that sums to exactly 1: the floats taken exactly, except the largest,
    which is 1 minus the others.

    >>> as_printed((0.25, 0.75 - 2**-50))
    (Fraction(1, 4), Fraction(3, 4))
    """
    exact = [Fraction(probability) for probability in probabilities]
    largest = max(range(len(exact)), key=exact.__getitem__)
    exact[largest] += 1 - sum(exact)
    return tuple(exact)
