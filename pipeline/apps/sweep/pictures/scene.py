"""Sweeps as scenes: a line per series in a panel per source, on shared axes with round numbers, or
bars.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from .....schemas import critical
from .....schemas.sweep import Row
from .....stages.draw.labels import BOLD
from .....stages.draw.labels import width as text_width
from .....stages.draw.scene import Circle, Path, Pen, Polyline, Rect, Scene, Shape, Text, number
from .records import (
    SAME,
    Bars,
    Charts,
    Line,
    Panel,
    Point,
    collect,
    description,
    heading,
)

# Pixels.
WIDE, HIGH = 400, 260  # A panel,
LEFT, TOP, RIGHT, BOTTOM = 62, 26, 12, 46  # and the space around its lines.
ACROSS = 3  # Panels beside each other.
MARGIN = 20
TITLE, WORDS, TICK = 17, 13, 11  # Sizes of letters.
ROW, NAME, BAR = 24, 190, 190  # Of a bar: height, room for its label, its length at most.
LETTER = 6.6  # Of a label.
CAP = 4  # Half of the line at each end of a bar between bounds.
DOTS = 60  # Greatest number of points of a line that are shown as dots.
SERIES = 5
"""Colours of lines; combined with the dashes, whose number is coprime to theirs, they give twenty
kinds.
"""
DASHES: tuple[tuple[float, ...], ...] = ((), (7, 4), (2, 3), (10, 3, 2, 3))


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


def scene(rows: Sequence[Row], title: str, changes: Sequence[critical.Row] = ()) -> Scene:
    """Return the picture of a table, with the changes of play of the same sources."""
    shown = collect(rows, changes)
    shapes: list[Shape] = [
        Text(title, MARGIN, 30, size=TITLE, bold=True),
        Text(heading(shown), MARGIN, 51, "soft-words"),
    ]
    if isinstance(shown, Bars):
        width, height = 2 * MARGIN + NAME + BAR + 80, 70 + ROW * len(shown.bars) + MARGIN
        return Scene(width, height, title, description(shown), [*shapes, *_bars(shown, MARGIN, 70)])
    across = min(ACROSS, len(shown.panels))
    down = -(-len(shown.panels) // across)
    texts = text_width(title, TITLE) * BOLD, text_width(heading(shown), WORDS)
    top = _legend_end(shown)
    shapes += _legend(shown)
    for at, panel in enumerate(shown.panels):
        row, column = divmod(at, ACROSS)
        shapes += _panel(shown, panel, MARGIN + WIDE * column, top + HIGH * row)
    wide = 2 * MARGIN + max(WIDE * across, *texts)
    return Scene(wide, top + HIGH * down + 14, title, description(shown), shapes)


def panel_scene(shown: Charts, panel: Panel) -> Scene:
    """Return one panel alone."""
    alone = shown._replace(panels=(panel,), left_out=0)
    return Scene(WIDE, HIGH, panel.title, description(alone), [*_panel(shown, panel, 0.0, 0.0)])


def bars_scene(shown: Bars, title: str) -> Scene:
    """Return the bars alone."""
    height = ROW * len(shown.bars) + 8
    return Scene(NAME + BAR + 80, height, title, description(shown), [*_bars(shown, 0.0, 4.0)])


def sign(series: int) -> Scene:
    """Return a short line of a series, for a legend."""
    return Scene(34, 12, "", "", _sign(series, 2.0, 6.0))


def _entry_ends(shown: Charts) -> Iterator[tuple[int, float, float]]:
    """Yield the positions of the legend's entries: the number of the series, x and y."""
    x, y, room = float(MARGIN), 76.0, WIDE * min(ACROSS, len(shown.panels))
    for series, name in enumerate(shown.series):
        width = 44 + LETTER * len(name) + 18
        if x > MARGIN and x + width > MARGIN + room:
            x, y = float(MARGIN), y + 20
        yield series, x, y
        x += width


def _legend(shown: Charts) -> Iterator[Shape]:
    if shown.series == ("",):
        return
    for series, x, y in _entry_ends(shown):
        yield from _sign(series, x, y - 4)
        yield Text(shown.series[series], x + 38, y)


def _legend_end(shown: Charts) -> float:
    if shown.series == ("",):
        return 66.0
    return max(y for _, _, y in _entry_ends(shown)) + 14


def _sign(series: int, x: float, y: float) -> list[Shape]:
    line = Polyline(((x, y), (x + 30, y)), _role("series", series), _pen(series))
    return [line, Circle(x + 15, y, 2.6, _role("dot", series))]


def _role(kind: str, series: int) -> str:
    return f"{kind}-{series % SERIES}"


def _pen(series: int) -> Pen:
    return Pen(1.8, DASHES[series % len(DASHES)])


def _panel(shown: Charts, panel: Panel, x: float, y: float) -> Iterator[Shape]:
    """Yield a panel whose upper left corner is at (x, y)."""
    left, below = ticks(*shown.up, 5), ticks(*shown.across, 5)
    across = Scale(below[0], below[-1], x + LEFT, x + WIDE - RIGHT)
    up = Scale(left[0], left[-1], y + HIGH - BOTTOM, y + TOP)
    name = panel.title if len(panel.title) <= 40 else f"{panel.title[:19]}…{panel.title[-20:]}"
    yield Text(name, x + LEFT, y + 16, bold=True)
    yield from _axes(left, below, across, up)
    yield from _titles(shown, across, up)
    for line in panel.lines:  # Below all lines.
        for points in _runs(line, lambda point: not point.failed):
            if any(map(shown.are_apart, points)):
                yield _band(points, across, up, line.series)
    for mark in panel.marks:
        ends = ((across(mark.x), up.begin), (across(mark.x), up.end))
        yield Polyline(ends, "ink-line", Pen(dashes=(1, 4)), mark.words)
    for line in panel.lines:
        yield from _line(shown, line, across, up)


def _axes(
    left: Sequence[float], below: Sequence[float], across: Scale, up: Scale
) -> Iterator[Shape]:
    """Yield a line at each number to the left of the panel, and a mark at each below."""
    for tick in left:
        role, y = "ink-line" if tick == left[0] else "line", up(tick)
        yield Polyline(((across.begin, y), (across.end, y)), role)
        yield Text(f"{tick:.6g}", across.begin - 6, y + 4, "soft-words", TICK, "end")
    for tick in below:
        x, y = across(tick), up.begin
        yield Polyline(((x, y), (x, y + 4)), "ink-line")
        yield Text(f"{tick:.6g}", x, y + 16, "soft-words", TICK, "middle")


def _titles(shown: Charts, across: Scale, up: Scale) -> Iterator[Text]:
    """Yield the titles of both axes: below the panel, and upright to its left."""
    middle, foot = (across.begin + across.end) / 2, up.begin + BOTTOM - 10
    title = Text(shown.title, middle, foot, "soft-words", TICK + 1, "middle")
    yield title
    x, y = across.begin - LEFT + 14, (up.begin + up.end) / 2
    yield title._replace(text=shown.value, x=x, y=y, upright=True)


def _runs(line: Line, is_shown: Callable[[Point], bool]) -> Iterator[list[Point]]:
    """Yield the stretches of a line whose points are shown."""
    for shown, points in groupby(line.points, is_shown):
        if shown:
            yield list(points)


def _line(shown: Charts, line: Line, across: Scale, up: Scale) -> Iterator[Shape]:
    """Yield a line, broken where a run failed, with a bar between bounds that are visibly apart."""
    for points in _runs(line, lambda point: point.place is not None):
        places = [(across(point.x), up(point.place or 0.0)) for point in points]
        if len(points) > 1:
            yield Polyline(places, _role("series", line.series), _pen(line.series))
        dots = points if len(points) <= DOTS else []
        for point, (x, y) in zip(dots, places, strict=False):
            yield Circle(x, y, 2.6, _role("dot", line.series), hover=point.words)
    for point in line.points:
        if point.failed:
            cross = f"M{number(across(point.x) - 4)} {number(up.begin - 4)}l8 8m0 -8l-8 8"
            yield Path(cross, "failed", Pen(2), point.words)
        elif shown.are_apart(point):
            bar = _upright(point, across, up)
            yield Path(bar, _role("series", line.series), Pen(1.8), point.words)


def _upright(point: Point, across: Scale, up: Scale) -> str:
    """Return the path of the bar between the bounds of a run, with a short line at each end."""
    assert point.lower is not None and point.upper is not None
    x = across(point.x)
    foot, head = up(max(point.lower, up.low)), up(min(point.upper, up.high))
    ends = "".join(f"M{number(x - CAP)} {number(y)}H{number(x + CAP)}" for y in (foot, head))
    return f"M{number(x)} {number(foot)}V{number(head)}{ends}"


def _band(points: Sequence[Point], across: Scale, up: Scale, series: int) -> Path:
    """Return the area between the bounds."""
    ends = [
        (across(point.x), up(min(point.upper, up.high)), up(max(point.lower, up.low)))
        for point in points
        if point.lower is not None and point.upper is not None
    ]
    edge = [f"{number(x)} {number(above)}" for x, above, _ in ends]
    edge += [f"{number(x)} {number(below)}" for x, _, below in reversed(ends)]
    return Path(f"M{'L'.join(edge)}z", _role("band", series), opacity=0.25)


def _bars(shown: Bars, x: float, y: float) -> Iterator[Shape]:
    low, high = shown.ends
    scale = Scale(low, high if high > low else low + 1, x + NAME, x + NAME + BAR)
    for at, bar in enumerate(shown.bars):
        top = y + ROW * at
        label = bar.label if len(bar.label) <= 28 else f"{bar.label[:13]}…{bar.label[-14:]}"
        yield Text(label, x + NAME - 8, top + 15, anchor="end")
        if bar.value is None:
            yield Text(bar.number, x + NAME + 6, top + 15, "soft-words")
            continue
        begin, end = sorted((scale(0.0), scale(bar.value)))
        length = max(1.0, end - begin)
        yield Rect(begin, top + 4, length, ROW - 9, "bar-first", hover=bar.words)
        yield Text(bar.number, end + 6, top + 15, "soft-words")


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
