"""Strategies as records."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from ..parts.documents.shapes import Key, Length, Weight


class Behaviour(NamedTuple):
    """A player's strategy at one information set."""

    infoset: int
    """Its number in the game."""
    own_reach: float
    """Sum of the realization weights of the player's sequences that lead there: the probability
    with which the player's own moves reach it.
    """
    probabilities: tuple[float, ...]
    """One per action, sum 1; if `own_reach` is 0, uniform unless refined."""


Strategy = Sequence[Behaviour]
"""A behaviour strategy: one entry per information set of its player, in the game's order. A tuple,
or a view of columns.
"""


def behaviour_at(strategy: Strategy, infoset: int) -> Behaviour:
    """Return a strategy's entry for an information set of its player.

    >>> behaviour_at((Behaviour(3, 1.0, (1.0,)), Behaviour(5, 0.5, (0.25, 0.75))), 5).own_reach
    0.5
    """
    return strategy[bisect_left(strategy, infoset, key=lambda entry: entry.infoset)]


Plan = Sequence[float]
"""A realization plan: one weight per sequence of its player, the empty one first."""


class ExactBehaviour(NamedTuple):
    """A player's strategy at one information set, in rationals."""

    infoset: Annotated[int, "its number in the game", Key("information_set")]
    probabilities: Annotated[
        tuple[Weight, ...],
        "one per action in the order of the actions: whole numbers or fractions, sum exactly 1",
        Length(1),
    ]
    """Uniform where the player's own moves never lead, unless refined."""


ExactStrategy = Sequence[ExactBehaviour]


class ActionValues(NamedTuple):
    """The values of the actions of one information set."""

    weight: float
    """The probability, above 0, with which chance and the other player's moves reach it, if the
    player's own moves lead there.
    """
    values: tuple[float, ...]
    """Payoff to player 1, one per action."""
