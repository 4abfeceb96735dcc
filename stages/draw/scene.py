"""A picture as shapes; `stages.draw.svg` and `stages.draw.tikz` write it.

Coordinates and lengths are pixels from the upper left corner, downwards. Each shape has a role, a
key of `stages.draw.colours.ROLES`, that determines its paint.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

Point = tuple[float, float]

LETTER = 13.0
"""Usual size of letters."""
MOST_LINES = 200
"""Greatest number of lines of a description."""


class Pen(NamedTuple):
    """How lines and edges are drawn."""

    width: float = 1.0
    dashes: tuple[float, ...] = ()
    """Lengths of dashes and gaps in turn; empty for a solid line."""
    round: bool = False
    """Whether lines have round ends and corners."""


THIN = Pen()
Marks = Mapping[str, str]
"""Attributes for the script of a page; only SVG has them."""
NO_MARKS: Marks = {}


class Polyline(NamedTuple):
    """Straight lines from point to point."""

    points: Sequence[Point]
    role: str
    pen: Pen = THIN
    hover: str = ""
    """A text that is shown when the pointer is over the shape."""
    marks: Marks = NO_MARKS


class Polygon(NamedTuple):
    points: Sequence[Point]
    role: str
    pen: Pen = THIN
    hover: str = ""


class Path(NamedTuple):
    """Lines, curves and areas."""

    d: str
    """Commands M, L, H, V, C and Z of an SVG path, absolute or relative; the first one is M."""
    role: str
    pen: Pen = THIN
    hover: str = ""
    opacity: float = 1.0
    marks: Marks = NO_MARKS


class Rect(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    role: str
    corner: float = 0.0
    """Radius of its corners."""
    pen: Pen = THIN
    hover: str = ""
    opacity: float = 1.0
    marks: Marks = NO_MARKS


class Circle(NamedTuple):
    x: float
    y: float
    radius: float
    role: str
    pen: Pen = THIN
    hover: str = ""


class Text(NamedTuple):
    """A line of plain text."""

    text: str
    x: float
    y: float
    """Of its baseline."""
    role: str = "words"
    size: float = LETTER
    anchor: str = "start"
    """The part of the text at x: `start`, `middle` or `end`."""
    bold: bool = False
    upright: bool = False
    """Whether it is to be read from bottom to top."""
    halo: float = 0.0
    """Width of an edge in the colour of the ground, so that letters can be read on lines."""
    hover: str = ""
    marks: Marks = NO_MARKS


class Group(NamedTuple):
    """Shapes that are enlarged and moved together."""

    shapes: Sequence["Shape"]
    x: float = 0.0
    """Where the origin of the shapes lies."""
    y: float = 0.0
    scale: float = 1.0
    hover: str = ""
    hidden: bool = False
    """Whether it is invisible until the script of a page shows it."""
    marks: Marks = NO_MARKS


Shape = Polyline | Polygon | Path | Rect | Circle | Text | Group


class Scene(NamedTuple):
    """One picture."""

    width: float
    height: float
    title: str
    description: str
    """The whole picture in words, for people who cannot see it."""
    shapes: Sequence[Shape]


def roles(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yield the role of each shape, in drawing order."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from roles(shape.shapes)
        elif shape.role:
            yield shape.role


def first_lines(lines: Sequence[str]) -> str:
    """Return lines as a description, cut to MOST_LINES."""
    more = [f"and {len(lines) - MOST_LINES:,} more lines\n"] if len(lines) > MOST_LINES else []
    return "".join([*lines[:MOST_LINES], *more])


def number(value: float) -> str:
    """Return a number of pixels with at most two decimals.

    >>> number(3.0), number(2.345), number(-0.001)
    ('3', '2.35', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
