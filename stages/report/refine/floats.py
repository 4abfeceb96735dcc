"""Refined strategies in floats, as a report tells them."""

from collections.abc import Sequence
from fractions import Fraction

from schemas.game import Game
from schemas.refinement import Refinement, Tremble
from schemas.strategies import Behaviour, ExactBehaviour, ExactStrategy, Strategy, StrategyView
from schemas.strategies.columns import strategy_columns


def in_floats(
    game: Game, exact: tuple[ExactStrategy, ExactStrategy], refinement: Refinement
) -> tuple[Strategy, Strategy]:
    """Return both strategies, each number the nearest float."""
    first, second = (
        tuple(_behaviour(*each) for each in zip(strategy, trembles, strict=True))
        for strategy, trembles in zip(exact, refinement.trembles, strict=True)
    )
    return StrategyView(strategy_columns(first)), StrategyView(strategy_columns(second))


def _behaviour(exact: ExactBehaviour, tremble: Tremble) -> Behaviour:
    return Behaviour(
        exact.infoset,
        float(_at_zero(tremble.weights)),
        tuple(map(float, exact.probabilities)),
    )


def _at_zero(weights: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return the weight that reaches an information set without trembles."""
    return sum((weight[0] for weight in weights), Fraction(0))
