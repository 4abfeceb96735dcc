"""Isolation of a piece of work that may hang, fill the memory or abort: only its own
process ends.
"""

from dataclasses import dataclass
from typing import Any

from pipeline.engines import Work
from schemas.parts.problems import EfgcError
from stages.isolated import isolated, sandbox


@dataclass(frozen=True)
class Outcome:
    """The outcome of a piece of work: its result, or the error that ended it."""

    result: Any = None
    error: EfgcError | None = None
    """`stages.isolated.Overdue` if it timed out, `Died` if its memory was full or its process was
    killed, or its own exception.
    """


@dataclass(frozen=True)
class Alone:
    """A piece of work in a process of its own."""

    who: str
    """Its name in messages."""
    work: Work[Any]
    seconds: float = 0.0
    """The time limit; 0 for none."""
    among: int = 1
    """How many such pieces run on this machine at the same time and share the free memory."""

    def __call__(self) -> Outcome:
        with sandbox.shared(self.among):
            try:
                return Outcome(isolated(self.who, self.work, seconds=self.seconds))
            except EfgcError as error:
                return Outcome(error=error)
