"""A report with cached measures of both strategies, each computed once."""

from dataclasses import dataclass, fields
from functools import cached_property

from schemas.parts.views import ArrayView
from schemas.report import Report
from stages.report.action_values import (
    ROUNDING,
    ActionValueView,
    action_values,
    largest_payoff,
    losses,
)
from stages.report.reach import reaches


@dataclass(frozen=True, eq=False)
class Measured(Report):
    """A report whose strategies are measured against each other."""

    @cached_property
    def reach(self) -> ArrayView[float]:
        """Per information set of the game the probability that play comes there."""
        return reaches(self.game, self.strategies)

    @cached_property
    def values(self) -> ActionValueView:
        """Per information set of the game the values of its actions, see
        `stages.report.action_values`.
        """
        return action_values(self.game, self.strategies)

    @cached_property
    def largest(self) -> float:
        """The largest absolute payoff."""
        return largest_payoff(self.game)

    @property
    def noise(self) -> float:
        """Losses no larger than this are rounding."""
        return ROUNDING * self.largest

    def losses(self, infoset: int) -> tuple[float, ...] | None:
        """Return the losses of the actions of an information set; None if unknown."""
        found = self.values[infoset]
        player = self.game.information_sets[infoset].player
        return losses(found, player, self.largest) if found else None


def measured(report: Report) -> Measured:
    """Return a report with its measures; a report that already has them is returned as it is."""
    if isinstance(report, Measured):
        return report
    return Measured(**{field.name: getattr(report, field.name) for field in fields(report)})


def short(number: float) -> float:
    """Return a number rounded to the digits worth showing; never negative zero.

    >>> short(2.3400000000000003), short(-0.0)
    (2.34, 0.0)
    """
    return float(f"{number:.12g}") + 0.0
