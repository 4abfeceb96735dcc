"""A game tree as a scene."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..labels import width
from ..scene import (
    Circle,
    Group,
    Pen,
    Point,
    Polygon,
    Polyline,
    Rect,
    Scene,
    Shape,
    Text,
    first_lines,
)
from .layout import (
    AIR,
    DOT,
    LABEL,
    LINE,
    MARGIN,
    NUMBER,
    RADIUS,
    SHARE,
    Join,
    Label,
    Layout,
    half,
    lay_out,
)
from .tree import (
    History,
    HistoryKind,
    Reach,
    Tree,
    branch_texts,
    caption,
    infoset_text,
    legend,
    sample,
    write_text,
)

_WORDS = {
    HistoryKind.FIRST: "first-words",
    HistoryKind.SECOND: "second-words",
    HistoryKind.CHANCE: "chance-words",
}
_BRANCH = {
    HistoryKind.FIRST: "played-first",
    HistoryKind.SECOND: "played-second",
    HistoryKind.CHANCE: "by-chance",
}
_OUTLINES = {
    Reach.PLAY: Pen(1.4),
    Reach.OTHER: Pen(1.4, (4, 2.5)),
    Reach.NEVER: Pen(1.4, (1.2, 3)),
}
_JOIN = Pen(1.3, (2, 4), round=True)
_TOP = 30.0
"""Room for the first line of the legend, and for each further one."""
_FURTHER = 24.0
_LEAST = 640.0
"""The legend is wrapped to the width of the tree, or to this width if the tree is narrower."""
_LEGEND = 12.0
"""Size of letters."""


def scene(tree: Tree, title: str = "", direction: str = "") -> Scene:
    """Return a tree with its legend; `direction` is `down`, `right`, or empty for an automatic
    choice.
    """
    bare = bare_scene(tree, title, direction)
    entries = list(_entries(legend(tree), max(bare.width, _LEAST)))
    across = max((entry.end for entry in entries), default=0.0)
    top = _TOP + max((entry.y for entry in entries), default=0.0)
    return bare._replace(
        width=max(bare.width, across),
        height=bare.height + top,
        shapes=[*_legend(entries), Group(bare.shapes, y=top)],
    )


def bare_scene(tree: Tree, title: str = "", direction: str = "") -> Scene:
    """Return a tree without a legend."""
    layout = lay_out(tree, direction)
    description = first_lines(list(write_text(tree, ascii=False)))
    shapes = list(_shapes(tree, layout))
    return Scene(layout.width, layout.height, title or tree.title, description, shapes)


def sign(kind: str) -> list[Shape]:
    """Return the sign for a kind of history in a legend, on 24 by 24 pixels."""
    return list(_outline(sample(kind), (12.0, 12.0)))


def _shapes(tree: Tree, layout: Layout) -> Iterator[Shape]:
    for node, branch in zip(tree.nodes, layout.branches, strict=True):
        if node.above >= 0:
            yield _branch(tree.nodes[node.above], node, branch, tree.solved)
    yield from map(_join, layout.joins)
    for at, node in enumerate(tree.nodes):
        if label := layout.labels[at]:
            yield from _label(tree.nodes[node.above], node, label)
        yield _history(node, layout.points[at], layout.right)


def _branch(above: History, node: History, points: tuple[Point, ...], solved: bool) -> Polyline:
    if not node.reached:
        return Polyline(points, "never", Pen(1.2, _OUTLINES[Reach.OTHER].dashes))
    likely = float(node.probability or 0) if solved and above.kind != HistoryKind.CHANCE else 0.0
    return Polyline(points, _BRANCH[above.kind] if solved else "ink-line", Pen(1.2 + 1.8 * likely))


def _join(join: Join) -> Polyline:
    marks = {"data-mark-infoset": str(join.infoset)}
    hover = f"information set {join.infoset}"
    return Polyline(join.points, f"joined-{join.kind.value}", _JOIN, hover, marks)


def _label(above: History, node: History, label: Label) -> Iterator[Text]:
    name, share = branch_texts(node)
    hover = node.label if name != node.label else ""
    yield Text(name, label.x, label.y, _role(node), LABEL, label.anchor, hover=hover)
    if share:
        role = _WORDS[above.kind] if node.reached else "never-words"
        yield Text(share, label.x, label.under, role, SHARE, label.anchor)


def _history(node: History, point: Point, right: bool) -> Group:
    shapes, (x, y) = [*_outline(node, point)], point
    if (text := caption(node)) and right:
        shapes.append(Text(text, x + half(node) + AIR, y + 4.5, _role(node), LABEL))
    elif text:
        below = y + (DOT if node.kind == HistoryKind.END else RADIUS) + LINE
        shapes.append(Text(text, x, below, _role(node), LABEL, "middle"))
    marks = {"data-mark-node": str(node.node)}
    if node.infoset is not None:
        marks["data-mark-infoset"] = str(node.infoset)
    return Group(shapes, marks=marks)


def _outline(node: History, point: Point) -> Iterator[Shape]:
    (x, y), wide = point, half(node)
    role: str = node.kind if node.reached else "never-node"
    pen = _OUTLINES[node.reach]
    if node.kind == HistoryKind.END:
        yield Circle(x, y, DOT, "end" if node.reached else "never-end")
    elif node.kind == HistoryKind.CHANCE:
        ends = ((x - wide, y), (x, y - RADIUS), (x + wide, y), (x, y + RADIUS))
        yield Polygon(ends, role, pen)
    else:
        corner = RADIUS if node.kind == HistoryKind.FIRST else 1.5
        yield Rect(x - wide, y - RADIUS, 2 * wide, 2 * RADIUS, role, corner, pen)
        yield Text(infoset_text(node), x, y + 3.8, _role(node), NUMBER, "middle")


def _role(node: History) -> str:
    return "words" if node.reached else "never-words"


class _Entry(NamedTuple):
    """An entry of the legend, and its place."""

    kind: str
    """Empty for words without a sign."""
    name: str
    x: float
    y: float
    end: float


def _entries(key: Iterable[tuple[str, str]], room: float) -> Iterator[_Entry]:
    """Yield the entries of a legend, in lines of a width."""
    x, y = MARGIN, 0.0
    for kind, name in key:
        length = (24 if kind else 0) + width(name, _LEGEND) + 18
        if x > MARGIN and x + length > room:
            x, y = MARGIN, y + _FURTHER
        yield _Entry(kind, name, x, y, x + length)
        x += length


def _legend(entries: Sequence[_Entry]) -> Iterator[Shape]:
    for kind, name, x, y, _ in entries:
        if kind:
            yield from _outline(sample(kind), (x + RADIUS, y + 20.0))
        yield Text(name, x + 24 if kind else x, y + 24, "soft-words", _LEGEND)
