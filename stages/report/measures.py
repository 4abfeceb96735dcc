"""A report with what is computed from both strategies for those who show it: each once, however
many ask.
"""

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
        """Per information set of the game how likely play comes there."""
        return reaches(self.game, self.strategies)

    @cached_property
    def values(self) -> ActionValueView:
        """Per information set of the game what its actions are worth, see
        `stages.report.action_values`.
        """
        return action_values(self.game, self.strategies)

    @cached_property
    def largest(self) -> float:
        """The largest payoff without its sign."""
        return largest_payoff(self.game)

    @property
    def noise(self) -> float:
        """Losses no larger than this are rounding."""
        return ROUNDING * self.largest

    def losses(self, infoset: int) -> tuple[float, ...] | None:
        """Return what the actions of an information set give away; None where nobody knows."""
        found = self.values[infoset]
        player = self.game.information_sets[infoset].player
        return losses(found, player, self.largest) if found else None


def measured(report: Report) -> Measured:
    """Return a report with its measures: the same one, where it has them already."""
    if isinstance(report, Measured):
        return report
    return Measured(**{field.name: getattr(report, field.name) for field in fields(report)})


def short(number: float) -> float:
    """Return a number in as many digits as a float to look at needs; 0 is never negative.

    >>> short(2.3400000000000003), short(-0.0)
    (2.34, 0.0)
    """
    return float(f"{number:.12g}") + 0.0
