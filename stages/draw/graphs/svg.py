"""A state graph as SVG."""

from collections.abc import Iterator, Sequence

from stages.draw import svg
from stages.draw.graphs.layout import Placed, Point, placed
from stages.draw.graphs.parts import (
    AIR,
    DOT,
    HIGH,
    LABEL,
    LEFT_OUT,
    LINE,
    MARGIN,
    NAME,
    ROLES_OF,
    TOLD,
    label,
    legend,
    name,
    payoff,
    shape_width,
    under,
)
from stages.draw.graphs.records import Graph, Kind, Move, Shown
from stages.draw.graphs.text import write_text
from stages.draw.labels import BOLD, width
from stages.draw.svg import group, hover, number, part, picture, words

_LINES = {
    Kind.FIRST: "played-first",
    Kind.SECOND: "played-second",
    Kind.RELOCATION: "played-second",
    Kind.CHANCE: "by-chance",
}
_TITLE, _SIGN = 15.0, 28.0
"""Size of the title, and pixels of a sign in the legend."""
_TOP = 66.0
"""Pixels of title and legend."""
_TOLD = 200
"""Maximum number of lines of the description for people who cannot see the picture."""


def write_svg(graph: Graph, title: str = "") -> Iterator[str]:
    """Yield the lines of a file."""
    found, told = placed(graph), title or graph.title
    wide = max(found.width, _legend_width(graph), width(told, _TITLE) * BOLD + 2 * MARGIN)
    parts = [
        words(told, MARGIN, 24, font_size=_TITLE, font_weight=700),
        *_legend(graph),
        *group(_parts(graph, found), transform=f"translate(0 {number(_TOP)})"),
    ]
    return picture(wide, found.height + _TOP, told, _description(graph), parts)


def write_inside(graph: Graph, title: str = "") -> Iterator[str]:
    """Yield the same picture without title and legend, as part of a page."""
    found = placed(graph)
    told = title or graph.title
    parts = _parts(graph, found)
    return svg.inside(found.width, found.height, told, _description(graph), parts)


def _description(graph: Graph) -> str:
    lines = list(write_text(graph))
    more = [f"and {len(lines) - _TOLD:,} more lines\n"] if len(lines) > _TOLD else []
    return "".join([*lines[:_TOLD], *more])


def _parts(graph: Graph, found: Placed) -> Iterator[str]:
    for move, points in zip(graph.moves, found.lines, strict=True):
        role = _LINES.get(graph.states[move.start].kind, "ink-line")
        yield part("path", role, d=_curve(points), stroke_width=1.2)
        yield _tip(points[-1])
    for move, begin in zip(graph.moves, found.labels, strict=True):
        yield from _label(move, begin)
    for state, point in zip(graph.states, found.states, strict=True):
        marks = {"data_mark_state": state.name}
        if state.at is not None:
            marks["data_mark_square"] = f"{state.at[0]},{state.at[1]}"
        yield from group(_state(state, point), **marks)


def _curve(points: Sequence[Point]) -> str:
    """Return a line: straight along columns, and curved between them."""
    (x, y), *others = points
    told = [f"M{number(x)} {number(y)}"]
    for to_x, to_y in others:
        if to_y == y or to_x == x:
            told.append(f"L{number(to_x)} {number(to_y)}")
        else:
            half = number((x + to_x) / 2)
            told.append(f"C{half} {number(y)} {half} {number(to_y)} {number(to_x)} {number(to_y)}")
        x, y = to_x, to_y
    return "".join(told)


def _tip(point: Point) -> str:
    x, y = point
    path = f"M{number(x)} {number(y)}l-6 -3v6z"
    return part("path", "tip", d=path)


def _label(move: Move, begin: Point) -> Iterator[str]:
    if told := label(move):
        yield words(told, *begin, font_size=LABEL)
        whole = ", ".join(filter(None, move.labels))
        if not told.startswith(whole):
            yield part("g", "", hover(whole))


def _state(state: Shown, point: Point) -> Iterator[str]:
    x, y = point
    if state.kind == Kind.END:
        yield part("circle", "end", hover(state.name), cx=x + DOT, cy=y, r=DOT)
        yield words(payoff(state), x + 2 * DOT + AIR / 2, y + 4, font_size=LABEL)
        return
    wide = shape_width(state)
    yield from _shape(state.kind, x, y, wide, hover(_whole(state)))
    inside = {"text_anchor": "middle"}
    yield words(name(state), x + wide / 2, y + 3.8, font_size=NAME, **inside)
    if told := under(state):
        yield words(told, x, y + HIGH / 2 + LINE - 2, "soft-words", font_size=TOLD)


def _whole(state: Shown) -> str:
    square = f"[{state.at[0]}, {state.at[1]}]" if state.at else ""
    return " ".join(filter(None, (state.name, square, state.told)))


def _shape(kind: Kind, x: float, y: float, wide: float, more: str = "") -> Iterator[str]:
    """Yield the shape of a state, from its left end."""
    role, half, end = ROLES_OF[kind], HIGH / 2, x + wide
    if kind in (Kind.CHANCE, Kind.LOOK):
        slant = half if kind == Kind.CHANCE else half / 2
        ends = (
            *((x, y), (x + slant, y - half), (end - slant, y - half)),
            *((end, y), (end - slant, y + half), (x + slant, y + half)),
        )
        points = " ".join(f"{number(a)},{number(b)}" for a, b in ends)
        yield part("polygon", role, more, points=points, stroke_width=1.4)
        return
    corner = {Kind.FIRST: half, Kind.JOINT: 5.0}.get(kind, 1.5)
    dashes = {"stroke_dasharray": "4 3"} if kind == Kind.RELOCATION else {}
    size = {"x": x, "y": y - half, "width": wide, "height": HIGH, "rx": corner}
    yield part("rect", role, more, **size, stroke_width=1.4, **dashes)


def _legend_width(graph: Graph) -> float:
    signs = sum(_SIGN + AIR + width(told, 12) + 18 for _, told in legend(graph))
    return 2 * MARGIN + signs + (width(LEFT_OUT, 12) if graph.left_out else 0.0)


def _legend(graph: Graph) -> Iterator[str]:
    x, y = MARGIN, 46.0
    for kind, told in legend(graph):
        if kind == Kind.END:
            yield part("circle", "end", cx=x + _SIGN / 2, cy=y, r=DOT)
        else:
            yield from _shape(kind, x, y, _SIGN)
        yield words(told, x + _SIGN + AIR, y + 4, "soft-words", font_size=12)
        x += _SIGN + AIR + width(told, 12) + 18
    if graph.left_out:
        yield words(LEFT_OUT, x, y + 4, "soft-words", font_size=12)
