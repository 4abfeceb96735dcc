"""Dangerous places with how likely each is occupied: a part of its square, and a number."""

from collections.abc import Iterator, Sequence
from itertools import starmap
from typing import NamedTuple

from stages.draw.labels import share_text, width
from stages.draw.maps.board import CELL, Place, box, corner
from stages.draw.maps.ribbons import Box, meet, told
from stages.draw.svg import group, hover, part, words

NAME, SHARE = 11.5, 11.0
"""Sizes of letters."""
ROUGH = 1.12
"""How much wider than a little more than in most fonts a line may be."""
TOP, BOTTOM, LEFT, RIGHT = 14.0, CELL - 7.0, 5.0, CELL - 4.5
"""Feet and ends of lines in a square."""


class _Line(NamedTuple):
    """A line of words in the square of a place."""

    text: str
    size: float
    x: float
    y: float
    """Of its foot."""
    ends: bool
    """Whether x is its end, not where it begins."""

    @property
    def box(self) -> Box:
        wide = width(self.text, self.size) * ROUGH
        first = self.x - wide if self.ends else self.x
        return first, self.y - self.size * 0.8, first + wide, self.y


def occupied(place: Place, share: float, passed: bool) -> Iterator[str]:
    """Yield the square of a place, filled as far as it is likely; in dashes if nobody passes it."""
    x, y = corner(place.square)
    never = "" if passed else "; nobody passes it"
    more = hover(
        f"{place.name}, a dangerous place: occupied with probability {share_text(share)}{never}"
    )
    yield from group([more, box(place, passed), filled(x + 2, y + 2, CELL - 4, share)])


def filled(x: float, y: float, side: float, share: float) -> str:
    """Return the lower part of a square, as much of it as is likely."""
    if not share:
        return ""
    high = (side - 2) * share
    return part("rect", "filled", x=x + 1, y=y + side - 1 - high, width=side - 2, height=high, rx=3)


def names(
    place: Place, share: float, passed: bool, taken: Sequence[Box], larger: float = 1.0
) -> Iterator[str]:
    """Yield the name of a place and how likely it is occupied, one above the other, beside what is
    `taken` if that is possible; in letters so much larger. In brackets where nobody passes.
    """
    likely = told(share, larger > 1)
    ways = list(_ways(place, likely if passed or not share else f"({likely})", larger))
    free = (lines for lines in ways if not any(meet(a.box, b) for a in lines for b in taken))
    for line in next(free, ways[0]):
        bold = {"font_weight": 700} if line.text == place.name else {}
        yield words(
            line.text,
            line.x,
            line.y,
            "filled-words",
            text_anchor="end" if line.ends else "start",
            font_size=line.size,
            stroke_width=3,
            paint_order="stroke",
            **bold,
        )


def _ways(place: Place, share: str, larger: float) -> Iterator[list[_Line]]:
    """Yield how the two lines can stand, the best first."""
    x, y = corner(place.square)
    name = (place.name, NAME * larger)
    likely = (share, SHARE * larger)
    top = y + TOP + 4 * (larger - 1)
    for above, below in ((name, likely), (likely, name)):
        for ends in (False, True):
            end = RIGHT if ends else LEFT
            lines = ((*above, x + LEFT, top, False), (*below, x + end, y + BOTTOM, ends))
            yield list(starmap(_Line, lines))
