"""efgc course grade-island-2018."""

import click

from pipeline.course.points.table import POINT_ENDINGS, POINT_FORMATS, format_option
from pipeline.files.reading import refuse_inputs
from pipeline.options import calls, outputs
from pipeline.options.outputs import Output
from pipeline.options.value_types import FILE
from pipeline.terminal.diagnostics import progress


@click.command(
    "grade-island-2018",
    epilog=calls.example(
        "efgc course island-2018 island-1.txt |",
        "  efgc course grade-island-2018 - --map island-1.txt",
    ),
)
@click.argument("reports", metavar="REPORT...", type=FILE, nargs=-1, required=True)
@click.option(
    "--map",
    "map_file",
    metavar="MAP",
    type=FILE,
    required=True,
    help="The map that the reports are of.",
)
@format_option
@outputs.output("what differs", POINT_ENDINGS)
@calls.time_limit
def grade_island_2018(reports: tuple[str, ...], map_file: str, format: str, output: Output) -> None:
    """Say in what printed reports of 2018 differ from the game.

    \b
    sequences  their number, as the textbook tree has it
    utilities  g, number by number; sequences are known by their texts if these are
               as `efgc course island-2018` prints them, else by g itself: a table
               with other names or in another order is right
    plans      weights add up, and hold the value whatever the other player does;
               any equilibrium is right
    value      within 0.001, as the document says
    program    a linear program that was exported has that optimum, of either player

    A REPORT is what a program printed, or a linear program that it exported (.lp, .mps); a folder
    stands for its files of these kinds and its .txt files. Each part is right, or there is a row
    for each difference, with its line. What is `right by g` was compared by g alone, which says
    nothing of the weights of sequences that no payoff follows at once; `not compared` are plans of
    which nobody can tell what sequences they are for. Files are read, and no code is run. The
    document gives its points by hand, also for another tree that is right. The exit code is 1 if
    something differs.
    """
    from pipeline.course.contracts import report_2018
    from pipeline.course.grading.rows import written
    from pipeline.course.points.handins import found
    from pipeline.course.points.reports import SUFFIXES, compared, head, truth
    from pipeline.files.reading import read_for

    files = found(reports, (), ".txt", *SUFFIXES)
    refuse_inputs(output.path, [map_file, *files])
    with progress("grade") as watch:
        true = truth(report_2018(read_for("grade --map", map_file)))
        lines = POINT_FORMATS[format](head(true))
        with written(output, lines, len(files), "{} rows are there, of {} reports") as rows:
            for done, file in enumerate(files):
                watch(done, len(files))
                for score in compared(true, file):
                    rows.add(score)
    if any(score.reason for score in rows.rows):
        raise click.exceptions.Exit(1)
