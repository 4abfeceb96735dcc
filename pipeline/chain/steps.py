"""What a chain is made of: typed stages, of which each takes what the one before it makes."""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from pipeline.chain.records import Record
from pipeline.chain.trail import Gathering
from pipeline.files.reading import about
from pipeline.settings import Settings
from pipeline.terminal.diagnostics import progress
from schemas.parts.problems import Problem, StageBug
from schemas.parts.watch import Watch

Before = TypeVar("Before")
Made = TypeVar("Made", bound=Record)
Next = TypeVar("Next", bound=Record)
Files = dict[str, Iterator[str]]
"""The parts of each file that a stage writes, by the end of its name; what people ask for first."""


class Going(NamedTuple):
    """What the stages share while a source goes through them."""

    name: str
    """Of the source."""
    kind: str
    """Of the source, a key of SOURCES."""
    settings: Settings
    through: str
    """The last stage to go through."""
    ended: ExitStack
    """What is to be tidied up when nothing more is asked."""
    watch: Watch = lambda done, total: None
    """To be told how far a stage is."""
    as_program: bool = False
    """Whether a game without a secret is solved as a linear program, too."""
    gathering: Gathering | None = None
    """What led to the report, where somebody wants to show it."""


class Step(NamedTuple):
    """One stage that is done."""

    name: str
    made: Record
    files: Callable[[Settings], Files]
    seconds: float
    """Of the clock, that it took."""


Steps = Generator[Step, None, Made]


@dataclass(frozen=True)
class Chain(Generic[Before, Made]):
    """Stages in a row; a single one is a chain, too."""

    names: tuple[str, ...]
    go: Callable[[Before, Going], Steps[Made]]

    def then(self, further: "Chain[Made, Next]") -> "Chain[Before, Next]":
        """Return these stages with others behind them, which take what these make."""

        def go(before: Before, going: Going) -> Steps[Next]:
            made = yield from self.go(before, going)
            return (yield from further.go(made, going))

        return Chain((*self.names, *further.names), go)


def stage(
    name: str,
    make: Callable[[Before, Going], Made],
    check: Callable[[Made], list[Problem]],
    files: Callable[[Before, Made, Settings], Files],
) -> Chain[Before, Made]:
    """Return a stage: it makes its artifact, checks it, and has files for it, which also say what
    it was made from.
    """

    def go(before: Before, going: Going) -> Steps[Made]:
        began = time.perf_counter()
        with progress(name) as watch:
            made = about(going.name, lambda: make(before, going._replace(watch=watch)))
            if problems := check(made):
                raise StageBug(
                    f"efgc: a bug of ours: {name} wrote a broken artifact: {problems[0]}"
                )
        seconds = time.perf_counter() - began
        if going.gathering and name != going.through:
            going.gathering.add(name, made, partial(files, before, made, going.settings), seconds)
        yield Step(name, made, partial(files, before, made), seconds)
        return made

    return Chain((name,), go)
