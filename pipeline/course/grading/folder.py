"""Many hand-ins at once: each graded in a process of its own, and their grades in order."""

import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.course.grading.forecast import allowed, slow
from pipeline.course.grading.grader import Asked, unreadable
from pipeline.course.grading.handins import alike, is_file, refuse_empty, size_of
from pipeline.course.grading.work import Handin
from pipeline.engines import Engine, ordered, watched
from pipeline.files.reading import read_for
from pipeline.terminal.diagnostics import Progress, note
from schemas.grades import Grade
from schemas.parts.problems import InputError

# What is enough for a process of its own: so many small files, or so many bytes.
FEW, MUCH = 4, 100_000
NAMED = 40  # Characters of a name that progress shows.


@dataclass(frozen=True)
class Limits:
    """What each hand-in has."""

    seconds: float
    """0 for what its size lets one expect."""
    among: int
    """How many are graded at once, and share the memory."""


def jobs_for(files: Sequence[str], jobs: int) -> int:
    """Return how many processes are worth their start, `jobs` at most."""
    shares = sum(1 / FEW + size_of(file) / MUCH for file in files)
    return max(1, min(jobs, len(files), math.ceil(shares)))


def works_of(
    files: Sequence[str], asked: Asked, nodes: int, limits: Limits
) -> list[Grade | Handin | int]:
    """Return what is to be done for each file: nothing where it has its grade already, since it
    could not be read; a piece of work; or the number of an earlier file with the same content.

    `nodes` is how many the map's game has.
    """
    found: list[Grade | Handin | int] = []
    for number, (file, first) in enumerate(zip(files, alike(files), strict=True)):
        if first != number:
            found.append(first)
            continue
        text = None
        try:
            refuse_empty(file)
            text = None if is_file(file) else read_for("grade", file)
        except InputError as error:
            found.append(unreadable(file, error))
            continue
        size = size_of(file) if text is None else len(text.text)
        found.append(
            Handin(
                asked=asked,
                name=file,
                # Other processes may stand in other folders.
                path=os.path.abspath(file) if os.path.exists(file) else file,
                text=text,
                seconds=limits.seconds or allowed(size, nodes),
                among=limits.among,
            )
        )
    return found


def graded(
    works: Sequence[Grade | Handin | int], files: Sequence[str], run: Engine, progress: Progress
) -> Iterator[Grade]:
    """Yield the grade of each file, in their order, as soon as all before it are there."""
    handins = [work for work in works if isinstance(work, Handin)]
    for handin in handins:
        if said := slow(size_of(handin.path), handin.seconds):
            note(f"{handin.name}: {said}")
    results = ordered(watched(run(handins), len(handins), progress))
    known: list[Grade] = []
    for file, work in zip(files, works, strict=True):
        progress.what = f"grade {_named(file)}"
        if isinstance(work, int):
            known.append(replace(known[work], file=file))
        else:
            known.append(next(results) if isinstance(work, Handin) else work)
        yield known[-1]


def _named(path: str) -> str:
    """Return a file in few characters that a terminal can show."""
    name = os.path.basename(path) or path
    shown = "".join(letter if letter.isprintable() else "?" for letter in name)
    return shown if len(shown) <= NAMED else f"{shown[: NAMED - 3]}..."
