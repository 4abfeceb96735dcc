"""A map with play on it, as SVG: ribbons along squares, and dangerous places filled according to
the probability that each is occupied.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, starmap
from typing import NamedTuple

from stages.draw import svg
from stages.draw.labels import BOLD, share_text, width
from stages.draw.maps import board as boards
from stages.draw.maps.board import CELL, Place, box, centre, corner
from stages.draw.maps.flow import MapPicture
from stages.draw.maps.ribbons import (
    Box,
    Number,
    Point,
    Run,
    boxes,
    corners,
    meet,
    numbers,
    ribbon_width,
    runs,
    told,
)
from stages.draw.maps.words import outcome, value_text, walk_text
from stages.draw.svg import group, hover, number, part, words

AROUND, LINE, GAP = 16.0, 18.0, 6.0
"""Pixels around the picture, of a line of words, and between the words and the board."""
ROW, SAMPLE = 26.0, 86.0
"""Pixels of a row of the legend, and of a sample in it."""
SIGN = 9.0
"""Pixels from the middle of a sign of the board to its sides."""
TOLD = 3
"""Number of walks in the description."""
SCALE = (1.0, 0.5, 0.1)
"""Probabilities in the legend."""
TITLE, WORDS = 16.0, 12.5
"""Sizes of letters."""
PAGE = 640
"""Size in pixels up to which a page shows a board unscaled. Larger boards are shrunk there, so the
words above and below them are drawn larger.
"""


def write_svg(picture: MapPicture) -> Iterator[str]:
    """Yield the lines of a file."""
    wide, high = boards.size(picture.board)
    facts, legend = list(_facts(picture)), list(_legend(picture))
    scale = max(1.0, round(wide / PAGE, 2))
    top = scale * (AROUND + (24 if picture.title else 0) + LINE * len(facts) + GAP)
    foot = scale * (ROW * len(legend) + (ROW / 2 if legend else 0) + AROUND)
    across = [wide / scale, width(picture.title, TITLE) * BOLD]
    across += [width(fact, WORDS) for fact in facts]
    across += [SAMPLE * len(SCALE) + width(told, WORDS) for told, _ in legend]
    full = scale * (max(across) + 2 * AROUND)
    shift = f"translate({number((full - wide) / 2)} {number(top)})"
    yield from svg.picture(
        full,
        top + high + foot,
        picture.title or "map",
        description(picture),
        [
            *_enlarged(_head(picture, facts), scale),
            *group(_parts(picture), transform=shift),
            *_enlarged(_rows(legend, (top + high) / scale, scale), scale),
        ],
    )


def _enlarged(parts: Iterable[str], scale: float) -> Iterator[str]:
    return iter(parts) if scale == 1 else group(parts, transform=f"scale({number(scale)})")


def inside(picture: MapPicture) -> Iterator[str]:
    """Yield the board with play on it, as part of a page."""
    told, size = description(picture), boards.size(picture.board)
    yield from svg.inside(*size, picture.title or "map", told, _parts(picture))


def description(picture: MapPicture) -> str:
    """Return the picture in words, for people who cannot see it."""
    parts = [boards.told(picture.board)]
    if picture.play:
        play, board = picture.play, picture.board
        found = zip(board.places, play.occupied, strict=True)
        places = "; ".join(
            f"{place.name} {share_text(share)}{', never passed' * (place in picture.unpassed)}"
            for place, share in found
        )
        ways = "; ".join(
            f"{share_text(walk.probability)} {walk_text(board, walk)}"
            for walk in islice(play.walks.found, TOLD)
        )
        parts += [f"The map is {value_text(picture)}: {outcome(picture)}."]
        parts += [f"Occupied at the start: {places}."] if places else []
        parts += [f"The likeliest walks: {ways}."]
    return " ".join(parts)


def _facts(picture: MapPicture) -> Iterator[str]:
    if picture.play:
        yield f"{value_text(picture)}, by the rules {picture.rules}"
        yield outcome(picture)


def _head(picture: MapPicture, facts: Sequence[str]) -> Iterator[str]:
    y = AROUND
    if picture.title:
        yield words(picture.title, AROUND, y + 13, font_size=TITLE, font_weight=700)
        y += 24
    for fact in facts:
        yield words(fact, AROUND, y + 10, "soft-words", font_size=WORDS)
        y += LINE


def _parts(picture: MapPicture) -> Iterator[str]:
    shown, play = picture.board, picture.play
    if play is None:
        yield from boards.parts(shown)
        return
    found = runs(play.steps, shown)
    yield from boards.ground(shown)
    for place, share in zip(shown.places, play.occupied, strict=True):
        yield from _occupied(place, share, place not in picture.unpassed)
    rounded = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    yield from group(map(_ribbon, sorted(found, key=_thin_last)), **rounded)
    for run in found:
        yield _arrow_head(run)
    for square in shown.squares("S"):
        yield part("circle", "floor", cx=centre(square)[0], cy=centre(square)[1], r=16)
    yield from boards.signs(shown)
    ribbons = list(boxes(found))
    for place, share in zip(shown.places, play.occupied, strict=True):
        passed = place not in picture.unpassed
        yield from _names(place, share, passed, ribbons, boards.magnified(shown))
    for standing in numbers(found, [*ribbons, *_taken(shown)], boards.magnified(shown)):
        yield _number(standing)


def _thin_last(run: Run) -> tuple[float, tuple[tuple[int, int], ...]]:
    return -round(run.probability, 9), run.squares


def _ribbon(run: Run) -> str:
    first, last = run.squares[0], run.squares[-1]
    told = hover(f"{first[0]}, {first[1]} to {last[0]}, {last[1]}: {run.probability:.6g}")
    return part(
        "polyline",
        "way",
        told,
        points=_points(run.line),
        stroke_width=ribbon_width(run.probability),
    )


def _arrow_head(run: Run) -> str:
    return part("polygon", "way-head", points=_points(corners(run)))


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def _taken(shown: boards.Board) -> Iterator[Box]:
    """Yield the boxes that signs and places cover."""
    for square in shown.squares("SGD"):
        x, y = centre(square)
        yield x - SIGN, y - SIGN, x + SIGN, y + SIGN
    for place in shown.places:
        x, y = corner(place.square)
        yield x, y, x + CELL, y + CELL


def _number(standing: Number) -> str:
    more = {"transform": f"rotate(-90 {number(standing.x)} {number(standing.y)})"}
    return words(
        standing.text,
        standing.x,
        standing.y + standing.size * 3.8 / 11,
        "way-words",
        text_anchor="middle",
        font_size=standing.size,
        stroke_width=3,
        paint_order="stroke",
        **(more if standing.upright else {}),
    )


def _legend(picture: MapPicture) -> Iterator[tuple[str, str]]:
    """Yield the rows of the legend: words, and the kind of the sample."""
    if picture.play:
        yield f"how often {picture.players[0]} passes", "way"
        if picture.board.places:
            yield f"how often {picture.players[1]} begin there", "filled"
        if picture.unpassed:
            yield f"{picture.players[0]} never passes", "unpassed"


def _rows(legend: Iterable[tuple[str, str]], y: float, scale: float) -> Iterator[str]:
    for at, row in enumerate(legend, 1):
        yield from _row(row, y + ROW * at, scale)


def _row(row: tuple[str, str], y: float, scale: float) -> Iterator[str]:
    (told, sample), x, side = row, AROUND, 20.0
    if sample == "unpassed":
        dashes = {"x": x + 5, "y": y - side / 2, "width": side, "height": side, "rx": 3}
        yield part("rect", "danger", **dashes, stroke_dasharray="4 3")
        yield words(told, x + 38, y + 4.5, "soft-words", font_size=WORDS)
        return
    for share in SCALE:
        if sample == "way":
            line = f"M{number(x)} {number(y)}h30"
            # The same thickness as on the board, whatever the scale.
            yield part("path", "way", d=line, stroke_width=ribbon_width(share) / scale)
        else:
            yield part("rect", "danger", x=x + 5, y=y - side / 2, width=side, height=side, rx=3)
            yield _filled(x + 5, y - side / 2, side, share)
        yield words(share_text(share), x + 38, y + 4.5, "soft-words", font_size=WORDS)
        x += SAMPLE
    yield words(told, x, y + 4.5, "soft-words", font_size=WORDS)


NAME, SHARE = 11.5, 11.0
"""Sizes of letters."""
ROUGH = 1.12
"""Allowed excess of a line's width, which is estimated slightly too large."""
TOP, BOTTOM, LEFT, RIGHT = 14.0, CELL - 7.0, 5.0, CELL - 4.5
"""Positions of baselines and line ends in a square."""


class _Line(NamedTuple):
    """A line of words in the square of a place."""

    text: str
    size: float
    x: float
    y: float
    """Of its baseline."""
    ends: bool
    """Whether x is its end rather than its start."""

    @property
    def box(self) -> Box:
        wide = width(self.text, self.size) * ROUGH
        first = self.x - wide if self.ends else self.x
        return first, self.y - self.size * 0.8, first + wide, self.y


def _occupied(place: Place, share: float, passed: bool) -> Iterator[str]:
    """Yield the square of a place, filled in proportion to its probability; dashed if never
    passed.
    """
    x, y = corner(place.square)
    never = "" if passed else "; nobody passes it"
    more = hover(
        f"{place.name}, a dangerous place: occupied with probability {share_text(share)}{never}"
    )
    yield from group([more, box(place, passed), _filled(x + 2, y + 2, CELL - 4, share)])


def _filled(x: float, y: float, side: float, share: float) -> str:
    """Return the lower part of a square, in proportion to the probability."""
    if not share:
        return ""
    high = (side - 2) * share
    return part("rect", "filled", x=x + 1, y=y + side - 1 - high, width=side - 2, height=high, rx=3)


def _names(
    place: Place, share: float, passed: bool, taken: Sequence[Box], larger: float = 1.0
) -> Iterator[str]:
    """Yield the name of a place and its probability, one above the other, avoiding `taken` boxes if
    possible, in letters enlarged by the factor `larger`. Use brackets if the agent never passes.
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
    """Yield arrangements of the two lines, the best first."""
    x, y = corner(place.square)
    name = (place.name, NAME * larger)
    likely = (share, SHARE * larger)
    top = y + TOP + 4 * (larger - 1)
    for above, below in ((name, likely), (likely, name)):
        for ends in (False, True):
            end = RIGHT if ends else LEFT
            lines = ((*above, x + LEFT, top, False), (*below, x + end, y + BOTTOM, ends))
            yield list(starmap(_Line, lines))
