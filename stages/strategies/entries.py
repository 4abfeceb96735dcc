"""What a text says of a strategy, whatever its format, and where in the text it says so."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from schemas.game import Game
from schemas.parts.documents import locate_json
from schemas.parts.problems import Place, Problem, positions, shown
from schemas.parts.source import Source
from schemas.strategies import ExactStrategy
from stages.strategies.names import Names

TOLERANCE = Fraction(1, 2 * 10**6)
"""By how much a number may be rounded, per action of an information set: six digits after the
point, as `%f` and Gambit's programs write them.
"""


ENOUGH = 49
"""Lines of a table with problems, after which the others are not read."""


class Offset(NamedTuple):
    """Where something stands in a text: after so many characters."""

    at: int


class Cell(NamedTuple):
    """Where something stands in a table."""

    line: int
    """From 1."""
    column: int | None
    """Its place among the cells of the line, from 0; None: all of it."""


Spot = Place | Offset | Cell
"""A Place in JSON, or one of the others; () is the whole text."""


class Said(NamedTuple):
    """What stands in a text of one information set."""

    player: int | None
    """1 or 2; None where it is not said."""
    infoset: int | None
    """Its number in the game; None where it is not said."""
    words: str | None
    """What its player knows there, or was shown last; None where it is not said."""
    actions: tuple[str, ...] | None
    """Labels; None for the actions in the order of the game."""
    numbers: tuple[str, ...]
    """The probabilities as they are spelled, one per action."""
    spot: Spot
    """Of all of it."""
    spots: Sequence[Spot]
    """Of the probabilities."""
    exact: tuple[str, ...] | None = None
    """The same probabilities as fractions, where both are written; empty where one is not."""


@dataclass(frozen=True, kw_only=True)
class Text:
    """What a text says."""

    said: Sequence[Said]
    game_sha256: str = ""
    """Of the game that it is for; empty where it is not said."""
    source: Source | None = None
    """Of that game."""
    title: str = ""
    """Of that game in words; empty where it is not said."""
    both: bool = False
    """Whether what is said of no player is said of both, where both have such an information
    set.
    """


class Format(NamedTuple):
    """One format of strategies."""

    name: str
    """As messages call it."""
    suffix: str
    """Of the name of a file."""
    recognise: Callable[[str], bool]
    read: Callable[[str, Names], Text]
    """From a text and the names of the game that it is for. Raises InputError with the line of
    every problem.
    """
    write: Callable[[Game, Sequence[ExactStrategy | None]], Iterator[str]] | None = None
    """From a game and its players' strategies; None for a player of whom nothing is written. None
    where the format is only read.
    """


class Noted(NamedTuple):
    """A problem, and where it is."""

    message: str
    spot: Spot


def is_enough(noted: list[Noted], line: int) -> bool:
    """Return whether a table has so many problems that it is read no further; then note that."""
    if len(noted) < ENOUGH:
        return False
    noted.append(Noted(f"{ENOUGH} problems; the rest is not read", Cell(line, None)))
    return True


def located(text: str, noted: Sequence[Noted]) -> list[Problem]:
    """Return problems with their lines and columns in a text, in its order."""
    places = [
        Problem(message, spot)
        for message, spot in noted
        if not isinstance(spot, Offset) and not isinstance(spot, Cell)
    ]
    inner = any(problem.place for problem in places)
    found = locate_json(text, places) if inner else places
    found = [problem if problem.line else problem._replace(line=1, column=1) for problem in found]
    lines: list[str] | None = None
    at = positions(text)
    for message, spot in noted:
        if isinstance(spot, Offset):
            line, column = at(spot.at)
            found.append(Problem(message, (), line, column))
        elif isinstance(spot, Cell):
            lines = lines or re.split(r"\r\n|\r|\n", text)
            found.append(Problem(message, (), spot.line, _column(lines, spot)))
    # Of places alone the message tells a way through the text, which lines tell better.
    return sorted(
        (problem._replace(place=()) for problem in found),
        key=lambda problem: (problem.line or 0, problem.column or 0),
    )


def _column(lines: Sequence[str], cell: Cell) -> int | None:
    """Return in which column of its line a cell of a table begins, from 1."""
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
