"""Games in which nothing is secret: solving state by state, reporting, and tables of Goofspiel
positions: all positions of a deal, or one before a prize is turned up.
"""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...schemas.induction import Answer, Induction, Known
from ...schemas.induction_report import InductionReport
from ...schemas.parts.problems import InputError, Problem, VerificationError
from ...schemas.parts.watch import Watch
from ...schemas.position_table import PositionTable, refuse_long
from ...schemas.rules import goofspiel
from ...schemas.rules.goofspiel import (
    NAME,
    Goofspiel,
    Position,
    goofspiel_of,
    read_position,
    refuse_other_cards,
)
from ...schemas.rules.rule import Rule
from ...schemas.state_graph import Graph, StateGraph
from ...schemas.state_graph.listing import listed
from ...stages.expand.round import DIGITS, round_graph
from ...stages.isolated.signals import temporary_folder
from ...stages.report.induction import EXACT_STATES, INDUCTION_FORMATS, report_induction
from ...stages.report.induction.positions import NOTEBOOK_DIGITS, refuse_win
from ...stages.solve import KERNEL
from ...stages.solve.induction.goofspiel.table import position_table
from ..levels.interface import NO_LEVELS, Method, SolvedStates, is_quick
from ..levels.method import LevelFiles, with_kept_values
from ..settings import Settings
from ..terminal.diagnostics import note
from .refusals import OptionRefused

if TYPE_CHECKING:  # NumPy, which only generated graphs need.
    from ...stages.solve.induction.kernels import Kernel

# Rules whose levels are kept in files. The rules that are solved in memory are in
# `stages.solve.induction.kernels`; for every other rule the states are listed.
IN_FILES: dict[str, Callable[[StateGraph, Any], Method]] = {goofspiel.NAME: LevelFiles}
# The number of states of a listed graph that may be solved one linear program at a time.
MAX_STAGE_PROGRAMS = 50_000


@dataclass(frozen=True)
class InMemory(Method):
    """The method for a rule with a kernel that solves the whole graph."""

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

    def answers(self, levels: Path | None) -> Callable[[str], Answer] | None:
        if not is_quick(self.kernel.more_games, self.rule):
            return None
        return self.kernel.answers(self.rule)


@dataclass(frozen=True)
class Listing(Method):
    """The method for a rule without a kernel: its states are listed, up to the limit."""

    def solve(self, folder: Callable[[], Path], settings: Settings, watch: Watch) -> SolvedStates:
        return SolvedStates(solve_listed(self.graph, KERNEL, watch))


def refuse_levels(settings: Settings, graph: StateGraph, name: str) -> None:
    """Raise OptionRefused for a folder of level files if the graph has none, and for --keep
    without such a folder.
    """
    if settings.keep and not settings.levels:
        raise OptionRefused(f"{name}: --keep is for --levels DIR")
    if settings.levels and graph.states:
        raise OptionRefused(
            f"{name}: --levels is for games with too many states to list; this graph lists them"
        )
    if settings.levels and settings.solver not in ("", KERNEL):
        raise OptionRefused(
            f"{name}: --levels is for our own {KERNEL}, not --solver {settings.solver}"
        )
    if settings.levels and (refused := _without_levels(graph)):
        raise OptionRefused(f"{name}: {refused}")


def refuse_late(graph: StateGraph, settings: Settings) -> None:
    """Raise InputError now for options that the report would refuse after hours of work."""
    refuse_table(graph, settings)
    if settings.at and not graph.states:
        _method(graph).refuse(settings.at)
    if settings.exact:
        listed(graph, EXACT_STATES)


def refuse_beyond_memory(graph: StateGraph, settings: Settings) -> None:
    """Raise LimitError if solving a graph with generated states takes more memory than is free."""
    if graph.states or settings.solver not in ("", KERNEL):
        return
    method = _method(graph)
    if isinstance(method, InMemory):
        method.kernel.refuse_beyond_memory(method.rule)


def _without_levels(graph: StateGraph) -> str:
    """Return the reason why a graph with a rule has no level files; an empty text if it can have
    some.
    """
    return "" if graph.rule is None else _method(graph).no_levels


def with_keeping(graph: StateGraph, settings: Settings, name: str) -> Settings:
    """If solving a graph will take long, first print how its values can be kept (see
    `pipeline.levels.method`). `name` is the name of the source.
    """
    if graph.states or graph.rule is None or settings.solver not in ("", KERNEL):
        return settings
    if graph.rule.name not in IN_FILES:
        return settings
    rule: Any = graph.rule
    return with_kept_values(rule, settings, name)


def solve_public(
    graph: StateGraph, settings: Settings, ended: ExitStack, watch: Watch
) -> SolvedStates:
    """Return the solved states of a graph without a secret. Temporary level files exist until
    `ended` closes.
    """
    if graph.states or settings.solver not in ("", KERNEL):
        return SolvedStates(solve_listed(graph, settings.solver, watch))

    def folder() -> Path:
        return Path(settings.levels or ended.enter_context(temporary_folder()))

    return _method(graph).solve(folder, settings, watch)


def solve_listed(graph: StateGraph, solver: str, watch: Watch) -> Induction:
    """Return the solution of a graph without a secret, solved state by state; a generated graph is
    listed first.
    """
    # Imported here because it loads NumPy.
    from ...stages.solve.induction import solve_graph

    found = solve_graph(listed(graph, MAX_STAGE_PROGRAMS), solver or KERNEL, watch)
    return replace(found, graph_sha256=graph.digest)


def report_solved(graph: StateGraph, solved: SolvedStates, settings: Settings) -> InductionReport:
    """Return the report on a graph that was solved by this process."""
    known = None if graph.states else _method(graph).known(solved)
    return _reported(graph, solved._replace(known=known), settings)


def report_graph(graph: StateGraph, solution: Induction, settings: Settings) -> InductionReport:
    """Return the report on the solution of a graph. Nothing in the solution is trusted unless it
    follows from the graph.
    """
    levels, known = None, None
    with ExitStack() as ended:
        if not graph.states and solution.levels and not settings.exact:
            known, levels = _method(graph).found_again(settings.levels, ended)
        return _reported(graph, SolvedStates(solution, levels, known), settings)


def _reported(graph: StateGraph, solved: SolvedStates, settings: Settings) -> InductionReport:
    shown = INDUCTION_FORMATS[settings.report_format].trail
    method = None if graph.states else _method(graph)
    in_files = graph.rule is not None and graph.rule.name in IN_FILES
    asked, whole = requested_position(graph, settings)
    found = report_induction(
        graph,
        solved.solution,
        position="" if whole else settings.at,
        exact=bool(settings.exact),
        answer=method.answer(solved.levels) if method else None,
        known=solved.known,
        answers=method.answers(solved.levels) if method and shown else None,
        most=settings.positions if shown and not in_files else 0,
    )
    found = with_table(found, settings, asked, whole)
    if method is None or not shown:
        return found
    return replace(found, excerpt=method.excerpt(solved.levels))


def _method(graph: StateGraph) -> Method:
    """Return the method for solving a graph with generated states."""
    if graph.rule is None:
        return Listing(graph)
    if graph.rule.name in IN_FILES:
        return IN_FILES[graph.rule.name](graph, graph.rule)
    # Imported here because it loads NumPy.
    from ...stages.solve.induction.kernels import KERNELS

    if graph.rule.name in KERNELS:
        return InMemory(graph, graph.rule, KERNELS[graph.rule.name])
    return Listing(graph)


REFUSAL = "only Goofspiel has such positions"


def requested_position(graph: StateGraph, settings: Settings) -> tuple[Position | None, bool]:
    """Return the position of Goofspiel given by --at, with its cards as named there, and whether it
    leaves the upturned prize open, for a format that lists positions. The position is None if --at
    is the name of a state.
    """
    if graph.rule is None or graph.rule.name != NAME:
        return None, False
    if not settings.at or settings.at in graph.names:
        return None, False
    asked = read_position(settings.at)
    return asked, asked.up is None and INDUCTION_FORMATS[settings.report_format].table


def refuse_table(graph: StateGraph, settings: Settings) -> None:
    """Raise InputError or LimitError, before solving, for a table that cannot be made."""
    if not INDUCTION_FORMATS[settings.report_format].table:
        return
    asked, whole = requested_position(graph, settings)
    if settings.everything or settings.rounded or whole:
        refuse_long(_deal(graph, asked), _lists(settings))
    elif settings.report_format == "csv" and graph.rule and graph.rule.name == NAME:
        refuse_win(goofspiel_of(graph.rule, REFUSAL))


def with_table(
    report: InductionReport, settings: Settings, requested: Position | None, whole: bool
) -> InductionReport:
    """Return a report with the requested positions.

    All positions are solved for this, independently of the solution. Raises VerificationError if
    the game then has another value, unless values are rounded, and InputError and LimitError as
    `refuse_table`.
    """
    if not (settings.everything or settings.rounded or whole):
        return replace(report, asked=requested)
    rule = _deal(report.graph, requested)
    refuse_long(rule, _lists(settings))
    table = position_table(rule, NOTEBOOK_DIGITS if settings.rounded else None)
    if requested or not settings.everything:
        return replace(report, table=PositionTable(rule, table.layers[-1:]))
    if not settings.rounded:
        _verify(report, table)
    return replace(report, table=table)


def one_round(graph: Graph, words: str) -> StateGraph:
    """Return one round of Goofspiel starting at a position. A note on stderr gives the precision of
    the values that follow the round. Raises InputError and LimitError as `refuse_table`.
    """
    if not isinstance(graph, StateGraph):
        raise InputError([Problem("--round is for state graphs of Goofspiel")])
    goofspiel_of(graph.rule, REFUSAL)
    asked = read_position(words)
    rule = _deal(graph, asked)
    refuse_long(rule, "--round takes")
    table = position_table(rule)
    off = table.layers[-2].bound + 0.5 / 10**DIGITS if len(table.layers) > 1 else 0.0
    note(f"the values after the round are only known within {off:.1e}")
    return round_graph(graph, rule, asked, table)


def _lists(settings: Settings) -> str:
    if settings.everything or settings.rounded:
        return "--all lists" if settings.everything else "--rounded solves"
    return "--at without its prize `up` lists"


def _deal(graph: StateGraph, requested: Position | None) -> Goofspiel:
    """Return the deal, or the rest of it at a position. Raises InputError for a position that the
    deal does not reach.
    """
    rule = goofspiel_of(graph.rule, REFUSAL)
    if requested is None:
        return rule
    refuse_other_cards(rule, requested)
    return Goofspiel(requested.hands, requested.prizes, rule.objective)


def _verify(report: InductionReport, table: PositionTable) -> None:
    known = report.proved
    off = table.layers[-1].bound
    if known and not known.lower - off <= table.value <= known.upper + off:
        raise VerificationError(
            f"the positions give the start the value {table.value:.12g}, which is not between the "
            f"bounds {known.lower:.12g} and {known.upper:.12g}"
        )
