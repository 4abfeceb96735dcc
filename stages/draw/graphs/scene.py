"""A state graph as a scene."""

from collections.abc import Iterator, Sequence

from ..labels import BOLD, width
from ..scene import (
    Circle,
    Group,
    Path,
    Pen,
    Point,
    Polygon,
    Rect,
    Scene,
    Shape,
    Text,
    first_lines,
    number,
)
from .graph import (
    AIR,
    DETAILS,
    DOT,
    DOTS,
    HIGH,
    LABEL,
    LEFT_OUT,
    LINE,
    MARGIN,
    NAME,
    ROLES_OF,
    DrawnKind,
    Graph,
    GraphState,
    Move,
    details_label,
    legend,
    move_label,
    payoff_label,
    shape_width,
    state_name,
)
from .layout import Layout, lay_out
from .text import write_text

_LINES = {
    DrawnKind.FIRST: "played-first",
    DrawnKind.SECOND: "played-second",
    DrawnKind.RELOCATION: "played-second",
    DrawnKind.CHANCE: "by-chance",
}
_TITLE, _KEY, _SIGN = 15.0, 12.0, 28.0
"""Sizes of letters of title and legend, and pixels of a sign in the legend."""
_TOP, _LINE = 66.0, 18.0
"""Pixels of title and legend, and of each further line of it."""
_PEN, _OUTLINE = Pen(1.2), Pen(1.4)


def scene(graph: Graph, title: str = "") -> Scene:
    """Return a graph with its title and legend."""
    layout, title = lay_out(graph), title or graph.title
    top = _TOP + _LINE * len(graph.notes)
    return Scene(
        max(layout.width, _legend_width(graph), width(title, _TITLE) * BOLD + 2 * MARGIN),
        layout.height + top,
        title,
        first_lines(list(write_text(graph))),
        [
            Text(title, MARGIN, 24, size=_TITLE, bold=True),
            *_legend(graph),
            Group([*_shapes(graph, layout)], y=top),
        ],
    )


def _shapes(graph: Graph, layout: Layout) -> Iterator[Shape]:
    for move, points in zip(graph.moves, layout.lines, strict=True):
        role = _LINES.get(graph.states[move.start].kind, "ink-line")
        yield Path(_curve(points), role, _PEN)
        yield Path(f"M{' '.join(map(number, points[-1]))}l-6 -3v6z", "tip")
    for move, begin in zip(graph.moves, layout.labels, strict=True):
        yield from _label(move, begin)
    for state, (x, y) in zip(graph.states, layout.states, strict=True):
        marks = {"data-mark-state": state.name}
        if state.at is not None:
            marks["data-mark-square"] = f"{state.at[0]},{state.at[1]}"
        yield Group([*_state(state, x, y)], marks=marks)


def _curve(points: Sequence[Point]) -> str:
    """Return a line: straight along columns, and curved between them."""
    (x, y), *others = points
    path = [f"M{number(x)} {number(y)}"]
    for to_x, to_y in others:
        if to_y == y or to_x == x:
            path.append(f"L{number(to_x)} {number(to_y)}")
        else:
            half = number((x + to_x) / 2)
            path.append(f"C{half} {number(y)} {half} {number(to_y)} {number(to_x)} {number(to_y)}")
        x, y = to_x, to_y
    return "".join(path)


def _label(move: Move, begin: Point) -> Iterator[Text]:
    if text := move_label(move):
        whole = ", ".join(filter(None, move.labels))
        hover = "" if text.startswith(whole) else whole
        yield Text(text, *begin, size=LABEL, hover=hover)


def _state(state: GraphState, x: float, y: float) -> Iterator[Shape]:
    if state.kind in DOTS:
        yield Circle(x + DOT, y, DOT, "end", hover=state.name)
        yield Text(payoff_label(state), x + 2 * DOT + AIR / 2, y + 4, size=LABEL)
        return
    square = f"[{state.at[0]}, {state.at[1]}]" if state.at else ""
    hover = " ".join(filter(None, (state.name, square, state.details)))
    wide = shape_width(state)
    yield _outline(state.kind, x, y, wide, hover)
    yield Text(state_name(state), x + wide / 2, y + 3.8, size=NAME, anchor="middle")
    if text := details_label(state):
        yield Text(text, x, y + HIGH / 2 + LINE - 2, "soft-words", DETAILS)


def _outline(kind: DrawnKind, x: float, y: float, wide: float, hover: str = "") -> Shape:
    """Return the shape of a state, given its left end."""
    role, half, end = ROLES_OF[kind], HIGH / 2, x + wide
    if kind in (DrawnKind.CHANCE, DrawnKind.LOOK):
        slant = half if kind == DrawnKind.CHANCE else half / 2
        ends = (
            *((x, y), (x + slant, y - half), (end - slant, y - half)),
            *((end, y), (end - slant, y + half), (x + slant, y + half)),
        )
        return Polygon(ends, role, _OUTLINE, hover)
    corner = {DrawnKind.FIRST: half, DrawnKind.JOINT: 5.0}.get(kind, 1.5)
    pen = Pen(1.4, (4, 3)) if kind == DrawnKind.RELOCATION else _OUTLINE
    return Rect(x, y - half, wide, HIGH, role, corner, pen, hover)


def _legend_width(graph: Graph) -> float:
    signs = sum(_SIGN + AIR + width(name, _KEY) + 18 for _, name in legend(graph))
    first = signs + (width(LEFT_OUT, _KEY) if graph.left_out else 0.0)
    return 2 * MARGIN + max(first, *(width(note, _KEY) for note in graph.notes), 0.0)


def _legend(graph: Graph) -> Iterator[Shape]:
    x, y = MARGIN, 46.0
    for kind, meaning in legend(graph):
        if kind in DOTS:
            yield Circle(x + _SIGN / 2, y, DOT, "end")
        else:
            yield _outline(kind, x, y, _SIGN)
        yield Text(meaning, x + _SIGN + AIR, y + 4, "soft-words", _KEY)
        x += _SIGN + AIR + width(meaning, _KEY) + 18
    if graph.left_out:
        yield Text(LEFT_OUT, x, y + 4, "soft-words", _KEY)
    for line, note in enumerate(graph.notes, 1):
        yield Text(note, MARGIN, y + 8 + line * _LINE, "soft-words", _KEY)
