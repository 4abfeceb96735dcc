"""efgc sweep: solve a source for each of several values of its parameters."""

import re
from collections.abc import Sequence
from typing import Any

import click

from .....schemas.sweep import Row
from ....files.reading import read_source
from ....options import calls, outputs
from ....options.calls import settings_of, terminal_width
from ....options.outputs import Output
from ....results.pictures import IMAGES, SUFFIXES, converter
from ....settings.value_types import FILE
from ....terminal.diagnostics import note, tell_failed_run
from ....terminal.help_texts import CommandWithHelpAll

FORMATS = {"text": "txt", "html": "html", "csv": "csv", **SUFFIXES}
EXAMPLE = calls.example("efgc sweep island-1.txt --vary p=0.1:0.9:0.2 -o sweep-1")


class SweepCommand(CommandWithHelpAll):
    """Refuses several values of an option that --vary varies, given without --vary."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        if not context.resilient_parsing:
            values, _, given = self.make_parser(context).parse_args([*args])
            for parameter in (one for one in given if one.name in calls.VARIED):
                name, word, value = parameter.name, parameter.opts[0], values[parameter.name]
                if given.count(parameter) > 1:
                    value = "VALUE,VALUE"
                elif name not in ("p", "bandits") or not re.search(r":|,|\.\.", value):
                    continue
                raise click.UsageError(f"{word} takes one value: use --vary {name}={value}")
        return super().parse_args(context, args)


@click.command(cls=SweepCommand, epilog=EXAMPLE)
@click.argument("sources", metavar="SOURCE...", type=FILE, nargs=-1, required=True)
@outputs.output(
    "the table (.csv, or .txt for people), the page, or the picture (.svg, .tex, .png or .pdf)",
    FORMATS,
    folder="page, table and picture",
)
@outputs.choice("The format of the output.", FORMATS)
@calls.add("sweep")
def sweep(
    sources: tuple[str, ...],
    vary: tuple[str, ...],
    critical: bool,
    output: Output,
    format: str,
    time_limit: float | None,
    **parameters: Any,
) -> None:
    """Run many values of options, and tabulate the results.

    Each SOURCE is solved and proved with every combination of the values, as `efgc run` does it;
    all other options are those of `run`, and hold for all runs. Maps are compiled at level 2 unless
    -O is given. Values of p are exact numbers: 0.05:0.95:0.05 stands for 19 of them, both ends
    included.

    Prints a table for people; --format csv prints the one for programs, with a row per run,
    sources outermost and the last --vary varying fastest. A folder gets this as sweep.csv;
    sweep.svg, the value as a function of the varied options, with its bounds; and sweep.html, one
    page with both. Each row has the command that repeats it. Swept constants of rules have columns
    of their own, the first ones.

    \f
    With --critical the folder also gets critical.csv: a row per action that enters or leaves
    optimal play, the most frequent first, with the bracket of p, the exact place if it is known,
    the value at both ends and as a function of p. Between the brackets play is proved to be the
    same; there is no step. The other files are written first. A search that runs out of time keeps
    its results, and adds a row for each range of p that it did not search.

    A failed run is a row with its exit code and message. The exit code of the sweep is 0 if all
    rows are proved, and 1 otherwise, after all runs were tried.

    A stopped sweep continues when the same command is given again: the folder also holds
    sweep.journal, with the finished runs and searches of --critical. They depend on source, options
    and version, so that a changed source is solved again. Two sweeps in one folder at the same time
    are refused. Without a folder there is no journal. A sweep that is interrupted writes the rows
    that it has.
    """
    from ..files import Changes, file_of, page_of
    from ..grid import Source
    from ..runs import of_each_run
    from ..sweep import run_sweep, summary

    if critical and not output.folder:
        raise click.UsageError(
            "--critical needs a folder for -o: it also writes a table of changes"
        )
    if output.folder and outputs.is_given("format"):
        raise click.UsageError("--format is for one file, and -o DIR writes several")
    if format in IMAGES:
        converter()  # A missing package is reported before the runs.
    settings = of_each_run(settings_of(**parameters), time_limit)
    folder = output.path if output.folder else ""
    read = [Source(name, read_source("run", name)) for name in sources]

    def in_file(rows: Sequence[Row], changes: "Changes") -> None:
        output.write(file_of(format, rows, width=terminal_width(output.path)), sources)

    swept = run_sweep(read, vary, critical, settings, folder, in_file)
    output.summary = summary(swept, folder)
    if not output.files:  # The output names it beside its files.
        note(output.summary)
    if folder:
        output.open(page_of(folder))
    for row in swept.failed:
        tell_failed_run(row.source, row.message)
    if swept.failed:
        raise click.exceptions.Exit(1)
