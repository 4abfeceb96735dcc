"""efgc lint."""

import click

from pipeline import options
from pipeline.diagnostics import problem_lines, progress
from pipeline.files import about, read_for, write_stdout, write_text
from schemas.parts.problems import InputError
from stages.parse.gambit import refuse_others


@click.command(epilog=options.example("efgc lint island-1.efg"))
@options.source("FILE")
@click.option("--fix", is_flag=True, help="Write the game in the form that all readers take.")
@options.output("it, with --fix")
@options.time_limit
def lint(file: str, fix: bool, output: str) -> None:
    """Say what is wrong or not portable in a Gambit file.

    Prints one line per finding: where it first occurs, what it is, which of Gambit 16.0.2, Gambit
    16.7 and OpenSpiel refuse it or take it for another game, and what would be right. Without
    findings it prints nothing. The exit code is 1 if there are findings; with --fix only if some
    cannot be repaired. A repaired file has no labels of nodes and outcomes.
    """
    from stages.expand.gambit import write_gambit
    from stages.parse.gambit.lint import lint as stage

    if output != "-" and not fix:
        raise click.UsageError("-o is for --fix")
    text = read_for("lint", file)
    with progress("lint"):
        about(text.name, lambda: refuse_others(text.text))
        found, reading = about(text.name, lambda: stage(text.text, text.mark))
    lines = (
        problem_lines(InputError([finding.problem for finding in found], text.name))
        if found
        else []
    )
    if fix and reading is not None:
        click.echo("".join(f"{line}\n" for line in lines), err=True, nl=False)
        write_text(output, write_gambit(reading.game, reading.comment), [file])
    elif lines:
        write_stdout(f"{line}\n" for line in lines)
        raise click.exceptions.Exit(1)
