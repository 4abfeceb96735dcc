"""The chains of stages, and `efgc run`, which goes through one in memory."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from pipeline.diagnostics import progress
from pipeline.files import Text, about
from pipeline.memory import HISTORY_BYTES, affordable
from pipeline.public_games import Solved, refuse_late, report_solved, solve_public
from pipeline.settings import Settings
from pipeline.solving import FAILURES, advised, asked_alone, in_turn, tries_of_game
from pipeline.sources import Watch, check_parsed, parse_source, write_parsed
from schemas import columns, game, induction, induction_report, solution
from schemas import report as report_schema
from schemas.linear_program import origin
from schemas.parts.problems import EfgcError, InputError, Problem, StageBug, VerificationError
from stages.expand import expand
from stages.forms.formulation import Forms
from stages.lower import lower
from stages.report import FORMATS, report
from stages.report.induction import INDUCTION_FORMATS
from stages.report.layout import Layout
from stages.solve import DEFAULT, KERNEL, SOLVERS


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
    solved: Solved | None = None
    """Of a graph without a secret, once it is solved."""
    ended: ExitStack = field(default_factory=ExitStack)
    """What is to be tidied up when nothing more is asked of the work."""

    @cached_property
    def forms(self) -> Forms:
        """Of the game, once it is there."""
        return Forms(self.made["expand"])


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
    settings = work.settings
    for given, option in ((settings.request.options, "--option"), (settings.request.log, "-v")):
        if given:
            raise InputError(
                [Problem(f"{option} is for linear programs; this game is solved state by state")]
            )
    if settings.exact is False:
        raise InputError([Problem("--no-exact is for games that are solved as a linear program")])
    refuse_late(work.made["parse"], settings)


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
    settings = work.settings
    return lower(
        work.made["expand"], settings.player, settings.lp_format, settings.without, work.forms
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
        return report(
            work.made["expand"],
            [work.made["solve"]],
            exact=work.settings.exact,
            forms=work.forms,
        )
    except VerificationError:
        if work.made["solve"].solver not in SOLVERS:
            raise
        # The dual values of an optimum prove the opponent's plan; where a solver's do not, its own
        # program has it.
        return report(
            work.made["expand"],
            [work.made["solve"], _second_solution(work)],
            exact=work.settings.exact,
            forms=work.forms,
        )


def _second_solution(work: Work) -> solution.Solution:
    first = origin(work.made["solve"].problem)
    player = 3 - first.player if first else 1
    settings = work.settings
    program, _ = lower(
        work.made["expand"], player, settings.lp_format, settings.without, work.forms
    )
    return asked_alone(program, work.made["solve"].solver, work.settings.request)


def _solve_graph(work: Work, watch: Watch) -> Any:
    work.solved = solve_public(work.made["parse"], work.settings, work.ended, watch)
    return work.solved.solution


def _report_graph(work: Work, watch: Watch) -> Any:
    assert work.solved is not None
    return report_solved(work.made["parse"], work.solved, work.settings)


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
