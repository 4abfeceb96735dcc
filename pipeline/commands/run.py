"""efgc run."""

from dataclasses import replace
from pathlib import Path

import click
from click.core import ParameterSource

from pipeline import options
from pipeline.chain import STAGES, Work
from pipeline.chain import run as go
from pipeline.completion import FOLDER
from pipeline.deadline import current
from pipeline.diagnostics import tell
from pipeline.files import make_folder, read_source, write_text
from pipeline.kinds import recognised
from pipeline.settings import Settings
from pipeline.sources import ARTIFACTS
from stages.solve import Request


@click.command(epilog=options.example("efgc run island-1.txt"))
@options.source("SOURCE")
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=FOLDER,
    default=None,
    help="Write every artifact to this folder.",
)
@options.rules
@options.level
@options.without_any
@options.unroll
@options.max_states
@options.max_histories
@options.solver
@options.option
@options.time_limit
@options.verbose
@options.levels
@options.jobs
@options.engine
@options.at
@options.exact
@click.option(
    "--through",
    type=click.Choice([stage.name for stage in STAGES]),
    default="report",
    show_default=True,
    help="The last stage to go through.",
)
@options.report_format
@options.brief
def run(
    source: str,
    output: str | None,
    rules: str | None,
    level: str,
    without: tuple[str, ...],
    unroll: bool,
    max_states: int,
    max_histories: int,
    solver: str | None,
    told: tuple[tuple[str, str], ...],
    verbose: bool,
    levels: str | None,
    jobs: int | None,
    engine: str,
    at: str,
    exact: bool | None,
    through: str,
    report_format: str,
    brief: bool,
) -> None:
    """Go from a source to the verified report in one step.

    A map goes through all stages, a Gambit file through all but `expand`. A game
    in which nothing is secret, Goofspiel or droid battle, is solved as it is by
    backward induction, without game and linear program. A state graph or a game
    that was written before goes on from where it stands.

    Where GLPK does not come to an optimum that proves the value, HiGHS is asked,
    and at last the program is solved in rationals, if it is not too large; stderr
    and the report say who answered. A solver that --solver names, or --option
    speaks to, is asked alone.

    --time-limit is for the whole run: where it ends, the files of the stages
    before are there, whole, and stderr says which stage was under way.

    Prints the artifact of the last stage. Without -o no file is left behind;
    with it DIR holds one file per stage, the same as the single commands write,
    and the report as NAME.report.txt, NAME.report.json, NAME.mas2018.txt,
    NAME.notebook.txt or NAME.svg. NAME is the source's, or `game` for stdin.
    """
    if output == "-":
        raise click.UsageError("-o takes a folder; without it the last artifact goes to stdout")
    layout = options.layout("-", report_format, brief)
    text = read_source("run", source)
    artifact = recognised(text.text) in ARTIFACTS
    if (
        artifact
        and click.get_current_context().get_parameter_source("level") is not ParameterSource.DEFAULT
    ):
        raise click.UsageError(f"-O is for sources; {text.name} is compiled already")
    name = Path(text.file or "game").stem
    if artifact:
        name = name.removesuffix(".states").removesuffix(".game")
    limit = current()
    settings = Settings(
        rules or "",
        int(level),
        without,
        max_states,
        max_histories,
        unroll,
        solver=solver or "",
        request=Request(told, limit.seconds, verbose, limit.end),
        report_format=report_format,
        levels=levels or "",
        jobs=jobs or 0,
        engine=engine,
        at=at,
        exact=exact,
        layout=layout._replace(width=0),
    )
    work = Work(text, settings)
    for stage in go(work, through):
        if output is not None and not (artifact and stage.name == "parse"):  # That is the source.
            make_folder(output)
            for suffix, parts in stage.files(work.made[stage.name], settings).items():
                write_text(str(Path(output) / f"{name}.{suffix}"), parts, [source])
    if "solve" in work.made:
        tell(text.name, work.refused, work.made["solve"].solver)
    shown = next(iter(stage.files(work.made[through], replace(settings, layout=layout)).values()))
    write_text("-", shown)
