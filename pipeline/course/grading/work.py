"""One hand-in as a job: graded in an isolated process, which may hang, run out of memory or crash
without ending others. Its time limit depends on its size.
"""

from dataclasses import dataclass
from typing import NamedTuple

from pipeline.course.grading.grader import Asked, Forms
from pipeline.course.grading.graders import grader
from pipeline.engines.alone import Alone, Outcome
from pipeline.files.reading import read_for
from pipeline.files.text import Text
from schemas.grades import Grade, Verdict
from schemas.parts.documents import MAX_CHARACTERS
from schemas.parts.exact import large
from schemas.parts.limits import memory
from schemas.parts.problems import EfgcError, Problem
from stages.isolated import Broke, Overdue, forks
from stages.isolated.sandbox import trusting
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

    asked: Asked
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
        kept, forked = grader(self.asked), forks()
        if not forked:  # A spawned process needs its own grader, made outside the time limit.
            _raised(Alone("the grader", _Made(self.asked), among=self.among)())
        done = self._done(_Graded(self, TRUSTED, forked))
        if isinstance(done.error, Broke):
            # Perhaps a solver crashed: try again with solvers isolated.
            done = self._done(_Graded(self, (), forked))
        if done.error is not None:
            return self._not_graded(done.error)
        grade: Grade
        forms: Forms
        grade, forms = done.result
        kept.keep(forms)
        return grade

    def _done(self, work: "_Graded") -> Outcome:
        return Alone("the hand-in", work, self.seconds, self.among)()

    def _not_graded(self, error: EfgcError) -> Grade:
        why = str(error)
        if isinstance(error, Overdue):
            why = f"it takes more than the {self.seconds:,.0f} s of --handin-seconds"
        elif self.among > 1 and "memory" in why:
            why += f", shared among {self.among} hand-ins; --jobs 1 gives one all of it"
        return Grade(self.name, Verdict.NOT_GRADED, problems=(Problem(why),))


class _Made(NamedTuple):
    """A job that makes and caches the grader of a map in its process."""

    asked: Asked

    def __call__(self) -> None:
        grader(self.asked)


class _Graded(NamedTuple):
    """A job that grades a hand-in in an isolated process."""

    handin: Handin
    trusted: tuple[str, ...]
    tells: bool
    """Whether to send new forms back to the caller; if not, the process itself is kept."""

    def __call__(self) -> tuple[Grade, Forms]:
        kept = grader(self.handin.asked)
        before = kept.made()
        try:
            with trusting(*self.trusted):
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
