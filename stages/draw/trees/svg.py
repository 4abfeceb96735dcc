"""A game tree as SVG."""

from collections.abc import Iterator, Sequence

from stages.draw import svg
from stages.draw.labels import width
from stages.draw.svg import group, hover, number, part, picture, words
from stages.draw.trees.layout import (
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
    Placed,
    Point,
    half,
    placed,
)
from stages.draw.trees.records import Comes, Drawn, Kind, Tree
from stages.draw.trees.text import write_text
from stages.draw.trees.words import beside, inside, legend, sample, under

_WORDS = {Kind.FIRST: "first-words", Kind.SECOND: "second-words", Kind.CHANCE: "chance-words"}
_BRANCH = {Kind.FIRST: "played-first", Kind.SECOND: "played-second", Kind.CHANCE: "by-chance"}
_DASHES = {Comes.OTHER: "4 2.5", Comes.NEVER: "1.2 3"}
"""The dashes of lines that play does not reach."""
_TOP = 30.0
"""Room for the legend."""
_TOLD = 200
"""Maximum number of lines of the description for people who cannot see the picture."""


def write_svg(tree: Tree, title: str = "", direction: str = "") -> Iterator[str]:
    """Yield the lines of a file; `direction` is `down`, `right`, or empty for an automatic
    choice.
    """
    found = placed(tree, direction)
    width, height, parts = _whole(tree, found)
    return picture(width, height, title or tree.title, _description(tree), parts)


def write_inside(tree: Tree, title: str = "", direction: str = "") -> Iterator[str]:
    """Yield the same picture as part of a page, which has a legend of its own."""
    found, told = placed(tree, direction), title or tree.title
    parts = _tree(tree, found)
    return svg.inside(found.width, found.height, told, _description(tree), parts)


def sign(kind: str) -> Iterator[str]:
    """Yield the sign for a kind of history in a legend, on 24 by 24 pixels."""
    yield from _shape(sample(kind), (12.0, 12.0), True)


def _whole(tree: Tree, found: Placed) -> tuple[float, float, Iterator[str]]:
    wide = max(found.width, _legend_width(tree))
    return wide, found.height + _TOP, _parts(tree, found)


def _description(tree: Tree) -> str:
    lines = list(write_text(tree, ascii=False))
    more = [f"and {len(lines) - _TOLD:,} more lines\n"] if len(lines) > _TOLD else []
    return "".join([*lines[:_TOLD], *more])


def _parts(tree: Tree, found: Placed) -> Iterator[str]:
    yield from group(_legend(tree), font_size=12)
    yield from group(_tree(tree, found), transform=f"translate(0 {number(_TOP)})")


def _tree(tree: Tree, found: Placed) -> Iterator[str]:
    for at, node in enumerate(tree.nodes):
        if node.above >= 0:
            yield _branch(tree.nodes[node.above], node, found.branches[at], tree.told)
    for join in found.joins:
        yield _join(join)
    for at, node in enumerate(tree.nodes):
        label = found.labels[at]
        if label:
            yield from _words(tree.nodes[node.above], node, label)
        yield from _history(node, found.points[at], found.right)


def _branch(above: Drawn, node: Drawn, points: Sequence[Point], told: bool) -> str:
    likely = float(node.probability) if node.probability is not None else 0.0
    role = _BRANCH[above.kind] if node.reached and told else "ink-line"
    thick = 1.2 + (1.8 * likely if told and above.kind != Kind.CHANCE else 0.0)
    if not node.reached:
        dashes = _DASHES[Comes.OTHER]
        return part(
            "polyline", "never", points=_points(points), stroke_width=1.2, stroke_dasharray=dashes
        )
    return part("polyline", role, points=_points(points), stroke_width=thick)


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def _join(join: Join) -> str:
    return part(
        "polyline",
        f"joined-{join.kind.value}",
        hover(f"information set {join.infoset}"),
        points=_points(join.points),
        stroke_width=1.3,
        stroke_dasharray="2 4",
        stroke_linecap="round",
        stroke_linejoin="round",
        data_mark_infoset=str(join.infoset),
    )


def _words(above: Drawn, node: Drawn, label: Label) -> Iterator[str]:
    name, share = beside(node)
    more = hover(node.label) if name != node.label else ""
    role = "words" if node.reached else "never-words"
    told: dict[str, str | float] = {"font_size": LABEL}
    if label.anchor != "start":
        told["text_anchor"] = label.anchor
    yield words(name, label.x, label.y, role, **told)
    if more:
        yield part("g", "", more)
    if share:
        role = _WORDS[above.kind] if node.reached else "never-words"
        yield words(share, label.x, label.under, role, **{**told, "font_size": SHARE})


def _history(node: Drawn, point: Point, right: bool) -> Iterator[str]:
    marks = {"data_mark_node": str(node.node)}
    if node.infoset is not None:
        marks["data_mark_infoset"] = str(node.infoset)
    yield from group(_shape(node, point, right), **marks)


def _shape(node: Drawn, point: Point, right: bool) -> Iterator[str]:
    x, y = point
    role: str = node.kind if node.reached else "never-node"
    wide, yes = half(node), RADIUS
    if node.kind == Kind.END:
        yield part("circle", "end" if node.reached else "never-end", cx=x, cy=y, r=DOT)
    elif node.kind == Kind.CHANCE:
        ends = ((x - wide, y), (x, y - yes), (x + wide, y), (x, y + yes))
        yield part("polygon", role, points=_points(ends), stroke_width=1.4, **_dashed(node))
    else:
        size: dict[str, float] = {"x": x - wide, "y": y - yes, "width": 2 * wide}
        corner = RADIUS if node.kind == Kind.FIRST else 1.5
        size |= {"height": 2 * yes, "rx": corner, "stroke_width": 1.4}
        yield part("rect", role, **size, **_dashed(node))
        told = inside(node)
        yield words(told, x, y + 3.8, _role(node), text_anchor="middle", font_size=NUMBER)
    if text := under(node):
        role = _role(node)
        if right:
            yield words(text, x + wide + AIR, y + 4.5, role, font_size=LABEL)
        else:
            below = y + (DOT if node.kind == Kind.END else RADIUS) + LINE
            yield words(text, x, below, role, text_anchor="middle", font_size=LABEL)


def _dashed(node: Drawn) -> dict[str, str]:
    return {} if node.reached else {"stroke_dasharray": _DASHES[node.comes]}


def _role(node: Drawn) -> str:
    return "words" if node.reached else "never-words"


def _legend_width(tree: Tree) -> float:
    items = legend(tree)
    return MARGIN + sum((24 if kind else 0) + width(name, 12) + 18 for kind, name in items)


def _legend(tree: Tree) -> Iterator[str]:
    x = MARGIN
    for kind, name in legend(tree):
        if kind:
            yield from _shape(sample(kind), (x + RADIUS, 20.0), True)
            x += 24
        yield words(name, x, 24, "soft-words")
        x += width(name, 12) + 18
