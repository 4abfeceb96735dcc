"""Behaviour strategies of one player, in floats or in rationals.

Strategies of a large game are stored in columns (`schemas.strategies.columns`), and their records
are views.
"""

from .records import (
    ActionValues,
    Behaviour,
    ExactBehaviour,
    ExactStrategy,
    Plan,
    Strategy,
    behaviour_at,
)
from .views import ExactColumnsView, ExactView, StrategyView

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
