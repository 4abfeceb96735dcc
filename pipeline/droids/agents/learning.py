"""How an agent learns, and how it is trained."""

import time
from typing import NamedTuple

EQUAL = 1e-12  # Values that differ by less are chosen alike.


class Learning(NamedTuple):
    """How to learn."""

    rate: float = 0.1
    discount: float = 0.98
    explore: tuple[float, float] = (0.4, 0.02)
    """How often an action is taken at random, in the first game and in the last."""


class Plan(NamedTuple):
    """How to train."""

    games: int
    until: float | None
    """On the monotonic clock, in seconds."""
    against: str
    """Empty: the agent itself."""
    player: int
    learning: Learning
    seed: int
    max_rounds: int = 10**12
    rival: bool = False
    """Whether a new agent plays the other droid, and learns as well; `against` is then empty."""

    def enough(self) -> bool:
        return self.until is not None and time.monotonic() >= self.until
