"""How graphs are solved whose states are generated, each rule by its own method, and what is then
known of them whatever a solution file says.
"""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from pipeline.settings import Settings
from schemas.induction import Answer, Induction, Known
from schemas.layer_values import NOTHING, Excerpt
from schemas.parts.watch import Watch
from schemas.rules.rule import Rule
from schemas.state_graph import StateGraph

if TYPE_CHECKING:  # NumPy, which only generated graphs need.
    from stages.solve.induction.kernels import Kernel

NO_LEVELS = "--levels is for Goofspiel"
SOLVED_AGAIN = 3_000_000  # Stage games that are solved again for a report: a second or two.
R = TypeVar("R", bound=Rule)


class SolvedStates(NamedTuple):
    """The solution of a graph, and what is known of it beyond what a file says."""

    solution: Induction
    levels: Path | None = None
    """The folder of level files, if there is one."""
    known: Known | None = None
    """Of a graph whose states are generated, if it was solved in memory."""


class Method(Protocol):
    """How one graph is solved whose states are generated."""

    @property
    def no_levels(self) -> str:
        """Why no level files are kept; empty where there may be some."""

    def refuse(self, at: str) -> None:
        """Raise InputError, before anything is solved, for a position of which nobody can tell."""

    def solve(self, folder: Callable[[], Path], settings: Settings, watch: Watch) -> SolvedStates:
        """Return the graph solved; `folder` makes a place for level files."""

    def known(self, solved: SolvedStates) -> Known | None:
        """Return what is known of the graph that was just solved."""

    def found_again(self, folder: str, ended: ExitStack) -> tuple[Known | None, Path | None]:
        """Return what is known of the graph, whatever a solution says, and the folder of level
        files that says so; it is there until `ended`.

        A graph of up to SOLVED_AGAIN stage games is solved again; of a larger one nothing is known
        without a `folder`. Raises InputError if that is of another game, damaged or not whole.
        """

    def answer(self, levels: Path | None) -> Callable[[str], Answer] | None:
        """Return what answers for a position; None where nothing can."""

    def excerpt(self, levels: Path | None) -> Excerpt:
        """Return as many values of states as a page can show."""

    def answers(self, levels: Path | None) -> Callable[[str], Answer] | None:
        """Return what answers for many positions, quickly; None where nothing can."""


def is_quick(more_games: Callable[[R, int], bool], rule: R) -> bool:
    """Return whether a game is solved again for a report."""
    return not more_games(rule, SOLVED_AGAIN)


@dataclass(frozen=True)
class InMemory:
    """A kernel of the rule solves it as a whole."""

    graph: StateGraph
    rule: Rule
    kernel: "Kernel[Rule]"

    @property
    def no_levels(self) -> str:
        return f"{NO_LEVELS}; {self.kernel.no_levels}"

    def refuse(self, at: str) -> None:
        self.kernel.refuse(self.rule, at)

    def solve(self, folder: Callable[[], Path], settings: Settings, watch: Watch) -> SolvedStates:
        found, known = self.kernel.solve(self.rule, self.graph.digest, watch)
        return SolvedStates(found, known=known)

    def known(self, solved: SolvedStates) -> Known | None:
        return solved.known

    def found_again(self, folder: str, ended: ExitStack) -> tuple[Known | None, Path | None]:
        if not is_quick(self.kernel.more_games, self.rule):
            return None, None
        _, known = self.kernel.solve(self.rule, self.graph.digest, lambda done, total: None)
        return known, None

    def answer(self, levels: Path | None) -> Callable[[str], Answer]:
        return lambda text: self.kernel.answer(self.rule, text)

    def excerpt(self, levels: Path | None) -> Excerpt:
        return NOTHING

    def answers(self, levels: Path | None) -> Callable[[str], Answer] | None:
        if not is_quick(self.kernel.more_games, self.rule):
            return None
        return self.kernel.answers(self.rule)
