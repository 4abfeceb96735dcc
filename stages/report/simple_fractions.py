"""Strategies in simple fractions: a guess, which two exact best responses prove, or which is
dropped.

Where the value of a game is a simple fraction, so are most often the probabilities of its
equilibria, and a solver's floats lie near them. No linear program and no basis is looked at, so
this is for games whose program is too large to be solved in rationals, and for strategies that were
carried to another game.
"""

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial

from schemas.game import Game
from schemas.report import Bounds, Proof
from schemas.strategies import (
    Behaviour,
    ExactBehaviour,
    ExactStrategy,
    ExactView,
    Strategy,
    StrategyView,
)
from stages.report.best_response import as_printed, exact_best_response, numbered_plan
from stages.report.lift import led

NODES = 3_000_000
"""Of a game; in a larger one it is not tried. It costs at most what the bounds cost, per line of
NEAR.
"""
BITS = 4_000
"""Of the common denominator of a realization plan: strategies that need more are not simple."""
NEAR = (1e-9, 1e-6)
"""By how much a realization weight may be off from that of a simple fraction; tried one after the
other.
"""
ALONE = Fraction(1, 1000)
"""How many fractions with no larger denominator an interval may have by chance, next to the
simplest one in it.
"""


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction from `low` to `high` with the smallest denominator; of several the one
    nearest to 0.

    It is the first one that both ends' continued fractions lead to in the Stern-Brocot tree.

    >>> (simplest(Fraction("7.096774193548386"), Fraction("7.09677419354839")),
    ...     simplest(Fraction(-1, 2), Fraction(-1, 3)))
    (Fraction(220, 31), Fraction(-1, 2))
    """
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest(-high, -low)
    whole = math.ceil(low)
    if whole <= high:
        return Fraction(whole)
    return whole - 1 + 1 / simplest(1 / (high - whole + 1), 1 / (low - whole + 1))


def stands_alone(bounds: Bounds) -> bool:
    """Return whether the bounds enclose one fraction much simpler than chance would have it.

    Of an interval of length g, about q * q * g / 3 fractions have denominators of at most q.

    >>> (stands_alone(Bounds(0.333333333, 0.3333333335)),
    ...     stands_alone(Bounds(0.31622776, 0.31622777)))
    (True, False)
    """
    low, high = Fraction(bounds.lower), Fraction(bounds.upper)
    return simplest(low, high).denominator ** 2 * (high - low) <= 3 * ALONE


def prove_simple(game: Game, strategies: tuple[Strategy, Strategy], bounds: Bounds) -> Proof | None:
    """Return the exact value if simple fractions near to the strategies prove it; None if not, or
    if it is not worth a try.

    `bounds` are those of the strategies, and enclose the value.
    """
    if len(game.nodes) > NODES or not stands_alone(bounds):
        return None
    for near in NEAR:
        exact = _simple(strategies[0], near), _simple(strategies[1], near)
        guaranteed = _against_best(game, 2, exact[0])
        # Outside of the bounds it is not the value, and the other best response need not be looked
        # for.
        if guaranteed is None or not bounds.lower <= guaranteed <= bounds.upper:
            continue
        if guaranteed == _against_best(game, 1, exact[1]):
            return Proof(guaranteed, exact)
    return None


def prove_equal(strategies: tuple[Strategy, Strategy], bounds: Bounds) -> Proof | None:
    """Return the exact value where the bounds are one number: what both strategies, as printed,
    guarantee. None where not.
    """
    if bounds.lower != bounds.upper:
        return None
    return Proof(Fraction(bounds.lower), (rational(strategies[0]), rational(strategies[1])))


def rational(strategy: Strategy) -> ExactStrategy:
    """Return the strategy that the bounds are of: the floats as they are, made to sum to 1."""
    return _exact(strategy, _printed)


def _simple(strategy: Strategy, near: float) -> ExactStrategy:
    return _exact(strategy, partial(_nearby, near=near))


def _exact(strategy: Strategy, exact: Callable[[Behaviour], tuple[Fraction, ...]]) -> ExactStrategy:
    """Return a strategy in rationals: as a view, where it is one."""
    if isinstance(strategy, StrategyView):
        return ExactView(strategy, exact)
    return tuple(ExactBehaviour(behaviour.infoset, exact(behaviour)) for behaviour in strategy)


def _printed(behaviour: Behaviour) -> tuple[Fraction, ...]:
    return as_printed(behaviour.probabilities)


def _nearby(behaviour: Behaviour, near: float) -> tuple[Fraction, ...]:
    own_reach = behaviour.own_reach
    return _distribution(behaviour.probabilities, near / own_reach if own_reach else 0.0)


def _distribution(probabilities: tuple[float, ...], near: float) -> tuple[Fraction, ...]:
    """Return the simplest fractions near to the probabilities; the largest takes what the others
    leave of 1.
    """
    if not near:  # Never reached: uniform.
        return (Fraction(1, len(probabilities)),) * len(probabilities)
    found = [_fraction(probability, near) for probability in probabilities]
    largest = max(range(len(found)), key=found.__getitem__)
    found[largest] += 1 - sum(found)
    return tuple(found) if found[largest] >= 0 else as_printed(probabilities)


def _fraction(probability: float, near: float) -> Fraction:
    if probability in (0.0, 1.0):
        return Fraction(probability)
    return simplest(max(Fraction(0), Fraction(probability - near)), Fraction(probability + near))


def _against_best(game: Game, player: int, strategy: ExactStrategy) -> Fraction | None:
    """Return player 1's payoff when `player` plays best against a strategy; None if its plan is not
    simple.
    """
    weights = {0: Fraction(1)}
    unit = 1
    for infoset, probabilities in _played(game, 3 - player, strategy):
        above = sum(
            (weights.get(parent, Fraction(0)) for parent in game.parents[infoset]), Fraction(0)
        )
        for sequence, probability in enumerate(probabilities, game.first[infoset]):
            weights[sequence] = above * probability
            unit = math.lcm(unit, weights[sequence].denominator)
        if unit.bit_length() > BITS:
            return None
    plan = {
        sequence: weight.numerator * (unit // weight.denominator)
        for sequence, weight in weights.items()
    }
    return exact_best_response(game, player, *numbered_plan(game, plan), unit)


def _played(game: Game, player: int, strategy: ExactStrategy) -> Iterable[ExactBehaviour]:
    """Return the entries that the player's own moves may lead to: of a strategy in columns, whose
    other entries are not worked out, those of its floats, where a 0 is one in rationals.
    """
    if not isinstance(strategy, ExactView):
        return strategy
    return (strategy[at] for at in led(game, strategy.strategy))
