"""Strategies as records."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Behaviour(NamedTuple):
    """A player's strategy at one information set."""

    infoset: int
    """Its number in the game."""
    own_reach: float
    """Sum of the realization weights of the sequences that lead there: how far the player's own
    moves do. 0: they never do.
    """
    probabilities: tuple[float, ...]
    """One per action, sum 1; where the player's own moves never lead, uniform unless refined."""


Strategy = Sequence[Behaviour]
"""A behaviour strategy: one entry per information set of its player, in the game's order. A tuple,
or a view of columns.
"""
Plan = Sequence[float]
"""A realization plan: one weight per sequence of its player, the empty one first."""


class ExactBehaviour(NamedTuple):
    """A player's strategy at one information set, in rationals."""

    infoset: int
    """Its number in the game."""
    probabilities: tuple[Fraction, ...]
    """One per action, sum exactly 1; likewise."""


ExactStrategy = Sequence[ExactBehaviour]


class ActionValues(NamedTuple):
    """What the actions of one information set are worth."""

    weight: float
    """How far chance and the other player's moves lead there, above 0: the probability of reaching
    it for a player whose own moves do their best to.
    """
    values: tuple[float, ...]
    """Payoff to player 1, one per action."""
