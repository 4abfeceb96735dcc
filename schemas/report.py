"""The report: a game's value, its proof and both strategies.

`report --format json` writes it; no stage reads it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Annotated, NamedTuple

from .game import Game, count
from .parts.counts import REDUCED, UNREDUCED, WAYS_OUT, Counts
from .parts.documents import Findings
from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Interval, Key, Mark, OneOf, Rational
from .parts.problems import Problem
from .parts.source import Edits
from .parts.status import Status
from .refinement import Concept, Refinement
from .solution import Size
from .strategies import ExactStrategy, Strategy, StrategyView
from .strategies.columns import strategy_columns
from .trail import NO_TRAIL, Trail

_COUNT = Annotated[int, Interval(0)]
_PASS = Key("pass")
"""The key of `efgc passes --format json`."""


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
    """Changes at information sets that equilibrium play does not reach, by `--off-path best`; they
    do not weaken the bounds.
    """

    changed: Annotated[
        tuple[_COUNT, _COUNT],
        "number of information sets of player 1 and of player 2 that play never reaches and that "
        "now have [best responses to small trembles](../docs/refinement.md#in-games-of-any-size), "
        "but did not have them before",
    ]
    returned: Annotated[
        tuple[_COUNT, _COUNT],
        "number of information sets that were left unchanged because the bounds would be worse",
    ]


class Origins(NamedTuple):
    """The solvers, and how they were used."""

    solver: str
    version: str
    status: str
    seconds: float | None
    size: Size
    refused: str = ""
    """Why the answers of earlier solvers were rejected; empty if there were none."""
    without: tuple[str, ...] = ()
    """The reductions of the sequence form that were not applied to the linear program."""


@dataclass(frozen=True)
class Report:
    """A verified answer."""

    game: Game
    bounds: Bounds
    origins: Origins
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

    @property
    def sequences(self) -> tuple[int, int]:
        """The number of sequences of each player, the empty one included."""
        first, second = map(strategy_columns, self.strategies)
        return 1 + len(first.probabilities), 1 + len(second.probabilities)

    @cached_property
    def counts(self) -> Counts:
        """The size of the game without reductions; if unknown, the size of the game itself."""
        return self.game.counts or count(self.game)


def check(report: Report) -> list[Problem]:
    """Return the problems of the numbers, such as invalid distributions or bounds."""
    findings = Findings()
    if not math.isfinite(report.bounds.lower) or not math.isfinite(report.bounds.upper):
        findings.add(
            ("lower_bound",), f"{report.bounds.lower} and {report.bounds.upper} must be finite"
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
                findings.add(place, f"{behaviour.probabilities} is not a distribution")
    return findings.problems


_PROBABILITIES = Mapping[str, Annotated[float, Interval(0)]]


# Fields of all reports.
StatusEntry = Annotated[
    str, "`optimal`; there is no report for any other", OneOf((Status.OPTIMAL,))
]
SolverEntry = Annotated[str, "from the solution"]
EditsEntry = Annotated[
    Edits,
    "the edited artifacts, each with the stage that had written it; missing if there are none",
    Mark.PAIRS,
    Mark.OPTIONAL,
]


class BehaviourEntry(NamedTuple):
    """A player's strategy at one information set in the file."""

    information_set: Annotated[_COUNT, "its number in the game"]
    after: Annotated[
        str,
        "the player's own actions and observations in words; `the start` if there are none",
    ]
    reach: Annotated[
        float,
        "probability that play reaches it if both players follow these strategies",
        Interval(0),
    ]
    own_reach: Annotated[
        float,
        "sum of the realization weights of the player's sequences that lead there: the probability "
        "of the player's own moves, without chance and the opponent",
        Interval(0),
    ]
    on_path: Annotated[bool, "whether `reach` is above 0"]
    probabilities: Annotated[_PROBABILITIES, "by action, sum 1"]
    values: Annotated[
        Mapping[str, float] | None,
        "by action: its value as a payoff to player 1; null if the opponent's strategy and chance "
        "never lead there",
    ]
    losses: Annotated[
        _PROBABILITIES | None,
        "by action: the value of the player's best action there minus the value of this one, to "
        "the player who decides, at least 0; null if there are no values",
    ]


class StageEntry(NamedTuple):
    """The size of what a stage made, in the file; a key is missing if there is nothing of its
    kind.
    """

    stage: Annotated[
        str, "`parse`, `expand` or `lower`", OneOf(("parse", "expand", "lower")), _PASS
    ]
    states: Annotated[int | None, "states of the state graph", Interval(1)] = None
    histories: Annotated[int | None, "histories of the state graph", Interval(1)] = None
    nodes: Annotated[int | None, "nodes of the game", Interval(1)] = None
    information_sets: Annotated[_COUNT | None, "of both players"] = None
    rows: Annotated[_COUNT | None, "of the linear program"] = None
    columns: Annotated[_COUNT | None, "of the linear program"] = None
    nonzeros: Annotated[_COUNT | None, "of the linear program"] = None


class ReportFile(NamedTuple):
    """A game's value, its proof and both strategies."""

    title: Annotated[str, "the game in words"]
    players: Annotated[tuple[str, str], "names of player 1 and player 2"]
    constant: Annotated[
        Fraction | None,
        "sum of the payoffs of both players, from which player 2's value is this minus `value`; "
        "missing if it is 0",
        Mark.OPTIONAL,
    ]
    value: Annotated[
        float,
        "game value to player 1: the float nearest to the exact value, or the middle of the bounds "
        "if that is not proved",
    ]
    value_exact: Annotated[
        Rational | None, "game value as a whole number or a fraction; null if it is not proved"
    ]
    unproved: Annotated[
        str | None, "the reason why the exact value is not proved, in a sentence; null if it is"
    ]
    refinement: Annotated[
        Concept | None,
        "the refinement that the equilibrium satisfies, proved in rationals: `sequential` or "
        "`quasi-perfect`; null without `--refine`",
    ]
    off_path: Annotated[
        OffPath | None, "changes by `--off-path best`; missing without it", Mark.OPTIONAL
    ]
    lower_bound: Annotated[
        float, "player 1's payoff with its strategy against player 2's best response, rounded down"
    ]
    upper_bound: Annotated[
        float, "player 1's payoff with its best response against player 2's strategy, rounded up"
    ]
    exploitability: Annotated[
        float, "half of the gap between the bounds, never below 0; in units of payoff", Interval(0)
    ]
    repaired: Annotated[
        float,
        "the largest difference between a realization weight in the solutions, which satisfy "
        "their constraints up to a tolerance, and in the strategies, which satisfy them exactly",
        Interval(0),
    ]
    status: StatusEntry
    solver: SolverEntry
    solver_version: SolverEntry
    edited: EditsEntry
    rules: Annotated[str | None, "name of the rules; null for a game without source"]
    level: Annotated[
        int | None, "level of the state graph; null for a game without source", OneOf((0, 1, 2))
    ]
    states: Annotated[
        int | None, "states of the state graph; null for a game without one", Interval(1)
    ]
    nodes: Annotated[int, "nodes of the game, a shared one once", Interval(1)]
    counted: Annotated[
        str,
        "the game to which the next four keys belong: `counts.of` of the game; a game without "
        "`counts` is counted itself, as a tree: it is then `the unreduced game`, at level 2 `the "
        "game as it was reduced`",
        OneOf((UNREDUCED, WAYS_OUT, REDUCED)),
    ]
    histories: Annotated[int, "histories, including the empty one", Interval(1)]
    terminal_histories: Annotated[int, "histories at the end of play", Interval(0)]
    escapes: Annotated[int, "those of them that pay player 1 more than 0", Interval(0)]
    unreduced_information_sets: Annotated[
        tuple[_COUNT, _COUNT], "of player 1 and of player 2, as counted"
    ]
    information_sets: Annotated[
        tuple[_COUNT, _COUNT], "of player 1 and of player 2, in the game that the report is about"
    ]
    sequences: Annotated[
        tuple[_COUNT, _COUNT],
        "of player 1 and of player 2, including the empty sequence and removed ones, without "
        "merged ones",
    ]
    rows: Annotated[_COUNT, "of the linear program"]
    columns: Annotated[_COUNT, "of the linear program"]
    nonzeros: Annotated[_COUNT, "of the linear program"]
    stages: Annotated[
        tuple[StageEntry, ...],
        "the size of what each stage made with all its reductions, as in the table of `run -v`; "
        "`efgc passes SOURCE` has the sizes before and between the reductions, too",
        Mark.OPTIONAL,
        Mark.LINES,
    ]
    seconds: Annotated[float | None, "seconds of the solver alone, from the solution", Interval(0)]
    strategies: Annotated[
        tuple[tuple[BehaviourEntry, ...], tuple[BehaviourEntry, ...]],
        "of player 1 and of player 2: one entry per information set, in the order of the game",
        Mark.LINES,
    ]


ARTIFACT = Artifact("efgc/report", 1, "Report", ReportFile)
read = ARTIFACT.read
