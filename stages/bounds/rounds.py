"""What every search for bounds yields, round by round."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from ...schemas.bounds import Situation

Situations = tuple[Situation, ...]
Arrays = dict[str, NDArray[Any]]
LARGEST = 2**53
"""Above all numbers of steps and seconds."""
ROUNDED = 2.0**-52
"""How far the sum of saved probabilities may be from 1, for each of them."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Round:
    """The best bounds so far."""

    step: int
    lower: float
    """The payoff that player 1's best strategy guarantees, rounded down."""
    upper: float
    """The payoff to which player 2's best strategy limits player 1, rounded up."""
    seconds: float
    reached: bool
    """Whether the gap is what was aimed at."""
    stalled: bool = False
    """Whether a double oracle finds nothing better for either player."""
    strategies: Callable[[], tuple[Situations, Situations]]
    """Returns the strategies that prove the bounds."""
    save: Callable[[], Arrays]
    """Returns all that is needed to go on."""


class TimeOver(Exception):
    """The time is over; the round is given up."""
