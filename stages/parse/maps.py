"""Maps in the form of the course documents: squares, number of bandits, probability of capture.

Two layouts, the rows of LAYOUTS. `island` (2013 to 2020) has one number per line around the map:
rows, columns, the map, bandits, probability and, in 2020, the index of a player. `cave` (2023) has
one line with bandits and probability before the map.

For the walks of an agent that enters no square twice, the squares of a map are numbered, and a set
of squares is an integer with one bit per square. Exits are in no such set: an agent that enters one
leaves the board, so an exit stays open as long as a neighbour can be reached.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from ...schemas.parts.exact import read_exact, write_exact
from ...schemas.parts.problems import InputError, Problem, counted, shown
from ...schemas.parts.squares import MAX_COORDINATE, STEPS, Square

WALL, EMPTY, START, EXIT, GOLD, DANGER = "#-SDGE"
SQUARES = WALL + EMPTY + START + EXIT + GOLD + DANGER
# Documents on the web show a minus sign or a dash where an author typed a hyphen.
_DASHES = str.maketrans(
    dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}", EMPTY)
)

Line = tuple[int, str]  # Its number from 1 and its text.
LONGEST = MAX_COORDINATE
"""The most rows, and the most columns: positions are numbers of 16 bits."""


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
    def rules(self) -> str:
        """The name of the rules by which the map is played unless others are asked for."""
        return LAYOUTS[self.layout].rules

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
    layout = next((layout for layout in LAYOUTS.values() if layout.begins(first)), None)
    if layout is None or read_exact(first[0]) is None:
        raise InputError([_no_map(written[:1])])
    problems: list[Problem] = []
    found = layout.read(written, problems)
    if problems:
        raise InputError(
            sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0))
        )
    return found


def has_way_out(board: Map) -> bool:
    r"""Return whether a way leads from the start of a map to an exit.

    >>> has_way_out(read_map("1 0.5\nSE#D\n"))
    False
    """
    squares = Board(board)
    return any(squares.kinds[square] == EXIT for square in squares.reachable)


def _island(lines: list[Line], problems: list[Problem]) -> Map:
    head, rest = lines[:2], lines[2:]
    end = next((at for at, (_, line) in enumerate(rest) if _begins_as_number(line)), len(rest))
    # Other lines cannot occur between rows of the map: the first line that does not look like a row
    # ends it.
    rows, tail = rest[:end], rest[end:]
    last = lines[-1][0]
    height = _whole(problems, head, 0, "the number of rows", 1)
    width = _whole(problems, head, 1, "the number of columns", 1)
    has_size = bool(tail) or any(len(row) == width for _, row in rows)
    if len(lines) == 2 and min(height, width) >= 0:
        raise InputError([Problem("the map has no rows", (), last, 1)])
    if not rows or not has_size or set(head[1][1]) <= set(SQUARES):
        raise InputError([_no_map(lines[: 2 if rows else 3])])
    rows = _without_text(problems, rows, width)
    bandits, capture = _bandits_and_capture(problems, tail, "bandits", last + 1)
    player = (
        _whole(problems, tail, 2, "the index of the player", last + 1) if len(tail) > 2 else None
    )
    if player not in (None, 0, 1) and _is_whole(tail[2][1]):
        _note(problems, tail[2], 1, f"the index of the player is 0 or 1, not {player}")
    for line in tail[3:]:
        said = f"unexpected {shown(line[1])} after the end of the map's description"
        _note(problems, line, 1, said)
    if height != len(rows) and height >= 0:
        _note(problems, head[0], 1, f"the map has {len(rows)} rows, not {height}")
    lengths = {len(text) for _, text in rows}
    if len(lengths) == 1 and width not in (-1, *lengths):
        _note(problems, head[1], 1, f"the map has {len(rows[0][1])} columns, not {width}")
        width = len(rows[0][1])
    _check_rows(problems, rows, width, head[0])
    return _checked(
        problems, "island", rows, tail[0] if tail else head[0], bandits, capture, player
    )


def _cave(lines: list[Line], problems: list[Problem]) -> Map:
    head, rows = lines[0], lines[1:]
    first, second, *more = head[1].split(maxsplit=2)
    column = head[1].find(second, len(first)) + 1
    if any(_begins_as_number(line) for _, line in rows):
        if read_exact(second) is None:
            said = f"unexpected {shown(head[1][column - 1 :])} after the number of rows"
            raise InputError([Problem(said, (), head[0], column)])
        problem = (
            "two numbers in the first line begin a cave, whose other lines are squares; an island "
            "has its numbers of rows and columns in two lines"
        )
        raise InputError([Problem(problem, (), head[0], 1)])
    words = [(head[0], first), (head[0], second)]
    bandits, capture = _bandits_and_capture(problems, words, "miners", head[0], column)
    for text in more:
        said = f"unexpected {shown(text)}; the line has two numbers, miners and probability"
        _note(problems, head, len(head[1]) - len(text) + 1, said)
    width = Counter(len(line) for _, line in rows).most_common(1)[0][0] if rows else 0
    rows = _without_text(problems, rows, width)
    _check_rows(problems, rows, width, head)
    return _checked(problems, "cave", rows, head, bandits, capture, None)


class Layout(NamedTuple):
    """How some documents write maps."""

    begin: str
    """The first lines of a map, in words."""
    begins: Callable[[Sequence[str]], bool]
    """Whether these may be the words of the first line."""
    read: Callable[[list[Line], list[Problem]], Map]
    """The reader of all lines that are not blank; problems are added to the list."""
    write: Callable[[Map, str], str]
    """The text of a map, with the given spelling of its probability."""
    numbers: Callable[[Map], tuple[tuple[int, int], tuple[int, int]]]
    """Where the number of bandits and the probability stand: the line, not counting blank ones, and
    the word in it, from 0.
    """
    hidden: str
    """Who hides on the map."""
    one_exit: bool
    """Whether the documents have maps with one exit only."""
    rules: str
    """The rules by which such maps are played unless others are asked for."""


# A new layout has its reader here. If its rules are new, they are a row of RULES in `rule_sets.py`
# with the name of the layout as `family`.
LAYOUTS = {
    "island": Layout(
        begin="the numbers of rows and columns, one per line",
        begins=lambda words: len(words) == 1,
        read=_island,
        write=lambda board, p: "\n".join(
            (str(len(board.rows)), str(len(board.rows[0])), *board.rows, f"{board.bandits}", p, "")
        ),
        numbers=lambda board: ((2 + len(board.rows), 0), (3 + len(board.rows), 0)),
        hidden="bandits",
        one_exit=True,
        rules="island-2018",
    ),
    "cave": Layout(
        begin="miners and probability, as in '2 0.33'",
        begins=lambda words: len(words) > 1,
        read=_cave,
        write=lambda board, p: "\n".join((f"{board.bandits} {p}", *board.rows, "")),
        numbers=lambda board: ((0, 0), (0, 1)),
        hidden="miners",
        one_exit=False,
        rules="cave-2023",
    ),
}


def _without_text(problems: list[Problem], rows: list[Line], width: int) -> list[Line]:
    """Return the rows without text behind them, and without lines that are no rows; add a problem
    for each, as all their characters would have one.
    """
    kept = []
    for number, text in rows:
        row, rest = text[:width], text[width:]
        letters = {letter for letter in text if letter.isalpha() and letter.upper() not in SQUARES}
        if width > 0 and rest[:1].isspace() and _all_squares([(number, row)]):
            said = f"unexpected {shown(rest.strip())} behind the row"
            _note(problems, (number, text), text.index(rest.strip(), width) + 1, said)
            kept.append((number, row))
        elif len(letters) > 2:
            _note(problems, (number, text), 1, f"{shown(text)} is no row of the map")
        else:
            kept.append((number, text))
    return kept


def _check_rows(problems: list[Problem], rows: list[Line], width: int, head: Line) -> None:
    if not rows:
        _note(problems, head, 1, "the map has no rows")
    if max(len(rows), width) > LONGEST:
        said = f"the map has {len(rows):,} rows of {width:,} squares; the most are {LONGEST:,}"
        _note(problems, rows[0] if rows else head, 1, said)
    for line in rows:
        if len(line[1]) != width and width >= 0:
            said = f"the row has {len(line[1])} squares, not {width}"
            _note(problems, line, min(len(line[1]), width) + 1, said)
    _check_squares(problems, rows)
    starts = [(line, found.start() + 1) for line in rows for found in re.finditer(START, line[1])]
    for line, column in starts[1:]:
        _note(problems, line, column, "a second start S; a map has exactly one")
    if not _all_squares(rows):  # What seems to be missing may be among the wrong ones.
        return
    if rows and not starts:
        _note(problems, rows[0], 1, "the map has no start S")
    if rows and not any(EXIT in line for _, line in rows):
        _note(problems, rows[0], 1, "the map has no exit D")


def _check_squares(problems: list[Problem], rows: list[Line]) -> None:
    """Add a problem for each character that is not a square, where it is first."""
    first: dict[str, tuple[Line, int]] = {}
    for line in rows:
        for column, square in enumerate(line[1], 1):
            if square not in SQUARES:
                first.setdefault(square, (line, column))
    for square, (line, column) in first.items():
        times = sum(text.count(square) for _, text in rows)
        said = {" ": "a blank", "\t": "a tab"}.get(square, repr(square))
        many = f" ({times} times)" if times > 1 else ""
        known = f"use one of {' '.join(SQUARES)}"
        if square.upper() in SQUARES:
            known = f"did you mean {square.upper()}"
        _note(problems, line, column, f"{said} is not a square{many}; {known}")


def _all_squares(rows: list[Line]) -> bool:
    return all(square in SQUARES for _, line in rows for square in line)


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
    if bandits > places and _all_squares(rows):
        hidden = counted(bandits, LAYOUTS[layout].hidden.removesuffix("s"))
        dangers = counted(places, "dangerous place")
        words = f"{hidden} for {dangers} E; at most one hides at a place"
        _note(problems, at, 1, words)
    return Map(
        layout=layout,
        rows=tuple(line for _, line in rows),
        bandits=bandits,
        capture=capture,
        player=player,
    )


def _bandits_and_capture(
    problems: list[Problem], lines: list[Line], hidden: str, missing: int, column: int = 1
) -> tuple[int, Fraction]:
    """Return the first two numbers of some lines; the second begins at a column."""
    if len(lines) > 1 and not _is_whole(lines[0][1]) and _is_whole(lines[1][1]):
        first, second = (text.strip() for _, text in lines[:2])
        capture = read_exact(first)
        if capture is not None and 0 <= capture <= 1:
            said = f"exchange {first} and {second}: {hidden} come first, then the probability"
            _note(problems, lines[0], 1, said)
            return int(second), capture
    bandits = _whole(problems, lines, 0, f"the number of {hidden}", missing)
    return bandits, _probability(problems, lines, 1, missing, column)


def _whole(problems: list[Problem], lines: list[Line], at: int, what: str, missing: int) -> int:
    """Return the nonnegative whole number of a line; -1 after a problem."""
    if at >= len(lines):
        problems.append(Problem(f"{what} is missing", (), missing, 1))
        return -1
    number = _number_alone(problems, lines[at], 1)
    if _is_whole(number):
        return int(number)
    said = f"{shown(lines[at][1])} is not {what}; use a whole number from 0"
    _note(problems, lines[at], 1, said)
    return -1


def _is_whole(text: str) -> bool:
    return text.strip().isdigit() and text.isascii() and len(text.strip()) < 10


def _probability(
    problems: list[Problem], lines: list[Line], at: int, missing: int, column: int = 1
) -> Fraction:
    if at >= len(lines):
        said = "the probability of a successful attack is missing"
        problems.append(Problem(said, (), missing, 1))
        return Fraction(0)
    text = _number_alone(problems, lines[at], column)
    number = read_exact(text)
    if number is None:
        said = f"{shown(lines[at][1])} is not a probability; use a number such as 0.5"
        _note(problems, lines[at], column, said)
    elif not 0 <= number <= 1:
        _note(problems, lines[at], column, f"the probability {text} is not between 0 and 1")
    return number or Fraction(0)


def _note(problems: list[Problem], line: Line, column: int, message: str) -> None:
    problems.append(Problem(message, (), line[0], column))


def _begins_as_number(line: str) -> bool:
    return read_exact(line.split()[0]) is not None


def _number_alone(problems: list[Problem], line: Line, column: int) -> str:
    """Return the word of a line that is to be a number; add a problem for text after a number."""
    number, *more = line[1].split(maxsplit=1)
    if not more or read_exact(number) is None:
        return line[1].strip()
    at = column + line[1].rindex(more[0])
    _note(problems, line, at, f"unexpected {shown(more[0])} after the number")
    return number


def _no_map(begin: list[Line]) -> Problem:
    known = " or with ".join(f"{layout.begin} ({name})" for name, layout in LAYOUTS.items())
    lines = ", then ".join(shown(line) for _, line in begin)
    return Problem(f"a map cannot begin with {lines}; it begins with {known}", (), begin[0][0], 1)


_LINES = re.compile(r"[^\r\n]+")
_WORDS = re.compile(r"\S+")


def varied(text: str, p: Fraction | None = None, bandits: int | None = None) -> str:
    r"""Return the text of a map with the probability `p`, from 0 to 1, and the given number of
    bandits, from 0; None keeps the number in the text.

    A number that the map already has keeps its spelling. The number of bandits may exceed the
    number of places; the reader of the map then reports it. Raises InputError with all problems of
    the text.

    >>> varied("1 0.5\nSE-D\n", p=Fraction(1, 3))
    '1 1/3\nSE-D\n'
    >>> varied("1\n4\nSE-D\n1\n0.5\n", Fraction(1, 2), bandits=0)
    '1\n4\nSE-D\n0\n0.5\n'
    """
    board = read_map(text)
    lines = [line.span() for line in _LINES.finditer(text) if line[0].strip()]
    first, second = (
        [word.span() for word in _WORDS.finditer(text, *lines[line])][at]
        for line, at in LAYOUTS[board.layout].numbers(board)
    )
    old_bandits, old_p = text[slice(*first)], text[slice(*second)]
    new_bandits = old_bandits if bandits in (None, board.bandits) else str(bandits)
    new_p = old_p if p is None or p == board.capture else write_exact(p)
    return f"{text[: first[0]]}{new_bandits}{text[first[1] : second[0]]}{new_p}{text[second[1] :]}"


Squares = int  # A set of squares.


@dataclass(frozen=True)
class Board:
    """The squares of a map, numbered row by row."""

    map: Map

    @cached_property
    def width(self) -> int:
        return len(self.map.rows[0])

    @cached_property
    def kinds(self) -> str:
        """The letter of each square on the map."""
        return "".join(self.map.rows)

    @cached_property
    def start(self) -> int:
        return self.kinds.index(START)

    @cached_property
    def free(self) -> Squares:
        """All squares that can be entered and left again, without the start."""
        return _squares(kind not in (WALL, EXIT, START) for kind in self.kinds)

    @cached_property
    def neighbours(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        """For each square the moves and their target squares, including exits but not walls."""
        return tuple(tuple(self._neighbours(square)) for square in range(len(self.kinds)))

    @cached_property
    def reachable(self) -> set[int]:
        """The squares that some walk enters, with the start."""
        found, waiting = {self.start}, [self.start]
        while waiting:
            near = {to for _, to in self.neighbours[waiting.pop()]} - found
            found |= near
            waiting += [to for to in near if self.kinds[to] != EXIT]
        return found

    @cached_property
    def places(self) -> dict[int, str]:
        """The names of the dangerous places by square."""
        squares = (square for square, kind in enumerate(self.kinds) if kind == DANGER)
        return {square: name for square, (name, _) in zip(squares, self.map.places, strict=True)}

    def at(self, square: int) -> Square:
        """Return row and column."""
        return divmod(square, self.width)

    def _neighbours(self, square: int) -> list[tuple[str, int]]:
        row, column = self.at(square)
        found = [(label, row + down, column + right) for label, (down, right) in STEPS.items()]
        return [
            (label, r * self.width + c)
            for label, r, c in found
            if 0 <= r < len(self.map.rows)
            and 0 <= c < self.width
            and self.kinds[r * self.width + c] != WALL
        ]


def _squares(held: Iterable[bool]) -> Squares:
    return int("".join("01"[one] for one in held)[::-1] or "0", 2)
