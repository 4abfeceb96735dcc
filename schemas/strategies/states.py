"""Strategies on a state graph whose game is not listed."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class StateStrategy(NamedTuple):
    """A player's strategy: a distribution for each state in which it moves."""

    distributions: list[tuple[Fraction, ...]]
    """Distributions over the moves of a state; the sum of each is exactly 1."""
    which: NDArray[np.int32]
    """Shape (n,): the index of the distribution at each state of the player, else -1."""


class StateStrategies(NamedTuple):
    """The strategies of a text, fitted to a state graph without cycles."""

    players: tuple[StateStrategy | None, StateStrategy | None]
    """Player 1's and player 2's; None for a player without entries in the text."""
    adjusted: float = 0.0
    """The largest change that made probabilities sum to 1."""
    completed: int = 0
    """The number of situations without an entry, to which the player's own moves never lead; they
    are played uniformly.
    """
    overruled: int = 0
    """The number of entries whose decimals differ from the exact numbers beside them, as in an
    edited table; the decimals are used.
    """
