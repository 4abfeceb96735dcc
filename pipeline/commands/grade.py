"""efgc grade."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import NamedTuple

import click

from pipeline.engines import Engine, ordered, watched
from pipeline.engines import engine as engine_of
from pipeline.files.reading import read_for, refuse_inputs
from pipeline.options import calls, outputs
from pipeline.options.outputs import Output, endings
from pipeline.options.value_types import FILE, Seconds
from pipeline.terminal.diagnostics import Progress, note, progress
from schemas.grades import PASSED, Grade, Grades
from stages.isolated.processors import processors
from stages.report.grades import GRADE_FORMATS, coverage
from stages.solve import SOLVERS

RANDOM = 20
"""Random maps on which a program is run after the built-in ones."""


@click.command(epilog=calls.example("efgc grade island-1.efg --map island-1.txt"))
@click.argument("handins", metavar="[HANDIN...]", type=FILE, nargs=-1)
@click.option(
    "--map",
    "--maps",
    "map_files",
    metavar="MAP",
    type=FILE,
    multiple=True,
    help="The map; each hand-in should be the game of this map. With --program, a map or a folder "
    "of maps (its .txt files); may be repeated.  [default: built-in maps on which all known "
    "mistakes show]",
)
@click.option(
    "--program",
    metavar="COMMAND",
    default=None,
    help="Grade programs instead of files: the command that runs one in the folder of a hand-in, "
    "such as 'python3 cave.py'. The map is on its stdin, and {map} in the command is the name of "
    "a file with it; {} is the hand-in's file. By the rules of 2013 and 2018 the map is the last "
    "argument.",
)
@click.option(
    "--random",
    type=click.IntRange(0, 100_000),
    default=None,
    metavar="N",
    help=f"The number of random maps for a program that is right on all others.  [default: "
    f"{RANDOM}, and 0 with --map]",
)
@click.option(
    "--run-seconds",
    type=Seconds(),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="The time limit of each run of a program.",
)
@click.option(
    "--run-memory",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    metavar="MB",
    help="The memory limit of each run of a program.",
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
    "so.  [default: 60, and more for large files and maps; 300 for a program]",
)
@calls.one("jobs")
@calls.one("engine")
@outputs.output("the grades", endings(GRADE_FORMATS))
@calls.time_limit
def grade(
    handins: tuple[str, ...],
    map_files: tuple[str, ...],
    program: str | None,
    random: int | None,
    run_seconds: float,
    run_memory: int,
    rules: str | None,
    max_histories: int,
    solver: str | None,
    format: str,
    strict: bool,
    handin_seconds: float | None,
    jobs: int | None,
    engine: str,
    output: Output,
) -> None:
    """Compare Gambit files with the game of a map.

    Compares each file with the textbook tree of the map (level 0). Verdicts: `identical` up to
    names and order; `equivalent`, the same game drawn in another way; `different`, with the first
    difference in the words of the map, and the mistake if it is a common one; `not comparable` if
    the values are equal but it could not be proved whether the games are. `no perfect recall`,
    `inconsistent information sets` (a set whose nodes have different actions, mostly numbered by
    place and not by what the player has seen), `not constant-sum` and `unreadable` are other
    faults, and `not graded` means that a file exceeded its time or memory.

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
    from pipeline.course.grading.rows import lines_of, outcome, streamed_rows

    with progress("grade") as watch:
        if program is None:
            if random is not None:
                raise click.UsageError("--random is for --program")
            request = (rules or "", max_histories, solver or "")
            batch = _files(handins, map_files, request, handin_seconds or 0.0, jobs, output.path)
        else:
            terms = (program, rules or "", random, run_seconds, run_memory * 10**6)
            batch = _programs(handins, map_files, terms, handin_seconds or 300.0, jobs)
        lines = lines_of(GRADE_FORMATS[format], batch.head)
        with (
            closing(engine_of(engine, batch.among)) as run,
            streamed_rows(output, lines, batch.number) as rows,
        ):
            for one in batch.grades(run, watch):
                rows.add(one)
                output.summary = outcome(rows.rows, batch.skipped)
    if batch.head.hidden and format != "text" and any(one.verdict in PASSED for one in rows.rows):
        note(coverage(batch.head))
    if any(one.verdict not in PASSED or strict and one.remarks for one in rows.rows):
        raise click.exceptions.Exit(1)


class _Batch(NamedTuple):
    """Hand-ins to be graded."""

    head: Grades
    number: int
    among: int
    """The number graded at once."""
    grades: Callable[[Engine, Progress], Iterator[Grade]]
    skipped: int = 0


def _files(
    handins: tuple[str, ...],
    map_files: tuple[str, ...],
    request: tuple[str, int, str],
    seconds: float,
    jobs: int | None,
    output: str,
) -> _Batch:
    from pipeline.course.grading.choice import grader
    from pipeline.course.grading.folder import Limits, files_of, graded, jobs_for, skipped, works_of
    from pipeline.course.grading.grader import GradingRequest, without_choice
    from stages.expand import MAX_HISTORIES

    if not handins:
        raise click.UsageError("name the hand-ins, or a --program")
    if len(map_files) != 1:
        many = len(map_files) or "none"
        raise click.UsageError(f"files are graded against one map, --map MAP; there are {many}")
    [map_file] = map_files
    files = files_of(handins)
    refuse_inputs(output, [map_file, *files])
    asked = GradingRequest(read_for("grade --map", map_file), *request)
    made = grader(asked)
    limits = Limits(seconds, jobs_for(files, jobs or processors()))
    works = works_of(files, asked, min(made.nodes, MAX_HISTORIES), limits)
    return _Batch(
        head=made.head() if asked.rules else without_choice(made.head()),
        number=len(files),
        among=limits.among,
        grades=lambda run, watch: graded(works, files, run, watch),
        skipped=skipped(handins, (map_file, output)),
    )


def _programs(
    handins: tuple[str, ...],
    map_files: tuple[str, ...],
    asked: tuple[str, str, int | None, float, int],
    seconds: float,
    jobs: int | None,
) -> _Batch:
    from pipeline.course.programs.grading import head, maps_of, rules_of, students, works_of
    from pipeline.course.programs.maps import built_in
    from pipeline.course.programs.search import Terms

    command, rules, random, run_seconds, memory = asked
    programs, boards = list(students(handins)), maps_of(map_files)
    terms = Terms(
        command=command,
        rules=rules,
        maps=boards,
        random=(0 if boards else RANDOM) if random is None else random,
        seconds=run_seconds,
        memory=memory,
        total=seconds,
        among=max(1, min(jobs or processors(), len(programs))),
    )
    terms = replace(terms, rules=rules or rules_of(boards, works_of(terms, programs)))
    terms = replace(terms, maps=boards or tuple(built_in(terms.rules)))
    works = works_of(terms, programs)

    def grades(run: Engine, watch: Progress) -> Iterator[Grade]:
        return ordered(watched(run(works), len(works), watch))

    return _Batch(head(terms), len(works), terms.among, grades)
