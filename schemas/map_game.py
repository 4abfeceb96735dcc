"""A map with its rules as a game that is not compiled to a state graph: its value is bounded."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from efgc.schemas.parts.source import Source


class Dangers(NamedTuple):
    """What a dangerous place does."""

    alarm: bool
    """Whether the first place that the agent enters raises an alarm if it is empty."""
    robbery: bool
    """Whether player 2 chooses between taking the gold and a fight."""


@dataclass(frozen=True)
class MapGame:
    """The game of a map."""

    title: str
    players: tuple[str, str]
    rows: tuple[str, ...]
    """Rows of equal length, of the letters of a map."""
    bandits: int
    capture: Fraction
    escape: int
    """Payoff of an exit without gold. Each gold adds 1, and a dead end pays 0."""
    dangers: Dangers
    source: Source
    """The map, with the name of the rules."""

    @property
    def digest(self) -> str:
        """The checksum of the map."""
        return self.source.sha256

    @property
    def rules(self) -> str:
        return self.source.rules
