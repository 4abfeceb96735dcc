"""efgc run."""

from pathlib import Path
from typing import Any

import click

from pipeline import options
from pipeline.applies import SOLVED
from pipeline.asked import settings_of, shown
from pipeline.chain import STAGES, answered
from pipeline.chain import run as go
from pipeline.completion import FOLDER
from pipeline.diagnostics import tell
from pipeline.files import make_folder, read_source, write_text
from pipeline.kinds import kind
from pipeline.sources import SOURCES
from pipeline.steps import Files


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
    type=click.Choice(STAGES),
    default="report",
    show_default=True,
    help="The last stage to go through.",
)
@options.report_format(*SOLVED)
@options.brief
def run(source: str, output: str | None, through: str, **asked: Any) -> None:
    """Go from a source to the verified report in one step.

    A map goes through all stages, a Gambit file through all but `expand`. A game
    in which nothing is secret, Goofspiel or droid battle, is solved as it is by
    backward induction, without game and linear program. An artifact that was
    written before, such as a state graph or a game, goes on from where it stands; so
    does any linear program, .lp or .mps, whose report has bounds on its optimum.

    Where GLPK does not come to an optimum that proves the value, HiGHS is asked,
    and at last the program is solved in rationals, if it is not too large; stderr
    and the report say who answered. A solver that --solver names, or --option
    speaks to, is asked alone.

    --time-limit is for the whole run: where it ends, the files of the stages
    before are there, whole, and stderr says which stage was under way.

    Prints the artifact of the last stage. Without -o no file is left behind;
    with it DIR holds one file per stage, the same as the single commands write,
    such as NAME.solution.json; that of the report ends as --format says. NAME is the
    source's, or `game` for stdin. An option that means nothing for the source is
    refused (exit code 2), but for limits, --jobs and --engine.
    """
    if output == "-":
        raise click.UsageError("-o takes a folder; without it the last artifact goes to stdout")
    settings, text = settings_of(**asked), read_source("run", source)
    begin = SOURCES[kind(text.text)]
    name = Path(text.file or "game").stem.removesuffix(begin.suffix)
    for step in go(text, settings, through):
        if output is not None and not (begin.is_artifact and step.name == "parse"):
            _write(output, name, step.files(settings), source)
    tell(text.name, *answered(step.made))
    write_text("-", next(iter(step.files(shown(settings)).values())))


def _write(folder: str, name: str, files: Files, source: str) -> None:
    """Write the files of a stage; what people ask for comes when all that belongs to it is
    there.
    """
    make_folder(folder)
    for suffix, parts in reversed(files.items()):
        write_text(str(Path(folder) / f"{name}.{suffix}"), parts, [source])
