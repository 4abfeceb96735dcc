"""Strategies in simple fractions: a guess, kept only if two exact best responses prove it.

If the value of a game is a simple fraction, the probabilities of its equilibria mostly are, too,
and a solver's floats lie near them. No linear program and no basis is used, so this suits games
whose program is too large to be solved in rationals, and strategies carried to another game.
"""

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial

from ....schemas.game import Game
from ....schemas.report import Bounds, Proof
from ....schemas.strategies import (
    Behaviour,
    ExactBehaviour,
    ExactStrategy,
    ExactView,
    Strategy,
    StrategyView,
)
from ..best_response import as_printed, exact_best_response
from ..measures import reached_entries

NODES = 3_000_000
"""Nodes up to which it is tried. Per entry of NEAR it costs at most as much as the bounds.
"""
BITS = 4_000
"""Bits of the common denominator of a realization plan; strategies that need more are not simple.
"""
NEAR = (1e-9, 1e-6)
"""Distances from a realization weight within which a simple fraction is searched, in this order.
"""
ALONE = Fraction(1, 1000)
"""The expected number of fractions that an interval contains by chance, with denominators up to
that of its simplest fraction, must not exceed this.
"""


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction from `low` to `high` with the smallest denominator; of several the one
    nearest to 0.

    It is the first node of the Stern-Brocot tree that lies between both ends.

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


def is_convincing(bounds: Bounds) -> bool:
    """Return whether the bounds enclose one fraction that is simpler than chance would explain.

    An interval of length g contains about q * q * g / 3 fractions with denominators up to q.

    >>> (is_convincing(Bounds(0.333333333, 0.3333333335)),
    ...     is_convincing(Bounds(0.31622776, 0.31622777)))
    (True, False)
    """
    low, high = Fraction(bounds.lower), Fraction(bounds.upper)
    return simplest(low, high).denominator ** 2 * (high - low) <= 3 * ALONE


def prove_simple(game: Game, strategies: tuple[Strategy, Strategy], bounds: Bounds) -> Proof | None:
    """Return the exact value if simple fractions near the strategies prove it; None if they do not,
    or if the attempt is not worthwhile.

    `bounds` are those of the strategies, and enclose the value.
    """
    if len(game.nodes) > NODES or not is_convincing(bounds):
        return None
    for near in NEAR:
        nearby = partial(_nearby, near=near)
        exact = _exact(strategies[0], nearby), _exact(strategies[1], nearby)
        guaranteed = _against_best(game, 2, exact[0])
        # Outside of the bounds it is not the value, and the other best response need not be
        # computed.
        if guaranteed is None or not bounds.lower <= guaranteed <= bounds.upper:
            continue
        if guaranteed == _against_best(game, 1, exact[1]):
            return Proof(guaranteed, exact)
    return None


def prove_equal(strategies: tuple[Strategy, Strategy], bounds: Bounds) -> Proof | None:
    """Return the exact value if both bounds are the same number, which both printed strategies
    guarantee; else None.
    """
    if bounds.lower != bounds.upper:
        return None
    return Proof(Fraction(bounds.lower), (rational(strategies[0]), rational(strategies[1])))


def rational(strategy: Strategy) -> ExactStrategy:
    """Return the strategy to which the bounds apply: the exact floats, made to sum to 1."""
    return _exact(strategy, lambda behaviour: as_printed(behaviour.probabilities))


def _exact(strategy: Strategy, exact: Callable[[Behaviour], tuple[Fraction, ...]]) -> ExactStrategy:
    """Return a strategy in rationals; a lazy view if the strategy is one."""
    if isinstance(strategy, StrategyView):
        return ExactView(strategy, exact)
    return tuple(ExactBehaviour(behaviour.infoset, exact(behaviour)) for behaviour in strategy)


def _nearby(behaviour: Behaviour, near: float) -> tuple[Fraction, ...]:
    """Return the simplest fractions near the probabilities; the largest one is set to 1 minus the
    others.
    """
    probabilities, own_reach = behaviour.probabilities, behaviour.own_reach
    if not own_reach:  # Never reached: uniform.
        return (Fraction(1, len(probabilities)),) * len(probabilities)
    found = [_fraction(probability, near / own_reach) for probability in probabilities]
    largest = max(range(len(found)), key=found.__getitem__)
    found[largest] += 1 - sum(found)
    return tuple(found) if found[largest] >= 0 else as_printed(probabilities)


def _fraction(probability: float, near: float) -> Fraction:
    if probability in (0.0, 1.0):
        return Fraction(probability)
    return simplest(max(Fraction(0), Fraction(probability - near)), Fraction(probability + near))


def _against_best(game: Game, player: int, strategy: ExactStrategy) -> Fraction | None:
    """Return player 1's payoff under a best response of `player` to a strategy; None if the plan of
    the strategy is not simple.
    """
    weights = {0: Fraction(1)}
    unit = 1
    for infoset, probabilities in _played(game, strategy):
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
    return exact_best_response(game, player, plan, unit)


def _played(game: Game, strategy: ExactStrategy) -> Iterable[ExactBehaviour]:
    """Return the entries that the player's own moves may lead to. In a strategy stored in
    columns, they are selected by the floats, whose zeros are exact, so that no other entry is
    computed.
    """
    if not isinstance(strategy, ExactView):
        return strategy
    return (strategy[at] for at in reached_entries(game, strategy.strategy))
