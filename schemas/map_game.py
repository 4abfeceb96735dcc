"""A map with its rules as a game that is not compiled to a state graph: its value is bounded."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from .parts.source import Source


class Dangers(NamedTuple):
    """What dangerous places do."""

    alarms: int = 0
    """How many of the places that the agent enters first raise an alarm if they are empty."""
    robbery: bool = False
    """Whether player 2 chooses between taking the gold and a fight."""
    # Hand-ins play so, but no rule set may: `play` does not tell these to a person.
    after_fights: bool = False
    """Whether places with a fight do not count among those that are entered first."""
    onto_alarm: bool = False
    """Whether a bandit may move to the place of the alarm."""
    fights_cost_gold: bool = False
    """Whether the agent loses its gold in a fight that it survives."""
    keeps_counting: bool = False
    """Whether the agent still infers by counting where bandits are, after an alarm at which one may
    have come back, or moved to a place that was entered.
    """


BOUNDED = (Dangers(), Dangers(alarms=1), Dangers(robbery=True))
"""What the double oracle and its checker know how to play."""


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
    """One of BOUNDED."""
    source: Source
    """The map, with the name of the rules."""

    @property
    def digest(self) -> str:
        """The checksum of the map."""
        return self.source.sha256

    @property
    def rules(self) -> str:
        return self.source.rules
