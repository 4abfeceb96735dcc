"""The chains of stages, and `efgc run`, which goes through one in memory."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from pipeline.diagnostics import progress
from pipeline.droids.standing import play_standing
from pipeline.files import Text, about
from pipeline.known import what_is_known
from pipeline.memory import HISTORY_BYTES, affordable
from pipeline.settings import Settings
from pipeline.solving import FAILURES, advised, asked_alone, in_turn, tries_of_game
from pipeline.sources import Watch, check_parsed, parse_source, write_parsed
from schemas import columns, game, induction, induction_report, solution, state_graph
from schemas import report as report_schema
from schemas.linear_program import origin
from schemas.parts.problems import EfgcError, InputError, Problem, StageBug, VerificationError
from schemas.rules.droid_battle import DroidBattle, read_standing, refuse_standing
from schemas.rules.goofspiel import Goofspiel, read_position
from schemas.rules.listing import listed
from stages.expand import expand
from stages.isolated.signals import temporary_folder
from stages.lower import lower
from stages.report import FORMATS, report
from stages.report.induction import EXACT_STATES, INDUCTION_FORMATS, report_induction
from stages.report.layout import Layout
from stages.solve import DEFAULT, KERNEL, SOLVERS

IN_MEMORY = "--levels is for Goofspiel; a droid battle is solved in memory, in seconds"
NO_LEVELS = "--levels is for Goofspiel"
MAX_STAGE_PROGRAMS = (
    50_000  # States of a graph that is listed to be solved one linear program at a time.
)


@dataclass
class Work:
    """What is there so far: the source, and one artifact per stage by the stage's name."""

    source: Text
    settings: Settings
    made: dict[str, Any] = field(default_factory=dict)
    answers: Iterator[solution.Solution] | None = None
    """Of the solvers that are asked in turn, the first of them taken; None where one was named."""
    refused: list[EfgcError] = field(default_factory=list)
    """Why the ones before were not taken."""
    levels: Path | None = None
    """The folder of level files, once there is one."""
    known: induction.Known | None = None
    """Of a graph whose states are generated, once it is solved in memory."""
    ended: ExitStack = field(default_factory=ExitStack)
    """What is to be tidied up when nothing more is asked of the work."""


class Stage(NamedTuple):
    """One stage of the chain."""

    name: str
    make: Callable[[Work, Watch], Any]
    """Returns the stage's artifact and tells from time to time how far it is."""
    check: Callable[[Any], list[Problem]]
    files: Callable[[Any, Settings], dict[str, Iterator[str]]]
    """Returns the parts of each file that the artifact is written to, by the file's suffix."""


def run(work: Work, through: str = "report") -> Iterator[Stage]:
    """Go through the stages up to `through`; yield each once its artifact is made and checked.

    A source that is a game already, such as a Gambit file, is not expanded. A graph without a
    secret is solved as it is, unless the way is through the game. Where the report refuses a
    solution and another is found, `solve` is yielded again before it. A broken artifact raises
    StageBug with the stage's name.
    """
    waiting = list(STAGES)
    with work.ended:
        while waiting:
            stage = waiting.pop(0)
            solved = work.made.get("solve")
            with progress(stage.name) as watch:
                work.made[stage.name] = about(work.source.name, lambda: stage.make(work, watch))  # noqa: B023
                new = (SOLVE, stage) if solved and work.made["solve"] is not solved else (stage,)
                for made in new:
                    problems = made.check(work.made[made.name])
                    if problems:
                        raise StageBug(
                            f"efgc: a bug of ours: {made.name} wrote a broken artifact: "
                            f"{problems[0]}"
                        )
            for made in new:
                if isinstance(work.made["parse"], game.Game):
                    work.made["expand"] = work.made["parse"]
                yield made
            if stage.name == through or through in work.made:
                return
            if stage.name != "parse":
                continue
            if "expand" in work.made:
                waiting = list(STAGES[2:])
                _formats(False, work.settings.report_format)
                about(work.source.name, lambda: _refuse_public(work.settings))
                continue
            public = work.made["parse"].secret is None and through not in ("expand", "lower")
            if public:
                waiting = list(PUBLIC_STAGES[1:])
            if through == "report":
                _formats(public, work.settings.report_format)
            about(
                work.source.name,
                lambda: _refuse_late(work) if public else _refuse_public(work.settings),  # noqa: B023
            )


def _refuse_late(work: Work) -> None:
    """Raise InputError now for what the report would refuse when hours of work are done."""
    graph, settings = work.made["parse"], work.settings
    request = settings.request
    for given, option in ((request.options, "--option"), (request.log, "-v")):
        if given:
            raise InputError(
                [Problem(f"{option} is for linear programs; this game is solved state by state")]
            )
    if settings.levels and (refused := without_levels(graph)):
        raise InputError([Problem(refused)])
    if settings.at and isinstance(graph.rule, DroidBattle) and not graph.states:
        refuse_standing(graph.rule, read_standing(settings.at))
    elif settings.at and isinstance(graph.rule, Goofspiel) and not graph.states:
        read_position(settings.at)
    if settings.exact is False:
        raise InputError([Problem("--no-exact is for games that are solved as a linear program")])
    if settings.exact:
        listed(graph, EXACT_STATES)


def without_levels(graph: state_graph.StateGraph) -> str:
    """Return why no level files are kept of a graph with a rule; empty where there may be some."""
    if graph.rule is None or isinstance(graph.rule, Goofspiel):
        return ""
    return IN_MEMORY if isinstance(graph.rule, DroidBattle) else NO_LEVELS


def _refuse_public(settings: Settings) -> None:
    """Raise InputError for what only a graph without a secret can be asked."""
    asked = [
        (settings.levels, "--levels"),
        (settings.at, "--at"),
        (settings.solver == KERNEL, f"--solver {KERNEL}"),
    ]
    for given, option in asked:
        if given:
            raise InputError(
                [
                    Problem(
                        f"{option} is for games that are solved state by state, in which nothing "
                        "is secret"
                    )
                ]
            )


def _parse(work: Work, watch: Watch) -> Any:
    return parse_source(work.source, work.settings, watch)


def _parsed_files(parsed: Any, settings: Settings) -> dict[str, Iterator[str]]:
    return {"game.json" if isinstance(parsed, game.Game) else "states.yaml": write_parsed(parsed)}


def _expand(work: Work, watch: Watch) -> Any:
    limit = affordable(work.settings.max_histories, HISTORY_BYTES)
    return expand(work.made["parse"], limit, work.settings.unroll, watch)


def _lower(work: Work, watch: Watch) -> Any:
    return lower(
        work.made["expand"], work.settings.player, work.settings.lp_format, work.settings.without
    )


def _solve(work: Work, watch: Watch) -> Any:
    text, settings = work.made["lower"][0], work.settings
    if settings.solver or settings.request.options:  # Those are in one solver's words.
        try:
            return asked_alone(text, settings.solver or DEFAULT, settings.request)
        except FAILURES as error:
            raise advised(error) from None
    asked = tries_of_game(
        work.made["expand"],
        text,
        settings.without,
        not settings.exact,
        settings.request,
        work.refused,
    )
    work.answers = in_turn(asked, work.refused, settings.request.time_limit > 0)
    return next(work.answers)


def _report(work: Work, watch: Watch) -> Any:
    while True:
        try:
            return _reported(work)
        except FAILURES as error:
            if work.answers is None:
                raise advised(error) from None
            work.refused.append(error)
            following = next(work.answers, None)
            if following is None:
                raise
            work.made["solve"] = following


def _reported(work: Work) -> Any:
    try:
        return report(work.made["expand"], [work.made["solve"]], exact=work.settings.exact)
    except VerificationError:
        if work.made["solve"].solver not in SOLVERS:
            raise
        # The dual values of an optimum prove the opponent's plan; where a solver's do not, its own
        # program has it.
        return report(
            work.made["expand"],
            [work.made["solve"], _second_solution(work)],
            exact=work.settings.exact,
        )


def _second_solution(work: Work) -> solution.Solution:
    first = origin(work.made["solve"].problem)
    player = 3 - first.player if first else 1
    program, _ = lower(work.made["expand"], player, work.settings.lp_format, work.settings.without)
    return asked_alone(program, work.made["solve"].solver, work.settings.request)


def _solve_graph(work: Work, watch: Watch) -> Any:
    graph, settings = work.made["parse"], work.settings
    if graph.states or settings.solver not in ("", KERNEL):
        return solve_listed(graph, settings.solver, watch)
    if isinstance(graph.rule, DroidBattle):
        from stages.solve.induction.droid_battle.graph import solve_whole

        found, work.known = solve_whole(graph, watch)
        return found
    if isinstance(graph.rule, Goofspiel):
        work.levels = Path(settings.levels or work.ended.enter_context(temporary_folder()))
    return solve_generated(graph, str(work.levels), settings, watch)


def solve_listed(graph: state_graph.StateGraph, solver: str, watch: Watch) -> induction.Induction:
    """Return a graph without a secret solved state by state; one that is generated is listed for
    that.
    """
    from stages.solve.induction import solve_graph

    found = solve_graph(listed(graph, MAX_STAGE_PROGRAMS), solver or KERNEL, watch)
    return replace(found, graph_sha256=graph.digest)


def solve_generated(
    graph: state_graph.StateGraph, folder: str, settings: Settings, watch: Watch
) -> induction.Induction:
    """Return a generated graph solved: Goofspiel level by level in a folder, droid battle in
    memory.

    Any other rule is listed and solved state by state. Raises InputError where it has too many
    states for that.
    """
    if isinstance(graph.rule, DroidBattle):
        from stages.solve.induction.droid_battle.graph import solve_battle

        return solve_battle(graph, watch)
    if not isinstance(graph.rule, Goofspiel):
        return solve_listed(graph, KERNEL, watch)
    from pipeline.levels.solve import solve_levels

    keep = bool(settings.levels or settings.at)
    return solve_levels(
        graph, Path(folder), settings.jobs or os.cpu_count() or 1, settings.engine, keep, watch
    )


def _report_graph(work: Work, watch: Watch) -> Any:
    graph, settings, known = work.made["parse"], work.settings, work.known
    if work.levels is not None:
        from pipeline.levels.position import known as read

        known = read(work.levels, graph, induction.SOLVED)
    return _reported_graph(graph, work.made["solve"], settings, work.levels, known)


def report_graph(
    graph: state_graph.StateGraph, solved: induction.Induction, settings: Settings
) -> induction_report.InductionReport:
    """Return the report on the solution of a graph, of which nothing is believed that does not
    follow from the graph.
    """
    levels, known = None, None
    with ExitStack() as ended:
        if not graph.states and solved.levels and not settings.exact:
            known, levels = what_is_known(graph, settings.levels, ended)
        return _reported_graph(graph, solved, settings, levels, known)


def _reported_graph(
    graph: state_graph.StateGraph,
    solved: induction.Induction,
    settings: Settings,
    levels: Path | None,
    known: induction.Known | None,
) -> induction_report.InductionReport:
    def answer(text: str) -> induction_report.Play:
        if isinstance(graph.rule, DroidBattle):
            return play_standing(graph, text)
        from pipeline.levels.position import play

        assert levels is not None
        return play(levels, graph, text)

    answers = answer if levels is not None or isinstance(graph.rule, DroidBattle) else None
    return report_induction(graph, solved, settings.at, bool(settings.exact), answers, known)


def _report_files(artifact: Any, settings: Settings) -> dict[str, Iterator[str]]:
    known = {"text": "report.txt", "json": "report.json", "svg": "svg"}
    suffix = known.get(settings.report_format, f"{settings.report_format}.txt")
    return {suffix: write_report(artifact, settings.report_format, settings.layout)}


def write_report(artifact: Any, format: str, layout: Layout) -> Iterator[str]:
    """Return the parts of a report's text. Raises InputError if such a report has no such
    format.
    """
    write = _formats(isinstance(artifact, induction_report.InductionReport), format)[format]
    return write(artifact, layout) if format == "text" else write(artifact)


def _formats(public: bool, format: str) -> dict[str, Callable[..., Iterator[str]]]:
    formats: dict[str, Callable[..., Iterator[str]]] = INDUCTION_FORMATS if public else FORMATS
    if format not in formats:
        kind = "a game solved state by state" if public else "a game solved as a linear program"
        raise InputError(
            [Problem(f"--format {format} is not for {kind}; known are {', '.join(formats)}")]
        )
    return formats


STAGES = (
    Stage("parse", _parse, check_parsed, _parsed_files),
    Stage("expand", _expand, game.check, lambda made, _: {"game.json": game.write(made)}),
    Stage(
        "lower",
        _lower,
        lambda made: columns.check(made[1]),
        lambda made, settings: {
            settings.lp_format: iter([made[0]]),
            "columns.json": columns.write(made[1]),
        },
    ),
    Stage("solve", _solve, solution.check, lambda made, _: {"solution.json": solution.write(made)}),
    Stage("report", _report, report_schema.check, _report_files),
)
SOLVE = STAGES[3]
PUBLIC_STAGES = (  # Of a graph in which nothing is secret.
    STAGES[0],
    Stage(
        "solve",
        _solve_graph,
        induction.check,
        lambda made, _: {"solution.json": induction.write(made)},
    ),
    Stage("report", _report_graph, induction_report.check, _report_files),
)
