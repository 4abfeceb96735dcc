"""A game tree as a standalone LaTeX document that needs only TikZ."""

from collections.abc import Iterator, Sequence

from stages.draw.latex import colour as colour_name
from stages.draw.latex import document, escaped
from stages.draw.svg import number
from stages.draw.trees.layout import (
    AIR,
    DOT,
    LINE,
    RADIUS,
    Join,
    Label,
    Placed,
    Point,
    half,
    placed,
)
from stages.draw.trees.records import Comes, Drawn, Kind, Tree
from stages.draw.trees.words import DASHES, beside, inside, legend, sample, under


def write_tikz(tree: Tree, title: str = "", direction: str = "") -> Iterator[str]:
    """Yield the lines of a document; non-Latin labels need LuaLaTeX or XeLaTeX."""
    yield from document(title or tree.title, _parts(tree, placed(tree, direction)))


def _parts(tree: Tree, found: Placed) -> Iterator[str]:
    yield from _branches(tree, found)
    yield from map(_join, found.joins)
    for at, node in enumerate(tree.nodes):
        label = found.labels[at]
        if label:
            yield from _words(tree.nodes[node.above], node, label)
        yield from _history(node, found.points[at], found.right)
    yield from _legend(tree, found)


def _branches(tree: Tree, found: Placed) -> Iterator[str]:
    for node, points in zip(tree.nodes, found.branches, strict=True):
        if points:
            above = tree.nodes[node.above]
            colour = "line" if not node.reached else above.kind.value if tree.told else "ink"
            likely = 0.0 if node.probability is None or not tree.told else float(node.probability)
            thick = 0.6 + (1.0 * likely if node.reached and above.kind != Kind.CHANCE else 0.0)
            dashes = "" if node.reached else f",{DASHES[Comes.OTHER]}"
            yield f"\\draw[draw={colour}{dashes},line width={number(thick)}pt] {_way(points)};\n"


def _join(join: Join) -> str:
    return f"\\draw[draw={join.kind.value},dashed,rounded corners=2pt] {_way(join.points)};\n"


def _way(points: Sequence[Point]) -> str:
    return " -- ".join(map(_at, points))


def _at(point: Point) -> str:
    return f"({number(point[0])},{number(point[1])})"


def _words(above: Drawn, node: Drawn, label: Label) -> Iterator[str]:
    name, share = beside(node)
    anchor = "base west" if label.anchor == "start" else "base east"
    colour = "ink" if node.reached else "soft"
    yield _text(name, (label.x, label.y), anchor, colour)
    if share:
        colour = above.kind.value if node.reached else "soft"
        yield _text(share, (label.x, label.under), anchor, colour)


def _text(text: str, point: Point, anchor: str, colour: str) -> str:
    return f"\\node[anchor={anchor},text={colour}] at {_at(point)} {{{escaped(text)}}};\n"


def _history(node: Drawn, point: Point, right: bool) -> Iterator[str]:
    (x, y), wide = point, half(node)
    colour = "ink" if node.reached else "soft"
    if node.kind == Kind.END:
        yield f"\\fill[fill={colour}] {_at(point)} circle[radius={number(DOT * 0.75)}pt];\n"
    else:
        line = node.kind.value if node.reached else "soft"
        fill = colour_name(f"{node.kind.value}-ground") if node.reached else "ground"
        dashes = "" if node.reached else f",{DASHES[node.comes]}"
        yield f"\\filldraw[draw={line}{dashes},fill={fill}{_outline(node.kind, x, y, wide)};\n"
        yield f"\\node[text={colour}] at {_at(point)} {{{inside(node)}}};\n" if inside(node) else ""
    if text := under(node):
        down = (DOT if node.kind == Kind.END else RADIUS) + LINE
        at = (x + wide + AIR, y + 4.5) if right else (x, y + down)
        anchor = "base west" if right else "base"
        yield _text(text, at, anchor, colour)


def _outline(kind: Kind, x: float, y: float, wide: float) -> str:
    if kind == Kind.CHANCE:
        ends = ((x - wide, y), (x, y - RADIUS), (x + wide, y), (x, y + RADIUS))
        return f"] {_way(ends)} -- cycle"
    round_ = f",rounded corners={number(RADIUS * 0.74)}pt" if kind == Kind.FIRST else ""
    return f"{round_}] {_at((x - wide, y - RADIUS))} rectangle {_at((x + wide, y + RADIUS))}"


def _legend(tree: Tree, found: Placed) -> Iterator[str]:
    at = found.height + 10
    for kind, name in legend(tree):
        if kind:
            yield from _history(sample(kind), (26.0, at), True)
        yield _text(name, (42.0, at + 4.5), "base west", "soft")
        at += 26
