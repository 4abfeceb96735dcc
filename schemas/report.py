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
    """The bounds on the game value proved by best responses on the game."""

    lower: float
    """The payoff of player 1's strategy against player 2's best response."""
    upper: float
    """The payoff of player 1's best response against player 2's strategy."""

    @property
    def value(self) -> float:
        return (self.lower + self.upper) / 2

    @property
    def exploitability(self) -> float:
        """Half of NashConv, never below 0."""
        return max(0.0, (self.upper - self.lower) / 2)


class Proof(NamedTuple):
    """Two strategies that guarantee the same payoff, each to its player, which is thus the
    value.
    """

    value: Fraction
    """To player 1."""
    strategies: tuple[ExactStrategy, ExactStrategy]


class OffPath(NamedTuple):
    """Changes at information sets that equilibrium play does not reach; they do not weaken the
    bounds.
    """

    changed: tuple[int, int]
    """Number of information sets of player 1 and of player 2 that now play a best response, but did
    not before.
    """
    returned: tuple[int, int]
    """Number of information sets at which the change would reduce the guarantee, and was undone."""


class Origins(NamedTuple):
    """The solvers, and how they were used."""

    solver: str
    version: str
    status: str
    seconds: float | None
    size: Size
    refused: str = ""
    """Why the answers of earlier solvers were rejected; empty if there were none."""
    raced: str = ""
    """The solvers that ran at the same time and were slower; empty if there were none."""
    without: tuple[str, ...] = ()
    """The reductions of the sequence form that were not applied to the linear program."""


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
    """The exact value with its own strategies, or a sentence that explains why it is not proved."""
    repaired: float
    """The largest difference between a realization weight in the solutions and in the
    strategies.
    """
    refinement: Refinement | None = None
    """The refinement that the equilibrium satisfies, with the trembles that prove it."""
    off_path: OffPath | None = None
    """Changes at information sets that equilibrium play does not reach, if requested. The exact
    value keeps the unchanged strategies that prove it.
    """
    trail: Trail = NO_TRAIL
    """The source and the earlier artifacts, for output that shows them."""
    edits: Edits = ()
    """Edits of solutions; edits of the state graph and the game are recorded in their source."""

    @property
    def advises(self) -> bool:
        """Whether the strategies are meant to be optimal also where play does not lead."""
        return self.refinement is not None or self.off_path is not None

    @property
    def value(self) -> float:
        """The float nearest to the exact value, or else the middle of the bounds."""
        return float(self.exact.value) if isinstance(self.exact, Proof) else self.bounds.value

    @cached_property
    def counts(self) -> Counts:
        """The size of the game without reductions; if unknown, the size of the game itself."""
        return self.game.counts or count(self.game)


def check(report: Report) -> list[Problem]:
    """Return the problems of the numbers, such as invalid distributions or bounds."""
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
            # Sums of a few rounded quotients, each with an error of at most one ulp.
            if (
                abs(math.fsum(behaviour.probabilities) - 1) > 1e-12
                or min(behaviour.probabilities) < 0
            ):
                found.add(place, f"{behaviour.probabilities} is no distribution")
    return found.problems


def check_text(text: str) -> None:
    """Check the keys of a report in JSON, which no stage reads. Raise InputError if they are
    wrong.
    """
    check_keys(
        text, FORMAT, VERSION, [key for key in KEYS if key not in OPTIONAL], NULLABLE, OPTIONAL
    )
