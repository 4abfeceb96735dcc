"""What strategies are worth: against a best response, and against each other.

All sums are of whole numbers. Where a plan is rounded, its weights are off by at most `off` units,
each to the same side, and what is summed up is off by no more than `off` times the sum of all
payoffs without their signs, each weighted with chance and with the ways that lead there.
"""

from collections.abc import Sequence
from fractions import Fraction

from schemas.evaluation import Enclosed
from schemas.game import Game, Terminal
from stages.evaluate.plans import WholePlan, most_ways
from stages.report.best_response import exact_best_response


def best_response(game: Game, player: int, plan: WholePlan) -> Enclosed:
    """Return player 1's payoff when `player` plays best against the other player's plan."""
    found = exact_best_response(game, player, plan.weights, plan.unit)
    if not plan.off:
        return Enclosed(found, found)
    # A best response is a maximum, or minimum, of sums that are each off by no more than this.
    off = Fraction(plan.off, plan.unit) * most_ways(game, player) * _largest(game)
    return Enclosed(found - off, found + off)


def played(game: Game, plans: tuple[WholePlan, WholePlan]) -> Enclosed:
    """Return player 1's payoff when two plans are played against each other: the sum over terminal
    nodes of the payoff, weighted with chance and with both plans.
    """
    units = plans[0].unit * plans[1].unit
    if game.columns is not None:
        from stages.evaluate.values_columns import total  # For start-up time: NumPy.

        found = total(game, plans) / units
    else:
        found = _total(game, plans) / units
    if not plans[0].off and not plans[1].off:
        return Enclosed(found, found)
    # X Y - x y = x (Y - y) + (X - x) Y for what is off in both.
    first, second = (Fraction(plan.off, plan.unit) for plan in plans)
    most = [Fraction(max(plan.weights.values()) + plan.off, plan.unit) for plan in plans]
    off = (most[0] * second + first * most[1]) * _largest(game)
    return Enclosed(found - off, found + off)


def _total(game: Game, plans: tuple[WholePlan, WholePlan]) -> Fraction:
    reaching, weights = game.reaching, [plan.weights for plan in plans]
    sums = [
        [sum(plan.get(sequence, 0) for sequence in sequences) for sequences in reaching.sets]
        for plan in weights
    ]
    by_divisor: dict[int, int] = {}
    for number, node in enumerate(game.nodes):
        if isinstance(node, Terminal) and node.payoff:
            first, second = (reaching.numbers[player][number] for player in (0, 1))
            met = sums[0][first] * sums[1][second]
            gain = node.payoff * reaching.weights[number]
            if met:
                before = by_divisor.get(gain.denominator, 0)
                by_divisor[gain.denominator] = before + met * gain.numerator
    return sum((Fraction(total, below) for below, total in by_divisor.items()), Fraction(0))


def _largest(game: Game) -> Fraction:
    """Return no less than the sum of all payoffs without their signs, each weighted with chance and
    with how many pairs of sequences lead there.
    """
    # Twice the floats: far more than what their sum is off by.
    if game.columns is not None:
        from stages.evaluate.values_columns import size  # For start-up time: NumPy.

        return 2 * Fraction(size(game))
    reaching = game.reaching
    return 2 * Fraction(
        sum(
            abs(float(node.payoff * reaching.weights[number]))
            * _ways(reaching.sets, reaching.numbers, number)
            for number, node in enumerate(game.nodes)
            if isinstance(node, Terminal)
        )
    )


def _ways(
    sets: Sequence[Sequence[int]], numbers: tuple[Sequence[int], Sequence[int]], node: int
) -> int:
    return len(sets[numbers[0][node]]) * len(sets[numbers[1][node]])
