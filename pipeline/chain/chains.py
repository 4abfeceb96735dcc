"""The chains of stages. Each stage takes the artifact of the stage before it."""

import time
from dataclasses import replace
from functools import partial

from ...schemas import bounds as bounds_schema
from ...schemas import columns, game, induction, induction_report, solution
from ...schemas import report as report_schema
from ...schemas.bounds import DOUBLE_ORACLE, REGRET
from ...schemas.game import Game
from ...schemas.linear_program import LinearProgram
from ...schemas.map_game import MapGame
from ...schemas.observation_graph import ObservationGraph
from ...schemas.parts.limits import LARGE
from ...schemas.parts.problems import Problem, StageBug
from ...schemas.state_graph import StateGraph
from ...stages.expand import expand, expansion
from ...stages.parse import map_game
from ...stages.report import FORMATS, OPTIMUM_FORMATS
from ...stages.report.bounds import BOUNDS_FORMATS, OF_GAMES, report_bounds
from ...stages.report.induction import INDUCTION_FORMATS
from ..files.reading import about
from ..files.sources import (
    Graph,
    Parsed,
    check_parsed,
    parse_source,
    parsed_suffix,
)
from ..files.text import Text
from ..machine.memory import HISTORY, affordable
from ..settings import Settings
from ..settings.declarations import AS_PROGRAM, BOUNDED, BY_STATES, PROGRAM
from ..terminal.diagnostics import progress
from .bounds import is_listed, search, states_limit
from .programs import (
    lower_game,
    report_game,
    report_program,
    solve_game,
    solve_program,
)
from .provenance import (
    Artifacts,
    write_bounds,
    write_columns,
    write_game,
    write_induction,
    write_parsed,
    write_report,
    write_solution,
)
from .public_games import (
    refuse_beyond_memory,
    refuse_late,
    report_solved,
    solve_public,
)
from .records import (
    Bounded,
    Lowered,
    Reported,
    ReportedBounds,
    ReportedGraph,
    ReportedProgram,
    Solved,
    SolvedGraph,
    SolvedProgram,
    Unsolved,
)
from .refusals import (
    OptionRefused,
    refuse_for_solution,
    refuse_for_source,
    refuse_format,
    refuse_levels,
)
from .responses import responding
from .steps import Chain, Files, RunContext, Step, Steps, stage


def _parse(source: Text, context: RunContext) -> Parsed:
    parsed = parse_source(source, context.kind, context.settings, context.watch)
    _refuse(parsed, context)  # Before any file is written.
    return parsed


def _read_map(source: Text, context: RunContext) -> MapGame:
    settings = context.settings
    if context.through == "parse":
        raise _not_through(context)
    if settings.level is not None:
        words = f"the states of a map are not listed for --method {DOUBLE_ORACLE}"
        raise OptionRefused(f"{context.name}: -O is for state graphs, and {words}")
    _refuse_way(context, BOUNDED)
    _refuse_listed(context, "a map")
    return map_game(source.text, source.sha256, source.file, settings.rules)


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
            f"{source} have both strategies"
        )


def _refuse_way(context: RunContext, way: str) -> None:
    """Raise OptionRefused for options without a meaning for a way of solving, and for stages that
    it does not have.
    """
    if way == BOUNDED and context.through in ("expand", "lower"):
        raise _not_through(context)
    refuse_for_solution(context.settings, way, context.name)
    if context.through == "report":
        refuse_format(context.settings, way, context.name)


def _expand(graph: Graph, context: RunContext) -> Game:
    limit = affordable(context.settings.max_histories, HISTORY)
    if context.gathering is None or isinstance(graph, ObservationGraph):
        return expand(graph, limit, context.settings.unroll, context.watch)
    found = expansion(graph, limit, context.settings.unroll, context.watch)
    context.gathering.expanded(found)
    return found.game


def _lower(played: Game, context: RunContext) -> Lowered:
    return lower_game(played, context.settings)


def _solve(lowered: Lowered, context: RunContext) -> Solved:
    made = solve_game(lowered, context.settings)
    context.ended.callback(made.answers.found.close)
    return made


def _report(solved: Solved, context: RunContext) -> Reported:
    made = report_game(solved, context.settings)
    if context.gathering is None:
        return made
    if made.replaced:
        context.gathering.solved(made.solved.solution)
    return made._replace(report=replace(made.report, trail=context.gathering.trail))


def _expand_tree(graph: Graph, context: RunContext) -> Game:
    limit = affordable(context.settings.max_histories, HISTORY)
    return expand(graph, limit, unroll=True, watch=context.watch)


def _bound(before: Unsolved, context: RunContext) -> Steps[Bounded]:
    """Yield a step whenever the bounds have become better and were kept, and the last one."""
    began = time.perf_counter()
    with progress("solve") as work:
        found = search(before, context.settings, context.name, work, context.checkpoint)
        while True:
            made = about(context.name, lambda: next(found))
            if problems := bounds_schema.check(made.bounds):
                raise StageBug(f"efgc: a bug of ours: solve wrote broken bounds: {problems[0]}")
            seconds = time.perf_counter() - began
            yield Step("solve", made, partial(_bounds_files, made), seconds, made.is_last)
            if made.is_last:
                return made


def _report_bounds(solved: Bounded, context: RunContext) -> ReportedBounds:
    limit = states_limit(context.settings)
    with responding(context.settings) as respond:
        found = report_bounds(solved.game, solved.bounds, limit, context.watch, respond)
    return ReportedBounds(solved, found)


def _solve_graph(graph: StateGraph, context: RunContext) -> SolvedGraph:
    return SolvedGraph(graph, solve_public(graph, context.settings, context.ended, context.watch))


def _report_graph(solved: SolvedGraph, context: RunContext) -> ReportedGraph:
    found = report_solved(solved.graph, solved.states, context.settings)
    if context.gathering is not None:
        found = replace(found, trail=context.gathering.trail)
    return ReportedGraph(solved, found)


def _solve_program(program: LinearProgram, context: RunContext) -> SolvedProgram:
    made = solve_program(program, context.settings)
    context.ended.callback(made.answers.found.close)
    return made


def _report_program(solved: SolvedProgram, context: RunContext) -> ReportedProgram:
    made = report_program(solved)
    if context.gathering is None:
        return made
    return made._replace(report=made.report._replace(trail=context.gathering.trail))


def _lowered_files(before: Game, made: Lowered, settings: Settings) -> Files:
    table = write_columns(made.columns, before, settings)
    return {settings.lp_format: iter([made.text]), "columns.json": table}


def _check_lowered(made: Lowered) -> list[Problem]:
    # The table of columns of a large program is computed only when it is written.
    return columns.check(made.columns) if len(made.game.nodes) < LARGE else []


def _check_report(made: Reported) -> list[Problem]:
    return [*report_schema.check(made.report), *solution.check(made.solved.solution)]


def _report_files(before: Solved, made: Reported, settings: Settings) -> Files:
    """Return the files of the report, and those of the solution if it is not the first one."""
    format, accepted = FORMATS[settings.report_format], made.solved.solution
    parts = format.write(made.report, settings.layout)
    sources: Artifacts = {"game": made.report.game, "solution": accepted}
    files = {format.suffix: write_report(parts, settings, sources)}
    if made.replaced:
        found_by = replace(settings, solver=accepted.solver)
        files["solution.json"] = write_solution(accepted, found_by)
    return files


def _graph_report_files(before: SolvedGraph, made: ReportedGraph, settings: Settings) -> Files:
    format = INDUCTION_FORMATS[settings.report_format]
    parts = format.write(made.report, settings.layout)
    solved = made.solved
    sources: Artifacts = {"state graph": solved.graph, "solution": solved.states.solution}
    return {format.suffix: write_report(parts, settings, sources)}


def _bounds_files(made: Bounded, settings: Settings) -> Files:
    return {"bounds.json": write_bounds(made.bounds, settings)}


def _bounds_report_files(before: Bounded, made: ReportedBounds, settings: Settings) -> Files:
    format = BOUNDS_FORMATS[settings.report_format]
    parts = format.write(made.report, settings.layout)
    sources: Artifacts = {before.bounds.base: before.game.digest, "bounds": before.bounds}
    return {format.suffix: write_report(parts, settings, sources)}


def _optimum_files(before: SolvedProgram, made: ReportedProgram, settings: Settings) -> Files:
    format, solved = OPTIMUM_FORMATS[settings.report_format], made.solved.solution
    parts = format.write(made.report, settings.layout)
    return {format.suffix: write_report(parts, settings, {"solution": solved})}


PARSE = stage(
    "parse",
    _parse,
    check_parsed,
    lambda before, made, settings: {parsed_suffix(made): write_parsed(made, settings)},
)
EXPAND = stage(
    "expand",
    _expand,
    game.check,
    lambda before, made, settings: {"game.json": write_game(before, made, settings)},
)
LOWER = stage("lower", _lower, _check_lowered, _lowered_files)
SOLVE = stage(
    "solve",
    _solve,
    lambda made: solution.check(made.solution),
    lambda before, made, settings: {"solution.json": write_solution(made.solution, settings)},
)
REPORT = stage("report", _report, _check_report, _report_files)
SOLVE_GRAPH = stage(
    "solve",
    _solve_graph,
    lambda made: induction.check(made.states.solution),
    lambda before, made, settings: {
        "solution.json": write_induction(made.states.solution, settings)
    },
)
REPORT_GRAPH = stage(
    "report",
    _report_graph,
    lambda made: induction_report.check(made.report),
    _graph_report_files,
)
SOLVE_PROGRAM = stage(
    "solve",
    _solve_program,
    lambda made: solution.check(made.solution),
    lambda before, made, settings: {"solution.json": write_solution(made.solution, settings)},
)
EXPAND_TREE = stage(
    "expand",
    _expand_tree,
    game.check,
    lambda before, made, settings: {
        "game.json": write_game(before, made, replace(settings, unroll=True))
    },
)
# No file: the map is all that the bounds need.
READ_MAP: Chain[Text, MapGame] = stage(
    "parse", _read_map, lambda made: [], lambda before, made, settings: {}
)
BOUND: Chain[Unsolved, Bounded] = Chain(("solve",), _bound)
REPORT_BOUNDS = stage("report", _report_bounds, lambda made: [], _bounds_report_files)
REPORT_PROGRAM = stage("report", _report_program, lambda made: [], _optimum_files)

# What follows PARSE, by the artifact of PARSE. mypy checks that each stage takes the output of the
# stage before it.
GAME_CHAIN = LOWER.then(SOLVE).then(REPORT)
GRAPH_CHAIN = EXPAND.then(GAME_CHAIN)
PUBLIC_CHAIN = SOLVE_GRAPH.then(REPORT_GRAPH)
PROGRAM_CHAIN = SOLVE_PROGRAM.then(REPORT_PROGRAM)
BOUNDS_CHAIN = BOUND.then(REPORT_BOUNDS)


def bounded(parsed: Graph | Game, context: RunContext) -> Steps[ReportedBounds]:
    """Return the steps that bound the value of what was parsed; a graph is listed as a game if that
    is not too large.
    """
    if isinstance(parsed, StateGraph):
        parsed = yield from EXPAND_TREE.go(parsed, context)
    elif isinstance(parsed, ObservationGraph) and context.settings.method == REGRET:
        graph = parsed
        if about(context.name, lambda: is_listed(graph, context.settings)):
            parsed = yield from EXPAND_TREE.go(graph, context)
    return (yield from BOUNDS_CHAIN.go(parsed, context))


def bounded_map(source: Text, context: RunContext) -> Steps[ReportedBounds]:
    """Return the steps that bound the value of a map without a list of its states."""
    made = yield from READ_MAP.go(source, context)
    return (yield from BOUNDS_CHAIN.go(made, context))


def by_states(graph: StateGraph, context: RunContext) -> bool:
    as_program = context.as_program or context.through in ("expand", "lower")
    return graph.secret is None and not as_program


def _refuse(parsed: Parsed, context: RunContext) -> None:
    """Raise OptionRefused for options without a meaning for this way of solving."""
    match parsed:
        case LinearProgram():
            way = PROGRAM
        case _ if context.settings.method in (REGRET, DOUBLE_ORACLE):
            way = BOUNDED
            if context.settings.method == DOUBLE_ORACLE and isinstance(parsed, ObservationGraph):
                _refuse_listed(context, "a state graph")
        case StateGraph() if by_states(parsed, context):
            way = BY_STATES
        case _:
            way = AS_PROGRAM
    _refuse_way(context, way)
    if isinstance(parsed, StateGraph) and way == BY_STATES:
        refuse_for_source(context.settings, context.kind, context.name)
        refuse_levels(context.settings, parsed, context.name)
        refuse_late(parsed, context.settings)
        if context.through in ("solve", "report"):
            refuse_beyond_memory(parsed, context.settings)
