"""Many hand-ins at once: each is graded in a separate process, and the grades come in order. Equal
files are graded once.

A process may hang, run out of memory or crash without ending others. Its time limit depends on the
size of its hand-in.
"""

import math
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import click

from .....schemas.grades import Verdict
from .....schemas.parts.problems import Code, EfgcError, InputError, Problem
from .....stages.isolated import Broke, Overdue, forks
from .....stages.isolated.processors import processors
from .....stages.isolated.sandbox import run_directly
from .....stages.solve import DEFAULT
from ....engines import Engine, ordered, watched
from ....engines.local import IsolatedJob, Outcome
from ....files.kinds import refuse_others
from ....files.reading import about, read_for, refuse_inputs
from ....files.text import Text
from ....terminal.diagnostics import Progress
from ..points.exported_programs import exported_program_grade
from ..programs.reports import printed_report_grade, report_reference
from ..records import A_PROGRAM, LINEAR_PROGRAMS, Grade
from .archives import BLOCK
from .batch import Batch, bug
from .grader import Grader, GradingRequest, grader, unreadable, without_choice
from .kinds import GAMBIT, MISNAMED, HandinKind, is_misnamed_game, is_recognised, kind_of
from .students import owner
from .submissions import (
    Submission,
    Wanted,
    beginning,
    find_submissions,
    first_duplicates,
    read_submission,
)

TRUSTED = (DEFAULT,)
"""The solvers that run in the hand-in's own process, which saves another start: they keep no
threads.
"""

SECONDS = 60.0
"""The least time limit of a hand-in: a thousand nodes take some hundredths of a second."""
EACH = 10.0
"""Additional seconds per megabyte of its text and of the map's game: ten times the measured times
(`tests/benchmarks/README.md`).
"""
NODE = 30
"""Bytes per node."""


@dataclass(frozen=True)
class Handin:
    """A hand-in, with the map and limits for grading it."""

    request: GradingRequest
    name: str
    """Its name in its row."""
    path: str
    """The path of its file, or of its archive."""
    text: Text | None
    """Its text, if it was read already and cannot be read twice."""
    seconds: float
    """Its time limit."""
    among: int = 1
    """The number graded at once, which share the free memory."""
    inside: str = ""
    """Its path in the archive; empty without one."""
    kind: HandinKind = HandinKind.GAME

    def __call__(self) -> Grade:
        """Return its grade. The reference of the map is made in this process and kept for later
        hand-ins.
        """
        kept = grader(self.request)
        if not forks():  # A spawned process needs its own grader, made outside the time limit.
            made = IsolatedJob("the grader", _GraderJob(self.request), among=self.among)()
            if made.error is not None:
                raise made.error
        elif self.kind is HandinKind.REPORT:
            with suppress(EfgcError):  # The hand-in's own process reports it.
                report_reference(self.request.map, kept.rules)
        done = self._run_isolated(_GradingJob(self, TRUSTED))
        if isinstance(done.error, Broke):
            # Perhaps a solver crashed: try again with solvers isolated.
            done = self._run_isolated(_GradingJob(self, ()))
        if done.error is not None:
            return self._not_graded(done.error)
        grade: Grade = done.result
        return grade

    def _run_isolated(self, work: "_GradingJob") -> Outcome:
        return IsolatedJob("the hand-in", work, self.seconds, self.among)()

    def _not_graded(self, error: EfgcError) -> Grade:
        why = str(error)
        if isinstance(error, Overdue):
            why = f"it takes more than the {self.seconds:,.0f} s of --handin-seconds"
        elif self.among > 1 and "memory" in why:
            why += f", shared among {self.among} hand-ins; --jobs 1 gives one all of it"
        return Grade(self.name, Verdict.NOT_GRADED, problems=(Problem(why),))


class _GraderJob(NamedTuple):
    """A job that makes and caches the grader of a map in its process."""

    request: GradingRequest

    def __call__(self) -> None:
        grader(self.request)


class _GradingJob(NamedTuple):
    """A job that grades a hand-in in an isolated process."""

    handin: Handin
    trusted: tuple[str, ...]

    def __call__(self) -> Grade:
        try:
            with run_directly(*self.trusted):
                return self._grade(grader(self.handin.request))
        except MemoryError:
            raise
        except Exception as error:
            problems = (Problem(bug(error)),)
            return Grade(self.handin.name, Verdict.NOT_GRADED, problems=problems)

    def _grade(self, kept: Grader) -> Grade:
        one = self.handin
        if one.kind is HandinKind.GAME:
            return kept.grade(one.name, self._read)
        try:
            text = self._read()
            if one.kind is HandinKind.REPORT:
                return printed_report_grade(one.name, one.request.map, kept.rules, text.text)
            return exported_program_grade(one.name, text.text, kept.rules, kept.head().value)
        except InputError as error:
            return unreadable(one.name, error)
        except EfgcError as error:  # For example if the map is too large.
            return Grade(one.name, Verdict.NOT_GRADED, problems=(Problem(str(error)),))

    def _read(self) -> Text:
        one = self.handin
        other = one.kind is not HandinKind.GAME
        return one.text or read_submission("grade", one.path, one.inside, any_text=other)


def allowed(size: int, nodes: int) -> float:
    """Return the default time limit of a hand-in in seconds, by the bytes of its text and the nodes
    of the map's game.

    >>> allowed(500, 97), allowed(30_000_000, 993_591)
    (60.0, 658.0)
    """
    return SECONDS + round(EACH * (size + NODE * nodes) / 1e6)


# The work that justifies one more process: this many small files, or this many bytes.
FEW, MUCH = 4, 100_000
NAMED = 40  # Characters of a name shown in the progress.

HANDINS = Wanted(
    "Gambit file (.efg), linear program (.lp, .mps) or printed report (.txt)",
    (GAMBIT, *LINEAR_PROGRAMS),
    recognise=is_recognised,
)


@dataclass(frozen=True)
class Limits:
    """The limits of each hand-in."""

    seconds: float
    """Time limit; 0 for one estimated from its size."""
    among: int
    """The number graded at once, which share the memory."""


def jobs_for(submissions: Sequence[Submission], jobs: int) -> int:
    """Return how many processes pay off, at most `jobs`."""
    graded = [one for one in submissions if not one.reason]
    shares = sum(1 / FEW + (one.size or 0) / MUCH for one in graded)
    return max(1, min(jobs, len(graded), math.ceil(shares)))


def file_batch(
    handins: Sequence[str],
    maps: Sequence[str],
    request: tuple[str, int, str],
    seconds: float | None,
    jobs: int | None,
    output: str,
) -> Batch:
    """Return the batch of the files that names mean, for one map. `request` has the rest of a
    GradingRequest. Raise UsageError, InputError.
    """
    if not handins:
        raise click.UsageError("name the hand-ins, or a --program")
    if programs := [one for one in handins if one.endswith(".py")]:
        raise click.UsageError(f"{programs[0]} is a program: add --program 'python3 {{}}'")
    if len(maps) != 1:
        raise click.UsageError("give the map with --map, exactly once")
    submissions = find_submissions(handins, HANDINS, (*maps, output))
    inputs = [*maps, *(one.path for one in submissions if not one.reason)]
    refuse_inputs(output, inputs)
    asked = GradingRequest(read_for("grade --map", maps[0]), *request)
    made = grader(asked)
    head = made.head_with_coverage()
    limits = Limits(seconds or 0.0, jobs_for(submissions, jobs or processors()))
    works = works_of(submissions, asked, made.nodes, limits)
    return Batch(
        head=head if asked.rules else without_choice(head),
        owners=list(map(owner, submissions)),
        among=limits.among,
        grades=lambda run, watch: graded(works, submissions, run, watch),
        inputs=inputs,
        map=asked.map,
    )


def works_of(
    submissions: Sequence[Submission], request: GradingRequest, nodes: int, limits: Limits
) -> list[Grade | Handin | int]:
    """Return for each hand-in its grade if it is skipped or could not be read; else the job of
    grading it, or the number of an earlier one with the same content.

    `nodes` is the number of nodes of the map's game.
    """
    return [
        first if first != number else _work(submissions[number], request, nodes, limits)
        for number, first in enumerate(first_duplicates(submissions))
    ]


def _work(one: Submission, request: GradingRequest, nodes: int, limits: Limits) -> Grade | Handin:
    if one.reason:
        return skipped(one)
    if one.path.lower().endswith(".py"):
        return skipped(replace(one, reason=A_PROGRAM))
    try:
        text = read_submission("grade", one.path, any_text=True) if one.is_stream else None
        kind = kind_of(one.inside or one.path, partial(_beginning, one, text))
        if text and kind is HandinKind.GAME:
            about(text.name, partial(refuse_others, text.text, "grade"))
    except InputError as error:
        return unreadable(one.name, error)
    size = len(text.text) if text else one.size or 0
    return Handin(
        request=request,
        name=one.name,
        # Other processes may have other working directories.
        path=os.path.abspath(one.path) if os.path.exists(one.path) else one.path,
        text=text,
        seconds=limits.seconds or allowed(size, nodes),
        among=limits.among,
        inside=one.inside,
        kind=kind,
    )


def _beginning(one: Submission, text: Text | None) -> str:
    return text.text[:BLOCK] if text else beginning(one.path, one.inside)


def skipped(one: Submission) -> Grade:
    """Return the grade of what is not a hand-in."""
    # Whoever names it on the command line takes it for a hand-in.
    verdict = Verdict.UNREADABLE if one.named else Verdict.SKIPPED
    problem = Problem(one.reason, code=Code.NO_HANDIN)
    return Grade(one.name, verdict, problems=(problem,), student=one.student)


def graded(
    works: Sequence[Grade | Handin | int],
    submissions: Sequence[Submission],
    run: Engine,
    progress: Progress,
) -> Iterator[Grade]:
    """Yield the grades of the hand-ins in order, each as soon as all before it are available."""
    pairs = list(zip(submissions, works, strict=True))
    handins = [work for work in works if isinstance(work, Handin)]
    results = ordered(watched(run(handins), len(handins), progress))
    known: list[Grade] = []
    for one, work in pairs:
        progress.what = f"grade {_named(one.name)}"
        if isinstance(work, int):
            grade = known[work]
        else:
            grade = next(results) if isinstance(work, Handin) else work
        known.append(grade)
        remarks = (*grade.remarks, MISNAMED) if _is_misnamed(one) else grade.remarks
        yield replace(grade, file=one.name, student=one.student, remarks=remarks)


def _is_misnamed(one: Submission) -> bool:
    """Return whether a hand-in in a folder or archive is a Gambit file by another name."""
    text = partial(beginning, one.path, one.inside)
    return not one.named and not one.reason and is_misnamed_game(one.name, text)


def _named(path: str) -> str:
    """Return a short name of a file."""
    name = os.path.basename(path) or path
    return name if len(name) <= NAMED else f"{name[: NAMED - 3]}..."
