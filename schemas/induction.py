"""The solution by backward induction (`*.solution.json` of a public state graph): stage games and
their strategies.

For a listed graph it contains every stage game. For a graph whose states are
generated it contains those of the first round, and a summary of each level; the
values of all states are in the level files (`schemas.levels`).
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, NamedTuple

from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Interval, Key, Keys, Length, Mark
from .parts.problems import Problem

Weights = Annotated[tuple[Annotated[float, Interval(0)], ...], Length(1)]


class StageSolution(NamedTuple):
    """The solution of one stage game."""

    state: Annotated[str, "name of the state; of a generated state its position"]
    value: Annotated[float, "payoff to player 1, from this state on"]
    gap: Annotated[
        float,
        "upper bound minus lower bound that the two strategies prove, if the values of later "
        "states are taken as given",
        Interval(0),
    ]
    strategies: Annotated[
        tuple[Weights, Weights],
        "probabilities of player 1's moves, sum 1",
        Keys("strategy_1", "strategy_2", "of player 2's"),
    ]


class LayerProof(NamedTuple):
    """A summary of all states with the same number of cards or rounds left."""

    left: Annotated[int, "cards left in each hand, or rounds left to play"]
    states: Annotated[
        int,
        "states with this number of cards before a prize is turned up, up to an exchange of the "
        "players",
    ]
    games: Annotated[int, "stage games solved, without those that follow by exchanging the players"]
    largest_gap: Annotated[float, "the largest gap of these stage games", Interval(0)]
    bound: Annotated[
        float,
        "bound on the error of every value of this level, including rounding and the levels below",
        Interval(0),
    ]


@dataclass(frozen=True)
class Induction:
    """The values of all states of a graph without a secret."""

    graph_sha256: Annotated[
        str, "SHA-256 of the state graph in [canonical form](state_graph.md), 64 hexadecimal digits"
    ]
    solver: Annotated[
        str,
        "`kernel`, efgc's own solver of matrix games, or a solver of linear programs, which then "
        "gets one program per stage game",
    ]
    version: Annotated[str, "its version", Key("solver_version")]
    seconds: Annotated[float | None, "wall-clock seconds; null under `SOURCE_DATE_EPOCH`"]
    value: Annotated[float, "value of the start, to player 1"]
    games: Annotated[
        int,
        "stage games of the graph; of a generated graph those that were solved, where a state and "
        "its mirror image with the players exchanged count once",
        Interval(0),
    ]
    levels: Annotated[
        tuple[LayerProof, ...],
        "one per line, from 0 cards up; empty if the states are listed",
        Mark.LINES,
    ]
    stages: Annotated[
        tuple[StageSolution, ...],
        "one per line: every stage game; if the states are generated, those of the first round",
        Mark.LINES,
    ]

    @property
    def largest_gap(self) -> float:
        return max(
            (*(stage.gap for stage in self.stages), *(level.largest_gap for level in self.levels)),
            default=0.0,
        )


class Ground(StrEnum):
    """The basis for the bounds on a value."""

    EXACT = "exact"
    """Both strategies are proved in rationals."""
    RESPONSES = "best responses"
    SOLVED = "stage games"
    """All stage games were solved in this run."""
    READ = "level files"


class Known(NamedTuple):
    """Independent knowledge of a generated graph: it was solved in this run, or its level files
    were read.
    """

    ground: Ground
    """SOLVED or READ."""
    levels: tuple[LayerProof, ...]
    value: float
    first: Mapping[str, tuple[tuple[float, ...], ...]]
    """The matrix of each stage game of the first round by the state's name: player 1's future
    payoffs, one row per move of player 1.
    """
    packed: bool = False
    """Whether the values of later states are stored in 32 bits; the levels' bounds hold for these
    values.
    """


class Answer(NamedTuple):
    """The solution of one stage game of a generated graph, computed from the values of later
    states.
    """

    moves: tuple[tuple[str, ...], tuple[str, ...]]
    matrix: tuple[tuple[float, ...], ...]
    """Player 1's future payoffs: one row per move of player 1."""
    stage: StageSolution


def _consistent(induction: Induction) -> Iterator[Problem]:
    names = [stage.state for stage in induction.stages]
    if len(set(names)) < len(names):
        yield Problem("duplicate state", ("stages",))
    for at, stage in enumerate(induction.stages):
        if not math.isfinite(stage.value):
            yield Problem("the value is not finite", ("stages", at, "value"))
        for player, strategy in enumerate(stage.strategies, 1):
            # Each weight is a quotient that was rounded once.
            if max(strategy, default=0) > 2 or abs(math.fsum(strategy) - 1) > 1e-9:
                yield Problem("is not a distribution", ("stages", at, f"strategy_{player}"))


ARTIFACT = Artifact("efgc/induction", 1, "Solution by backward induction", Induction, _consistent)
check, read, write = ARTIFACT.check, ARTIFACT.read, ARTIFACT.write
