"""Run a source through a chain of stages in memory."""

from collections.abc import Generator, Sequence
from contextlib import ExitStack

from pipeline.chain.chains import (
    GAME_CHAIN,
    GRAPH_CHAIN,
    PARSE,
    PROGRAM_CHAIN,
    PUBLIC_CHAIN,
    by_states,
)
from pipeline.chain.public_games import with_keeping
from pipeline.chain.records import (
    Record,
    Reported,
    ReportedProgram,
    Solved,
    SolvedProgram,
)
from pipeline.chain.refusals import refuse_for_source
from pipeline.chain.steps import Going, Step, Steps
from pipeline.chain.trail import Gathering
from pipeline.declarations import WITH_TRAIL
from pipeline.files.kinds import kind, refuse_all_but
from pipeline.files.reading import about
from pipeline.files.sources import SOURCES
from pipeline.files.text import Text
from pipeline.settings import Settings
from schemas.game import Game
from schemas.linear_program import LinearProgram
from schemas.parts.problems import EfgcError
from schemas.state_graph import StateGraph

STAGES = (*PARSE.names, *GRAPH_CHAIN.names)


def run(
    source: Text,
    settings: Settings,
    through: str = "report",
    trail: bool = False,
    as_program: bool = False,
) -> Generator[Step, None, None]:
    """Run the stages up to `through`; yield a step once its artifact is made and checked.

    The trail of the report is kept if the report's format shows it. With `trail` it is always kept,
    but then without the texts of the files.

    A source that is an artifact continues with the stage after its own. A graph without a secret is
    solved directly, unless `through` needs the game, or with `as_program`. A broken artifact raises
    StageBug with the stage's name. An option without a meaning for the source raises OptionRefused.
    """
    begin = kind(source.text)
    about(source.name, lambda: refuse_all_but(SOURCES, begin))
    is_lowered = STAGES.index(through) > STAGES.index("expand")
    refuse_for_source(settings, begin, source.name, is_lowered)
    with ExitStack() as ended:
        shown = settings.report_format in WITH_TRAIL
        kept = through == "report" and (trail or shown)
        going = Going(
            name=source.name,
            kind=begin,
            settings=settings,
            through=through,
            ended=ended,
            as_program=as_program,
            gathering=Gathering(source, begin, settings, shown) if kept else None,
        )
        steps = _steps(source, going)
        del source  # Free the memory of a large text once it is read.
        for step in steps:
            yield step
            if through == step.name or through in _held(step.made):
                return


def result(source: Text, settings: Settings, through: str = "report") -> Record:
    """Return the record of the last stage, which contains those of the stages before it."""
    *_, last = run(source, settings, through)
    return last.made


def answered(made: Record) -> tuple[Sequence[EfgcError], str]:
    """Return the failures of the refused solvers in the result of `solve` or `report`, and the name
    of the solver that succeeded.
    """
    match made:
        case Solved() | SolvedProgram():
            return made.answers.refused, made.solution.solver
        case Reported() | ReportedProgram():
            return answered(made.solved)
        case _:
            return (), ""


def _steps(source: Text, going: Going) -> Steps[Record]:
    parsed = yield from PARSE.go(source, going)
    del source
    match parsed:
        case LinearProgram():
            return (yield from PROGRAM_CHAIN.go(parsed, going))
        case Game():
            return (yield from GAME_CHAIN.go(parsed, going))
        case StateGraph() if by_states(parsed, going):
            settings = with_keeping(parsed, going.settings, going.name)
            return (yield from PUBLIC_CHAIN.go(parsed, going._replace(settings=settings)))
        case StateGraph():
            return (yield from GRAPH_CHAIN.go(parsed, going))


def _held(made: Record) -> tuple[str, ...]:
    """Return the stages that a source has already passed because it is their artifact."""
    match made:
        case LinearProgram():
            return ("expand", "lower")
        case Game():
            return ("expand",)
        case _:
            return ()
