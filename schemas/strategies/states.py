"""Strategies on a state graph whose game is not listed."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..strategy import Fitted


class StateStrategy(NamedTuple):
    """A player's strategy: a distribution for each state in which it moves."""

    distributions: list[tuple[Fraction, ...]]
    """Distributions over the moves of a state; the sum of each is exactly 1."""
    which: NDArray[np.int32]
    """Shape (n,): the index of the distribution at each state of the player, else -1."""


StateStrategies = Fitted[StateStrategy]
"""The strategies of a text, fitted to a state graph without cycles."""
