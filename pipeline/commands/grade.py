"""efgc grade."""

import click

from pipeline import map_options, options
from pipeline.completion import FILE
from pipeline.diagnostics import progress
from pipeline.files import read_for, write_text
from schemas.grades import PASSED
from stages.report.grades import GRADE_FORMATS
from stages.solve import SOLVERS


@click.command(epilog=options.example("efgc grade island-1.efg --map island-1.txt"))
@click.argument("handins", metavar="HANDIN...", type=FILE, nargs=-1, required=True)
@click.option(
    "--map",
    "map_file",
    metavar="MAP",
    type=FILE,
    required=True,
    help="The map whose game the hand-ins should be.",
)
@map_options.rules
@options.max_histories
@click.option(
    "--solver",
    type=click.Choice(tuple(SOLVERS)),
    default=None,
    help="Which solver to ask for the values.",
)
@click.option(
    "--format",
    "format",
    type=click.Choice(tuple(GRADE_FORMATS)),
    default="text",
    show_default=True,
    help="How to write the grades.",
)
@click.option("--strict", is_flag=True, help="Let remarks count: exit code 1 if there is one.")
@options.output("the grades")
@options.time_limit
def grade(
    handins: tuple[str, ...],
    map_file: str,
    rules: str | None,
    max_histories: int,
    solver: str | None,
    format: str,
    strict: bool,
    output: str,
) -> None:
    """Say whether Gambit files are the game of a map.

    Compares each with the textbook tree of the map (level 0). Verdicts: `identical` up to names and
    order; `equivalent`, the same game drawn in another way; `different`, with the first difference
    in the words of the map, and the mistake where it is a common one; `not comparable` where the
    values are equal and nobody could prove whether the games are. `no perfect recall`, `not
    constant-sum` and `unreadable` say what else is wrong.

    The exit code is 0 if all are identical or equivalent, else 1; with --strict a remark makes it
    1, too. If a file cannot be read, grading goes on with the next one.
    """
    from pipeline.grading import Grader

    with progress("grade") as watch:
        grader = Grader(read_for("grade --map", map_file), rules or "", max_histories, solver or "")
        found = grader.grades(list(handins), watch)
    write_text(output, GRADE_FORMATS[format](found), [map_file, *handins])
    if any(one.verdict not in PASSED or strict and one.remarks for one in found.grades):
        raise click.exceptions.Exit(1)
