"""Games in which nothing is secret, solved state by state from the end of play."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import click

from ...schemas import induction, induction_report
from ...schemas.induction_report import InductionReport, Play
from ...schemas.parts.problems import InputError, Problem
from ...schemas.refinement import Concept
from ...schemas.report import Bounds
from ...schemas.state_graph import StateGraph
from ..chain.provenance import Artifacts, write_induction
from ..chain.public_games import (
    refuse_beyond_memory,
    refuse_late,
    refuse_levels,
    report_graph,
    report_solved,
    solve_public,
    with_keeping,
)
from ..chain.records import Record, ReportedGraph, SolvedGraph
from ..chain.refusals import refuse_for_solution, refuse_for_source, refuse_log
from ..chain.steps import RunContext, Steps, stage
from ..files.reading import about, read_artifact, read_for
from ..files.sources import read_public
from ..files.text import Text
from ..related_files.solved_games import graph_trail
from ..settings import Settings
from ..settings.ways import BY_STATES
from ..terminal.diagnostics import progress
from .facts import Behaviour, Choice, Facts, Strategy
from .interface import FilesReport, ReportRequest, SolvedFile, Way, refuse_several
from .numbers import exactly

FIRST = "the first round"


def _solve(graph: StateGraph, context: RunContext) -> SolvedGraph:
    return SolvedGraph(graph, solve_public(graph, context.settings, context.ended, context.watch))


def _report(solved: SolvedGraph, context: RunContext) -> Record:
    made = ReportedGraph(solved, report_solved(solved.graph, solved.states, context.settings))
    return made if context.gathering is None else WAY.with_trail(made, context.gathering)


class StatesWay(Way):
    """A state graph without a secret is solved by backward induction."""

    name = BY_STATES
    use = "report GRAPH SOLUTION"
    needs_run = True

    def refuse(self, parsed: Any, context: RunContext) -> None:
        super().refuse(parsed, context)
        refuse_for_source(context.settings, context.kind, context.name)
        refuse_levels(context.settings, parsed, context.name)
        refuse_late(parsed, context.settings)
        if context.through in ("solve", "report"):
            refuse_beyond_memory(parsed, context.settings)

    def steps(self, parsed: StateGraph, context: RunContext) -> Steps[Record]:
        settings = with_keeping(parsed, context.settings, context.name)
        return CHAIN.go(parsed, context._replace(settings=settings))

    def sources(self, made: ReportedGraph) -> Artifacts:
        return {"state graph": made.solved.graph, "solution": made.solved.states.solution}

    def reported(self, request: ReportRequest) -> FilesReport:
        text, solutions, onto, settings = request
        if len(solutions) > 1 or onto:
            raise click.UsageError(
                "--on cannot be used with a state graph, which has only one solution"
            )
        graph = about(text.name, lambda: read_public(text.text))
        refuse_levels(settings, graph, text.name)
        beside = [read_for("report --with", path) for path in settings.beside]
        [said] = solutions
        solved = about(said.name, lambda: induction.read(said.text))
        with progress("report"):
            found = about(said.name, lambda: report_graph(graph, solved, settings))
        if self.formats[settings.report_format].trail:
            found = replace(found, trail=graph_trail(text, graph, said, beside))
        return FilesReport(found, {"state graph": graph}, solutions)

    def solved(self, text: Text, settings: Settings, claimed: str | None) -> SolvedFile:
        refuse_for_source(settings, "state-graph", text.name)
        refuse_for_solution(settings, self.name, text.name)
        refuse_log(settings, self.name, text.name)
        if claimed is not None:
            raise click.UsageError(f"--from is for linear programs; {text.name} is a state graph")
        graph = about(text.name, lambda: read_public(text.text))
        refuse_levels(settings, graph, text.name)
        kept = with_keeping(graph, settings, text.name)
        with progress("solve") as watch, ExitStack() as ended:
            solved = about(text.name, lambda: solve_public(graph, kept, ended, watch))
        return SolvedFile(write_induction(solved.solution, settings))

    def certified(
        self, text: Text, solutions: Sequence[str], exact: bool | None, refine: Concept | None
    ) -> Iterator[str]:
        # For start-up time.
        from ...schemas import induction_certificate
        from ...stages.checkers.induction_checker import Rejected, check_induction_certificate
        from ...stages.report.certify import certify_induction
        from ...stages.report.induction import report_induction

        refuse_several("a state graph", solutions, exact, refine)
        [path] = solutions
        graph = about(text.name, lambda: read_public(text.text))
        solved = read_artifact("certify GRAPH SOLUTION", path, induction.read)
        about(text.name, lambda: _refuse_unlisted(graph, text))
        with progress("certify"):
            found = about(path, lambda: report_induction(graph, solved, exact=True))
            made = [*induction_certificate.write(certify_induction(found, text.sha256))]
            try:  # A handwritten graph may be in a form that the checker does not accept.
                check_induction_certificate("".join(made).encode(), text.content)
            except Rejected as error:
                problem = Problem(f"the checker cannot read it: {error}")
                raise InputError([problem], text.name) from None
        return iter(made)

    def facts(self, report: InductionReport) -> Facts:
        graph, proved = report.graph, report.proved
        plays = [*report.first_moves, *([report.position] if report.position else [])]
        return Facts(
            title=graph.title,
            players=graph.players,
            value=report.value,
            exact=None if report.exact is None else exactly(report.exact),
            bounds=Bounds(proved.lower, proved.upper) if proved else None,
            solver=report.induction.solver,
            strategies=tuple(_of_plays(graph.players[at], at, plays) for at in (0, 1)),
        )

    def numbers(self, report: InductionReport) -> dict[str, Any]:
        sizes, proved = report.sizes, report.proved
        infosets, sequences = sizes.information_sets, sizes.sequences
        return {
            "value": report.value,
            "exact": report.exact,
            "lower": proved and proved.lower,
            "upper": proved and proved.upper,
            "states": sizes.states,
            "histories": sizes.histories,
            "infosets_1": infosets and infosets[0],
            "infosets_2": infosets and infosets[1],
            "sequences_1": sequences and sequences[0],
            "sequences_2": sequences and sequences[1],
        }

    def choices(self, report: InductionReport) -> Iterator[Choice]:
        """Yield the choices of the first round."""
        for play in report.first_moves:
            for player, (moves, weights) in enumerate(
                zip(play.moves, play.strategies, strict=True), start=1
            ):
                for action, probability in zip(moves, weights, strict=True):
                    yield Choice(
                        player=player,
                        name=report.graph.players[player - 1],
                        where=f"{FIRST}, {play.label}" if play.label else FIRST,
                        action=action,
                        probability=probability,
                        reached=1 / len(report.first_moves),
                    )


WAY = StatesWay()
CHAIN = stage(
    "solve",
    _solve,
    lambda made: induction.check(made.states.solution),
    lambda before, made, settings: {
        "solution.json": write_induction(made.states.solution, settings)
    },
).then(stage("report", _report, lambda made: induction_report.check(made.report), WAY.report_files))


def _refuse_unlisted(graph: StateGraph, text: Text) -> None:
    """Raise InputError for a graph whose states are not listed, which a certificate needs."""
    if graph.secret:
        expand = f"`efgc expand {text.word('GRAPH')}`"
        raise InputError([Problem(f"has a secret: certify the game that {expand} makes of it")])
    if not graph.states:
        source = shlex.quote(graph.source.file) if graph.source and graph.source.file else "SOURCE"
        advice = f"does not list its states: `efgc parse {source} -O 1` lists up to a million"
        raise InputError([Problem(advice)])


def _of_plays(name: str, at: int, plays: Sequence[Play]) -> Strategy:
    def label(place: int) -> str:
        return plays[place].label or plays[place].state

    def behaviour(place: int) -> Behaviour:
        play = plays[place]
        return Behaviour(
            player=at + 1,
            information_set=None,
            label=label(place),
            actions=tuple(play.moves[at]),
            probabilities=tuple(play.strategies[at]),
            exact=tuple(map(exactly, play.exact.strategies[at])) if play.exact else None,
            reach=None,
            own_reach=None,
        )

    return Strategy(name, len(plays), behaviour, label)
