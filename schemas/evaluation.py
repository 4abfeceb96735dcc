"""The evaluation: what strategies that somebody wrote guarantee, and where they lose.

`evaluate --format json` writes it; no stage reads it. All payoffs are player 1's.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from schemas.game import Game
from schemas.parts.documents import check_keys
from schemas.strategies import ExactStrategy

FORMAT = "efgc/evaluation"
VERSION = 1
KEYS = (
    "title",
    "players",
    "constant",
    "level",
    "nodes",
    "adjusted",
    "completed",
    "value",
    "profile",
    "nash_conv",
    "exploitability",
    "from_value",
    "gains",
    "matches",
    "strategies",
    "losses",
)
OPTIONAL = ("constant",)
NULLABLE = ("level", "value", "nash_conv", "exploitability", "from_value")


class Enclosed(NamedTuple):
    """A number that lies between two rationals, or is both."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> Fraction | None:
        """The number, where it is known exactly."""
        return self.low if self.low == self.high else None

    @property
    def lower(self) -> float:
        """The largest float that is not above the number for sure."""
        near = float(self.low)
        return near if near <= self.low else math.nextafter(near, -math.inf)

    @property
    def upper(self) -> float:
        """The smallest float that is not below it for sure."""
        near = float(self.high)
        return near if near >= self.high else math.nextafter(near, math.inf)

    @property
    def near(self) -> float:
        """A float next to it, to look at."""
        return float((self.low + self.high) / 2)

    def plus(self, other: "Enclosed") -> "Enclosed":
        """Return the sum.

        >>> half = Enclosed(Fraction(1, 2), Fraction(1))
        >>> half.plus(half), half.less(half)
        (Enclosed(low=Fraction(1, 1), high=Fraction(2, 1)), Enclosed(low=Fraction(-1, 2), \
high=Fraction(1, 2)))
        """
        return Enclosed(self.low + other.low, self.high + other.high)

    def less(self, other: "Enclosed") -> "Enclosed":
        """Return the difference."""
        return Enclosed(self.low - other.high, self.high - other.low)

    def from_zero(self) -> "Enclosed":
        """Return the part that is not below 0, of a number that cannot be."""
        return Enclosed(max(self.low, Fraction(0)), max(self.high, Fraction(0)))

    def times(self, factor: Fraction) -> "Enclosed":
        """Return the product with a number of either sign."""
        low, high = sorted((self.low * factor, self.high * factor))
        return Enclosed(low, high)


class Who(StrEnum):
    """Whose strategy it is."""

    GIVEN = "given"
    """The one that is evaluated."""
    OPPONENT = "opponent"
    """Of the second file."""
    EQUILIBRIUM = "equilibrium"
    """Of the equilibrium that was found here."""
    BEST_RESPONSE = "best response"
    """To the one that is evaluated."""


class Match(NamedTuple):
    """Two strategies played against each other."""

    first: Who
    """Whose strategy player 1 plays."""
    second: Who
    value: Enclosed
    """What player 1 gets on average."""


class Move(NamedTuple):
    """One move of a play."""

    player: int
    """1 or 2; 0 is chance."""
    action: str
    probability: float
    """Of the action, by the strategy or by chance."""
    sees: tuple[str, ...]
    """What the player was shown since its last move."""


class Play(NamedTuple):
    """One history, from start to end."""

    moves: tuple[Move, ...]
    payoff: Fraction
    probability: float
    """Of this history among all."""


class Loss(NamedTuple):
    """What a player loses at one of its information sets. Floats, to look at."""

    infoset: int
    """Its number in the game."""
    loss: float
    """Per play of the game: `reach` times what `value` is short of `best_value`."""
    reach: float
    """Probability that the profile, with chance, leads there."""
    best: int
    """The best action, its place among those of the information set."""
    best_value: float
    """Player 1's payoff from there on, if the best action is taken, and the best ones later on."""
    value: float
    """If the player acts by its strategy, and takes the best actions later on."""
    played: float
    """Probability with which the strategy takes the best action."""
    exact: Fraction | None = None
    """The loss, where the game is small and all numbers are exact."""


@dataclass(frozen=True, kw_only=True)
class Evaluated:
    """One player's strategy."""

    player: int
    """1 or 2."""
    strategy: ExactStrategy
    guarantee: Enclosed
    """Player 1's payoff when the other player answers best: no opponent does worse to it."""
    answer: ExactStrategy
    """A best response of the other player; uniform where the strategy and chance never lead."""
    answered: Enclosed
    """Player 1's payoff when this is played; the guarantee, up to rounding in a large game."""
    play: Play
    """Which they then take most often."""


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """What is proved of strategies."""

    game: Game
    strategies: tuple[Evaluated | None, Evaluated | None]
    """Player 1's and player 2's; None for a player whose strategy is not evaluated."""
    profile: tuple[Who, Who]
    """Whose strategies are played against each other for gains and losses."""
    gains: tuple[Enclosed, Enclosed]
    """By how much each player's payoff grows when it plays a best response to the other one's
    strategy instead of its own of the profile.
    """
    matches: tuple[Match, ...]
    """That of the profile first."""
    losses: Sequence[Loss]
    """Information sets of both players at which something is lost, the largest loss first."""
    value: Enclosed | None = None
    """Of the game, where it was solved."""
    adjusted: float = 0.0
    """As in `schemas.strategy.Given`; the largest of both files."""
    completed: int = 0
    """The same; of both files."""

    @property
    def nash_conv(self) -> Enclosed | None:
        """What both players gain together; None where not both strategies are given."""
        given = {*self.profile} <= {Who.GIVEN, Who.OPPONENT}
        return self.gains[0].plus(self.gains[1]) if given else None

    @property
    def exploitability(self) -> Enclosed | None:
        """Half of NashConv."""
        found = self.nash_conv
        return found and found.times(Fraction(1, 2))

    def from_value(self, player: int) -> Enclosed | None:
        """Return how far the guarantee of a player's strategy is from the value; None where one of
        the two is not known.
        """
        evaluated = self.strategies[player - 1]
        if self.value is None or evaluated is None:
            return None
        guarantee, value = evaluated.guarantee, self.value
        return value.less(guarantee) if player == 1 else guarantee.less(value)


def check_text(text: str) -> None:
    """Check the keys of an evaluation in JSON. Raises InputError; no stage reads it back."""
    needed = [key for key in KEYS if key not in OPTIONAL]
    check_keys(text, FORMAT, VERSION, needed, NULLABLE, OPTIONAL)
