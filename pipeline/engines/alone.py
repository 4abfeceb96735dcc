"""A piece of work that may hang, fill the memory or abort, and ends nobody else by it."""

from dataclasses import dataclass
from typing import Any

from pipeline.engines import Work
from schemas.parts.problems import EfgcError
from stages.isolated import isolated, sandbox


@dataclass(frozen=True)
class Outcome:
    """What came of a piece of work: its result, or what ended it."""

    result: Any = None
    error: EfgcError | None = None
    """`stages.isolated.Overdue` when its time was up, `Died` when its memory was full or its
    process was killed, or what it raised.
    """


@dataclass(frozen=True)
class Alone:
    """A piece of work in a process of its own."""

    who: str
    """How messages call it."""
    work: Work[Any]
    seconds: float = 0.0
    """So long at most; 0 is no limit."""
    among: int = 1
    """How many do such work on this machine at once, and share what memory is free."""

    def __call__(self) -> Outcome:
        with sandbox.shared(self.among):
            try:
                return Outcome(isolated(self.who, self.work, seconds=self.seconds))
            except EfgcError as error:
                return Outcome(error=error)
