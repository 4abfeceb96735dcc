"""efgc grade."""

from contextlib import closing

import click

from pipeline.engines import engine as engine_of
from pipeline.files.reading import read_for, refuse_inputs
from pipeline.options import calls, outputs
from pipeline.options.outputs import Output, endings
from pipeline.options.value_types import FILE, FOLDER, Seconds
from pipeline.terminal.diagnostics import progress
from schemas.grades import PASSED
from stages.isolated.processors import processors
from stages.report.grades import GRADE_FORMATS
from stages.solve import SOLVERS


@click.command(epilog=calls.example("efgc grade island-1.efg --map island-1.txt"))
@click.argument("handins", metavar="HANDIN...", type=FILE, nargs=-1, required=True)
@click.option(
    "--map",
    "map_file",
    metavar="MAP",
    type=FILE,
    required=True,
    help="The map; each hand-in should be the game of this map.",
)
@calls.one("rules")
@calls.one("max_histories")
@calls.one("solver", type=click.Choice(tuple(SOLVERS)), help="The solver for the values.")
@outputs.choice("The format of the grades.", endings(GRADE_FORMATS))
@click.option(
    "--strict", is_flag=True, help=("Treat remarks as failures: exit code 1 if there is one.")
)
@click.option(
    "--handin-seconds",
    type=Seconds(),
    default=None,
    metavar="SECONDS",
    help="The time limit of each hand-in. One that takes longer is stopped, and its row says "
    "so.  [default: 60, and more for large files and maps]",
)
@click.option(
    "--feedback",
    type=FOLDER,
    default=None,
    metavar="DIR",
    help="Also write a page for each student to this folder, NAME.html, and the same as the text "
    "of a mail, NAME.txt. The value of the map and other hand-ins are not in it.",
)
@calls.one("jobs")
@calls.one("engine")
@outputs.output("the grades", endings(GRADE_FORMATS))
@calls.time_limit
def grade(
    handins: tuple[str, ...],
    map_file: str,
    rules: str | None,
    max_histories: int,
    solver: str | None,
    format: str,
    strict: bool,
    handin_seconds: float | None,
    feedback: str | None,
    jobs: int | None,
    engine: str,
    output: Output,
) -> None:
    """Compare Gambit files with the game of a map.

    Compares each file with the textbook tree of the map (level 0). Verdicts: `identical` up to
    names and order; `equivalent`, the same game drawn in another way; `different`, with the first
    difference in the words of the map, and the mistake if it is a common one; `not comparable` if
    the values are equal but it could not be proved whether the games are. `no perfect recall`, `not
    constant-sum` and `unreadable` are other faults, and `not graded` means that a file exceeded its
    time or memory.

    If the textbook tree is too large (--max-histories), values are compared, and random histories
    of the hand-in are followed on the map: `different` if the values differ, else `not comparable`,
    with the number of histories that agree.

    A HANDIN that is a folder stands for all its .efg files, in the order of their names. Many are
    graded at the same time, on all processors. Each has a process of its own, so that a failure
    does not affect the others. Grades are written in order as they finish, in JSON all at the end:
    a stopped run, also one stopped by --time-limit, keeps its grades.

    The exit code is 0 if all are identical or equivalent, else 1; with --strict it is also 1 for a
    remark, including one about floating-point numbers that were read as the fractions they
    approximate.

    `efgc course --help` lists the graders of other hand-ins: droids, reports, programs.
    """
    from pipeline.course.grading.feedback import FeedbackPages
    from pipeline.course.grading.folder import Limits, files_of, graded, jobs_for, skipped, works_of
    from pipeline.course.grading.grader import GradingRequest, grader, without_choice
    from pipeline.course.grading.rows import lines_of, outcome, streamed_rows
    from stages.expand import MAX_HISTORIES

    files = files_of(handins)
    refuse_inputs(output.path, [map_file, *files])
    left_out = skipped(handins, (map_file, output.path))
    with progress("grade") as watch:
        text = read_for("grade --map", map_file)
        asked = GradingRequest(text, rules or "", max_histories, solver or "")
        made = grader(asked)
        pages = FeedbackPages(feedback, files, text, rules, output)
        limits = Limits(handin_seconds or 0.0, jobs_for(files, jobs or processors()))
        head = without_choice(made.head()) if rules is None else made.head()
        works = works_of(files, asked, min(head.nodes, MAX_HISTORIES), limits)
        with (
            closing(engine_of(engine, limits.among)) as run,
            streamed_rows(output, lines_of(GRADE_FORMATS[format], head), len(files)) as rows,
        ):
            for one in pages.added(head, graded(works, files, run, watch)):
                rows.add(one)
                output.summary = outcome(rows.rows, left_out) + pages.outcome()
    if any(one.verdict not in PASSED or strict and one.remarks for one in rows.rows):
        raise click.exceptions.Exit(1)
