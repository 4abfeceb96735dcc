"""What the stages of a chain make: records, each with the one that it was made of.

`parse` makes a state graph, a game or a linear program (`pipeline.files.sources.Parsed`), and
`expand` makes a game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pipeline.chain.public_games import SolvedStates
from pipeline.chain.solver_choice import Answers
from pipeline.files.sources import Parsed
from schemas.columns import Columns
from schemas.game import Game
from schemas.induction_report import InductionReport
from schemas.linear_program import LinearProgram
from schemas.report import Report
from schemas.solution import Solution
from schemas.state_graph import StateGraph
from stages.forms.formulation import Forms
from stages.report.optimum import OptimumReport


@dataclass(frozen=True)
class Lowered:
    """The linear program of a game."""

    forms: Forms
    """Of the game, for whoever asks for one again."""
    text: str
    tell: Callable[[], Columns]
    """Tells the meaning of its columns and rows."""

    @cached_property
    def columns(self) -> Columns:
        """The meaning of its columns and rows, told when somebody asks."""
        return self.tell()

    @property
    def game(self) -> Game:
        return self.forms.game


class Solved(NamedTuple):
    """The program of a game with its optimum."""

    lowered: Lowered
    solution: Solution
    answers: Answers
    """Who is asked where the report refuses it."""


class Reported(NamedTuple):
    """What a solution proves about the game."""

    solved: Solved
    """With the solution that was accepted, which may be another than the first."""
    report: Report
    replaced: bool
    """Whether it is."""


class SolvedGraph(NamedTuple):
    """A graph in which nothing is secret, solved state by state."""

    graph: StateGraph
    states: SolvedStates


class ReportedGraph(NamedTuple):
    """What its solution proves."""

    solved: SolvedGraph
    report: InductionReport


class SolvedProgram(NamedTuple):
    """A linear program that is a source itself, with its optimum."""

    program: LinearProgram
    solution: Solution
    answers: Answers


class ReportedProgram(NamedTuple):
    """What the solution proves about the optimum."""

    solved: SolvedProgram
    report: OptimumReport


Record = (
    Parsed
    | Lowered
    | Solved
    | Reported
    | SolvedGraph
    | ReportedGraph
    | SolvedProgram
    | ReportedProgram
)
