"""Grading hand-ins by the points of a course document: which hand-ins there are, on which maps or
with which opponent they are graded, and the heading of their grades.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import click

from .....schemas.parts.problems import counted
from .....schemas.parts.source import Source
from .....stages.isolated.processors import processors
from .....stages.isolated.signals import temporary_folder
from .....stages.parse.rule_sets import RULES
from ....engines import Engine, Work, ordered, watched
from ....files.reading import refuse_inputs
from ....terminal.diagnostics import Progress
from ...droids.entrants import files as files_of_agent
from ..grading.archives import extract
from ..grading.batch import Batch
from ..grading.folder import skipped
from ..grading.grader import GradingRequest
from ..grading.students import owner
from ..grading.submissions import Submission, Wanted, find_submissions, map_texts
from ..records import Grade, Grades
from . import droids, islands
from .awards import total


class CourseRequest(NamedTuple):
    """The settings by which hand-ins are graded, as far as they are given."""

    run_seconds: float | None
    """Time limit of each run of a program."""
    megabytes: int | None
    """Memory limit of each run of a program."""
    part_seconds: float | None
    """Time limit of each part of a hand-in."""
    jobs: int | None
    max_histories: int
    solver: str
    python: tuple[str, ...]
    """The command that runs programs."""
    droids: Mapping[str, Any]
    """Fields of `droids.Terms`."""


@dataclass(frozen=True)
class Course:
    """How the hand-ins of a document are graded."""

    head: Grades
    among: int
    """The number of parts graded at once."""
    parts: Sequence[str]
    """The names of the parts of each hand-in, one for each row."""
    works: Callable[[str, str], Sequence[Work[Grade]]]
    """Return the works that grade these parts, by the folder and the name of the file; the name is
    empty for a folder.
    """


def course_batch(
    document: str, handins: Sequence[str], maps: Sequence[str], request: CourseRequest, output: str
) -> Batch:
    """Return the batch of the hand-ins of a document, one of COURSES. Raise UsageError,
    InputError.
    """
    if not handins:
        raise click.UsageError("name the hand-ins")
    wanted, course_of = COURSES[document]
    submissions = find_submissions(handins, wanted, (*maps, output))
    graded = [one for one in submissions if not one.reason]
    inputs = [*maps, *(file for one in graded for file in _files(one, wanted.programs))]
    if against := request.droids.get("against"):
        inputs += files_of_agent(against)
    refuse_inputs(output, inputs)
    course = course_of(maps, request, len(graded))
    rows = {True: 1, False: len(course.parts) + 1}
    return Batch(
        head=course.head,
        owners=[owner(one) for one in submissions for _ in range(rows[bool(one.reason)])],
        among=course.among,
        grades=lambda run, watch: _grades(course, submissions, run, watch),
        inputs=inputs,
    )


def _files(one: Submission, programs: Sequence[str]) -> list[str]:
    if one.inside or not os.path.isdir(one.path):
        return [one.path]
    return [os.path.join(one.path, name) for name in programs]


def _grades(
    course: Course, submissions: Sequence[Submission], run: Engine, progress: Progress
) -> Iterator[Grade]:
    graded = [one for one in submissions if not one.reason]
    with temporary_folder() as place:
        places = _places(graded, str(place))
        works = [work for where in places for work in course.works(*where)]
        results = ordered(watched(run(works), len(works), progress))
        for one in submissions:
            if one.reason:
                yield skipped(one)
                continue
            parts = []
            for _ in course.parts:
                parts.append(replace(next(results), file=one.name, student=one.student))
                yield parts[-1]
            yield replace(total(parts), file=one.name, student=one.student)


def _places(submissions: Sequence[Submission], private: str) -> Iterator[tuple[str, str]]:
    """Yield the folder of each hand-in and the name of its file, empty if it is a folder. Archives
    are extracted into a private folder. Raise InputError.
    """
    extracted: dict[str, str] = {}
    for one in submissions:
        path = os.path.abspath(one.path)
        if one.inside:
            if path not in extracted:
                extracted[path] = os.path.join(private, str(len(extracted)))
                os.mkdir(extracted[path])
                extract(path, extracted[path])
            path = os.path.join(extracted[path], *one.inside.split("/"))
        yield (path, "") if os.path.isdir(path) else os.path.split(path)


def _islands(maps: Sequence[str], request: CourseRequest, handins: int) -> Course:
    if not maps:
        raise click.UsageError("--course island-2020 runs programs on each --map; there is none")
    texts = map_texts(maps)
    parts = [name for _ in texts for name in islands.PARTS]
    among = _among(request, handins * len(parts))
    seconds = request.run_seconds or islands.SECONDS
    terms = [
        islands.Terms(
            request=GradingRequest(text, islands.RULES, request.max_histories, request.solver),
            maps=len(texts),
            value=islands.value_of(text),
            seconds=seconds,
            memory=islands.MEMORY if request.megabytes is None else request.megabytes * 10**6,
            grading=request.part_seconds or 0.0,
            among=among,
            python=request.python,
        )
        for text in texts
    ]
    whole = "".join(text.text for text in texts)
    return Course(
        head=Grades(
            title=f"{counted(len(texts), 'map')}, {seconds:g} s for each run of a program",
            source=Source("", hashlib.sha256(whole.encode()).hexdigest(), islands.RULES, 0),
            players=RULES[islands.RULES].players,
            points=islands.TREE + islands.LP,
            facts=islands.FACTS,
        ),
        among=among,
        parts=parts,
        works=lambda folder, _: [
            islands.MapWork(one, folder, player) for one in terms for player in (None, 0, 1)
        ],
    )


def _droids(maps: Sequence[str], request: CourseRequest, handins: int) -> Course:
    if maps:
        raise click.UsageError("--course droids-2022 has no --map")
    terms = droids.Terms(**request.droids, python=request.python)
    among = _among(request, handins * len(droids.PARTS))
    droids.opponent(terms)  # Made before the fork, so that the processes inherit it.
    seconds = request.run_seconds or droids.SECONDS
    memory = None if request.megabytes is None else request.megabytes * 10**6

    def works(folder: str, file: str) -> list[Work[Grade]]:
        path = os.path.join(folder, file or droids.FILE)
        checks = droids.Checks(path, seconds, memory, among, request.python)
        limit = request.part_seconds
        return [
            checks,
            *(droids.AgentWork(terms, path, name, limit, among) for name in droids.AWARDED),
        ]

    rule = hashlib.sha256(repr(terms.rule).encode()).hexdigest()
    return Course(
        head=Grades(
            title=droids.title(terms),
            source=Source("", rule, "droids-2022", 0),
            players=("droid 2", "droid 5"),
            points=droids.POINTS * len(droids.PARTS),
            facts=droids.FACTS,
        ),
        among=among,
        parts=droids.PARTS,
        works=works,
    )


def _among(request: CourseRequest, works: int) -> int:
    return max(1, min(request.jobs or processors(), works))


COURSES = {
    "island-2020": (
        Wanted(f"program ({', '.join(islands.PROGRAMS)})", programs=islands.PROGRAMS),
        _islands,
    ),
    "droids-2022": (Wanted("Python file (.py)", (".py",), (droids.FILE,)), _droids),
}
"""By DOCUMENTS of `options.py`: what a hand-in must contain, and its grader."""
