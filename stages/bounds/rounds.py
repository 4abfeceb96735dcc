"""What every search for bounds yields, round by round, and what double oracles share."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from numpy.typing import NDArray

from ...schemas.bounds import RESTRICTED, Situation
from ...schemas.parts.watch import Watch

Situations = tuple[Situation, ...]
Arrays = dict[str, NDArray[Any]]
LARGEST = 2**53
"""Above all numbers of steps and seconds."""
ROUNDED = 2.0**-52
"""How far the sum of saved probabilities may be from 1, for each of them."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Round:
    """The best bounds so far."""

    rule: str
    """The update of the strategies, see `schemas.bounds`."""
    step: int
    lower: float
    """The payoff that player 1's best strategy guarantees, rounded down."""
    upper: float
    """The payoff to which player 2's best strategy limits player 1, rounded up."""
    seconds: float
    reached: bool
    """Whether the gap is what was aimed at."""
    rounding: float = 0.0
    """The gap that is left by rounding best responses outward, if it is known: an equilibrium of
    such strategies proves hardly closer bounds.
    """
    stalled: bool = False
    """Whether a double oracle finds nothing better for either player."""
    value: Fraction | None = None
    """The value, if the strategies are exact and prove it."""
    strategies: Callable[[], tuple[Situations, Situations]]
    """Returns the strategies that prove the bounds."""
    save: Callable[[], Arrays]
    """Returns all that is needed to go on."""


class TimeOver(Exception):
    """The time is over; the round is given up."""


class DoubleOracle(ABC):
    """A search in which both players get, round by round, what is a best response to the other's
    strategy in the game without it.
    """

    def __init__(self, gap: float, watch: Watch, lower: float, upper: float) -> None:
        self.gap, self.watch, self.lower, self.upper = gap, watch, lower, upper
        self.end: float | None = None
        """When the time is over."""
        self.step, self.stalled = 0, False
        self.value: Fraction | None = None
        self.rounding = 0.0
        """The gap that is left by rounding best responses outward, if it is known."""
        self.before = 0.0
        """The seconds before it was interrupted."""
        self.began = time.monotonic()
        self.proving = 0.0
        """The seconds of the last round: the best responses that prove the bounds again take less.
        """

    @abstractmethod
    def step_once(self) -> None:
        """Let both players respond. Raises TimeOver, and is then without effect."""

    @abstractmethod
    def strategies(self) -> Callable[[], tuple[Situations, Situations]]:
        """Return a function for the strategies that prove the bounds so far."""

    @abstractmethod
    def save(self) -> Arrays:
        """Return all that is needed to go on."""

    @property
    def reached(self) -> bool:
        return self.upper - self.lower <= self.gap

    @property
    def seconds(self) -> float:
        return self.before + time.monotonic() - self.began

    def go_on(self) -> None:
        """Raise TimeOver if there is only time left to prove the bounds again."""
        self.watch(self.step, 0)
        if self.end is not None and time.monotonic() + self.proving > self.end:
            raise TimeOver

    def rounds(self) -> Iterator[Round]:
        """Yield the best bounds after each round, until their gap is reached, the time is over, or
        neither player finds anything better.
        """
        yield self._round()
        while not (self.reached or self.stalled):
            began = time.monotonic()
            try:
                self.step_once()
            except TimeOver:
                return
            self.proving = time.monotonic() - began
            yield self._round()

    def _round(self) -> Round:
        return Round(
            rule=RESTRICTED,
            step=self.step,
            lower=self.lower,
            upper=self.upper,
            seconds=self.seconds,
            reached=self.reached,
            rounding=self.rounding,
            stalled=self.stalled,
            value=self.value,
            strategies=self.strategies(),
            save=self.save,
        )
