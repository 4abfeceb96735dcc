"""Methods of solving graphs with generated states, one per rule, and the facts about them that are
computed independently of a solution file.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

from ...schemas.induction import Answer, Induction, Known
from ...schemas.layer_values import NOTHING, Excerpt
from ...schemas.parts.watch import Watch
from ...schemas.rules.rule import Rule
from ...schemas.state_graph import StateGraph
from ..settings import Settings

NO_LEVELS = "--levels is for Goofspiel"
SOLVED_AGAIN = 3_000_000  # Stage games that are solved again for a report: a second or two.
R = TypeVar("R", bound=Rule)


class SolvedStates(NamedTuple):
    """The solution of a graph, and facts about it that a solution file does not have."""

    solution: Induction
    levels: Path | None = None
    """The folder of level files, if there is one."""
    known: Known | None = None
    """Known for a graph with generated states, if it was solved in memory."""


@dataclass(frozen=True)
class Method(ABC):
    """The method of solving one graph with generated states. By default nothing is known of the
    graph but its solution.
    """

    graph: StateGraph

    @property
    def no_levels(self) -> str:
        """The reason why there are no level files; empty if there can be some."""
        return NO_LEVELS

    def refuse(self, at: str) -> None:
        """Raise InputError, before anything is solved, for a position that cannot be reported."""
        if self.graph.rule is not None:
            self.graph.rule.position(at)

    @abstractmethod
    def solve(self, folder: Callable[[], Path], settings: Settings, watch: Watch) -> SolvedStates:
        """Return the solved graph; `folder` creates a folder for level files."""

    def known(self, solved: SolvedStates) -> Known | None:
        """Return the facts about the graph that was just solved."""
        return None

    def found_again(self, folder: str, ended: ExitStack) -> tuple[Known | None, Path | None]:
        """Return the facts about the graph, independently of a solution, and the folder of level
        files that proves them; it exists until `ended`.

        A graph of up to SOLVED_AGAIN stage games is solved again; for a larger one there are no
        facts without a `folder`. Raises InputError if the folder is of another game, damaged or
        incomplete.
        """
        return None, None

    def answer(self, levels: Path | None) -> Callable[[str], Answer] | None:
        """Return a function from a position to its answer; None if there is none."""
        return None

    def excerpt(self, levels: Path | None) -> Excerpt:
        """Return as many values of states as fit on a page."""
        return NOTHING

    def answers(self, levels: Path | None) -> Callable[[str], Answer] | None:
        """Return a fast function from a position to its answer; None if there is none."""
        return None


def is_quick(more_games: Callable[[R, int], bool], rule: R) -> bool:
    """Return whether a game is solved again for a report."""
    return not more_games(rule, SOLVED_AGAIN)
