"""efgc diff."""

from typing import Any

import click

from ...stages.diff import DIFF_FORMATS
from ..files.reading import read_varied
from ..options import calls, outputs
from ..options.calls import settings_of
from ..options.outputs import Output, endings
from ..settings.value_types import FILE


@click.command(epilog=calls.example("efgc diff island-1.txt island-1.states.yaml"))
@click.argument("one", metavar="FILE", type=FILE)
@click.argument("other", metavar="FILE", type=FILE)
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

    The files, called A and B, are sources, state graphs, games, linear programs, solutions,
    strategies or reports in JSON. The command names the moves, outcomes, payoffs, probabilities and
    information sets that differ, with the first history that shows each. Numbers of states, nodes
    or lines mean nothing: files that differ only in these are the same. So are a program that
    maximises and one that minimises the negative, and their solutions; a remark says so, and the
    numbers of B have the signs of A's direction. Of programs, solutions,
    strategies and reports it names the entries that differ, in words; NAME.columns.json beside a
    program or a solution has those of its columns.

    Sources are compiled first, maps and rules at level 1, which keeps every legal move, or at the
    level that -O gives. Beside a game it is that of the game, or 0 if the game does not say it.
    Options with a meaning for one of the files alone apply to that one. Beside a Gambit file, other
    names of information sets are no difference: a remark says so. Information sets of games that
    merge histories differently, as at two levels, are not compared: these games may be different.

    Prints at most 12 lines: differences of one sort share a line if there are more. The value of a
    game is printed if it differs, and the solutions beside both files have it.

    The exit code is 0 if the files are the same, and 1 if they are or may be different. As for all
    commands, it is 1 for wrong input, too, such as files of different kinds; then nothing is
    printed on stdout.
    """
    from ..results.differences import comparison

    if one == other == "-":
        raise click.UsageError("only one of the two files can be -")
    settings = settings_of(**parameters)
    files = [read_varied("diff", path, settings) for path in (one, other)]
    found = comparison(files[0], files[1], settings)._replace(all=everything)
    output.write(DIFF_FORMATS[format](found), (one, other))
    if not found.is_same:
        raise click.exceptions.Exit(1)
