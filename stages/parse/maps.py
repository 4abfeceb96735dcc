"""Maps in the form of the course documents: squares, number of bandits, probability of capture.

Two layouts. `island` (2013 to 2020) has one number per line around the map:
rows, columns, the map, bandits, probability and, in 2020, the index of a
player. `cave` (2023) has one line with bandits and probability before the map.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from schemas.parts.exact import read_exact
from schemas.parts.problems import InputError, Problem, shown
from schemas.parts.squares import Square

WALL, EMPTY, START, EXIT, GOLD, DANGER = "#-SDGE"
SQUARES = WALL + EMPTY + START + EXIT + GOLD + DANGER
# Documents on the web show a minus sign or a dash where an author typed a hyphen.
_DASHES = str.maketrans(
    dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}", EMPTY)
)

Line = tuple[int, str]  # Its number from 1 and its text.


@dataclass(frozen=True, kw_only=True)
class Map:
    """A valid map."""

    layout: str
    """A key of LAYOUTS."""
    rows: tuple[str, ...]
    """Rows of equal length, of SQUARES; exactly one START, at least one EXIT."""
    bandits: int
    """From 0 to the number of dangerous places."""
    capture: Fraction
    """Probability that a fight ends with the agent's capture, from 0 to 1."""
    player: int | None
    """The player of the last line, 0 or 1; None if there is no such line."""

    @property
    def places(self) -> tuple[tuple[str, Square], ...]:
        """The dangerous places e1, e2, ... in reading order."""
        return tuple(
            (f"e{number}", square) for number, square in enumerate(self.squares(DANGER), 1)
        )

    def squares(self, kind: str) -> list[Square]:
        """Return the squares of one kind in reading order."""
        return [
            (row, column)
            for row, text in enumerate(self.rows)
            for column, found in enumerate(text)
            if found == kind
        ]


def read_map(text: str) -> Map:
    r"""Return the map of a text. Raises InputError with all its problems.

    >>> read_map("1 0.5\nSE-D\n").capture
    Fraction(1, 2)
    """
    lines = [
        (number, line.rstrip()) for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1)
    ]
    written = [(number, line.translate(_DASHES)) for number, line in lines if line.strip()]
    if not written:
        raise InputError([Problem("the map is empty", (), 1, 1)])
    first = written[0][1].split()
    layout = "cave" if len(first) > 1 else "island"
    if read_exact(first[0]) is None:
        raise InputError([_no_map(written[0])])
    problems: list[Problem] = []
    found = LAYOUTS[layout](written, problems)
    if problems:
        raise InputError(
            sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0))
        )
    return found


def _island(lines: list[Line], problems: list[Problem]) -> Map:
    head, rest = lines[:2], lines[2:]
    end = next(
        (at for at, (_, line) in enumerate(rest) if read_exact(line.strip()) is not None), len(rest)
    )
    # Other lines cannot occur between rows of the map: the first line that does not look like a row
    # ends it.
    rows, tail = rest[:end], rest[end:]
    last = lines[-1][0]
    height = _whole(problems, head, 0, "the number of rows", 1)
    width = _whole(problems, head, 1, "the number of columns", 1)
    bandits = _whole(problems, tail, 0, "the number of bandits", last + 1)
    capture = _probability(problems, tail, 1, last + 1)
    player = (
        _whole(problems, tail, 2, "the index of the player", last + 1) if len(tail) > 2 else None
    )
    if player not in (None, 0, 1) and _is_whole(tail[2][1]):
        problems.append(_at(tail[2], 1, f"the index of the player is 0 or 1, not {player}"))
    for line in tail[3:]:
        problems.append(
            _at(line, 1, f"{shown(line[1])} stands after the end of the map's description")
        )
    if height != len(rows) and height >= 0:
        problems.append(_at(head[0], 1, f"the map has {len(rows)} rows, not {height}"))
    _check_rows(problems, rows, width if len(head) > 1 else -1, head[0])
    return _checked(
        problems, "island", rows, tail[0] if tail else head[0], bandits, capture, player
    )


def _cave(lines: list[Line], problems: list[Problem]) -> Map:
    head, rows = lines[0], lines[1:]
    words = [(head[0], word) for word in head[1].split()]
    bandits = _whole(problems, words, 0, "the number of miners", head[0])
    capture = _probability(problems, words, 1, head[0], head[1].rfind(words[1][1]) + 1)
    for _, word in words[2:]:
        problems.append(
            _at(
                head,
                head[1].rfind(word) + 1,
                f"{shown(word)} is too much; the line has miners and probability",
            )
        )
    width = Counter(len(line) for _, line in rows).most_common(1)[0][0] if rows else 0
    _check_rows(problems, rows, width, head)
    return _checked(problems, "cave", rows, head, bandits, capture, None)


LAYOUTS: dict[str, Callable[[list[Line], list[Problem]], Map]] = {"island": _island, "cave": _cave}


def _check_rows(problems: list[Problem], rows: list[Line], width: int, head: Line) -> None:
    if not rows:
        problems.append(_at(head, 1, "there is no row of a map"))
    for line in rows:
        if len(line[1]) != width and width >= 0:
            problems.append(
                _at(
                    line,
                    min(len(line[1]), width) + 1,
                    f"the row has {len(line[1])} squares, not {width}",
                )
            )
        for column, square in enumerate(line[1], 1):
            if square not in SQUARES:
                problems.append(
                    _at(line, column, f"{square!r} is not a square; use one of {' '.join(SQUARES)}")
                )
    starts = [
        (line, column)
        for line in rows
        for column, square in enumerate(line[1], 1)
        if square == START
    ]
    for line, column in starts[1:]:
        problems.append(_at(line, column, "a second start S; there is exactly one"))
    if rows and not starts:
        problems.append(_at(rows[0], 1, "the map has no start S"))
    if rows and not any(EXIT in line for _, line in rows):
        problems.append(_at(rows[0], 1, "the map has no exit D"))


def _checked(
    problems: list[Problem],
    layout: str,
    rows: list[Line],
    at: Line,
    bandits: int,
    capture: Fraction,
    player: int | None,
) -> Map:
    places = sum(line.count(DANGER) for _, line in rows)
    if bandits > places:
        problems.append(
            _at(
                at,
                1,
                f"{bandits} to hide, but {places} dangerous places E; at most one hides at a place",
            )
        )
    return Map(
        layout=layout,
        rows=tuple(line for _, line in rows),
        bandits=bandits,
        capture=capture,
        player=player,
    )


def _whole(problems: list[Problem], lines: list[Line], at: int, what: str, missing: int) -> int:
    """Return the nonnegative whole number of a line; -1 after a problem."""
    if at >= len(lines):
        problems.append(Problem(f"{what} is missing", (), missing, 1))
    elif not _is_whole(lines[at][1]):
        problems.append(
            _at(lines[at], 1, f"{shown(lines[at][1])} is not {what}; use a whole number from 0")
        )
    else:
        return int(lines[at][1])
    return -1


def _is_whole(text: str) -> bool:
    return text.strip().isdigit() and text.isascii() and len(text.strip()) < 10


def _probability(
    problems: list[Problem], lines: list[Line], at: int, missing: int, column: int = 1
) -> Fraction:
    if at >= len(lines):
        problems.append(
            Problem("the probability of a successful attack is missing", (), missing, 1)
        )
        return Fraction(0)
    number = read_exact(lines[at][1].strip())
    if number is None:
        problems.append(
            _at(
                lines[at],
                column,
                f"{shown(lines[at][1])} is not a probability; use a number such as 0.5",
            )
        )
    elif not 0 <= number <= 1:
        problems.append(
            _at(lines[at], column, f"the probability {lines[at][1].strip()} is not between 0 and 1")
        )
    return number or Fraction(0)


def _at(line: Line, column: int, message: str) -> Problem:
    return Problem(message, (), line[0], column)


def _no_map(line: Line) -> Problem:
    known = (
        "a map begins with its number of rows (island) or with '2 0.33', miners and probability "
        "(cave)"
    )
    return _at(line, 1, f"{shown(line[1])} begins no map; {known}")
