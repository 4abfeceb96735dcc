"""What games of droids are worth to a student."""

from collections.abc import Callable
from dataclasses import dataclass

POINTS = 20.0  # For each agent.
LEAST = 20  # Games that a MinimaxAgent plays at least.


@dataclass
class Tally:
    """What came of the games."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    trained: int = 0
    """Games of the training."""
    reason: str = ""
    """What went wrong first."""

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def note(self, reason: str) -> None:
        self.reason = self.reason or reason


def not_lost(tally: Tally, games: int) -> float:
    """Return the points of a QAgent; the first is the document's example.

    >>> not_lost(Tally(80, 8, 12), 100), not_lost(Tally(), 100)
    (17.6, 0.0)
    """
    return POINTS * (tally.won + tally.drawn) / games


def mean(tally: Tally, games: int) -> float:
    """Return the points of a MinimaxAgent; the first is the document's example.

    >>> mean(Tally(80, 8, 12), 100), mean(Tally(20, 0, 0), 100), mean(Tally(19, 0, 0), 100)
    (16.8, 20.0, 0.0)
    """
    if tally.games < min(LEAST, games):
        return 0.0
    return POINTS * (tally.won + 0.5 * tally.drawn) / tally.games


AWARDED: dict[str, Callable[[Tally, int], float]] = {"QAgent": not_lost, "MinimaxAgent": mean}
