"""A map with play on it as a scene: ribbons along squares, and dangerous places filled according to
the probability that each is occupied.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, starmap
from typing import NamedTuple

from ....schemas.parts.squares import square_name
from ..labels import BOLD, share_text, width
from ..scene import Circle, Group, Pen, Polygon, Polyline, Rect, Scene, Shape, Text
from . import board as boards
from .board import CELL, Place, box, centre, corner
from .flow import MapPicture, outcome_text, value_text, walk_text
from .ribbons import (
    Box,
    Number,
    Run,
    boxes,
    corners,
    numbers,
    overlap,
    ribbon_width,
    runs,
    share_label,
)

AROUND, LINE, GAP = 16.0, 18.0, 6.0
"""Pixels around the picture, of a line of words, and between the words and the board."""
ROW, SAMPLE = 26.0, 86.0
"""Pixels of a row of the legend, and of a sample in it."""
SIGN = 9.0
"""Pixels from the middle of a sign of the board to its sides."""
LISTED = 3
"""Number of walks in the description."""
SCALE = (1.0, 0.5, 0.1)
"""Probabilities in the legend."""
TITLE, WORDS = 16.0, 12.5
"""Sizes of letters."""
PAGE = 640
"""Size in pixels up to which a page shows a board unscaled. Larger boards are shrunk there, so the
words above and below them are drawn larger.
"""


def scene(picture: MapPicture) -> Scene:
    """Return the board with play on it, its title and its legend."""
    wide, high = boards.size(picture.board)
    facts, legend = list(_facts(picture)), list(_legend(picture))
    scale = max(1.0, round(wide / PAGE, 2))
    top = scale * (AROUND + (24 if picture.title else 0) + LINE * len(facts) + GAP)
    foot = scale * (ROW * len(legend) + (ROW / 2 if legend else 0) + AROUND)
    across = [wide / scale, width(picture.title, TITLE) * BOLD]
    across += [width(fact, WORDS) for fact in facts]
    across += [SAMPLE * len(SCALE) + width(text, WORDS) for text, _ in legend]
    full = scale * (max(across) + 2 * AROUND)
    rows = (_row(*row, ROW * at, scale) for at, row in enumerate(legend, 1))
    return board_scene(picture)._replace(
        width=full,
        height=top + high + foot,
        shapes=[
            Group([*_head(picture, facts)], scale=scale),
            Group([*_shapes(picture)], (full - wide) / 2, top),
            Group([shape for row in rows for shape in row], y=top + high, scale=scale),
        ],
    )


def board_scene(picture: MapPicture) -> Scene:
    """Return the board with play on it alone."""
    words, size = description(picture), boards.size(picture.board)
    return Scene(*size, picture.title or "map", words, [*_shapes(picture)])


def description(picture: MapPicture) -> str:
    """Return the picture in words, for people who cannot see it."""
    parts = [boards.description(picture.board)]
    if picture.play:
        play, board = picture.play, picture.board
        found = zip(board.places, play.occupied, strict=True)
        places = "; ".join(
            f"{place.name} {share_text(share)}{', never passed' * (place in picture.unpassed)}"
            for place, share in found
        )
        ways = "; ".join(
            f"{share_text(walk.probability)} {walk_text(board, walk)}"
            for walk in islice(play.walks.found, LISTED)
        )
        parts += [f"The map is {value_text(picture)}: {outcome_text(picture)}."]
        parts += [f"Occupied at the start: {places}."] if places else []
        parts += [f"The likeliest walks: {ways}."]
    return " ".join(parts)


def _facts(picture: MapPicture) -> Iterator[str]:
    if picture.play:
        yield f"{value_text(picture)}, by the rules {picture.rules}"
        yield outcome_text(picture)


def _head(picture: MapPicture, facts: Sequence[str]) -> Iterator[Text]:
    y = AROUND
    if picture.title:
        yield Text(picture.title, AROUND, y + 13, size=TITLE, bold=True)
        y += 24
    for fact in facts:
        yield Text(fact, AROUND, y + 10, "soft-words", WORDS)
        y += LINE


def _shapes(picture: MapPicture) -> Iterator[Shape]:
    shown, play = picture.board, picture.play
    if play is None:
        yield from boards.shapes(shown)
        return
    found = runs(play.steps, shown)
    yield from boards.ground(shown)
    for place, share in zip(shown.places, play.occupied, strict=True):
        yield _occupied(place, share, place not in picture.unpassed)
    yield from map(_ribbon, sorted(found, key=_thin_last))
    for run in found:
        yield Polygon(corners(run), "way-head")
    for square in shown.squares("S"):
        yield Circle(*centre(square), 16, "floor")
    yield from boards.signs(shown)
    ribbons = list(boxes(found))
    for place, share in zip(shown.places, play.occupied, strict=True):
        passed = place not in picture.unpassed
        yield from _names(place, share, passed, ribbons, boards.magnified(shown))
    for placed in numbers(found, [*ribbons, *_occupied_boxes(shown)], boards.magnified(shown)):
        yield _number(placed)


def _thin_last(run: Run) -> tuple[float, tuple[tuple[int, int], ...]]:
    return -round(run.probability, 9), run.squares


def _ribbon(run: Run) -> Polyline:
    first, last = run.squares[0], run.squares[-1]
    hover = f"{square_name(first)} to {square_name(last)}: {run.probability:.6g}"
    return Polyline(run.line, "way", Pen(ribbon_width(run.probability), round=True), hover)


def _occupied_boxes(shown: boards.Board) -> Iterator[Box]:
    """Yield the boxes that signs and places cover."""
    for square in shown.squares("SGD"):
        x, y = centre(square)
        yield x - SIGN, y - SIGN, x + SIGN, y + SIGN
    for place in shown.places:
        x, y = corner(place.square)
        yield x, y, x + CELL, y + CELL


def _number(placed: Number) -> Text:
    # Letters are lower than their line by this share of its height.
    x, y = placed.x, placed.y
    low = placed.size * 3.8 / 11
    at = (x + low, y) if placed.upright else (x, y + low)
    text = Text(placed.text, *at, "way-words", placed.size, "middle", halo=3)
    return text._replace(upright=placed.upright)


def _legend(picture: MapPicture) -> Iterator[tuple[str, str]]:
    """Yield the rows of the legend: words, and the kind of the sample."""
    if picture.play:
        yield f"how often {picture.players[0]} passes", "way"
        if picture.board.places:
            yield f"how often {picture.players[1]} begin there", "filled"
        if picture.unpassed:
            yield f"{picture.players[0]} never passes", "unpassed"


def _row(text: str, sample: str, y: float, scale: float) -> Iterator[Shape]:
    """Yield a row of the legend, with a sample for each probability of SCALE."""
    x, side = AROUND, 20.0
    square = Rect(x + 5, y - side / 2, side, side, "danger", 3)
    if sample == "unpassed":
        yield square._replace(pen=Pen(dashes=(4, 3)))
        yield Text(text, x + 38, y + 4.5, "soft-words", WORDS)
        return
    for share in SCALE:
        if sample == "way":
            # The same thickness as on the board, whatever the scale.
            yield Polyline(((x, y), (x + 30, y)), "way", Pen(ribbon_width(share) / scale))
        else:
            yield square._replace(x=x + 5)
            yield from _filled(x + 5, y - side / 2, side, share)
        yield Text(share_text(share), x + 38, y + 4.5, "soft-words", WORDS)
        x += SAMPLE
    yield Text(text, x, y + 4.5, "soft-words", WORDS)


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


def _occupied(place: Place, share: float, passed: bool) -> Group:
    """Return the square of a place, filled in proportion to its probability; dashed if never
    passed.
    """
    x, y = corner(place.square)
    never = "" if passed else "; nobody passes it"
    hover = f"{place.name}, a dangerous place: occupied with probability {share_text(share)}{never}"
    return Group([box(place, passed), *_filled(x + 2, y + 2, CELL - 4, share)], hover=hover)


def _filled(x: float, y: float, side: float, share: float) -> Iterator[Rect]:
    """Yield the lower part of a square, in proportion to the probability."""
    if share:
        high = (side - 2) * share
        yield Rect(x + 1, y + side - 1 - high, side - 2, high, "filled", 3)


def _names(
    place: Place, share: float, passed: bool, taken: Sequence[Box], larger: float = 1.0
) -> Iterator[Text]:
    """Yield the name of a place and its probability, one above the other, avoiding `taken` boxes if
    possible, in letters enlarged by the factor `larger`. Use brackets if the agent never passes.
    """
    likely = share_label(share, larger > 1)
    ways = list(_arrangements(place, likely if passed or not share else f"({likely})", larger))
    free = (lines for lines in ways if not any(overlap(a.box, b) for a in lines for b in taken))
    for line in next(free, ways[0]):
        anchor, bold = "end" if line.ends else "start", line.text == place.name
        yield Text(line.text, line.x, line.y, "filled-words", line.size, anchor, bold, halo=3)


def _arrangements(place: Place, share: str, larger: float) -> Iterator[list[_Line]]:
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
