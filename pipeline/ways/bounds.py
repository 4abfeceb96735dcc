"""Games whose value is bounded by strategies that a search makes better and better."""

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import click

from ...schemas import bounds
from ...schemas.bounds import DOUBLE_ORACLE, REGRET, Situation
from ...schemas.bounds_report import BoundsReport
from ...schemas.game import START, Game, infoset_text
from ...schemas.map_game import MapGame
from ...schemas.matrices import Matrices
from ...schemas.parts.problems import (
    InputError,
    Problem,
    StageBug,
    StatusError,
    TimeUp,
    shown,
)
from ...schemas.state_graph import ObservationGraph, StateGraph
from ...stages.parse import RULES
from ...stages.report.bounds import OF_GAMES, report_bounds
from ...stages.report.bounds.document import memory
from ..chain.bounds import (
    is_listed,
    read_unsolved,
    search,
    states_limit,
    unreached,
)
from ..chain.provenance import Artifacts, write_bounds
from ..chain.records import Bounded, Record, ReportedBounds, Unsolved
from ..chain.refusals import OptionRefused, refuse_for_solution, refuse_for_source, refuse_log
from ..chain.responses import responding
from ..chain.steps import Chain, Files, RunContext, Step, Steps, stage
from ..chain.trail import Gathering
from ..files.kinds import kind
from ..files.reading import about
from ..files.text import Text
from ..settings import Settings
from ..settings.ways import BOUNDED
from ..terminal.diagnostics import progress
from .facts import Behaviour, Facts, Strategy
from .game import EXPAND
from .interface import FilesReport, ReportRequest, SolvedFile, Way
from .numbers import exactly


def _bound(before: Unsolved, context: RunContext) -> Steps[Bounded]:
    """Yield a step whenever the bounds have become better and were kept, and the last one."""
    began = time.perf_counter()
    with progress("solve", unit="step") as work:
        found = search(before, context.settings, context.name, work, context.checkpoint)
        while True:
            made = about(context.name, lambda: next(found))
            if problems := bounds.check(made.bounds):
                raise StageBug(f"efgc: a bug of ours: solve wrote broken bounds: {problems[0]}")
            seconds = time.perf_counter() - began
            yield Step("solve", made, partial(_files, made), seconds, BOUNDED, made.is_last)
            if made.is_last:
                return made


def _files(made: Bounded, settings: Settings) -> Files:
    return {"bounds.json": write_bounds(made.bounds, settings)}


def _report(solved: Bounded, context: RunContext) -> ReportedBounds:
    limit = states_limit(context.settings)
    try:
        with responding(context.settings) as respond:
            found = report_bounds(solved.game, solved.bounds, limit, context.watch, respond)
    except TimeUp as over:
        over.bounds = solved.bounds.lower_bound, solved.bounds.upper_bound
        raise
    return ReportedBounds(solved, found)


class BoundsWay(Way):
    """The value is bounded by best responses to the strategies of a search."""

    name = BOUNDED
    use = "report MAP BOUNDS"
    solution = "bounds"

    def refuse(self, parsed: Any, context: RunContext) -> None:
        if isinstance(parsed, Game | StateGraph) and context.settings.method == DOUBLE_ORACLE:
            raise OptionRefused(
                f"{context.name}: --method {DOUBLE_ORACLE} is for maps and state graphs of version "
                f"2; --method {REGRET} bounds the value of a listed game"
            )
        if isinstance(parsed, MapGame):
            if context.through == "parse":
                raise _not_through(context)
            if context.settings.level is not None:
                words = f"the states of a map are not listed for --method {DOUBLE_ORACLE}"
                raise OptionRefused(f"{context.name}: -O is for state graphs, and {words}")
        if isinstance(parsed, ObservationGraph) and context.settings.method == DOUBLE_ORACLE:
            _refuse_listed(context, "a state graph")
        if context.through in ("expand", "lower"):
            raise _not_through(context)
        super().refuse(parsed, context)
        if isinstance(parsed, MapGame):
            _refuse_listed(context, "a map")

    def steps(
        self, parsed: StateGraph | ObservationGraph | Game | MapGame, context: RunContext
    ) -> Steps[Record]:
        """Return the steps that bound the value of what was parsed; a graph is listed as a game if
        that is not too large.
        """
        if isinstance(parsed, StateGraph):
            parsed = yield from EXPAND.go(parsed, context)
        elif isinstance(parsed, ObservationGraph) and context.settings.method == REGRET:
            graph = parsed
            if about(context.name, lambda: is_listed(graph, context.settings)):
                parsed = yield from EXPAND.go(graph, context)
        return (yield from CHAIN.go(parsed, context))

    def sources(self, made: ReportedBounds) -> Artifacts:
        return {made.solved.bounds.base: made.solved.game.digest, "bounds": made.solved.bounds}

    def with_trail(self, made: ReportedBounds, gathering: Gathering) -> Record:
        return made  # Its page has no files.

    def shortfall(self, made: Bounded | ReportedBounds, name: str) -> StatusError | None:
        return unreached(name, made.solved if isinstance(made, ReportedBounds) else made)

    def reported(self, request: ReportRequest) -> FilesReport:
        text, solutions, onto, settings = request
        if len(solutions) > 1 or onto or settings.beside:
            raise click.UsageError(
                "bounds stand alone: neither --on, --with nor a solution is for them"
            )
        [said] = solutions
        found = about(said.name, lambda: bounds.read(said.text))
        if found.map_rules not in ("", *RULES):
            problem = Problem(f"no rules {shown(found.map_rules)}", ("map_rules",))
            raise InputError([problem], said.name)
        otherwise = "bounds belong to a game, or to a state graph of version 2"
        played = about(text.name, lambda: read_unsolved(text, otherwise, found.map_rules))
        with progress("report") as watch, responding(settings) as respond:
            limit = states_limit(settings)
            made = about(said.name, lambda: report_bounds(played, found, limit, watch, respond))
        return FilesReport(made, {found.base: played.digest}, solutions)

    def solved(self, text: Text, settings: Settings, claimed: str | None) -> SolvedFile:
        refuse_for_source(settings, kind(text.text), text.name)
        refuse_for_solution(settings, self.name, text.name)
        refuse_log(settings, self.name, text.name)
        file = text.word("GRAPH")
        said = (
            f"a state graph of version 1 has its game listed first: `efgc expand {file} --unroll`"
        )
        otherwise = f"{said}, or `efgc run {file} --method {REGRET}` for both"
        played = about(text.name, lambda: read_unsolved(text, otherwise))
        with progress("solve", unit="step") as work:
            *_, found = about(text.name, lambda: [*search(played, settings, text.name, work)])
        parts = write_bounds(found.bounds, settings)
        return SolvedFile(parts, "bounds.json", unreached(text.name, found))

    def facts(self, report: BoundsReport) -> Facts:
        game, proved = report.game, report.proved
        first, second = (
            _of_situations(report, player, strategy)
            for player, strategy in enumerate(report.bounds.strategies, 1)
        )
        return Facts(
            title=game.title,
            players=game.players,
            value=proved.value,
            exact=None if report.bounds.value is None else exactly(report.bounds.value),
            bounds=proved,
            solver=report.bounds.method,
            strategies=(first, second),
            bounded=True,
        )


WAY = BoundsWay()
REPORT = stage("report", _report, lambda made: [], WAY.report_files)
CHAIN: Chain[Unsolved, ReportedBounds] = Chain(("solve",), _bound).then(REPORT)


def _not_through(context: RunContext) -> OptionRefused:
    return OptionRefused(
        f"{context.name}: --method {context.settings.method} is for the stages solve and report; "
        f"this is --through {context.through}"
    )


def _refuse_listed(context: RunContext, source: str) -> None:
    """Raise OptionRefused for a format that needs the numbers of information sets."""
    chosen = context.settings.report_format
    if context.through == "report" and chosen in OF_GAMES:
        raise OptionRefused(
            f"{context.name}: --format {chosen} is for games that are listed; the bounds of "
            f"{source} have both strategies, and `-o DIR` writes them to NAME.bounds.json"
        )


def _of_situations(report: BoundsReport, player: int, situations: Sequence[Situation]) -> Strategy:
    game = report.game

    def label(place: int) -> str:
        one = situations[place]
        if isinstance(game, Game):
            return infoset_text(game, one.information_set or 0)
        if report.bounds.by_memory:
            return ", ".join(one.after) or START
        if isinstance(game, Matrices):
            return f"row {one.information_set}"
        return one.states[0] + memory(one)

    def behaviour(place: int) -> Behaviour:
        one = situations[place]
        return Behaviour(
            player=player,
            information_set=one.information_set,
            label=label(place),
            actions=one.actions,
            probabilities=one.probabilities,
            exact=tuple(map(exactly, one.exact)) or None,
            reach=None,
            own_reach=None,
        )

    return Strategy(game.players[player - 1], len(situations), behaviour, label)
