"""The report on a graph solved by backward induction: value, proof, the first round, and a
requested position.

`report --format json` writes it; no stage reads it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, NamedTuple

from .induction import Ground, Induction, LayerProof
from .layer_values import NOTHING, Excerpt
from .parts.documents import Findings
from .parts.documents.artifacts import Artifact
from .parts.documents.records import record
from .parts.documents.shapes import Interval, Length, Mark, OneOf, Rational, Weight
from .parts.problems import Problem
from .parts.source import Edits
from .position_table import PositionTable
from .report import EditsEntry, SolverEntry, StatusEntry
from .rules.goofspiel import Position
from .state_graph import StateGraph
from .trail import NO_TRAIL, Trail

Labels = tuple[str, ...]
Weights = tuple[float, ...]
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
    findings = Findings()
    proved = report.proved
    if proved and not (
        proved.lower <= report.value <= proved.upper and math.isfinite(proved.bound)
    ):
        findings.add(
            ("lower_bound",), f"{proved.lower} and {proved.upper} do not enclose {report.value}"
        )
    for at, play in enumerate(report.first_moves):
        if tuple(map(len, play.moves)) != tuple(map(len, play.strategies)):
            findings.add(("first_moves", at), "there is not one probability per move")
    return findings.problems


_TEXTS = tuple[str, ...]
_EXACT = tuple[Weight, ...]
_SHARES = tuple[Annotated[float, Interval(0)], ...]
_NUMBERS = tuple[float, ...]
_COUNT = Annotated[int, Interval(0)]


class PlayEntry(NamedTuple):
    """The solution of one joint state in the file."""

    state: Annotated[str, "name of the state"]
    value: Annotated[float, "payoff to player 1, from this state on"]
    gap: Annotated[
        float | None,
        "upper bound minus lower bound that the strategies prove; 0 if they are exact, null if "
        "nothing is verified",
        Interval(0),
    ]
    moves_1: Annotated[_TEXTS, "labels of player 1's moves", Length(1)]
    moves_2: Annotated[_TEXTS, "labels of player 2's moves", Length(1)]
    strategy_1: Annotated[_SHARES, "probabilities of player 1's moves"]
    strategy_2: Annotated[_SHARES, "probabilities of player 2's moves"]
    worth_1: Annotated[
        _NUMBERS | None,
        "payoff to player 1 of each move of player 1 against the strategy of player 2; missing for "
        "first moves",
        Mark.OPTIONAL,
    ]
    worth_2: Annotated[
        _NUMBERS | None,
        "payoff to player 1 of each move of player 2 against the strategy of player 1; missing for "
        "first moves",
        Mark.OPTIONAL,
    ]
    value_exact: Annotated[
        Rational | None,
        "the value as an exact number; missing, like the next two, if it was not computed",
        Mark.OPTIONAL,
    ]
    strategy_1_exact: Annotated[_EXACT | None, "the probabilities as exact numbers", Mark.OPTIONAL]
    strategy_2_exact: Annotated[_EXACT | None, "the probabilities as exact numbers", Mark.OPTIONAL]
    others_1: Annotated[
        _TEXTS | None,
        "moves of player 1 that this strategy does not use, but other optimal ones do; missing, "
        "like the next one, if they were not computed",
        Mark.OPTIONAL,
    ]
    others_2: Annotated[_TEXTS | None, "the same for player 2", Mark.OPTIONAL]


_PLAY = record(PlayEntry)
_EXACT_KEYS = ("value_exact", "strategy_1_exact", "strategy_2_exact")
_TOGETHER = (("worth_1", "worth_2"), _EXACT_KEYS, ("others_1", "others_2"))
Entry = Annotated[
    PlayEntry,
    _PLAY._replace(
        schema={
            **_PLAY.schema,
            "dependentRequired": {key: keys for keys in _TOGETHER for key in keys},
        }
    ),
]


class InductionReportFile(NamedTuple):
    """The value of a graph solved by backward induction, its proof, the first round and a requested
    position.
    """

    title: Annotated[str, "the game in words"]
    players: Annotated[tuple[str, str], "names of player 1 and player 2"]
    verified: Annotated[
        bool,
        "whether all numbers follow from the graph; if false, they are those of the solution, and "
        "were not verified; missing in files of earlier versions",
        Mark.LATER,
    ]
    value: Annotated[float, "game value to player 1"]
    value_exact: Annotated[Rational | None, "the proved exact value; null if it was not computed"]
    lower_bound: Annotated[
        float | None,
        "lower bound on the value; null, like the next three, if nothing is verified",
    ]
    upper_bound: Annotated[float | None, "upper bound on the value"]
    exploitability: Annotated[float | None, "half of the gap between the bounds", Interval(0)]
    bound: Annotated[
        float | None,
        "bound on the error of the value of every state; 0 if all are exact",
        Interval(0),
    ]
    packed: Annotated[
        bool,
        "true if values are stored in 32 bits, a rounding that the bounds include; else missing",
        Mark.OPTIONAL,
    ]
    status: StatusEntry
    solver: SolverEntry
    solver_version: SolverEntry
    edited: EditsEntry
    rules: Annotated[str | None, "name of the rules; null for a graph without source"]
    level: Annotated[
        int | None, "level of the state graph; null for a graph without source", OneOf((0, 1, 2))
    ]
    states: Annotated[int, "states of the graph; for a generated graph the sum over its levels"]
    games: Annotated[_COUNT, "stage games; for a generated graph those that were solved"]
    largest_gap: Annotated[
        float | None, "largest gap of the stage games; null if nothing is verified", Interval(0)
    ]
    histories: Annotated[
        int | None, "histories of the tree, including the empty one; null if not counted"
    ]
    information_sets: Annotated[
        tuple[_COUNT, _COUNT] | None, "of the tree, of player 1 and player 2"
    ]
    sequences: Annotated[tuple[_COUNT, _COUNT] | None, "of the tree, including the empty sequence"]
    seconds: Annotated[float | None, "from the solution", Interval(0)]
    first_moves: Annotated[
        Mapping[str, Entry],
        "the stage games of the first round by the label of the chance move, which is empty if "
        "chance does not move first",
        Mark.LINES,
    ]
    levels: Annotated[
        tuple[LayerProof, ...],
        "one per line, as in the solution, but verified; empty if nothing is verified and if the "
        "states are listed",
        Mark.LINES,
    ]
    position: Annotated[Entry | None, "the position requested by `--at`; null if there is none"]


ARTIFACT = Artifact("efgc/induction-report", 1, "Report on backward induction", InductionReportFile)
read = ARTIFACT.read
