"""Settings of how an agent learns and how it is trained."""

import time
from typing import NamedTuple

EQUAL = 1e-12  # Actions whose values differ by less are tied.


class Learning(NamedTuple):
    """Parameters of Q-learning."""

    rate: float = 0.1
    discount: float = 0.98
    explore: tuple[float, float] = (0.4, 0.02)
    """The probability of a random action, in the first game and in the last."""


class Plan(NamedTuple):
    """A plan of the training."""

    games: int
    until: float | None
    """The deadline on the monotonic clock, in seconds."""
    against: str
    """The opponent's name; empty if the agent trains against itself."""
    player: int
    learning: Learning
    seed: int
    max_rounds: int = 10**12
    rival: bool = False
    """Whether a new agent plays the other droid and learns as well; `against` is then empty."""

    def enough(self) -> bool:
        return self.until is not None and time.monotonic() >= self.until
