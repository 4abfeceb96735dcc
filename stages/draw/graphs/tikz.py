"""A state graph as a standalone LaTeX document that needs only TikZ."""

from collections.abc import Iterator, Sequence

from stages.draw.graphs.layout import Placed, Point, placed
from stages.draw.graphs.parts import (
    AIR,
    DOT,
    HIGH,
    LEFT_OUT,
    LINE,
    MARGIN,
    label,
    legend,
    name,
    paints,
    payoff,
    shape_width,
    under,
)
from stages.draw.graphs.records import Graph, Kind, Shown
from stages.draw.latex import colour, document, escaped
from stages.draw.svg import number

_SIGN = 28.0
"""Pixels of a sign in the legend."""


def write_tikz(graph: Graph, title: str = "") -> Iterator[str]:
    """Yield the lines of a document; non-Latin labels need LuaLaTeX or XeLaTeX."""
    return document(title or graph.title, _parts(graph, placed(graph)))


def _parts(graph: Graph, found: Placed) -> Iterator[str]:
    for move, points in zip(graph.moves, found.lines, strict=True):
        line, _ = paints(graph.states[move.start].kind)
        yield f"\\draw[draw={colour(line)},line width=0.8pt,-latex] {_curve(points)};\n"
    for move, begin in zip(graph.moves, found.labels, strict=True):
        if told := label(move):
            yield _text(told, begin, "base west", "ink")
    for state, point in zip(graph.states, found.states, strict=True):
        yield from _state(state, point)
    yield from _legend(graph, found)


def _at(point: Point) -> str:
    return f"({number(point[0])},{number(point[1])})"


def _curve(points: Sequence[Point]) -> str:
    told = [_at(points[0])]
    for (x, y), (to_x, to_y) in zip(points, points[1:], strict=False):
        if y == to_y or x == to_x:
            told.append(f"-- {_at((to_x, to_y))}")
        else:
            half = (x + to_x) / 2
            bends = f"{_at((half, y))} and {_at((half, to_y))}"
            told.append(f".. controls {bends} .. {_at((to_x, to_y))}")
    return " ".join(told)


def _text(text: str, point: Point, anchor: str, name: str) -> str:
    return f"\\node[anchor={anchor},text={name}] at {_at(point)} {{{escaped(text)}}};\n"


def _state(state: Shown, point: Point) -> Iterator[str]:
    x, y = point
    if state.kind == Kind.END:
        yield _dot(x + DOT, y)
        yield _text(payoff(state), (x + 2 * DOT + AIR / 2, y + 4), "base west", "ink")
        return
    wide = shape_width(state)
    yield _shape(state.kind, x, y, wide)
    yield _text(name(state), (x + wide / 2, y + 4), "base", "ink")
    if told := under(state):
        yield _text(told, (x, y + HIGH / 2 + LINE - 2), "base west", "soft")


def _dot(x: float, y: float) -> str:
    return f"\\fill[fill=ink] {_at((x, y))} circle[radius={number(DOT * 0.75)}pt];\n"


def _shape(kind: Kind, x: float, y: float, wide: float) -> str:
    line, fill = paints(kind)
    fill = "ground" if fill == "paper" else fill  # A name that LaTeX documents do not define.
    half, end = HIGH / 2, x + wide
    paint = f"draw={colour(line)},fill={colour(fill)}"
    if kind in (Kind.CHANCE, Kind.LOOK):
        slant = half if kind == Kind.CHANCE else half / 2
        ends = (
            *((x, y), (x + slant, y - half), (end - slant, y - half)),
            *((end, y), (end - slant, y + half), (x + slant, y + half)),
        )
        return f"\\filldraw[{paint}] {' -- '.join(map(_at, ends))} -- cycle;\n"
    rounded = {Kind.FIRST: half * 0.74, Kind.JOINT: 3.7}.get(kind)
    more = f",rounded corners={number(rounded)}pt" if rounded else ""
    more += ",dashed" if kind == Kind.RELOCATION else ""
    return f"\\filldraw[{paint}{more}] {_at((x, y - half))} rectangle {_at((end, y + half))};\n"


def _legend(graph: Graph, found: Placed) -> Iterator[str]:
    at = found.height + 10
    for kind, told in legend(graph):
        if kind == Kind.END:
            yield _dot(MARGIN + _SIGN / 2, at)
        else:
            yield _shape(kind, MARGIN, at, _SIGN)
        yield _text(told, (MARGIN + _SIGN + AIR, at + 4), "base west", "soft")
        at += HIGH + 4
    if graph.left_out:
        yield _text(LEFT_OUT, (MARGIN, at + 4), "base west", "soft")
