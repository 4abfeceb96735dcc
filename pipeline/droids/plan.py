"""How to train an agent."""

import time
from typing import NamedTuple

from pipeline.droids.agents.learning import Learning


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
