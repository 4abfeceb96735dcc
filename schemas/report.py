"""The report: a game's value, its proof and both strategies.

`report --format json` writes it; no stage reads it.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from schemas.game import Game, count
from schemas.parts.counts import Counts
from schemas.parts.documents import Findings, check_keys
from schemas.parts.problems import Problem
from schemas.parts.source import Edits
from schemas.refinement import Refinement
from schemas.solution import Size
from schemas.strategies import (
    Behaviour,
    ExactBehaviour,
    ExactStrategy,
    Plan,
    Strategy,
    StrategyView,
)
from schemas.trail import NO_TRAIL, Trail

__all__ = (
    "Behaviour",
    "Bounds",
    "ExactBehaviour",
    "ExactStrategy",
    "OffPath",
    "Origins",
    "Plan",
    "Proof",
    "Report",
    "Strategy",
    "check",
    "check_text",
)

FORMAT = "efgc/report"
VERSION = 1


class Bounds(NamedTuple):
    """What best responses on the game prove about its value."""

    lower: float
    """Player 1's payoff against player 2's best response."""
    upper: float
    """Player 1's best response against player 2's strategy."""

    @property
    def value(self) -> float:
        return (self.lower + self.upper) / 2

    @property
    def exploitability(self) -> float:
        """Half of NashConv, never below 0."""
        return max(0.0, (self.upper - self.lower) / 2)


class Proof(NamedTuple):
    """Two strategies that guarantee the same number, each to its player: it is the value."""

    value: Fraction
    """To player 1."""
    strategies: tuple[ExactStrategy, ExactStrategy]


class OffPath(NamedTuple):
    """What was changed where equilibrium play never comes; the bounds are not worse for it."""

    changed: tuple[int, int]
    """Information sets of player 1 and of player 2 with a best response that they did not have."""
    returned: tuple[int, int]
    """Information sets where the change would cost something of what is guaranteed, and was given
    back.
    """


class Origins(NamedTuple):
    """Who solved what, how."""

    solver: str
    version: str
    status: str
    seconds: float | None
    size: Size
    refused: str = ""
    """Why the solvers that were asked before were refused; empty where there were none."""
    raced: str = ""
    """Who worked on it at the same time and was slower; empty where nobody did."""
    without: tuple[str, ...] = ()
    """The reductions of the sequence form that its linear program was lowered without."""


KEYS = (
    "title",
    "players",
    "constant",
    "value",
    "value_exact",
    "unproved",
    "refinement",
    "off_path",
    "lower_bound",
    "upper_bound",
    "exploitability",
    "repaired",
    "status",
    "solver",
    "solver_version",
    "edited",
    "rules",
    "level",
    "states",
    "nodes",
    "counted",
    "histories",
    "terminal_histories",
    "escapes",
    "unreduced_information_sets",
    "information_sets",
    "sequences",
    "rows",
    "columns",
    "nonzeros",
    "seconds",
    "strategies",
)
OPTIONAL = ("constant", "edited", "off_path")
NULLABLE = ("value_exact", "unproved", "refinement", "rules", "level", "states", "seconds")


@dataclass(frozen=True)
class Report:
    """A verified answer."""

    game: Game
    bounds: Bounds
    origins: Origins
    plans: tuple[Plan, Plan]
    strategies: tuple[Strategy, Strategy]
    exact: Proof | str
    """The exact value with strategies of its own, or a sentence that says why it is not proved."""
    repaired: float
    """The most by which a realization weight of the solutions had to change to become that of the
    strategies.
    """
    refinement: Refinement | None = None
    """What more is claimed of the strategies than that they are an equilibrium, with the trembles
    that prove it.
    """
    off_path: OffPath | None = None
    """What was changed where equilibrium play never comes, where that was asked for. The exact
    value keeps the strategies that prove it, as they were before.
    """
    trail: Trail = NO_TRAIL
    """What led to it, for those who show it."""
    edits: Edits = ()
    """Of solutions; those of state graph and game are named by their source."""

    @property
    def advises(self) -> bool:
        """Whether the strategies are meant to be best where play does not come, too."""
        return self.refinement is not None or self.off_path is not None

    @property
    def value(self) -> float:
        """The float next to the exact value, or else the middle of the bounds."""
        return float(self.exact.value) if isinstance(self.exact, Proof) else self.bounds.value

    @cached_property
    def counts(self) -> Counts:
        """How large the game is without reductions, or as it stands where nobody counted before."""
        return self.game.counts or count(self.game)


def check(report: Report) -> list[Problem]:
    """Return what is wrong with the numbers: no distribution, no bounds."""
    found = Findings()
    if not math.isfinite(report.bounds.lower) or not math.isfinite(report.bounds.upper):
        found.add(
            ("lower_bound",), f"{report.bounds.lower} and {report.bounds.upper} bound nothing"
        )
    for player, strategy in enumerate(report.strategies):
        if isinstance(strategy, StrategyView) and strategy.columns.are_distributions():
            continue
        for at, behaviour in enumerate(strategy):
            place = ("strategies", player, at, "probabilities")
            # Sums of a few rounded quotients: each is off by one unit in the last place at most.
            if (
                abs(math.fsum(behaviour.probabilities) - 1) > 1e-12
                or min(behaviour.probabilities) < 0
            ):
                found.add(place, f"{behaviour.probabilities} is no distribution")
    return found.problems


def check_text(text: str) -> None:
    """Check the keys of a report in JSON. Raises InputError; no stage reads a report back."""
    check_keys(
        text, FORMAT, VERSION, [key for key in KEYS if key not in OPTIONAL], NULLABLE, OPTIONAL
    )
