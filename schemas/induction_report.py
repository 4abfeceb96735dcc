"""The report on a graph solved by backward induction: value, proof, the first round, and a
requested position.

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
# Older reports lack the first key, and most values are not packed.
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
    """The solution of one joint state."""

    state: str
    label: str
    """For a state of the first round, the chance move that leads to it; empty if there is none."""
    moves: tuple[Labels, Labels]
    value: float
    gap: float | None
    """None if not verified."""
    strategies: tuple[Weights, Weights]
    move_values: tuple[Weights, Weights] | None
    """The payoff to player 1 of each move of player 1, and of each of player 2, against the other's
    strategy; None if not requested.
    """
    exact: ExactStage | None
    others: tuple[Labels, Labels] | None = None
    """Per player the moves that its strategy does not use, but other optimal strategies do; None if
    not computed.
    """


class Positions(NamedTuple):
    """The solutions of many positions: the start first, then the most likely ones."""

    plays: tuple[Play, ...]
    """Each position once; if chance moves first, those of the first round come first."""
    whole: bool
    """Whether these are all positions that the rules can reach."""


class Proved(NamedTuple):
    """Bounds that follow from the graph, independently of the solution's values."""

    ground: Ground
    lower: float
    """Lower bound on the game value."""
    upper: float
    """Upper bound on the game value."""
    bound: float
    """Bound on the error of the value of every state."""
    packed: bool = False
    """Whether the values are stored in 32 bits."""


class Sizes(NamedTuple):
    """The exact sizes of the game as a tree; None if they are too large to count."""

    states: int
    histories: int | None
    information_sets: tuple[int, int] | None
    sequences: tuple[int, int] | None


@dataclass(frozen=True)
class InductionReport:
    """The report on a solved graph."""

    graph: StateGraph
    induction: Induction
    proved: Proved | None
    """None if nothing was verified."""
    exact: Fraction | None
    sizes: Sizes
    first_moves: tuple[Play, ...]
    position: Play | None
    positions: Positions | None = None
    """For output that shows play; None if not requested, or if there are too many to solve again.
    """
    trail: Trail = NO_TRAIL
    """The source and the earlier artifacts, for output that shows them."""
    exact_stages: Mapping[str, ExactStage] = field(default_factory=dict)
    """By the names of joint states, if all of them were solved in rationals."""
    excerpt: Excerpt = NOTHING
    """Values of a generated graph, for output that shows positions."""
    asked: Position | None = None
    """The requested position of Goofspiel, with the cards that the user named."""
    table: PositionTable | None = None
    """Positions to be written instead of the first round; None if not requested."""
    edits: Edits = ()
    """Edits of the solution; edits of the state graph are recorded in its source."""

    @property
    def value(self) -> float:
        if self.exact is not None:
            return float(self.exact)
        if self.proved is None:
            return self.induction.value
        # If the bounds include 0, the digits of a tiny number are only rounding errors.
        if self.proved.lower <= 0 <= self.proved.upper and self.proved.bound < 1e-9:
            return 0.0
        # Rounding may have moved the value slightly out of the bounds.
        return min(max(self.induction.value, self.proved.lower), self.proved.upper)


def check(report: InductionReport) -> list[Problem]:
    """Return the problems of the numbers."""
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
    """Check the keys of a report in JSON, which no stage reads. Raise InputError if they are
    wrong.
    """
    check_keys(
        text, FORMAT, VERSION, [key for key in KEYS if key not in OPTIONAL], NULLABLE, OPTIONAL
    )
