"""The solution by backward induction (`*.solution.json` of a public state graph): stage games and
their strategies.

For a listed graph it contains every stage game. For a graph whose states are
generated it contains those of the first round, and a summary of each level; the
values of all states are in the level files (`schemas.levels`).
"""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from schemas.parts.documents import Data, Findings, read_json
from schemas.parts.problems import Place, Problem, shown
from schemas.solution import read_number

FORMAT = "efgc/induction"
VERSION = 1


class StageSolution(NamedTuple):
    """The solution of one stage game."""

    state: str
    value: float
    """To player 1 from here on."""
    gap: float
    """Upper minus lower bound that the strategies prove, if the values of later states are taken as
    given.
    """
    strategies: tuple[tuple[float, ...], tuple[float, ...]]
    """Per player one probability per move, summing to 1 up to rounding."""


class LayerProof(NamedTuple):
    """A summary of all states with the same number of cards or rounds left."""

    left: int
    """Cards in each hand, or rounds of a battle."""
    states: int
    games: int
    """Number of stage games solved, not counting those that follow by exchanging the players."""
    largest_gap: float
    bound: float
    """Bound on the error of every value of this level, including rounding and the levels below."""


@dataclass(frozen=True)
class Induction:
    """A solved graph."""

    graph_sha256: str
    solver: str
    version: str
    seconds: float | None
    """None if runs must be comparable byte for byte."""
    value: float
    """The value of the start, to player 1."""
    games: int
    levels: tuple[LayerProof, ...]
    """Ordered from the end of play; empty for a listed graph."""
    stages: tuple[StageSolution, ...]

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


def check(induction: Induction) -> list[Problem]:
    """Return the problems of the numbers."""
    found = Findings()
    names = [stage.state for stage in induction.stages]
    if len(set(names)) < len(names):
        found.add(("stages",), "a state stands twice")
    if induction.games < 0:
        found.add(("games",), f"{induction.games} stage games cannot be")
    for at, stage in enumerate(induction.stages):
        if not math.isfinite(stage.value) or not stage.gap >= 0:
            found.add(
                ("stages", at), f"the value {stage.value} and the gap {stage.gap} are no answer"
            )
        for player, strategy in enumerate(stage.strategies, 1):
            # Each weight is a quotient that was rounded once.
            if (
                not strategy
                or min(strategy) < 0
                or max(strategy) > 2
                or abs(math.fsum(strategy) - 1) > 1e-9
            ):
                found.add(("stages", at, f"strategy_{player}"), "is no distribution")
    for at, level in enumerate(induction.levels):
        if not level.largest_gap >= 0 or not level.bound >= 0:
            found.add(
                ("levels", at),
                f"the gap {level.largest_gap} and the bound {level.bound} prove nothing",
            )
    return found.problems


def read(text: str) -> Induction:
    """Return the record in a JSON text. Raise InputError with the place of every problem."""
    data = read_json(text)
    found = Findings()
    found.header(data, FORMAT, VERSION)
    top = found.fields(
        data,
        (),
        (
            "format",
            "version",
            "graph_sha256",
            "solver",
            "solver_version",
            "seconds",
            "value",
            "games",
            "levels",
            "stages",
        ),
        nullable=("seconds",),
    )
    levels, stages = (found.sequence(top[key], (key,)) for key in ("levels", "stages"))
    induction = Induction(
        graph_sha256=found.text(top["graph_sha256"], ("graph_sha256",)),
        solver=found.text(top["solver"], ("solver",)),
        version=found.text(top["solver_version"], ("solver_version",)),
        seconds=read_number(found, ("seconds",), top["seconds"]),
        value=read_number(found, ("value",), top["value"]) or 0.0,
        games=found.integer(top["games"], ("games",)),
        levels=tuple(read_layer(found, ("levels", at), level) for at, level in enumerate(levels)),
        stages=tuple(_stage(found, ("stages", at), stage) for at, stage in enumerate(stages)),
    )
    found.add_beside(check(induction))
    found.stop()
    return induction


def write(induction: Induction) -> Iterator[str]:
    """Yield the lines of the JSON text: one stage game per line."""
    head = {
        "graph_sha256": induction.graph_sha256,
        "solver": induction.solver,
        "solver_version": induction.version,
        "seconds": induction.seconds,
        "value": induction.value,
        "games": induction.games,
    }
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n'
    for key, value in head.items():
        yield f' "{key}": {json.dumps(value)},\n'
    yield ' "levels": ['
    yield ",".join(f"\n  {json.dumps(level._asdict())}" for level in induction.levels)
    yield '],\n "stages": ['
    for at, stage in enumerate(induction.stages):
        record = {
            "state": stage.state,
            "value": stage.value,
            "gap": stage.gap,
            "strategy_1": stage.strategies[0],
            "strategy_2": stage.strategies[1],
        }
        yield f"{',' if at else ''}\n  {json.dumps(record, ensure_ascii=False)}"
    yield "]}\n"


def read_layer(found: Findings, place: Place, data: Data) -> LayerProof:
    """Read the summary of a level in the data of an artifact."""
    fields = found.fields(data, place, LayerProof._fields)
    whole = [found.integer(fields[key], (*place, key)) for key in LayerProof._fields[:3]]
    numbers = [
        read_number(found, (*place, key), fields[key]) or 0.0 for key in LayerProof._fields[3:]
    ]
    return LayerProof(
        left=whole[0], states=whole[1], games=whole[2], largest_gap=numbers[0], bound=numbers[1]
    )


def _stage(found: Findings, place: Place, data: Data) -> StageSolution:
    fields = found.fields(data, place, ("state", "value", "gap", "strategy_1", "strategy_2"))
    strategies = [
        tuple(
            _probability(found, (*place, key, at), number)
            for at, number in enumerate(found.sequence(fields[key], (*place, key)))
        )
        for key in ("strategy_1", "strategy_2")
    ]
    value, gap = (read_number(found, (*place, key), fields[key]) or 0.0 for key in ("value", "gap"))
    return StageSolution(
        state=found.text(fields["state"], (*place, "state")),
        value=value,
        gap=gap,
        strategies=(strategies[0], strategies[1]),
    )


def _probability(found: Findings, place: Place, data: Data) -> float:
    number = read_number(found, place, data)
    if number is None:
        found.add(place, f"{shown(data)} is not a number")
    return number or 0.0
