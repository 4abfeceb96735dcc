"""The parts of a chain: typed stages, each of which takes the artifact of the one before it."""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from ...schemas.parts.problems import Problem, StageBug
from ...schemas.parts.watch import Watch
from ..files.reading import about
from ..settings import Settings
from ..terminal.diagnostics import progress
from .records import Record
from .trail import Gathering

Before = TypeVar("Before")
Made = TypeVar("Made", bound=Record)
Next = TypeVar("Next", bound=Record)
Files = dict[str, Iterator[str]]
"""The parts of each file that a stage writes, by its suffix, the most important file first."""


class RunContext(NamedTuple):
    """The state that the stages share while a source goes through them."""

    name: str
    """The name of the source."""
    kind: str
    """The kind of the source, a key of SOURCES."""
    settings: Settings
    through: str
    """The last stage to run."""
    ended: ExitStack
    """The clean-up to do when the chain ends."""
    way: str = ""
    """The way of solving, a key of WAYS, once it is chosen."""
    watch: Watch = lambda done, total: None
    """Called with the progress of a stage."""
    as_program: bool = False
    """Whether even a game without a secret is solved as a linear program."""
    gathering: Gathering | None = None
    """Collects the trail of the report, if the report is to show it."""
    kept: str = ""
    """The file in which an earlier run may have left the solution; empty for none."""
    checkpoint: str = ""
    """The file from which a search for bounds goes on, and in which it is kept; empty for none."""


class Step(NamedTuple):
    """One finished stage."""

    name: str
    made: Record
    files: Callable[[Settings], Files]
    seconds: float
    """Elapsed wall-clock time."""
    way: str
    """The way of solving, a key of WAYS; empty before it is chosen."""
    is_last: bool = True
    """Whether the stage has ended; else its artifact will become better."""


Steps = Generator[Step, None, Made]


@dataclass(frozen=True)
class Chain(Generic[Before, Made]):
    """Stages in a row; a single stage is a chain, too."""

    names: tuple[str, ...]
    go: Callable[[Before, RunContext], Steps[Made]]

    def then(self, further: "Chain[Made, Next]") -> "Chain[Before, Next]":
        """Return a chain of these stages followed by others, which take the artifact of these."""

        def go(before: Before, context: RunContext) -> Steps[Next]:
            made = yield from self.go(before, context)
            return (yield from further.go(made, context))

        return Chain((*self.names, *further.names), go)


def stage(
    name: str,
    make: Callable[[Before, RunContext], Made],
    check: Callable[[Made], list[Problem]],
    files: Callable[[Before, Made, Settings], Files],
) -> Chain[Before, Made]:
    """Return a stage. It makes its artifact, checks it, and returns the files for it, which also
    record their origin.
    """

    def go(before: Before, context: RunContext) -> Steps[Made]:
        began = time.perf_counter()
        with progress(name) as watch:
            made = about(context.name, lambda: make(before, context._replace(watch=watch)))
            if problems := check(made):
                raise StageBug(
                    f"efgc: a bug of ours: {name} wrote a broken artifact: {problems[0]}"
                )
        seconds = time.perf_counter() - began
        if context.gathering and name != context.through:
            context.gathering.add(
                name, made, partial(files, before, made, context.settings), seconds
            )
        yield Step(name, made, partial(files, before, made), seconds, context.way)
        return made

    return Chain((name,), go)
