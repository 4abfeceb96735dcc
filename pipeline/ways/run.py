"""Run a source through a chain of stages in memory, write the folder of a run, and add a trail to a
finished report that was made without one.
"""

from collections.abc import Generator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

from ...schemas.bounds import DOUBLE_ORACLE
from ...schemas.game import Game
from ...schemas.linear_program import LinearProgram
from ...schemas.map_game import MapGame
from ...schemas.parts.labels import one_line
from ...schemas.parts.problems import EfgcError, TimeUp
from ...schemas.state_graph import Graph
from ...stages.expand import expansion
from ...stages.parse import map_game
from ..chain.provenance import write_parsed
from ..chain.records import Record, Reported, ReportedProgram, Solved, SolvedProgram
from ..chain.refusals import refuse_for_source
from ..chain.steps import Files, RunContext, Step, Steps, stage
from ..chain.trail import Gathering
from ..files.kinds import kind, refuse_all_but
from ..files.reading import about
from ..files.sources import SOURCES, Parsed, check_parsed, parse_source, parsed_suffix
from ..files.text import Text
from ..machine.memory import HISTORY, affordable
from ..settings import LINEAR_PROGRAM, Settings
from ..settings.ways import WITH_TRAIL
from .interface import Way, chosen, way

STAGES = ("parse", "expand", "lower", "solve", "report")


def run(
    source: Text,
    settings: Settings,
    through: str = "report",
    trail: bool = False,
    as_program: bool = False,
    checkpoint: str = "",
    kept: str = "",
) -> Generator[Step, None, None]:
    """Run the stages up to `through`; yield a step once its artifact is made and checked.

    The trail of the report is kept if the report's format shows it. With `trail` it is always kept,
    but then without the texts of the files.

    A source that is an artifact continues with the stage after its own. A graph without a secret is
    solved directly, unless `through` needs the game, or with `as_program`. A broken artifact raises
    StageBug with the stage's name. An option without a meaning for the source raises OptionRefused.

    With `checkpoint`, a search for bounds goes on from that file and is kept there, and `solve`
    yields a step each time. The solution in the file `kept` is taken where a solver would find the
    same again.
    """
    begin = kind(source.text)
    about(source.name, lambda: refuse_all_but(SOURCES, begin))
    is_lowered = STAGES.index(through) > STAGES.index("expand")
    refuse_for_source(settings, begin, source.name, is_lowered)
    with ExitStack() as ended:
        shown = settings.report_format in WITH_TRAIL
        gathers = through == "report" and (trail or shown)
        going = RunContext(
            name=one_line(source.name),
            kind=begin,
            settings=settings,
            through=through,
            ended=ended,
            as_program=as_program,
            gathering=Gathering(source, begin, settings, shown) if gathers else None,
            checkpoint=checkpoint,
            kept=kept,
        )
        steps = _steps(source, going)
        del source  # Free the memory of a large text once it is read.
        try:
            for step in steps:
                yield step
                if step.is_last and through == step.name or through in _stages_before(step.made):
                    return
        except TimeUp as over:
            if settings.method != LINEAR_PROGRAM:
                from ..chain.bounds import advise  # For start-up time: NumPy.

                advise(over, checkpoint)
            raise


def result(source: Text, settings: Settings, through: str = "report") -> Record:
    """Return the record of the last stage, which contains those of the stages before it."""
    *_, last = run(source, settings, through)
    return last.made


def solver_attempts(made: Record) -> tuple[Sequence[EfgcError], str]:
    """Return, from the result of `solve` or `report`, the failures of the solvers that were
    refused, and the name of the solver that succeeded.
    """
    if not isinstance(made, Solved | SolvedProgram | Reported | ReportedProgram):
        return (), ""
    solved = made.solved if isinstance(made, Reported | ReportedProgram) else made
    return solved.answers.refused, solved.solution.solver


def _steps(source: Text, context: RunContext) -> Steps[Record]:
    parsed = yield from PARSE.go(source, context)
    del source
    found = _way(parsed, context)
    return (yield from found.steps(parsed, context._replace(way=found.name)))


def _parse(source: Text, context: RunContext) -> Parsed | MapGame:
    settings = context.settings
    parsed: Parsed | MapGame
    if settings.method == DOUBLE_ORACLE and context.kind == "map":
        parsed = map_game(source.text, source.sha256, source.file, settings.rules)
    else:
        parsed = parse_source(source, context.kind, settings, context.watch)
    _way(parsed, context).refuse(parsed, context)  # Before any file is written.
    return parsed


def _way(parsed: Parsed | MapGame, context: RunContext) -> Way:
    as_program = context.as_program or context.through in ("expand", "lower")
    return chosen(parsed, context.settings.method, as_program)


def _parsed_files(before: Text, made: Parsed | MapGame, settings: Settings) -> Files:
    """Return the file of what was parsed; the map itself is all that its bounds need."""
    if isinstance(made, MapGame):
        return {}
    return {parsed_suffix(made): write_parsed(made, settings)}


PARSE = stage(
    "parse",
    _parse,
    lambda made: [] if isinstance(made, MapGame) else check_parsed(made),
    _parsed_files,
)


def _stages_before(made: Record) -> tuple[str, ...]:
    """Return the stages that a source has already passed because it is their artifact."""
    match made:
        case LinearProgram():
            return ("expand", "lower")
        case Game():
            return ("expand",)
        case _:
            return ()


def with_trail(steps: Sequence[Step], source: Text, settings: Settings, files: bool) -> Record:
    """Return the record of the last step, `report`, with its trail.

    With `files` the trail contains the texts of the files. Nothing is solved again, except a graph
    without a secret: the contents of its page are computed during solving.
    """
    last, found = steps[-1].made, way(steps[-1].way)
    if found.needs_run and files:
        return result(source, replace(settings, report_format="html"))
    gathering = Gathering(source, kind(source.text), settings, files)
    for before, step in zip([None, *steps], steps[:-1], strict=False):
        if before is not None and step.name == "expand" and isinstance(before.made, Graph):
            limit = affordable(settings.max_histories, HISTORY)
            gathering.expanded(expansion(before.made, limit, settings.unroll))
        gathering.add(step.name, step.made, partial(step.files, settings), step.seconds)
    return found.with_trail(last, gathering)
