"""efgc grade."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from .....schemas.grades import PASSED
from .....schemas.parts.problems import OptionError
from ....engines import engine as engine_of
from ....options import calls, outputs
from ....options.outputs import Output, endings
from ....settings.value_types import FILE, FOLDER, Seconds, SolverChoice
from ....terminal.diagnostics import note, progress
from ....terminal.help_texts import CommandWithHelpAll
from ..grades import GRADE_FORMATS, POINTS, coverage
from ..options import DOCUMENTS, DROIDS, Document, PythonCommand, droid_options, terms_given
from ..records import Grade, Grades

if TYPE_CHECKING:
    from ..grading.batch import Batch


@click.command(
    cls=CommandWithHelpAll, epilog=calls.example("efgc grade island-1.efg --map island-1.txt")
)
@click.argument("handins", metavar="[HANDIN...]", type=FILE, nargs=-1)
@click.option(
    "--map",
    "--maps",
    "map_files",
    metavar="MAP",
    type=FILE,
    multiple=True,
    help="The map; each hand-in should be the game of this map. With --program and --course "
    "island-2020, a map or a folder of maps (its .txt files); may be repeated.  [default: with "
    "--program, built-in maps that reveal all known mistakes]",
)
@click.option(
    "--program",
    metavar="COMMAND",
    default=None,
    help="Grade programs instead of files. The command runs in the folder of a hand-in, such as "
    "'python3 cave.py'. The program reads the map from stdin. In the command, {map} stands for "
    "the name of a file with the map, and {} for the hand-in's file. By the rules of 2013 and "
    "2018 the map is the last argument.",
)
@click.option(
    "--course",
    type=Document(DOCUMENTS),
    default=None,
    help="Give the points of this assignment to folders with its programs.",
)
@click.option(
    "--python",
    type=PythonCommand(),
    default=None,
    metavar="COMMAND",
    help="With --course, the Python that runs the programs: that of an environment with the "
    "packages of the course, such as gurobipy.  [default: that of efgc]",
)
@click.option(
    "--random",
    type=click.IntRange(0, 100_000),
    default=None,
    metavar="N",
    help="The number of random maps for a program that is right on all others.  [default: "
    "20, and 0 with --map]",
)
@click.option(
    "--run-seconds",
    type=Seconds(),
    default=None,
    metavar="SECONDS",
    help="The time limit of each run of a program.  [default: 10; 60 with --course]",
)
@click.option(
    "--run-memory",
    type=click.IntRange(1),
    default=None,
    metavar="MB",
    help="The memory limit of each run of a program.  [default: 1000; 4295 with --course]",
)
@calls.one("rules")
@calls.one("max_histories", help="Refuse a map whose textbook tree has more histories.")
@calls.one("solver", type=SolverChoice(), help="The solver for the values.")
@outputs.choice("The format of the grades.", endings(GRADE_FORMATS))
@click.option(
    "--strict",
    is_flag=True,
    help="Treat remarks and skipped files as failures: exit code 1 if there is one.",
)
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    default=None,
    help="List the known mistakes that cannot show on the map, and a small map that shows them, on "
    "stderr.",
)
@click.option(
    "--points",
    type=click.FloatRange(0, 1e6, min_open=True),
    default=None,
    help="The points of a hand-in that is identical, equivalent or right; others get none, and "
    "those that could not be judged are left open.  [default: none; with --course those of the "
    "document; in the formats gradescope and classroom 1]",
)
@click.option(
    "--handin-seconds",
    type=Seconds(),
    default=None,
    metavar="SECONDS",
    help="The time limit of each hand-in, or of each part with --course. One that takes longer "
    "is stopped; it is `not graded` unless its verdict is known by then.  [default: 60, and more "
    "for large files and maps; 300 for a program]",
)
@click.option(
    "--feedback",
    type=FOLDER,
    default=None,
    metavar="DIR",
    help="Also write pages for students to this folder: NAME.html, and NAME.txt as the text of a "
    "mail. They contain neither the value of the map nor other hand-ins.",
)
@calls.one("jobs")
@calls.one("engine")
@droid_options
@outputs.output("the grades", endings(GRADE_FORMATS))
@calls.time_limit
def grade(
    handins: tuple[str, ...],
    map_files: tuple[str, ...],
    format: str,
    strict: bool,
    verbose: bool | None,
    points: float | None,
    feedback: str | None,
    engine: str,
    output: Output,
    **settings: Any,
) -> None:
    """Compare hand-ins with the game of a map, or give points.

    Compares each Gambit file with the textbook tree of the map (level 0). Verdicts: `identical` up
    to names and order; `equivalent`, the same game drawn in another way; `different`, with the
    first difference in the words of the map, and the mistake if it is a common one; `not
    comparable` if the values are equal but it could not be proved whether the games are. `no
    perfect recall`, `inconsistent information sets` (the nodes of a set have different actions,
    often because sets were numbered by place and not by what the player has seen), `not
    constant-sum` and `unreadable` are other faults. `not graded` files exceeded time or memory.

    \f
    Reports that programs of 2018 print are compared in their sequences, utilities, plans and
    value: `identical` under the names that `efgc course island-2018` prints, `equivalent` under
    other names, by g. Of a linear program (.lp, .mps) the optimum alone is compared: if it is the
    value, to either player, it is `right` by the rules of 2013 and 2018, and `not comparable` by
    the others, which ask for a tree. It counts only for a student without a tree or a report.

    A HANDIN that is a folder or a .zip archive stands for all files of these kinds in it, also
    those in folders and archives, by student: a file's student is the first folder below the
    HANDIN. Folders and archives named side by side are the students themselves, except those with
    hand-ins of several. Each student has one row, for the best hand-in; it lists the others, and
    files of other kinds. A student without a hand-in is `skipped`. Archives are read in memory;
    links that lead out of the folder are not followed. For gradescope and classroom, a HANDIN is
    one student's.

    \b
    --course gives points by a course document, with a row for each part, `right`,
    `partly right` or `wrong`, and one for their sum:
    island-2020  6 for game_tree.py, whose trees are graded as Gambit files; 8 for
                 game_lp.py, by the values to both players. Equal shares per --map.
    droids-2022  r2d2_hw3.py: 20 each for R2Droid, QAgent and MinimaxAgent, by
                 answers and by games against our trained agent.
    Students' code runs with your rights, in processes with limits of time and
    memory: grade on a machine without valuable data, and read files with unusual
    points, as a malicious one could forge its results.

    Many hand-ins are graded at the same time, on all processors. Each has a process of its own, so
    that a failure does not affect the others. Grades are written in order as they finish, in JSON
    and XML all at the end: a stopped run, also one stopped by --time-limit, keeps its grades.

    The exit code is 0 if all are identical, equivalent or right, else 1; skipped files do not
    matter, but a HANDIN without a hand-in does. With --strict it is also 1 for a skipped file and
    for a remark, including one about floating-point numbers that were read as the fractions they
    approximate.
    """
    from ..grading.rows import missing_packages, nested_archives, passed, programs_for_files

    _refuse_options()
    with progress("grade") as watch:
        batch = _batch(handins, map_files, output.path, **settings)
        with closing(engine_of(engine, batch.among)) as run:
            grades = _written(batch, batch.grades(run, watch), format, points, output, feedback)
    _tell(output, batch.head, grades, bool(verbose))
    missing = missing_packages(grades, settings["python"], settings["program"])
    for words in (missing, programs_for_files(grades), nested_archives(grades)):
        if words:
            note(words)
    if not passed(grades, strict):
        raise click.exceptions.Exit(1)


def _batch(
    handins: tuple[str, ...],
    maps: tuple[str, ...],
    output: str,
    *,
    program: str | None,
    course: str | None,
    python: tuple[str, ...] | None,
    random: int | None,
    run_seconds: float | None,
    run_memory: int | None,
    rules: str | None,
    max_histories: int,
    solver: str | None,
    handin_seconds: float | None,
    jobs: int | None,
    **droids: Any,
) -> "Batch":
    from ..grading.folder import file_batch
    from ..points.grading import CourseRequest, course_batch
    from ..programs.grading import ProgramRequest, program_batch
    from ..programs.runs import OURS

    if course is not None:
        limits = (run_seconds, run_memory, handin_seconds, jobs, max_histories)
        way = CourseRequest(*limits, solver or "", python or OURS, terms_given(droids))
        return course_batch(course, handins, maps, way, output)
    if program is None:
        request = (rules or "", max_histories, solver or "")
        return file_batch(handins, maps, request, handin_seconds, jobs, output)
    asked = ProgramRequest(program, rules or "", random, run_seconds, run_memory)
    return program_batch(handins, maps, asked, handin_seconds, jobs, output)


def _written(
    batch: "Batch",
    grades: Iterator[Grade],
    format: str,
    points: float | None,
    output: Output,
    feedback: str | None,
) -> Sequence[Grade]:
    """Write the rows of students as they come, with their feedback, and return them."""
    from ..grading.feedback import FeedbackPages
    from ..grading.rows import outcome, streamed_rows
    from ..grading.students import marked, student_count, student_rows

    for_platform, full = format in POINTS, batch.head.points
    points = points or full or (1.0 if for_platform else None)
    students = student_rows(grades, batch.owners, for_platform)
    if points is not None:
        students = (marked(one, points, full or points) for one in students)
    pages = FeedbackPages(feedback, batch, output, for_platform)
    head = replace(batch.head, points=points)
    number = student_count(batch.owners, for_platform)
    with streamed_rows(output, GRADE_FORMATS[format], head, number) as rows:
        for one in pages.added(students):
            rows.add(one)
            output.summary = outcome(rows.rows) + pages.outcome()
    if others := pages.others():
        note(others)
    return rows.rows


def _tell(output: Output, head: Grades, grades: Sequence[Grade], verbose: bool) -> None:
    """Print on stderr what the output does not say: the mistakes that cannot show, and the outcome
    of several hand-ins.
    """
    if head.hidden and (verbose or any(one.verdict in PASSED for one in grades)):
        note(coverage(head) + ("; -v lists them" if not verbose else ":"))
    if head.hidden and verbose:
        for line in (*head.hidden, "all of them show on this map:", *head.better.splitlines()):
            note(f"  {line}")
    if len(grades) > 1 and not output.files:
        note(output.summary)


ISLANDS, ON_DROIDS = DOCUMENTS
USES = {  # Of options that are not for all hand-ins.
    **dict.fromkeys(("run_seconds", "run_memory"), ("--program", "--course")),
    "random": ("--program",),
    "python": ("--course",),
    **dict.fromkeys(("rules", "feedback", "verbose"), ("files", "--program")),
    "solver": ("files", "--program", f"--course {ISLANDS}"),
    **dict.fromkeys(DROIDS, (f"--course {ON_DROIDS}",)),
}


def _refuse_options() -> None:
    """Raise an error if options are given that do not go together."""
    given = click.get_current_context().params
    if given["course"] and given["program"] is not None:
        raise OptionError("--course and --program cannot be combined")
    kinds = ["files" if given["program"] is None else "--program"]
    if given["course"]:
        kinds = ["--course", f"--course {given['course']}"]
    for name, uses in USES.items():
        if given[name] is not None and not {*uses} & {*kinds}:
            raise OptionError(f"--{name.replace('_', '-')} is for {' and '.join(uses)}")
