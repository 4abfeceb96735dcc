"""The runs of a sweep: every source with every combination of values, in the order of the table."""

import hashlib
import os
import shlex
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

from pipeline.declarations import LEVELLED
from pipeline.files.kinds import kind
from pipeline.files.text import Text
from pipeline.options.calls import VARIED, names_of
from pipeline.settings import OPTIONS, Settings
from pipeline.sweeping.parameters import Value, Varied
from schemas.parts.exact import write_exact
from schemas.parts.problems import InputError
from schemas.parts.release import PROGRAM
from schemas.sweep import Row
from stages.parse import DEFAULT_RULES, REDUCED_LEVEL
from stages.parse.maps import read_map


class Source(NamedTuple):
    """One source of a sweep."""

    name: str
    """As named on the command line."""
    text: Text | None
    """None if it could not be read."""
    problem: str = ""
    """The reason, in one line."""


class Cell(NamedTuple):
    """One run of a sweep."""

    source: Source
    settings: Settings
    row: Row
    """With the columns of its parameters, and without results."""

    @property
    def key(self) -> str:
        """A checksum of everything that the run depends on, except the time limit: the same key
        gives the same result.
        """
        text, asked = self.source.text, self.settings
        told = replace(asked, jobs=0, engine="", request=asked.request._replace(time_limit=0.0))
        parts = (PROGRAM, self.source.name, text.sha256 if text else "", repr(told))
        return hashlib.sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()


def grid(
    sources: Sequence[Source], settings: Settings, parameters: Sequence[Varied]
) -> Iterator[Cell]:
    """Yield the runs, sources outermost; the last parameter varies fastest.

    `settings` are those of all runs.
    """
    names = {one.name for one in parameters}
    for source in sources:
        here = settings if "level" in names else _at_one_level(source, settings, names)
        usual = _usual(source, here)
        for values in product(*(one.values for one in parameters)):
            chosen = dict(zip((one.name for one in parameters), values, strict=True))
            yield _cell(source, here, usual, chosen)


def _at_one_level(source: Source, settings: Settings, names: Collection[str]) -> Settings:
    """Return settings with one level for all runs of a source: nobody reads their programs, and a
    comparison of reductions needs a single level.
    """
    levelled = "without" in names or source.text and kind(source.text.text) in LEVELLED
    if settings.level is None and levelled:
        return replace(settings, level=REDUCED_LEVEL)
    return settings


def _cell(source: Source, settings: Settings, usual: Row, chosen: dict[str, Value]) -> Cell:
    asked: dict[str, Any] = {name: value.value for name, value in chosen.items()}
    columns = {COLUMN.get(name, name): value.spelled for name, value in chosen.items()}
    # The command has the values without a column of their own.
    spelled: dict[str, Any] = {name: columns[name] for name in columns if name in Row._fields}
    words = [
        word
        for name, value in chosen.items()
        for word in VARIED[name].spelled(value.value, value.spelled)
    ]
    command = shlex.join(["efgc", "run", _named(source.name), *words, *fixed_words(settings)])
    return Cell(source, replace(settings, **asked), usual._replace(**spelled, command=command))


def _named(name: str) -> str:
    return os.path.join(".", name) if name.startswith("-") and name != "-" else name


def _usual(source: Source, settings: Settings) -> Row:
    """Return the columns that all runs of a source share, including the numbers of a map itself."""
    row = Row(
        source=source.name,
        p="" if settings.p is None else write_exact(settings.p),
        bandits="" if settings.bandits is None else str(settings.bandits),
        rules=settings.rules,
        level="" if settings.compiled_level is None else str(settings.compiled_level),
        without="+".join(settings.without),
        asked=settings.solver,
    )
    begin = kind(source.text.text) if source.text else ""
    if source.text and begin == "map":
        try:
            board = read_map(source.text.text)
        except InputError:  # The row of the run has the error.
            return row
        row = row._replace(
            p=row.p or write_exact(board.capture),
            bandits=row.bandits or str(board.bandits),
            rules=row.rules or DEFAULT_RULES[board.layout],
        )
    return row


COLUMN = {"solver": "asked"}
"""The columns of parameters whose name differs."""
UNRECORDED = ("jobs", "engine")
"""Options that change no result."""


def fixed_words(settings: Settings) -> list[str]:
    """Return the options of all runs as words on the command line of `run`: those that can be
    varied, then the others.
    """
    others = {name: OPTIONS[name] for name in names_of("sweep") if name not in UNRECORDED}
    return [
        word
        for option in (VARIED | others).values()
        for word in option.spelled(option.value(settings))
    ]
