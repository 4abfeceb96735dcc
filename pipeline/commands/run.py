"""efgc run."""

from pathlib import Path

import click

from pipeline import options
from pipeline.chain import STAGES, Settings, Work
from pipeline.chain import run as go
from pipeline.deadline import current
from pipeline.diagnostics import tell
from pipeline.files import OutputError, read_source, reason, write_text
from stages.solve import Request


@click.command()
@options.source("SOURCE")
@click.option("-o", "--output", metavar="DIR", default=None, help="Write every artifact to this folder.")
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
@click.option("--through", type=click.Choice([stage.name for stage in STAGES]), default="report", show_default=True,
              help="The last stage to go through.")
@options.report_format
def run(source: str, output: str | None, rules: str | None, level: str, without: tuple[str, ...], unroll: bool,
        max_states: int, max_histories: int, solver: str | None, told: tuple[tuple[str, str], ...],
        verbose: bool, levels: str | None, jobs: int | None, engine: str, at: str,
        exact: bool | None, through: str, report_format: str) -> None:
    """Go from a source to the verified report in one step.

    A map goes through all stages, a Gambit file through all but `expand`. A
    game in which nothing is secret, Goofspiel or droid battle, is solved as it is
    by backward induction, without game and linear
    program.

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
    text = read_source(source)
    name = Path(text.file or "game").stem
    limit = current()
    settings = Settings(rules or "", int(level), without, max_states, max_histories, unroll, solver=solver or "",
                        request=Request(told, limit.seconds, verbose, limit.end), report_format=report_format,
                        levels=levels or "", jobs=jobs or 0, engine=engine, at=at, exact=exact)
    work = Work(text, settings)
    for stage in go(work, through):
        if output is not None:
            _make(output)
            for suffix, parts in stage.files(work.made[stage.name], settings).items():
                write_text(str(Path(output) / f"{name}.{suffix}"), parts, [source])
    if "solve" in work.made:
        tell(text.name, work.refused, work.made["solve"].solver)
    shown = next(iter(stage.files(work.made[through], settings).values()))
    write_text("-", shown)


def _make(folder: str) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise OutputError(f"{folder}: is not a folder") from None
    except OSError as error:
        raise OutputError(f"{folder}: {reason(error)}") from None
