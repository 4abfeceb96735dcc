"""Games that are solved as a linear program: expanded, lowered, solved and verified by best
responses.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from ...schemas import columns, game, solution
from ...schemas import report as report_schema
from ...schemas.game import Game, infoset_text
from ...schemas.parts.limits import LARGE
from ...schemas.parts.problems import InputError, Problem, VerificationError
from ...schemas.parts.source import edits_in_words
from ...schemas.refinement import Concept
from ...schemas.report import Proof
from ...schemas.state_graph import Graph
from ...schemas.strategies import Behaviour as Played
from ...stages.expand import expand, expansion
from ...stages.report import report
from ...stages.report.lift import claim
from ...stages.report.measures import Measured
from ...stages.solve.order import in_time
from ..chain.kept import answering_from
from ..chain.programs import lower_game, report_game, solve_game
from ..chain.provenance import (
    Artifacts,
    solutions_edited,
    stamp_of,
    write_columns,
    write_game,
    write_solution,
)
from ..chain.records import Lowered, Record, Reported, Solved
from ..chain.steps import Files, RunContext, Steps, stage
from ..chain.trail import Gathering
from ..files.reading import about, read_artifact, read_for
from ..files.text import Text
from ..machine.memory import HISTORY, affordable
from ..settings import Settings
from ..settings.ways import AS_PROGRAM
from ..terminal.diagnostics import progress
from .facts import Behaviour, Choice, Facts, Strategy
from .interface import FilesReport, ReportRequest, Way
from .numbers import Number, exactly

COMPARED = 20_000
"""The largest number of information sets of a player whose choices are compared."""


def _expand(graph: Graph, context: RunContext) -> Game:
    limit = affordable(context.settings.max_histories, HISTORY)
    if context.gathering is None:
        return expand(graph, limit, context.settings.unroll, context.watch)
    found = expansion(graph, limit, context.settings.unroll, context.watch)
    context.gathering.expanded(found)
    return found.game


def _solve(lowered: Lowered, context: RunContext) -> Solved:
    made = solve_game(lowered, context.settings, answering_from(context.kept, in_time))
    context.ended.callback(made.answers.found.close)
    return made


def _report(solved: Solved, context: RunContext) -> Reported:
    made = report_game(solved, context.settings)
    return made if context.gathering is None else WAY.with_trail(made, context.gathering)


def _lowered_files(before: Game, made: Lowered, settings: Settings) -> Files:
    table = write_columns(made.columns, before, settings)
    return {settings.lp_format: iter([made.text]), "columns.json": table}


def _check_lowered(made: Lowered) -> list[Problem]:
    # The table of columns of a large program is computed only when it is written.
    return columns.check(made.columns) if len(made.game.nodes) < LARGE else []


def _check_report(made: Reported) -> list[Problem]:
    return [*report_schema.check(made.report), *solution.check(made.solved.solution)]


class GameWay(Way):
    """A game is solved as a linear program."""

    name = AS_PROGRAM
    use = "report GAME SOLUTION"
    has_rows = True

    def steps(self, parsed: Graph | Game, context: RunContext) -> Steps[Record]:
        if isinstance(parsed, Game):
            return CHAIN.go(parsed, context)
        return GRAPH_CHAIN.go(parsed, context)

    def sources(self, made: Reported) -> Artifacts:
        return {"game": made.report.game, "solution": made.solved.solution}

    def report_files(self, before: Solved, made: Reported, settings: Settings) -> Files:
        """Return the files of the report, and those of the solution if it is not the first one."""
        files = super().report_files(before, made, settings)
        if made.replaced:
            accepted = made.solved.solution
            found_by = replace(settings, solver=settings.solver or accepted.solver)
            files["solution.json"] = write_solution(accepted, found_by)
        return files

    def with_trail(self, made: Reported, gathering: Gathering) -> Reported:
        if made.replaced:
            gathering.solved(made.solved.solution)
        return made._replace(report=replace(made.report, trail=gathering.trail))

    def reported(self, request: ReportRequest) -> FilesReport:
        from ..related_files.solved_games import game_trail, read_solved  # For start-up time.

        text, _, onto, settings = request
        beside = [read_for("report --with", path) for path in settings.beside]
        read = read_solved(text, request.solutions)
        tree = _tree(onto, read.game) if onto else None
        for solved in read.solved:
            about(solved.text.name, partial(claim, read.game, solved.solution, read.forms))
        texts = [one.text for one in read.solved]
        try:
            with progress("report"):
                proved = about(
                    onto or texts[0].name,
                    lambda: report(
                        *(read.game, read.solutions, tree, settings.exact, read.forms),
                        refine=settings.refine,
                        off_path=settings.off_path,
                    ),
                )
        except VerificationError as error:
            edits = solutions_edited(stamp_of(text.text) for text in texts)
            said = f"; {edits_in_words(edits)}: solve the linear program again" if edits else ""
            raise VerificationError(f"{error.message}{said}", error.source) from None
        if self.formats[settings.report_format].trail and not onto:
            proved = replace(proved, trail=game_trail(text, read, beside))
        return FilesReport(proved, {"game": read.game}, texts)

    def certified(
        self, text: Text, solutions: Sequence[str], exact: bool | None, refine: Concept | None
    ) -> Iterator[str]:
        # For start-up time.
        from ...schemas import certificate
        from ...stages.report.certify import certify
        from ..related_files.solved_games import read_solved

        read = read_solved(text, [read_for("certify GAME SOLUTION", path) for path in solutions])
        with progress("certify"):
            found = about(
                read.solved[0].text.name,
                lambda: report(
                    read.game, read.solutions, exact=exact, forms=read.forms, refine=refine
                ),
            )
        return certificate.write(certify(found, text.sha256))

    def facts(self, report: Measured) -> Facts:
        return Facts(
            title=report.game.title,
            players=report.game.players,
            value=report.value,
            exact=exactly(report.exact.value) if isinstance(report.exact, Proof) else None,
            bounds=report.bounds,
            solver=report.origins.solver,
            strategies=_strategies_of(report),
        )

    def numbers(self, report: Measured) -> dict[str, Any]:
        game, size = report.game, report.origins.size
        exact = report.exact.value if isinstance(report.exact, Proof) else None
        return {
            "value": report.value,
            "exact": exact,
            "lower": report.bounds.lower,
            "upper": report.bounds.upper,
            "states": game.states or None,
            "histories": report.counts.histories,
            "terminal": report.counts.terminal_histories,
            "nodes": len(game.nodes),
            "infosets_1": len(report.strategies[0]),
            "infosets_2": len(report.strategies[1]),
            "sequences_1": report.sequences[0],
            "sequences_2": report.sequences[1],
            "rows": size.rows,
            "columns": size.columns,
            "nonzeros": size.nonzeros,
        }

    def choices(self, report: Measured) -> Iterator[Choice]:
        """Yield the choices in the situations that its player's own actions reach, unless the game
        is large.
        """
        if max(map(len, report.strategies)) > COMPARED:
            return
        game = report.game
        for player, strategy in enumerate(report.strategies, start=1):
            for behaviour in strategy:
                if len(behaviour.probabilities) < 2 or not behaviour.own_reach:
                    continue
                at = behaviour.infoset
                actions = game.information_sets[at].actions
                where = infoset_text(game, at)
                for action, probability in zip(actions, behaviour.probabilities, strict=True):
                    yield Choice(
                        player=player,
                        name=game.players[player - 1],
                        where=where,
                        action=action,
                        probability=probability,
                        reached=report.reach[at],
                    )


WAY = GameWay()
EXPAND = stage(
    "expand",
    _expand,
    game.check,
    lambda before, made, settings: {"game.json": write_game(before, made, settings)},
)
LOWER = stage(
    "lower",
    lambda played, context: lower_game(played, context.settings),
    _check_lowered,
    _lowered_files,
)
SOLVE = stage(
    "solve",
    _solve,
    lambda made: solution.check(made.solution),
    lambda before, made, settings: {"solution.json": write_solution(made.solution, settings)},
)
CHAIN = LOWER.then(SOLVE).then(stage("report", _report, _check_report, WAY.report_files))
GRAPH_CHAIN = EXPAND.then(CHAIN)


def _tree(path: str, played: Game) -> Game:
    """Return the game to which strategies are carried. Raises InputError unless it is a tree of the
    same map.
    """
    found = read_artifact("report --on", path, game.read)
    if sum(len(game.children(node)) for node in found.nodes) >= len(found.nodes):
        raise InputError(
            [Problem("shares nodes; strategies are carried to a tree (expand --unroll)")], path
        )
    if found.players != played.players or _map(found) != _map(played):
        raise InputError([Problem("is not the game of the same map and rules")], path)
    return found


def _map(played: Game) -> tuple[str, str] | None:
    return (played.source.sha256, played.source.rules) if played.source else None


def _strategies_of(report: Measured) -> tuple[Strategy, Strategy]:
    """Return both players' strategies of a report."""
    made = []
    for player, played in enumerate(report.strategies, 1):
        view = _StrategyView(report, player, played)
        name = report.game.players[player - 1]
        made.append(Strategy(name, len(played), view.behaviour, view.label))
    return made[0], made[1]


class _StrategyView(NamedTuple):
    """One player's strategy, accessed by the places of its information sets."""

    report: Measured
    player: int
    played: Sequence[Played]

    def label(self, at: int) -> str:
        return infoset_text(self.report.game, self.played[at].infoset)

    def behaviour(self, at: int) -> Behaviour:
        played = self.played[at]
        number = played.infoset
        return Behaviour(
            player=self.player,
            information_set=number,
            label=self.label(at),
            actions=self.report.game.information_sets[number].actions,
            probabilities=tuple(played.probabilities),
            exact=self._exact(number),
            reach=self.report.reach[number],
            own_reach=played.own_reach,
        )

    def _exact(self, infoset: int) -> tuple[Number, ...] | None:
        proof = self.report.exact
        if not isinstance(proof, Proof):
            return None
        strategy = proof.strategies[self.player - 1]
        at = bisect_left(strategy, infoset, key=lambda entry: entry.infoset)
        return tuple(map(exactly, strategy[at].probabilities))
