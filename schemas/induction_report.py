"""The report on a graph solved by backward induction: value, proof, the first round, and a position if one was asked for.

`report --format json` writes it; no stage reads it.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from schemas.documents import Findings, check_keys
from schemas.induction import Induction
from schemas.problems import Problem
from schemas.state_graph import StateGraph

FORMAT = "efgc/induction-report"
VERSION = 1

Labels = tuple[str, ...]
Weights = tuple[float, ...]
KEYS = (
    "title", "players", "value", "value_exact", "lower_bound", "upper_bound", "exploitability", "bound", "status", "solver",
    "solver_version", "rules", "level", "states", "games", "largest_gap", "histories", "information_sets", "sequences",
    "seconds", "first_moves", "levels", "position",
)
NULLABLE = ("value_exact", "rules", "level", "histories", "information_sets", "sequences", "seconds", "position")


class ExactStage(NamedTuple):
    """A stage game solved in rationals."""

    value: Fraction
    strategies: tuple[tuple[Fraction, ...], tuple[Fraction, ...]]


class Play(NamedTuple):
    """How to play one joint state."""

    state: str
    label: str
    """What chance did to come here, of a first move; empty if nothing."""
    moves: tuple[Labels, Labels]
    value: float
    gap: float
    strategies: tuple[Weights, Weights]
    worth: tuple[Weights, Weights] | None
    """Of each move of player 1, and of each of player 2, to player 1 against the other's strategy; None where nobody asked."""
    exact: ExactStage | None


class Sizes(NamedTuple):
    """Of the game as a tree, exact; None where they are too large to count."""

    states: int
    histories: int | None
    information_sets: tuple[int, int] | None
    sequences: tuple[int, int] | None


@dataclass(frozen=True)
class InductionReport:
    """A verified answer."""

    graph: StateGraph
    induction: Induction
    lower: float
    """The game value is no less,"""
    upper: float
    """and no more."""
    bound: float
    """No value of any state is further off."""
    exact: Fraction | None
    sizes: Sizes
    first_moves: tuple[Play, ...]
    position: Play | None

    @property
    def value(self) -> float:
        if self.exact is not None:
            return float(self.exact)
        # Where the bounds leave 0 in, nothing but rounding stands in the digits of a tiny number.
        if self.lower <= 0 <= self.upper and self.bound < 1e-9:
            return 0.0
        return min(max(self.induction.value, self.lower), self.upper)  # Rounding may have led it a little beyond.


def check(report: InductionReport) -> list[Problem]:
    """Return what is wrong with the numbers."""
    found = Findings()
    if not report.lower <= report.value <= report.upper or not math.isfinite(report.bound):
        found.add(("lower_bound",), f"{report.lower} and {report.upper} do not enclose {report.value}")
    for at, play in enumerate(report.first_moves):
        if tuple(map(len, play.moves)) != tuple(map(len, play.strategies)):
            found.add(("first_moves", at), "there is not one probability per move")
    return found.problems


def check_text(text: str) -> None:
    """Check the keys of a report in JSON. Raises InputError; no stage reads a report back."""
    check_keys(text, FORMAT, VERSION, KEYS, NULLABLE)
