"""The board of a map: walls, free squares, gold, start, exits and dangerous places.

Other pictures are drawn on top of it. Squares are given by row and column from 0, as everywhere;
`centre` returns their position in the picture.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ....schemas.parts.squares import Square, column_name, square_name
from ..scene import Circle, Group, Path, Pen, Rect, Scene, Shape, Text, number

CELL = 48
"""Pixels from square to square."""
MARGIN = 6
"""Pixels of wall around the board."""
EDGE = 26.0
"""Pixels for the names of rows and columns, where a picture has them."""
WIDE = 14
"""Number of columns up to which a board is shown in full size, or nearly."""


class Place(NamedTuple):
    """A dangerous place."""

    name: str
    square: Square


class Board(NamedTuple):
    """The drawn parts of a map."""

    rows: tuple[str, ...]
    """Rows of equal length, in the letters of `schemas/map.md`."""
    places: tuple[Place, ...]
    """In reading order."""

    def squares(self, letters: str) -> list[Square]:
        """Return the squares that have one of these letters, in reading order."""
        return [
            (row, column)
            for row, text in enumerate(self.rows)
            for column, letter in enumerate(text)
            if letter in letters
        ]


def board(rows: Sequence[str]) -> Board:
    """Return the board of the rows of a map; its dangerous places are e1, e2, ... in reading order.

    >>> board(["SE#", "-ED"]).places
    (Place(name='e1', square=(0, 1)), Place(name='e2', square=(1, 1)))
    """
    bare = Board(tuple(rows), ())
    places = (Place(f"e{at}", square) for at, square in enumerate(bare.squares("E"), 1))
    return bare._replace(places=tuple(places))


def size(shown: Board) -> tuple[float, float]:
    """Return width and height in pixels."""
    return len(shown.rows[0]) * CELL + 2 * MARGIN, len(shown.rows) * CELL + 2 * MARGIN


def magnified(shown: Board) -> float:
    """Return the scale of letters on a board that is shrunk to be visible as a whole."""
    return 1 if len(shown.rows[0]) <= WIDE else 1.4


def corner(square: Square) -> tuple[float, float]:
    """Return the position of a square's upper left corner."""
    return MARGIN + square[1] * CELL, MARGIN + square[0] * CELL


def centre(square: Square) -> tuple[float, float]:
    """Return the position of a square's centre.

    >>> centre((0, 1))
    (78.0, 30.0)
    """
    x, y = corner(square)
    return x + CELL / 2, y + CELL / 2


def description(shown: Board) -> str:
    """Return the board in words, for people who cannot see it.

    >>> description(board(["SE#", "-ED"]))
    'A board of 2 rows and 3 columns, A1 to C2. Start A1. Exit C2. Dangerous places e1 B1; e2 B2. \
Rows: SE# / -ED.'
    """
    rows, columns = len(shown.rows), len(shown.rows[0])
    last = square_name((rows - 1, columns - 1))
    parts = [f"A board of {rows} rows and {columns} columns, A1 to {last}"]
    for name, letter in (("Start", "S"), ("Exit", "D"), ("Gold", "G")):
        if squares := shown.squares(letter):
            parts.append(f"{name} {'; '.join(map(square_name, squares))}")
    if shown.places:
        places = "; ".join(f"{name} {square_name(square)}" for name, square in shown.places)
        parts.append(f"Dangerous places {places}")
    return ". ".join([*parts, f"Rows: {' / '.join(shown.rows)}."])


def shapes(shown: Board) -> Iterator[Shape]:
    """Yield a board without play, of its `size`."""
    yield from ground(shown)
    yield from signs(shown)
    for place in shown.places:
        row, column = place.square
        hover, marks = f"{place.name}, a dangerous place", {"data-mark-square": f"{row},{column}"}
        yield Group([box(place), name(place)], hover=hover, marks=marks)


def edges(shown: Board) -> Iterator[Text]:
    """Yield the names of columns and rows, for a board that is moved by EDGE."""
    for column in range(len(shown.rows[0])):
        x, _ = centre((0, column))
        yield Text(column_name(column), EDGE + x, EDGE - 8, "soft-words", anchor="middle")
    for row in range(len(shown.rows)):
        _, y = centre((row, 0))
        yield Text(str(row + 1), EDGE - 7, EDGE + y + 5, "soft-words", anchor="end")


def with_edges(scene: Scene, shown: Board) -> Scene:
    """Return the scene of a board with the names of columns and rows at its edges."""
    shapes: list[Shape] = [*edges(shown), Group(scene.shapes, EDGE, EDGE)]
    return scene._replace(width=EDGE + scene.width, height=EDGE + scene.height, shapes=shapes)


def ground(shown: Board) -> Iterator[Shape]:
    """Yield walls and free squares alone."""
    width, height = size(shown)
    yield Rect(0, 0, width, height, "wall", MARGIN)
    yield Rect(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN, "floor")
    yield Path("".join(_lines(shown)), "line")
    if walls := "".join(_walls(shown)):
        yield Path(walls, "wall")


def signs(shown: Board) -> Iterator[Shape]:
    """Yield start, exits and gold alone."""
    for square in shown.squares("S"):
        yield _start(*centre(square))
    for square in shown.squares("D"):
        yield _exit(*centre(square))
    for square in shown.squares("G"):
        yield _gold(*centre(square))


def _lines(shown: Board) -> Iterator[str]:
    """Yield the lines between squares."""
    width, height = size(shown)
    for row in range(1, len(shown.rows)):
        yield f"M{MARGIN} {number(MARGIN + row * CELL)}h{number(width - 2 * MARGIN)}"
    for column in range(1, len(shown.rows[0])):
        yield f"M{number(MARGIN + column * CELL)} {MARGIN}v{number(height - 2 * MARGIN)}"


def _walls(shown: Board) -> Iterator[str]:
    """Yield the walls of each row, merging neighbours."""
    for row, text in enumerate(shown.rows):
        for letter, run in groupby(range(len(text)), text.__getitem__):
            if letter == "#":
                first, *rest = run
                x, y = corner((row, first))
                # Half a pixel more, so that no gap shows between the walls of two rows.
                across = number((1 + len(rest)) * CELL + 1)
                yield f"M{number(x - 0.5)} {number(y - 0.5)}h{across}v{CELL + 1}h-{across}z"


def _start(x: float, y: float) -> Group:
    ring = Circle(x, y, 15, "way", Pen(2, (3, 3)))
    letter = Text("S", x, y + 5, "first-words", anchor="middle", bold=True)
    return Group([ring, letter], hover="start")


def _exit(x: float, y: float) -> Group:
    door = Path(f"M{number(x - 11)} {number(y + 16)}v-32h22v32z", "exit")
    arrow = f"M{number(x - 6)} {number(y)}h8m-4 -5l5 5l-5 5"
    return Group([door, Path(arrow, "exit-way", Pen(2.5))], hover="exit")


def _gold(x: float, y: float) -> Group:
    coin = Circle(x, y, 11, "gold")
    letter = Text("G", x, y + 4.5, "gold-words", anchor="middle", bold=True)
    return Group([coin, letter], hover="gold")


def box(place: Place, passed: bool = True) -> Rect:
    """Return the square of a dangerous place, dashed if it is never passed."""
    x, y = corner(place.square)
    side = CELL - 4
    return Rect(x + 2, y + 2, side, side, "danger", 5, Pen() if passed else Pen(dashes=(4, 3)))


def name(place: Place) -> Text:
    """Return its name, in the corner of its square."""
    x, y = corner(place.square)
    return Text(place.name, x + 6, y + 15, size=12, bold=True)
