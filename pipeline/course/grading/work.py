"""One hand-in as a piece of work: graded in a process of its own, which may hang, fill its memory
or die, and ends no other by it. Its size tells how long it may take.
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
"""Who solves in the process of the hand-in, which saves one more start: it keeps no threads."""

SECONDS = 60.0
"""That any hand-in may take: a thousand nodes take some hundredths of one."""
EACH = 10.0
"""Further seconds for each megabyte of its text, and of that of the map's game: ten times what
those took that were measured (`tests/benchmarks/README.md`).
"""
RATE = 1e6
"""Bytes per second of the map's own game, with some to spare; another game takes several times as
long, in which the mistake is looked for.
"""
NODE = 30
"""Bytes of a node."""
SLOW = 10.0  # Seconds from which on a person is told beforehand.


@dataclass(frozen=True)
class Handin:
    """A hand-in, and what it is graded by."""

    asked: Asked
    name: str
    """How it is called in its row."""
    path: str
    """Where it is read."""
    text: Text | None
    """What was read of it already, where that cannot be read twice."""
    seconds: float
    """So long it may take."""
    among: int = 1
    """How many are graded at once, and share what memory is free."""

    def __call__(self) -> Grade:
        """Return its grade. What it needs of the map is made in this process and kept for the next
        ones.
        """
        kept, forked = grader(self.asked), forks()
        if not forked:  # Another interpreter is kept, and needs the same; not in a hand-in's time.
            _raised(Alone("the grader", _Made(self.asked), among=self.among)())
        done = self._done(_Graded(self, TRUSTED, forked))
        if isinstance(done.error, Broke):
            # Perhaps over a solver, and another one has the answer.
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
    """Makes the grader of a map, for its process to keep."""

    asked: Asked

    def __call__(self) -> None:
        grader(self.asked)


class _Graded(NamedTuple):
    """Grades a hand-in, in a process that may die."""

    handin: Handin
    trusted: tuple[str, ...]
    tells: bool
    """Whether what it made goes back to who asked; else its process is kept, too."""

    def __call__(self) -> tuple[Grade, Forms]:
        kept = grader(self.handin.asked)
        before = kept.made()
        try:
            with trusting(*self.trusted):
                grade = kept.grade(self.handin.name, self._read)
        except MemoryError:
            raise
        except Exception as error:
            # Whatever a file makes of us, the others are graded.
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
    """Return the seconds that a hand-in may take where nobody says it: by the bytes of its text and
    the nodes of the map's game.

    >>> allowed(500, 97), allowed(30_000_000, 993_591)
    (60.0, 658.0)
    """
    return SECONDS + round(EACH * (size + NODE * nodes) / 1e6)


def slow(size: int, seconds: float) -> str:
    """Return what a person is told beforehand of a hand-in with so many bytes that has so many
    seconds; empty where it is quick.

    >>> slow(30_000_000, 20.0)
    '30 MB, some 1,000,000 nodes: grading takes some 30 s, more if it is another game; it has 20 s'
    """
    takes = size / RATE
    if takes < SLOW or size > MAX_CHARACTERS:  # What is larger is not read at all.
        return ""
    nodes = large(int(round(size / NODE, -4)))
    return (
        f"{memory(size)}, some {nodes} nodes: grading takes some {takes:,.0f} s, more if it is "
        f"another game; it has {seconds:,.0f} s"
    )
