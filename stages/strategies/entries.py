"""The contents of a strategy's text, in any format, with their positions in the text."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ...schemas.bounds import Bounds
from ...schemas.game import Game
from ...schemas.parts.documents import locate_json
from ...schemas.parts.problems import Place, Problem, positions, shown
from ...schemas.parts.source import Source
from ...schemas.strategies import ExactStrategy
from ...schemas.strategies.entries import EntryColumns
from .names import Names

TOLERANCE = Fraction(1, 2 * 10**6)
"""The largest rounding error per action of an information set: that of six digits after the point,
as `%f` and Gambit's programs write them.
"""


ENOUGH = 49
"""The number of lines with problems after which the rest of a table is not read."""


class Offset(NamedTuple):
    """A position in a text, as the number of characters before it."""

    at: int


class Cell(NamedTuple):
    """A position in a table."""

    line: int
    """From 1."""
    column: int | None
    """The index of the cell in the line, from 0; None for the whole line."""


Spot = Place | Offset | Cell
"""A Place in JSON, or one of the others; () is the whole text."""


class SpotProblem(NamedTuple):
    """A problem and its position."""

    message: str
    spot: Spot


class InfosetEntry(NamedTuple):
    """The entry of a text for one information set."""

    player: int | None
    """1 or 2; None if it is not given."""
    infoset: int | None
    """Its number in the game; None if it is not given."""
    words: str | None
    """The player's knowledge there, or its last observations; None if it is not given."""
    actions: tuple[str, ...] | None
    """Labels; None for the actions in the order of the game."""
    numbers: tuple[str, ...]
    """The probabilities as text, one per action."""
    spot: Spot
    """The position of the entry."""
    spots: Sequence[Spot]
    """The positions of the probabilities."""
    exact: tuple[str, ...] | None = None
    """The same probabilities as fractions, if both are given; an empty text for a missing one."""
    states: tuple[str, ...] = ()
    """The names of the states of a state graph where it applies, in place of an information set."""
    problems: tuple[SpotProblem, ...] = ()
    """Problems with its actions."""


@dataclass(frozen=True, kw_only=True)
class Text:
    """The contents of a text."""

    entries: Sequence[InfosetEntry]
    game_sha256: str = ""
    """The digest of the game that it is for; empty if it is not given."""
    source: Source | None = None
    """The source of that game."""
    title: str = ""
    """The title of that game; empty if it is not given."""
    by_memory: Bounds | None = None
    """Bounds whose strategies depend on memories, in place of entries."""
    columns: EntryColumns | None = None
    """The same entries in columns, if the text was read into columns."""
    both: bool = False
    """Whether an entry without a player applies to both, if both have such an information set.
    """


class Format(NamedTuple):
    """One format of strategies."""

    name: str
    """Its name in messages."""
    suffix: str
    """The suffix of its files."""
    recognise: Callable[[str], bool]
    read: Callable[[str, Names], Text]
    """Takes a text and the names of the game that it is for. Raises InputError with the line of
    every problem.
    """
    write: Callable[[Game, Sequence[ExactStrategy | None]], Iterator[str]] | None = None
    """Takes a game and its players' strategies, None for a player who is left out. None if the
    format is only read.
    """


class Log(list[SpotProblem]):
    """The problems of a text found so far."""

    def add(self, message: str, spot: Spot) -> None:
        self.append(SpotProblem(message, spot))


def is_enough(log: Log, line: int) -> bool:
    """Return whether a table has too many problems to read on; if so, record that."""
    if len(log) < ENOUGH:
        return False
    log.add(f"{ENOUGH} problems; the rest is not read", Cell(line, None))
    return True


def located(text: str, log: Sequence[SpotProblem]) -> list[Problem]:
    """Return problems with their lines and columns in a text, in its order."""
    places = [
        Problem(message, spot)
        for message, spot in log
        if not isinstance(spot, Offset) and not isinstance(spot, Cell)
    ]
    inner = any(problem.place for problem in places)
    found = locate_json(text, places) if inner else places
    found = [problem if problem.line else problem._replace(line=1, column=1) for problem in found]
    lines: list[str] | None = None
    at = positions(text)
    for message, spot in log:
        if isinstance(spot, Offset):
            line, column = at(spot.at)
            found.append(Problem(message, (), line, column))
        elif isinstance(spot, Cell):
            lines = lines or re.split(r"\r\n|\r|\n", text)
            found.append(Problem(message, (), spot.line, _column(lines, spot)))
    # For a place without a line, the message would describe a path; line numbers are clearer.
    return sorted(
        (problem._replace(place=()) for problem in found),
        key=lambda problem: (problem.line or 0, problem.column or 0),
    )


def _column(lines: Sequence[str], cell: Cell) -> int | None:
    """Return the column of its line in which a cell of a table begins, from 1."""
    line = lines[cell.line - 1] if cell.line <= len(lines) else ""
    if cell.column is None:
        return None
    at = quoted = cells = 0
    for at, sign in enumerate(line):
        if cells == cell.column and not quoted:
            return at + 1
        quoted ^= sign == '"'
        cells += sign == "," and not quoted
    return at + 2 if cells == cell.column else None


def listed(labels: Sequence[str]) -> str:
    """Return some names for a message.

    >>> listed(["left", "right"]), listed(["a"] * 9)
    ("'left', 'right'", "'a', 'a', 'a', 'a', 'a' and 4 more")
    """
    rest = f" and {len(labels) - 5:,} more" if len(labels) > 5 else ""
    return ", ".join(map(shown, labels[:5])) + rest
