"""The content of the pictures of a sweep, collected from the rows of its table, and a description
of them for people who cannot see them.
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import PurePath
from typing import NamedTuple

from .....schemas import critical
from .....schemas.parts.exact import read_exact
from .....schemas.parts.labels import one_line
from .....schemas.parts.problems import counted
from .....schemas.sweep import Row, parameters
from .....stages.report.certainty import between

TITLES = {
    "p": "p, the probability that an attack succeeds",
    "bandits": "number of bandits or miners",
    "level": "level of reduction",
}
"""The titles of axes, except those of constants of rules, which have the constant's name."""
SEEN = 0.003
"""The smallest visible distance of two bounds, as a share of the axis."""
SAME = 1e-9
"""Numbers with a smaller relative difference have the same position."""
MOST_PANELS = 60
"""Greatest number of sources, or bars, in a picture; the table has all."""


class Point(NamedTuple):
    """One run: its position and its value."""

    x: float
    value: float | None
    """None if it is only bounded, or the run failed."""
    lower: float | None
    upper: float | None
    words: str
    """For the tooltip."""

    @property
    def place(self) -> float | None:
        """The value, or the middle of its bounds; None if these are infinite, or the run failed."""
        if self.value is not None or self.lower is None or self.upper is None:
            return self.value
        middle = (self.lower + self.upper) / 2
        return middle if math.isfinite(middle) else None

    @property
    def failed(self) -> bool:
        return self.value is None and self.lower is None


class Line(NamedTuple):
    """The runs of a source that differ in one number alone, in the order of that number."""

    series: int
    """The index of its series, shared by all panels."""
    points: tuple[Point, ...]


class Mark(NamedTuple):
    """A point at which optimal play changes."""

    x: float
    words: str
    """For the tooltip."""


class Panel(NamedTuple):
    """The runs of one source."""

    title: str
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...] = ()


class Charts(NamedTuple):
    """Panels that share their axes."""

    value: str
    """The value, with the player to whom it is."""
    over: str
    """The parameter on the axis."""
    title: str
    """The title of the axis."""
    series: tuple[str, ...]
    """The other varying parameters, in words: one entry per kind of line; a single empty one if
    there are none.
    """
    panels: tuple[Panel, ...]
    left_out: int
    """Number of sources without a panel."""
    across: tuple[float, float]
    """The least and the largest number on the axis."""
    up: tuple[float, float]
    """The least and the largest value, with bounds."""

    def are_apart(self, point: Point) -> bool:
        """Return whether the bounds of a run are visibly apart."""
        if point.lower is None or point.upper is None:
            return False
        seen = max(SEEN * (self.up[1] - self.up[0]), SAME * abs(point.lower))
        return point.upper - point.lower > seen


class Bar(NamedTuple):
    """One run in a picture in which no number varies."""

    label: str
    value: float | None
    number: str
    """The value, or its bounds."""
    words: str


class Bars(NamedTuple):
    """Runs, one below the other."""

    value: str
    """The value, with the player to whom it is."""
    bars: tuple[Bar, ...]
    left_out: int
    ends: tuple[float, float]
    """The least and the largest value, or 0."""


def collect(rows: Sequence[Row], changes: Sequence[critical.Row] = ()) -> Charts | Bars:
    """Return the content of a picture of a table, with the changes of play of the same sources."""
    differ = _differ(rows)
    over = _axis(rows, differ)
    titles = titles_of(rows)
    if not over:
        return _bars(rows, differ, titles)
    others = [name for name in differ if name != over]
    series = tuple(dict.fromkeys(_series(row, others) for row in rows))
    panels = tuple(
        Panel(
            title,
            tuple(_lines(rows, source, over, others, series)),
            tuple(_marks(changes, source)) if over == "p" else (),
        )
        for source, title in list(titles.items())[:MOST_PANELS]
    )
    points = [point for panel in panels for line in panel.lines for point in line.points]
    values = [
        number
        for point in points
        for number in (point.value, point.lower, point.upper)
        if number is not None and math.isfinite(number)
    ]
    return Charts(
        value=value_words(rows),
        over=over,
        title=TITLES.get(over, over) if over == "level" or any(row.rules for row in rows) else over,
        series=series,
        panels=panels,
        left_out=len(titles) - len(panels),
        across=_extent([point.x for point in points]),
        up=_extent(values),
    )


def outcome(rows: Sequence[Row]) -> str:
    """Return how many runs are proved, and how, in words.

    >>> exact, bounded = Row("a.txt", fraction=Fraction(2)), Row("b.txt", lower=1.0, upper=2.0)
    >>> outcome([exact, exact]), outcome([exact, bounded])
    ('2 of 2 proved', '2 of 2 proved: 1 exactly, 1 within bounds')
    """
    proved = [row for row in rows if not row.exit_code]
    bounded = sum(row.fraction is None and row.lower is not None for row in proved)
    how = f": {len(proved) - bounded:,} exactly, {bounded:,} within bounds" if bounded else ""
    if bounded == len(proved) > 0:
        how = " within bounds"
    return f"{len(proved):,} of {len(rows):,} proved{how}"


def exactly(row: Row) -> str:
    """Return the value of a run, in words."""
    if row.value is None and row.lower is not None and row.upper is not None:
        return between(row.lower, row.upper)
    if row.value is None:
        return f"failed, exit code {row.exit_code}: {one_line(row.message)}"
    exact = f" = {row.fraction}" if row.fraction and len(str(row.fraction)) <= 40 else ""
    bounds = ""
    if row.lower is not None and row.upper is not None:
        bounds = f", between {row.lower!r} and {row.upper!r}"
    return f"{row.value:.12g}{exact}{bounds}"


def _differ(rows: Sequence[Row]) -> list[str]:
    """Return the parameters that vary among the runs of some source."""
    found: dict[tuple[str, str], set[str]] = {}
    names: dict[str, None] = {}
    for row in rows:
        for name, value in parameters(row).items():
            names[name] = None
            found.setdefault((name, row.source), set()).add(value)
    varied = {name for (name, _), values in found.items() if len(values) > 1}
    return [name for name in names if name in varied]


def _axis(rows: Sequence[Row], differ: Sequence[str]) -> str:
    """Return the parameter for the axis: p, the number of bandits, the constant with the most
    values of those that are numbers, or the level; empty if there is none.
    """
    values = {name: {parameters(row).get(name, "") for row in rows} - {""} for name in differ}
    constants = [
        name
        for name in differ
        if name not in Row._fields and None not in map(read_exact, values[name])
    ]
    constants.sort(key=lambda name: -len(values[name]))
    return next((name for name in ("p", "bandits", *constants, "level") if name in differ), "")


def value_words(rows: Sequence[Row]) -> str:
    """Return what the runs computed: the value, and the player to whom it is.

    >>> value_words([Row("a.txt", player="agent"), Row("broken.txt", exit_code=1)])
    'value to agent'
    """
    players = {row.player for row in rows} - {""}
    if len(players) > 1:
        return "value to player 1"
    return "".join(["value", *(f" to {one_line(name)}" for name in players)])


def titles_of(rows: Sequence[Row]) -> dict[str, str]:
    """Return one-line titles of the sources, without folders and suffixes if these are not needed
    to distinguish them.
    """
    sources = list(dict.fromkeys(row.source for row in rows))
    short = [PurePath(source).stem or source for source in sources]
    titles = short if len({*short}) == len(short) else sources
    return dict(zip(sources, map(one_line, titles), strict=True))


def _series(row: Row, others: Sequence[str]) -> str:
    given = parameters(row)
    words = (_word(name, given[name], bool(row.rules)) for name in others if name in given)
    return ", ".join(words)


def _word(name: str, value: str, on_map: bool) -> str:
    """Return the value of a parameter, in words."""
    match name:
        case "bandits" if on_map:
            return f"{value} bandit{'' if value == '1' else 's'}"
        case "rules":
            return value
        case "without":
            return f"without {value}" if value and value != "none" else "with all reductions"
        case "asked":
            return value or "any solver"
        case "p" | "bandits" | "level":
            return f"{name} {value}"
        case _:
            return f"{name} = {value}"


def _lines(
    rows: Sequence[Row], source: str, over: str, others: Sequence[str], series: Sequence[str]
) -> Iterator[Line]:
    found: dict[str, dict[float, Point]] = {}
    for row in rows:
        if row.source == source and (x := read_exact(parameters(row).get(over, ""))) is not None:
            name = _series(row, others)
            found.setdefault(name, {})[float(x)] = _point(row, x, over, name)
    for name, points in found.items():
        yield Line(series.index(name), tuple(points[x] for x in sorted(points)))


def _marks(changes: Sequence[critical.Row], source: str) -> Iterator[Mark]:
    """Yield the changes of a source, one for each p."""
    found: dict[str, list[str]] = {}
    for row in changes:
        if row.source == source and row.player:
            found.setdefault(row.near, []).append(f"{row.player}: {row.action} {row.change.value}")
    for near, words in found.items():
        yield Mark(float(near), f"p = {near}: {'; '.join(dict.fromkeys(words))}")


def _point(row: Row, x: Fraction, over: str, name: str) -> Point:
    words = f"{over} = {parameters(row)[over]}{f', {name}' if name else ''}: {exactly(row)}"
    return Point(float(x), row.value, row.lower, row.upper, words)


def _bars(rows: Sequence[Row], differ: Sequence[str], titles: dict[str, str]) -> Bars:
    shown = rows[:MOST_PANELS]
    values = [row.value for row in shown if row.value is not None]
    bars = []
    for row in shown:
        label = ", ".join(part for part in (titles[row.source], _series(row, differ)) if part)
        number = f"{row.value:.7g}" if row.value is not None else "failed"
        if row.value is None and row.lower is not None:
            number = exactly(row)
        bars.append(Bar(label, row.value, number, f"{label}: {exactly(row)}"))
    return Bars(
        value=value_words(rows),
        bars=tuple(bars),
        left_out=len(rows) - len(shown),
        ends=(min(0.0, *values, 0.0), max(0.0, *values, 0.0)),
    )


def _extent(numbers: Sequence[float]) -> tuple[float, float]:
    return (min(numbers), max(numbers)) if numbers else (0.0, 1.0)


def heading(shown: Charts | Bars) -> str:
    """Return the axis titles."""
    if isinstance(shown, Bars):
        left = f"; the table has {counted(shown.left_out, 'more run')}" if shown.left_out else ""
        return f"V{shown.value[1:]} of each run{left}"
    points = [point for panel in shown.panels for line in panel.lines for point in line.points]
    left = f"; the table has {counted(shown.left_out, 'more source')}" if shown.left_out else ""
    crosses = "; × marks a run that failed" if any(point.failed for point in points) else ""
    if any(map(shown.are_apart, points)):
        crosses += "; upright bars are proved bounds"
    if any(panel.marks for panel in shown.panels):
        crosses += "; dotted lines are where optimal play changes"
    return f"V{shown.value[1:]} over {shown.title}{crosses}{left}"


def description(shown: Charts | Bars) -> str:
    """Return the whole picture in words."""
    if isinstance(shown, Bars):
        return f"{heading(shown)}. " + " ".join(f"{bar.words}." for bar in shown.bars)
    lines = [
        f"{panel.title}: {'; '.join(', '.join(_line_parts(shown, line)) for line in panel.lines)}."
        + "".join(f" Play changes at {mark.words}." for mark in panel.marks)
        for panel in shown.panels
    ]
    return f"{heading(shown)}. {' '.join(lines)}"


def _line_parts(shown: Charts, line: Line) -> Iterator[str]:
    name = shown.series[line.series]
    known = [(point.value, point.x) for point in line.points if point.value is not None]
    before = f"{name}: " if name else ""
    failed = sum(point.failed for point in line.points)
    if failed == len(line.points):
        yield f"{before}every run failed"
        return
    if bounded := len(line.points) - len(known) - failed:
        yield f"{before}{bounded:,} only bounded"
    if known:
        (first, begin), (last, end) = known[0], known[-1]
        yield f"{before}{first:.6g} at {shown.over} = {begin:.6g}"
    if len(known) > 1:
        yield f"{last:.6g} at {end:.6g}"
        (least, least_at), (most, most_at) = min(known), max(known)
        if least < min(first, last):
            yield f"least {least:.6g} at {least_at:.6g}"
        if most > max(first, last):
            yield f"most {most:.6g} at {most_at:.6g}"
    if failed:
        yield f"{failed} failed"
