"""The results of the stages of a chain: records, each with the record that it was made from.

`parse` makes a state graph, a game or a linear program (`pipeline.files.sources.Parsed`), and
`expand` makes a game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ...schemas.bounds import Bounds
from ...schemas.bounds_report import BoundsReport
from ...schemas.columns import Columns
from ...schemas.game import Game
from ...schemas.induction_report import InductionReport
from ...schemas.linear_program import LinearProgram
from ...schemas.map_game import MapGame
from ...schemas.matrices import Matrices
from ...schemas.solution import Solution
from ...schemas.state_graph import ObservationGraph, StateGraph
from ...stages.forms.formulation import Forms
from ...stages.forms.program import Program
from ...stages.report.measures import Measured
from ...stages.report.optimum import OptimumReport
from ..files.sources import Parsed
from ..levels.interface import SolvedStates
from .solver_choice import Answers

if TYPE_CHECKING:  # For start-up time: NumPy and FLINT.
    from ...stages.programs.verdict import Verdict
    from ...stages.solve.program import FloatProgram


@dataclass(frozen=True)
class Lowered:
    """The linear program of a game."""

    forms: Forms
    """The forms of the game, for callers that need one again."""
    without: tuple[str, ...]
    """The reductions of the sequence form that were left out."""
    program: Program
    text: str
    tell: Callable[[], Columns]
    """Returns the meaning of its columns and rows."""

    @cached_property
    def columns(self) -> Columns:
        """The meaning of its columns and rows, computed on access."""
        return self.tell()

    @property
    def game(self) -> Game:
        return self.forms.game


class Solved(NamedTuple):
    """The program of a game with its optimum."""

    lowered: Lowered
    solution: Solution
    answers: Answers
    """The further solvers, used if the report refuses this optimum."""


class Reported(NamedTuple):
    """The report on a game: everything that a solution proves about it."""

    solved: Solved
    """With the accepted solution, which may not be the first one."""
    report: Measured
    replaced: bool
    """Whether the accepted solution is not the first one."""

    @property
    def answers(self) -> Answers:
        return self.solved.answers


class SolvedGraph(NamedTuple):
    """A graph in which nothing is secret, solved state by state."""

    graph: StateGraph
    states: SolvedStates


class ReportedGraph(NamedTuple):
    """A solved graph with the report on its solution."""

    solved: SolvedGraph
    report: InductionReport


class SolvedProgram(NamedTuple):
    """A linear program that is a source itself, with its solution."""

    program: LinearProgram
    read: "FloatProgram"
    """The program in numbers."""
    solution: Solution
    verdict: "Verdict"
    """What is proved about the solution."""
    answers: Answers
    """The solvers that were refused, and those that could follow."""


class ReportedProgram(NamedTuple):
    """A solved program with the report on its optimum."""

    solved: SolvedProgram
    report: OptimumReport

    @property
    def answers(self) -> Answers:
        return self.solved.answers


Unsolved = Game | ObservationGraph | MapGame | Matrices
"""A game, or a state graph or a map that is not listed, or only its matrices, whose value is
bounded.
"""


class Bounded(NamedTuple):
    """A game with bounds on its value."""

    game: Unsolved
    bounds: Bounds
    is_last: bool = True
    """Whether the search has ended."""
    checkpoint: str = ""
    """The file from which the search can continue; empty for none."""


class ReportedBounds(NamedTuple):
    """A bounded game with the report on its bounds."""

    solved: Bounded
    report: BoundsReport

    @property
    def bounds(self) -> Bounds:
        return self.solved.bounds


Record = (
    Parsed
    | MapGame
    | Lowered
    | Solved
    | Reported
    | SolvedGraph
    | ReportedGraph
    | SolvedProgram
    | ReportedProgram
    | Bounded
    | ReportedBounds
)
