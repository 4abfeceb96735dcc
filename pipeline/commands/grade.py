"""efgc grade."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

import click

from pipeline.engines import engine as engine_of
from pipeline.files.reading import read_for, refuse_inputs
from pipeline.options import calls, outputs
from pipeline.options.outputs import Output, endings
from pipeline.options.value_types import FILE, Seconds
from pipeline.terminal.diagnostics import note, progress
from schemas.grades import Grade
from schemas.parts.problems import OptionError
from stages.isolated.processors import processors
from stages.report.grades import GRADE_FORMATS, POINTS
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
    "--strict",
    is_flag=True,
    help="Treat remarks and skipped files as failures: exit code 1 if there is one.",
)
@click.option(
    "--points",
    type=click.FloatRange(0, 1e6, min_open=True),
    default=None,
    help="The points of a hand-in that is identical or equivalent, in the formats gradescope and "
    "classroom.  [default: 1]",
)
@click.option(
    "--handin-seconds",
    type=Seconds(),
    default=None,
    metavar="SECONDS",
    help="The time limit of each hand-in. One that takes longer is stopped, and its row says "
    "so.  [default: 60, and more for large files and maps]",
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
    points: float | None,
    handin_seconds: float | None,
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

    A HANDIN that is a folder or a .zip archive stands for all .efg files in it, also those in
    folders and archives, by student: a file's student is the first folder below the HANDIN. Other
    files are `skipped`, each with a row. Archives are read in memory; links that lead out of the
    folder are not followed.

    Many hand-ins are graded at the same time, on all processors. Each has a process of its own, so
    that a failure does not affect the others. Grades are written in order as they finish, in JSON
    and XML all at the end: a stopped run, also one stopped by --time-limit, keeps its grades.

    The exit code is 0 if all are identical or equivalent, else 1; skipped files do not matter, but
    a HANDIN without a hand-in does. With --strict it is also 1 for a skipped file and for a remark,
    including one about floating-point numbers that were read as the fractions they approximate.

    `efgc course --help` lists the graders of other hand-ins: droids, reports, programs.
    """
    from pipeline.course.grading.folder import GAMBIT_FILES, Limits, graded, jobs_for, works_of
    from pipeline.course.grading.grader import GradingRequest, grader, without_choice
    from pipeline.course.grading.rows import lines_of, outcome, passed, streamed_rows
    from pipeline.course.grading.submissions import find_submissions
    from stages.expand import MAX_HISTORIES

    _refuse_points(points, format)
    submissions = find_submissions(handins, GAMBIT_FILES, (map_file, output.path))
    refuse_inputs(output.path, [map_file, *(one.path for one in submissions if not one.reason)])
    with progress("grade") as watch:
        text = read_for("grade --map", map_file)
        asked = GradingRequest(text, rules or "", max_histories, solver or "")
        limits = Limits(handin_seconds or 0.0, jobs_for(submissions, jobs or processors()))
        head = replace(grader(asked).head(), points=points or 1.0)
        head = without_choice(head) if rules is None else head
        works = works_of(submissions, asked, min(head.nodes, MAX_HISTORIES), limits)
        with (
            closing(engine_of(engine, limits.among)) as run,
            streamed_rows(output, lines_of(GRADE_FORMATS[format], head), len(works)) as rows,
        ):
            for one in graded(works, submissions, run, watch):
                rows.add(one)
                output.summary = outcome(rows.rows)
    _tell(output, rows.rows)
    if not passed(rows.rows, strict):
        raise click.exceptions.Exit(1)


def _refuse_points(points: float | None, format: str) -> None:
    if points is not None and format not in POINTS:
        raise OptionError(f"--points is for --format {' and '.join(POINTS)}")


def _tell(output: Output, grades: Sequence[Grade]) -> None:
    """Print the outcome of several hand-ins if no line on a written file has it."""
    if len(grades) > 1 and not output.files:
        note(output.summary)
