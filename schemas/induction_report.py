"""The report on a graph solved by backward induction: value, proof, the first round, and a position
if one was asked for.

`report --format json` writes it; no stage reads it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from schemas.induction import Ground, Induction
from schemas.layer_values import NOTHING, Excerpt
from schemas.parts.documents import Findings, check_keys
from schemas.parts.problems import Problem
from schemas.parts.source import Edits
from schemas.position_table import PositionTable
from schemas.rules.goofspiel import Position
from schemas.state_graph import StateGraph
from schemas.trail import NO_TRAIL, Trail

FORMAT = "efgc/induction-report"
VERSION = 1

Labels = tuple[str, ...]
Weights = tuple[float, ...]
KEYS = (
    "title",
    "players",
    "verified",
    "value",
    "value_exact",
    "lower_bound",
    "upper_bound",
    "exploitability",
    "bound",
    "packed",
    "status",
    "solver",
    "solver_version",
    "edited",
    "rules",
    "level",
    "states",
    "games",
    "largest_gap",
    "histories",
    "information_sets",
    "sequences",
    "seconds",
    "first_moves",
    "levels",
    "position",
)
NULLABLE = (
    "value_exact",
    "lower_bound",
    "upper_bound",
    "exploitability",
    "bound",
    "largest_gap",
    "rules",
    "level",
    "histories",
    "information_sets",
    "sequences",
    "seconds",
    "position",
)
# Older reports do not have the first, and most values are not packed.
OPTIONAL = ("verified", "packed", "edited")
GROUNDS = {
    Ground.EXACT: "exact, both strategies proved in rationals",
    Ground.RESPONSES: "by best responses on the graph",
    Ground.SOLVED: "by the gaps of all stage games",
    Ground.READ: "by the gaps of all stage games, as the level files have them",
}


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
    gap: float | None
    """None where nobody verified it."""
    strategies: tuple[Weights, Weights]
    move_values: tuple[Weights, Weights] | None
    """Of each move of player 1, and of each of player 2, to player 1 against the other's strategy;
    None where nobody asked.
    """
    exact: ExactStage | None
    others: tuple[Labels, Labels] | None = None
    """Per player the moves that the strategy leaves out, and that others which are as good take;
    None where nobody looked.
    """


class Positions(NamedTuple):
    """How to play many positions, the start first, then what play comes to most likely."""

    plays: tuple[Play, ...]
    """Each position once; where chance moves first, those of the first round are the first."""
    whole: bool
    """Whether these are all to which the rules can lead, or there are more."""


class Proved(NamedTuple):
    """What follows from the graph, whatever the solution says."""

    ground: Ground
    lower: float
    """The game value is no less,"""
    upper: float
    """and no more."""
    bound: float
    """No value of any state is further off."""
    packed: bool = False
    """Whether the values are kept in 32 bits."""


class Sizes(NamedTuple):
    """Of the game as a tree, exact; None where they are too large to count."""

    states: int
    histories: int | None
    information_sets: tuple[int, int] | None
    sequences: tuple[int, int] | None


@dataclass(frozen=True)
class InductionReport:
    """What is known of a solved graph."""

    graph: StateGraph
    induction: Induction
    proved: Proved | None
    """None where nothing was verified."""
    exact: Fraction | None
    sizes: Sizes
    first_moves: tuple[Play, ...]
    position: Play | None
    positions: Positions | None = None
    """For those who show play; None where nobody asked, or where they are too many to solve again.
    """
    trail: Trail = NO_TRAIL
    """What led to it, for those who show it."""
    exact_stages: Mapping[str, ExactStage] = field(default_factory=dict)
    """By the names of joint states, where all of them were solved in rationals."""
    excerpt: Excerpt = NOTHING
    """Of the values of a generated graph, for those who show positions."""
    asked: Position | None = None
    """The position of Goofspiel that was asked for, with the cards that were named."""
    table: PositionTable | None = None
    """Positions to be written in place of the first round; None where nobody asked."""
    edits: Edits = ()
    """Of the solution; that of the state graph is named by its source."""

    @property
    def value(self) -> float:
        if self.exact is not None:
            return float(self.exact)
        if self.proved is None:
            return self.induction.value
        # Where the bounds leave 0 in, nothing but rounding stands in the digits of a tiny number.
        if self.proved.lower <= 0 <= self.proved.upper and self.proved.bound < 1e-9:
            return 0.0
        # Rounding may have led it a little beyond.
        return min(max(self.induction.value, self.proved.lower), self.proved.upper)


def check(report: InductionReport) -> list[Problem]:
    """Return what is wrong with the numbers."""
    found = Findings()
    proved = report.proved
    if proved and not (
        proved.lower <= report.value <= proved.upper and math.isfinite(proved.bound)
    ):
        found.add(
            ("lower_bound",), f"{proved.lower} and {proved.upper} do not enclose {report.value}"
        )
    for at, play in enumerate(report.first_moves):
        if tuple(map(len, play.moves)) != tuple(map(len, play.strategies)):
            found.add(("first_moves", at), "there is not one probability per move")
    return found.problems


def check_text(text: str) -> None:
    """Check the keys of a report in JSON. Raises InputError; no stage reads a report back."""
    check_keys(
        text, FORMAT, VERSION, [key for key in KEYS if key not in OPTIONAL], NULLABLE, OPTIONAL
    )
