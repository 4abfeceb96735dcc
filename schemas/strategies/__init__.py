"""Strategies: what a player does at each of its information sets, in floats or in rationals.

Those of a large game are kept in columns (`schemas.strategies.columns`), and their records are
views.
"""

from schemas.strategies.records import (
    ActionValues,
    Behaviour,
    ExactBehaviour,
    ExactStrategy,
    Plan,
    Strategy,
    behaviour_at,
)
from schemas.strategies.views import ExactColumnsView, ExactView, StrategyView

__all__ = (
    "ActionValues",
    "Behaviour",
    "ExactBehaviour",
    "ExactColumnsView",
    "ExactStrategy",
    "ExactView",
    "Plan",
    "Strategy",
    "StrategyView",
    "behaviour_at",
)
