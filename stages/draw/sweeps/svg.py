"""Sweeps as SVG: a line per series in a panel per source, on shared axes with round numbers, or
bars.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from schemas import critical
from schemas.sweep import Row
from stages.draw.labels import BOLD
from stages.draw.labels import width as text_width
from stages.draw.svg import hover, number, part, picture, words
from stages.draw.svg import inside as within
from stages.draw.sweeps.records import (
    NUMBERS,
    Bars,
    Charts,
    Line,
    Panel,
    Point,
    gathered,
    heading,
    told,
)

# Pixels.
WIDE, HIGH = 400, 260  # A panel,
LEFT, TOP, RIGHT, BOTTOM = 62, 26, 12, 46  # and the space around its lines.
ACROSS = 3  # Panels beside each other.
MARGIN = 20
TITLE, WORDS, TICK = 17, 13, 11  # Sizes of letters.
ROW, NAME, BAR = 24, 190, 190  # Of a bar: height, room for its label, its length at most.
LETTER = 6.6  # Of a label.
SEEN = 0.5  # A band that is nowhere higher is invisible beside its line.
DOTS = 60  # Greatest number of points of a line that are shown as dots.
SERIES = 5
"""Colours of lines; combined with the dashes, whose number is coprime to theirs, they give fifteen
kinds.
"""
DASHES = ("", "7 4", "2 3")


class Scale(NamedTuple):
    """A map from numbers to pixels."""

    low: float
    high: float
    begin: float
    """The pixel of `low`."""
    end: float

    def __call__(self, number: float) -> float:
        """Return the pixel of a number."""
        share = (number - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)


def write_svg(
    rows: Sequence[Row], title: str, changes: Sequence[critical.Row] = ()
) -> Iterator[str]:
    """Yield the lines of a file, with the changes of play of the same sources."""
    shown = gathered(rows, changes)
    if isinstance(shown, Bars):
        size = 2 * MARGIN + NAME + BAR + 80, 70 + ROW * len(shown.bars) + MARGIN
        return picture(*size, title, told(shown), _with_heading(shown, title))
    across = min(ACROSS, len(shown.panels))
    down = -(-len(shown.panels) // across)
    texts = text_width(title, TITLE) * BOLD, text_width(heading(shown), WORDS)
    width = 2 * MARGIN + max(WIDE * across, *texts)
    height = _legend_end(shown) + HIGH * down + 14
    return picture(width, height, title, told(shown), _with_heading(shown, title))


def panel_inside(shown: Charts, panel: Panel) -> Iterator[str]:
    """Yield one panel as part of a page."""
    alone = shown._replace(panels=(panel,), left_out=0)
    return within(WIDE, HIGH, panel.title, told(alone), _panel(shown, panel, 0.0, 0.0))


def bars_inside(shown: Bars, title: str) -> Iterator[str]:
    """Yield the bars as part of a page."""
    height = ROW * len(shown.bars) + 8
    return within(NAME + BAR + 80, height, title, told(shown), _bars(shown, 0.0, 4.0))


def sign(series: int) -> Iterator[str]:
    """Yield a short line of a series, for a legend in a page."""
    return within(34, 12, "", "", _sign(series, 2.0, 6.0))


def _with_heading(shown: Charts | Bars, title: str) -> Iterator[str]:
    yield words(title, MARGIN, 30, font_size=TITLE, font_weight="bold")
    yield words(heading(shown), MARGIN, 51, "soft-words")
    if isinstance(shown, Bars):
        yield from _bars(shown, MARGIN, 70)
        return
    yield from _legend(shown)
    top = _legend_end(shown)
    for at, panel in enumerate(shown.panels):
        down, across = divmod(at, ACROSS)
        yield from _panel(shown, panel, MARGIN + WIDE * across, top + HIGH * down)


def _entry_ends(shown: Charts) -> Iterator[tuple[int, float, float]]:
    """Yield the positions of the legend's entries: the number of the series, x and y."""
    x, y, room = float(MARGIN), 76.0, WIDE * min(ACROSS, len(shown.panels))
    for series, name in enumerate(shown.series):
        width = 44 + LETTER * len(name) + 18
        if x > MARGIN and x + width > MARGIN + room:
            x, y = float(MARGIN), y + 20
        yield series, x, y
        x += width


def _legend(shown: Charts) -> Iterator[str]:
    if shown.series == ("",):
        return
    for series, x, y in _entry_ends(shown):
        yield from _sign(series, x, y - 4)
        yield words(shown.series[series], x + 38, y)


def _legend_end(shown: Charts) -> float:
    if shown.series == ("",):
        return 66.0
    return max(y for _, _, y in _entry_ends(shown)) + 14


def _sign(series: int, x: float, y: float) -> Iterator[str]:
    yield part(
        "path", _role("series", series), d=f"M{number(x)} {number(y)}h30", **_strokes(series)
    )
    yield part("circle", _role("dot", series), cx=x + 15, cy=y, r=2.6)


def _role(kind: str, series: int) -> str:
    return f"{kind}-{series % SERIES}"


def _strokes(series: int) -> dict[str, str | float]:
    dash = DASHES[series % len(DASHES)]  # Anything below a dashed line shows through it.
    return {"stroke_width": 1.8, **({"stroke_dasharray": dash} if dash else {})}


def _panel(shown: Charts, panel: Panel, x: float, y: float) -> Iterator[str]:
    """Yield a panel whose upper left corner is at (x, y)."""
    beside, below = ticks(*shown.up, 5), ticks(*shown.across, 5)
    across = Scale(below[0], below[-1], x + LEFT, x + WIDE - RIGHT)
    up = Scale(beside[0], beside[-1], y + HIGH - BOTTOM, y + TOP)
    name = panel.title if len(panel.title) <= 40 else f"{panel.title[:19]}…{panel.title[-20:]}"
    yield words(name, x + LEFT, y + 16, font_weight="bold")
    yield from _axes(beside, below, across, up)
    yield from _titles(shown, across, up)
    for line in panel.lines:  # Below all lines.
        for points in _solved(line):
            yield from _band(points, across, up, line.series)
    for mark in panel.marks:
        drawn = f"M{number(across(mark.x))} {number(up.begin)}V{number(up.end)}"
        yield part("path", "ink-line", hover(mark.words), d=drawn, stroke_dasharray="1 4")
    for line in panel.lines:
        yield from _line(line, across, up, up(beside[0]))


def _axes(
    beside: Sequence[float], below: Sequence[float], across: Scale, up: Scale
) -> Iterator[str]:
    """Yield a line at each number beside the panel, and a mark at each below."""
    for tick in beside:
        role = "ink-line" if tick == beside[0] else "line"
        line = f"M{number(across.begin)} {number(up(tick))}H{number(across.end)}"
        yield part("path", role, d=line)
        yield words(
            f"{tick:.6g}",
            across.begin - 6,
            up(tick) + 4,
            "soft-words",
            font_size=TICK,
            text_anchor="end",
        )
    for tick in below:
        yield part("path", "ink-line", d=f"M{number(across(tick))} {number(up.begin)}v4")
        yield words(
            f"{tick:.6g}",
            across(tick),
            up.begin + 16,
            "soft-words",
            font_size=TICK,
            text_anchor="middle",
        )


def _titles(shown: Charts, across: Scale, up: Scale) -> Iterator[str]:
    """Yield the titles of both axes: below the panel, and upwards beside it."""
    style: dict[str, str | float] = {"font_size": TICK + 1, "text_anchor": "middle"}
    middle, foot = (across.begin + across.end) / 2, up.begin + BOTTOM - 10
    yield words(NUMBERS[shown.over], middle, foot, "soft-words", **style)
    x, y = across.begin - LEFT + 14, (up.begin + up.end) / 2
    turned = f"rotate(-90 {number(x)} {number(y)})"
    yield words("value to player 1", x, y, "soft-words", transform=turned, **style)


def _solved(line: Line) -> Iterator[list[Point]]:
    """Yield the points of a line between runs that failed."""
    for solved, points in groupby(line.points, lambda point: point.value is not None):
        if solved:
            yield list(points)


def _line(line: Line, across: Scale, up: Scale, ground: float) -> Iterator[str]:
    """Yield a line, broken where a run failed."""
    for points in _solved(line):
        places = [(across(point.x), up(point.value or 0.0)) for point in points]
        joined = "L".join(f"{number(x)} {number(y)}" for x, y in places)
        if len(points) > 1:
            role = _role("series", line.series)
            yield part("path", role, d=f"M{joined}", **_strokes(line.series))
        shown = points if len(points) <= DOTS else []
        for point, (x, y) in zip(shown, places, strict=False):
            yield part("circle", _role("dot", line.series), hover(point.words), cx=x, cy=y, r=2.6)
    for point in line.points:
        if point.value is None:
            yield _cross(across(point.x), ground, point)


def _cross(x: float, y: float, point: Point) -> str:
    d = f"M{number(x - 4)} {number(y - 4)}l8 8m0 -8l-8 8"
    return part("path", "failed", hover(point.words), d=d, stroke_width=2)


def _band(points: Sequence[Point], across: Scale, up: Scale, series: int) -> Iterator[str]:
    """Yield the area between the bounds, if visible."""
    ends = [
        (across(point.x), up(min(point.upper, up.high)), up(max(point.lower, up.low)))
        for point in points
        if point.lower is not None and point.upper is not None
    ]
    if not any(below - above > SEEN for _, above, below in ends):
        return
    edge = [f"{number(x)} {number(above)}" for x, above, _ in ends]
    edge += [f"{number(x)} {number(below)}" for x, _, below in reversed(ends)]
    if len(ends) == 1:
        x, above, below = ends[0]
        edge = [f"{number(x - 2)} {number(y)}" for y in (above, below)]
        edge += [f"{number(x + 2)} {number(y)}" for y in (below, above)]
    yield part("path", _role("band", series), d=f"M{'L'.join(edge)}z", fill_opacity=0.25)


def _bars(shown: Bars, x: float, y: float) -> Iterator[str]:
    low, high = shown.ends
    scale = Scale(low, high if high > low else low + 1, x + NAME, x + NAME + BAR)
    for at, bar in enumerate(shown.bars):
        top = y + ROW * at
        label = bar.label if len(bar.label) <= 28 else f"{bar.label[:13]}…{bar.label[-14:]}"
        yield words(label, x + NAME - 8, top + 15, text_anchor="end")
        if bar.value is None:
            yield words("failed", x + NAME + 6, top + 15, "soft-words")
            continue
        begin, end = sorted((scale(0.0), scale(bar.value)))
        box = {"x": begin, "y": top + 4, "width": max(1.0, end - begin), "height": ROW - 9}
        yield part("rect", "bar-first", hover(bar.words), **box)
        yield words(f"{bar.value:.7g}", end + 6, top + 15, "soft-words")


SAME = 1e-9
"""Numbers with a smaller relative difference have the same position."""


def ticks(low: float, high: float, most: int) -> list[float]:
    """Return round numbers from the last at or below `low` to the first at or above `high`, with
    about `most` steps of 1, 2 or 5 times a power of ten.

    >>> ticks(0.05, 0.95, 5)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    >>> ticks(3.0, 3.0, 4)
    [2.0, 3.0, 4.0]
    >>> ticks(8.749999999999998, 8.750000000000002, 5)
    [3.75, 8.75, 13.75]
    """
    if high - low <= SAME * max(abs(low), abs(high)):
        room = abs(low) / 4 or 1.0
        return [float(f"{low + step * _round_up(room):.12g}") for step in (-1, 0, 1)]
    step = _round_up((high - low) / most)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [float(f"{number * step:.12g}") for number in range(first, last + 1)]


def _round_up(number: float) -> float:
    """Return the smallest of 1, 2 or 5 times a power of ten that is at least a number."""
    power = 10.0 ** math.floor(math.log10(number))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= number * (1 - 1e-9))
