"""Many hand-ins at once: each is graded in a separate process, and the grades come in order. A
folder on the command line means its files, and equal files are graded once.

A process may hang, run out of memory or crash without ending others. Its time limit depends on the
size of its hand-in.
"""

import math
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import file_digest
from typing import NamedTuple

from pipeline.course.grading.choice import grader
from pipeline.course.grading.grader import Forms, GradingRequest, unreadable
from pipeline.engines import Engine, ordered, watched
from pipeline.engines.local import IsolatedJob, Outcome
from pipeline.files.reading import read_for, refuse_missing, same_file, special
from pipeline.files.text import Text
from pipeline.machine.streams import reason
from pipeline.terminal.diagnostics import Progress, note
from schemas.grades import Grade, Verdict
from schemas.levels import MANIFEST
from schemas.parts.documents import MAX_CHARACTERS
from schemas.parts.exact import large
from schemas.parts.limits import memory
from schemas.parts.problems import EfgcError, InputError, Problem
from stages.isolated import Broke, Overdue, forks
from stages.isolated.sandbox import run_directly
from stages.solve import DEFAULT

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
RATE = 6e6
"""Bytes graded per second if the hand-in is the map's tree: 30 MB take 5 s. Another game takes up
to fifteen times as long, for the search for the mistake.
"""
NODE = 30
"""Bytes per node."""
SLOW = 2.0  # Expected seconds from which a notice is shown beforehand.


@dataclass(frozen=True)
class Handin:
    """A hand-in, with the map and limits for grading it."""

    request: GradingRequest
    name: str
    """Its name in its row."""
    path: str
    """The path of its file."""
    text: Text | None
    """Its text, if it was read already and cannot be read twice."""
    seconds: float
    """Its time limit."""
    among: int = 1
    """The number graded at once, which share the free memory."""

    def __call__(self) -> Grade:
        """Return its grade. The reference of the map is made in this process and kept for later
        hand-ins.
        """
        kept, forked = grader(self.request), forks()
        if not forked:  # A spawned process needs its own grader, made outside the time limit.
            _raised(IsolatedJob("the grader", _GraderJob(self.request), among=self.among)())
        done = self._run_isolated(_GradingJob(self, TRUSTED, forked))
        if isinstance(done.error, Broke):
            # Perhaps a solver crashed: try again with solvers isolated.
            done = self._run_isolated(_GradingJob(self, (), forked))
        if done.error is not None:
            return self._not_graded(done.error)
        grade: Grade
        forms: Forms
        grade, forms = done.result
        kept.keep(forms)
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
    tells: bool
    """Whether to send new forms back to the caller; if not, the process itself is kept."""

    def __call__(self) -> tuple[Grade, Forms]:
        kept = grader(self.handin.request)
        before = kept.made()
        try:
            with run_directly(*self.trusted):
                grade = kept.grade(self.handin.name, self._read)
        except MemoryError:
            raise
        except Exception as error:
            # A bug met by one file must not stop the others.
            said = f"a bug of efgc: {type(error).__name__}: {error}"
            return _broken(self.handin.name, said), Forms(None, {})
        return grade, kept.made().since(before) if self.tells else Forms(None, {})

    def _read(self) -> Text:
        return self.handin.text or read_for("grade", self.handin.path)


def _broken(name: str, said: str) -> Grade:
    return Grade(name, Verdict.NOT_GRADED, problems=(Problem(" ".join(said.split())),))


def _raised(done: Outcome) -> None:
    if done.error is not None:
        raise done.error


def allowed(size: int, nodes: int) -> float:
    """Return the default time limit of a hand-in in seconds, by the bytes of its text and the nodes
    of the map's game.

    >>> allowed(500, 97), allowed(30_000_000, 993_591)
    (60.0, 658.0)
    """
    return SECONDS + round(EACH * (size + NODE * nodes) / 1e6)


def slow(size: int, seconds: float) -> str:
    """Return the notice shown before grading a hand-in of `size` bytes with a limit of `seconds`;
    empty if it is quick.

    >>> slow(30_000_000, 20.0)
    '30 MB, some 1,000,000 nodes: grading takes about 5 s, more if it is another game; it has 20 s'
    """
    takes = size / RATE
    if takes < SLOW or size > MAX_CHARACTERS:  # Larger files are never read.
        return ""
    nodes = large(int(round(size / NODE, -4)))
    return (
        f"{memory(size)}, some {nodes} nodes: grading takes about {takes:,.0f} s, more if it is "
        f"another game; it has {seconds:,.0f} s"
    )


# The work that justifies one more process: this many small files, or this many bytes.
FEW, MUCH = 4, 100_000
NAMED = 40  # Characters of a name shown in the progress.

SUFFIX = ".efg"


@dataclass(frozen=True)
class Limits:
    """The limits of each hand-in."""

    seconds: float
    """Time limit; 0 for one estimated from its size."""
    among: int
    """The number graded at once, which share the memory."""


def jobs_for(files: Sequence[str], jobs: int) -> int:
    """Return how many processes pay off, at most `jobs`."""
    shares = sum(1 / FEW + _size_of(file) / MUCH for file in files)
    return max(1, min(jobs, len(files), math.ceil(shares)))


def works_of(
    files: Sequence[str], request: GradingRequest, nodes: int, limits: Limits
) -> list[Grade | Handin | int]:
    """Return for each file its grade if it could not be read; else the job of grading it, or the
    number of an earlier file with the same content.

    `nodes` is the number of nodes of the map's game.
    """
    found: list[Grade | Handin | int] = []
    for number, (file, first) in enumerate(zip(files, first_duplicates(files), strict=True)):
        if first != number:
            found.append(first)
            continue
        text = None
        try:
            _refuse_empty(file)
            text = None if _is_file(file) else read_for("grade", file)
        except InputError as error:
            found.append(unreadable(file, error))
            continue
        size = _size_of(file) if text is None else len(text.text)
        found.append(
            Handin(
                request=request,
                name=file,
                # Other processes may have other working directories.
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
    """Yield the grades of the files in order, each as soon as all before it are available."""
    handins = [work for work in works if isinstance(work, Handin)]
    for handin in handins:
        if said := slow(_size_of(handin.path), handin.seconds):
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
    """Return a short, printable name of a file."""
    name = os.path.basename(path) or path
    shown = "".join(letter if letter.isprintable() else "?" for letter in name)
    return shown if len(shown) <= NAMED else f"{shown[: NAMED - 3]}..."


def files_of(names: Sequence[str]) -> list[str]:
    """Return the files meant by names: for a folder all its Gambit files, sorted by name.

    A folder that is unreadable or has no Gambit files is kept itself if there are other names, so
    that it gets its own row. Raise InputError if it is the only name, and for missing files: they
    are not hand-ins and get no grade.
    """
    refuse_missing(names)
    found = []
    for name in names:
        try:
            found += _in_folder(name) if _is_folder(name) else [name]
        except InputError:
            if len(names) == 1:
                raise
            found.append(name)
    return found


def skipped(names: Sequence[str], others: Sequence[str]) -> int:
    """Return how many files in the named folders are neither Gambit files by their names nor among
    the `others`.
    """
    folders = [name for name in names if _is_folder(name) and os.access(name, os.R_OK)]
    return sum(
        entry.is_file()
        and not entry.name.lower().endswith(SUFFIX)
        and not entry.name.startswith(".")
        and not any(same_file(entry.path, other) for other in others)
        for folder in folders
        for entry in os.scandir(folder)
    )


def _refuse_empty(name: str) -> None:
    """Raise InputError if a name is a folder that has no Gambit file or cannot be read."""
    if _is_folder(name):
        _in_folder(name)


def first_duplicates(files: Sequence[str]) -> list[int]:
    """Return for each file the number of the first file with the same content, which may be itself.

    A file that cannot be read, or cannot be read twice, equals only itself.
    """
    sizes = [_size(file) for file in files]
    often = Counter(sizes)
    first: dict[object, int] = {}
    found = []
    for number, (file, size) in enumerate(zip(files, sizes, strict=True)):
        # Contents of different sizes differ, so most hand-ins need not be read here; files that are
        # too large are never read.
        like = size is not None and often[size] > 1 and size <= MAX_CHARACTERS
        key = (size, _digest(file)) if like else None
        found.append(number if key is None or key[1] is None else first.setdefault(key, number))
    return found


def _is_file(path: str) -> bool:
    """Return whether a path can be read twice: it is not a stream, device or pipe."""
    return path != "-" and not special(path)


def _size_of(path: str) -> int:
    """Return the size of a file in bytes; 0 if unknown."""
    return _size(path) or 0


def _is_folder(name: str) -> bool:
    # A folder of level files is refused later, where it is read.
    return os.path.isdir(name) and not os.path.isfile(os.path.join(name, MANIFEST))


def _in_folder(folder: str) -> list[str]:
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise InputError([Problem(reason(error))], folder) from None
    paths = [os.path.join(folder, name) for name in names if name.lower().endswith(SUFFIX)]
    # Reading a pipe would block; a broken link gets a row of its own.
    found = [path for path in paths if not special(path) and not os.path.isdir(path)]
    if not found:
        raise InputError([Problem(f"has no {SUFFIX} file")], folder)
    return found


def _size(path: str) -> int | None:
    try:
        return os.stat(path).st_size if _is_file(path) else None
    except (OSError, ValueError):
        return None


def _digest(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file_digest(file, "sha256").digest()
    except OSError:
        return None
