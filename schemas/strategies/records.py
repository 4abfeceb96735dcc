"""Strategies as records."""

from bisect import bisect_left
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


def behaviour_at(strategy: Strategy, infoset: int) -> Behaviour:
    """Return what a strategy does at an information set of its player.

    >>> behaviour_at((Behaviour(3, 1.0, (1.0,)), Behaviour(5, 0.5, (0.25, 0.75))), 5).own_reach
    0.5
    """
    return strategy[bisect_left(strategy, infoset, key=lambda entry: entry.infoset)]


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
