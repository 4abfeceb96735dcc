"""The chain of stages, and `efgc run`, which goes through it in memory."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pipeline.diagnostics import progress
from pipeline.files import Text, about
from pipeline.memory import HISTORY_BYTES, STATE_BYTES, affordable
from schemas import columns, game, solution, state_graph
from schemas import report as report_schema
from schemas.linear_program import origin
from schemas.problems import Problem, StageBug, VerificationError
from stages.expand import MAX_HISTORIES, expand
from stages.lower import lower
from stages.parse import DEFAULT_LEVEL, MAX_STATES, parse
from stages.report import FORMATS, report
from stages.solve import DEFAULT, solve

Watch = Callable[[int, int], None]  # Takes how much is done, of how much.


@dataclass(frozen=True)
class Settings:
    """What a person asked of the stages; the defaults are those of the commands."""

    rules: str = ""
    level: int = DEFAULT_LEVEL
    without: tuple[str, ...] = ()
    max_states: int = MAX_STATES
    max_histories: int = MAX_HISTORIES
    unroll: bool = False
    lp_format: str = "lp"
    player: int = 0
    """Whose linear program; 0 is the player with more sequences."""
    solver: str = DEFAULT
    report_format: str = "text"


@dataclass
class Work:
    """What is there so far: the source, and one artifact per stage by the stage's name."""

    source: Text
    settings: Settings
    made: dict[str, Any] = field(default_factory=dict)


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

    A broken artifact raises StageBug with the stage's name.
    """
    for stage in STAGES:
        with progress(stage.name) as watch:
            work.made[stage.name] = about(work.source.name, lambda: stage.make(work, watch))
            problems = stage.check(work.made[stage.name])
        if problems:
            raise StageBug(f"efgc: a bug of ours: {stage.name} wrote a broken artifact: {problems[0]}")
        yield stage
        if stage.name == through:
            return


def _parse(work: Work, watch: Watch) -> Any:
    source, settings = work.source, work.settings
    limit = affordable(settings.max_states, STATE_BYTES)
    return parse(source.text, source.sha256, source.file, settings.rules, settings.level, limit, settings.without, watch)


def _expand(work: Work, watch: Watch) -> Any:
    limit = affordable(work.settings.max_histories, HISTORY_BYTES)
    return expand(work.made["parse"], limit, work.settings.unroll, watch)


def _lower(work: Work, watch: Watch) -> Any:
    return lower(work.made["expand"], work.settings.player, work.settings.lp_format, work.settings.without)


def _solve(work: Work, watch: Watch) -> Any:
    return solve(work.made["lower"][0], work.settings.solver)


def _report(work: Work, watch: Watch) -> Any:
    try:
        return report(work.made["expand"], [work.made["solve"]])
    except VerificationError:
        # The dual values of an optimum prove the opponent's plan; where a solver's do not, its own program has it.
        return report(work.made["expand"], [work.made["solve"], _second_solution(work)])


def _second_solution(work: Work) -> Any:
    first = origin(work.made["solve"].problem)
    player = 3 - first.player if first else 1
    return solve(lower(work.made["expand"], player, work.settings.lp_format, work.settings.without)[0], work.settings.solver)


def _report_files(artifact: Any, settings: Settings) -> dict[str, Iterator[str]]:
    suffix = {"text": "report.txt", "json": "report.json"}.get(settings.report_format, f"{settings.report_format}.txt")
    return {suffix: FORMATS[settings.report_format](artifact)}


STAGES = (
    Stage("parse", _parse, state_graph.check, lambda graph, _: {"states.yaml": state_graph.write(graph)}),
    Stage("expand", _expand, game.check, lambda made, _: {"game.json": game.write(made)}),
    Stage("lower", _lower, lambda made: columns.check(made[1]),
          lambda made, settings: {settings.lp_format: iter([made[0]]), "columns.json": columns.write(made[1])}),
    Stage("solve", _solve, solution.check, lambda made, _: {"solution.json": solution.write(made)}),
    Stage("report", _report, report_schema.check, _report_files),
)
