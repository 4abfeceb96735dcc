"""efgc diff."""

from typing import Any

import click

from ...stages.diff import DIFF_FORMATS
from ..files.reading import read_varied
from ..options import calls, outputs
from ..options.calls import settings_of
from ..options.outputs import Output, endings
from ..settings.value_types import FILE


@click.command(epilog=calls.example("efgc diff island-1.txt island-2.txt"))
@click.argument("one", metavar="A", type=FILE)
@click.argument("other", metavar="B", type=FILE)
@click.option(
    "--all", "everything", is_flag=True, help="List every difference, in any number of lines."
)
@outputs.output("the differences", endings(DIFF_FORMATS))
@outputs.choice("The format of the differences.", endings(DIFF_FORMATS))
@calls.add("diff")
def diff(
    one: str, other: str, everything: bool, output: Output, format: str, **parameters: Any
) -> None:
    """Compare two files of the same kind, in words.

    A and B are sources, state graphs, games, linear programs, solutions, strategies or reports.
    Names the moves, outcomes, payoffs, probabilities and information sets that differ, with the
    first history that shows each, and never the numbers of states or lines: two files that differ
    only in these are the same. Of two tables it names the entries that differ, by information set
    and action. Linear programs and solutions are read with the NAME.columns.json beside them.

    Sources are compiled first. Maps and rules are then compared at level 1, which keeps every legal
    move, or at the level that -O gives.

    Prints at most 12 lines; differences of one sort share a line if there are more. The value of a
    game is printed if a solution or a JSON report beside its file has it.

    The exit code is 0 if there is no difference, and 1 if there is one. As for all commands, it is
    1 for wrong input, too; then nothing is printed on stdout.
    """
    from ..results.differences import comparison

    if one == other == "-":
        raise click.UsageError("only one of the two files can be -")
    settings = settings_of(**parameters)
    files = [read_varied("diff", path, settings) for path in (one, other)]
    found = comparison(files[0], files[1], settings)._replace(all=everything)
    output.write(DIFF_FORMATS[format](found), (one, other))
    if found.differences:
        raise click.exceptions.Exit(1)
