"""Plans of a training."""

import time
from collections.abc import Callable
from typing import NamedTuple

from .....schemas.parts.watch import Watch

Play = Callable[[int, int, int, int], tuple[int, int]]
"""Plays up to so many games and rounds, given the number of games already played and the expected
number, and updates tables; returns the numbers of games and rounds played.
"""


class Learning(NamedTuple):
    """Parameters of Q-learning."""

    rate: float = 0.1
    discount: float = 0.98
    explore: tuple[float, float] = (0.4, 0.02)
    """The probability of a random action, in the first game and in the last."""


class Plan(NamedTuple):
    """A plan of the training."""

    games: int
    until: float | None = None
    """The deadline on the monotonic clock, in seconds."""
    against: str = ""
    """The opponent's name; empty if the agent trains against itself."""
    player: int = 1
    learning: Learning = Learning()
    seed: int = 1
    max_rounds: int = 10**12
    rival: bool = False
    """Whether a new agent plays the other droid and learns as well; `against` is then empty."""
    begun: float = 0.0
    """The start on the monotonic clock, in seconds, if there is a deadline."""

    def elapsed(self) -> float:
        """Return the fraction of the time that has elapsed; 0 without a deadline."""
        if self.until is None:
            return 0.0
        return min(1.0, (time.monotonic() - self.begun) / (self.until - self.begun))

    def seen_by(self, watch: Watch) -> Watch:
        """Return a watch of games that reports the seconds instead if these are used up sooner."""

        def seen(done: int, total: int) -> None:
            elapsed, seconds = self.elapsed(), round((self.until or self.begun) - self.begun)
            if elapsed * total > done:
                done, total = int(elapsed * seconds), seconds
            watch(done, total)

        return seen

    def enough(self) -> bool:
        return self.elapsed() >= 1

    @property
    def clock(self) -> Callable[[], float] | None:
        """The function `elapsed`; None without a deadline."""
        return None if self.until is None else self.elapsed
