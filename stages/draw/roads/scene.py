"""A network or a grid as a scene."""

from collections.abc import Iterator, Sequence
from math import hypot, sqrt

from ....schemas.parts.labels import cut
from ..labels import BOLD, LONGEST, width
from ..scene import (
    Path,
    Pen,
    Point,
    Rect,
    Scene,
    Shape,
    Text,
    first_lines,
    number,
)
from .layout import place_nodes
from .records import Edge, Node, Roads
from .text import extent, write_text

MARGIN, TOP = 20.0, 58.0
"""Pixels around the picture, and of its title."""
_TITLE, _SIZE, _SMALL = 15.0, 13.0, 11.5
"""Sizes of letters."""
_RADIUS, _ROAD, _AIR = 15.0, 84.0, 44.0
"""Pixels of half the height of a node, of an edge at least, and between the nodes of an edge."""
_CELL, _LINE = 44.0, 13.0
"""Pixels of a square at least, and of a line of names."""
_LINES = Pen(1.6)
Size = tuple[float, float]
"""Width and height in pixels."""
_FREE = "-. _"
"""Characters of squares that have nothing special."""


def scene(roads: Roads) -> Scene:
    """Return a network or a grid with its title, and with the names of variables and constants."""
    wide, high, shapes = _grid(roads) if roads.is_grid else _network(roads)
    heads = [
        Text(roads.title, MARGIN, 24, size=_TITLE, bold=True),
        Text(_legend(roads), MARGIN, 44, "soft-words", _SIZE),
    ]
    widest = max(width(head.text, head.size) * (BOLD if head.bold else 1) for head in heads)
    return Scene(
        max(wide, widest + 2 * MARGIN),
        high,
        roads.title,
        first_lines(list(write_text(roads))),
        [*heads, *shapes],
    )


def _legend(roads: Roads) -> str:
    parts = [roads.size]
    if any(node.variables for node in roads.nodes):
        parts.append("bold: variables at the beginning")
    if any(node.constants for node in roads.nodes):
        parts.append("grey: constants")
    return "; ".join(parts)


def _network(roads: Roads) -> tuple[float, float, list[Shape]]:
    """Return width, height and shapes of a network."""
    sizes = [_size(node) for node in roads.nodes]
    places = _pixels(roads, sizes)
    shapes: list[Shape] = []
    for edge in roads.edges:
        shapes += _edge(edge, places, sizes)
    for node, (wide, high), (x, y) in zip(roads.nodes, sizes, places, strict=True):
        role, top = "first" if node.variables else "joint", y - high / 2
        shapes.append(Rect(x - wide / 2, top, wide, high, role, _RADIUS, Pen(1.4), node.name))
        name = cut(node.name, LONGEST)
        shapes.append(Text(name, x, top + _RADIUS + 4.5, size=_SIZE, anchor="middle"))
        shapes += _names(node, x, top + _RADIUS + 5 + _LINE)
    ends = [
        (x + wide / 2, y + high / 2) for (wide, high), (x, y) in zip(sizes, places, strict=True)
    ]
    return max(x for x, _ in ends) + MARGIN, max(y for _, y in ends) + MARGIN, shapes


def _size(node: Node) -> Size:
    """Return width and height of a node, whose names are inside; without any it is a circle if its
    own name is short.
    """
    lines = bool(node.variables) + bool(node.constants)
    wide = max(width(cut(node.name, LONGEST), _SIZE), _names_width(node)) + 14
    return max(2 * _RADIUS, wide), 2 * _RADIUS + _LINE * lines


def _pixels(roads: Roads, sizes: Sequence[Size]) -> list[Point]:
    """Return the centres of nodes in pixels, so far from each other that nodes do not overlap."""
    places = place_nodes(roads)
    near = min(
        (
            hypot(x - other_x, y - other_y)
            for at, (x, y) in enumerate(places)
            for other_x, other_y in places[:at]
        ),
        default=1.0,
    )
    road = max(_ROAD, max(wide for wide, _ in sizes) + _AIR)
    unit = road * min(2.5, max(1.0, 0.75 / max(near, 1e-9)))
    ends = [
        (x * unit - wide / 2, y * unit - high / 2)
        for (wide, high), (x, y) in zip(sizes, places, strict=True)
    ]
    left, top = min(x for x, _ in ends) - MARGIN, min(y for _, y in ends) - TOP
    return [(x * unit - left, y * unit - top) for x, y in places]


def _edge(edge: Edge, places: Sequence[Point], sizes: Sequence[Size]) -> Iterator[Shape]:
    (x, y), (to_x, to_y) = places[edge.start], places[edge.end]
    if edge.start == edge.end:
        top = y - sizes[edge.start][1] / 2
        yield Path(f"M{number(x - 6)} {number(top)}c-12 -26 24 -26 12 0", "ink-line", _LINES)
        return
    long = max(1.0, hypot(to_x - x, to_y - y))
    right, down = (to_x - x) / long, (to_y - y) / long
    begin = _border(sizes[edge.start], right, down)
    end = long - _border(sizes[edge.end], right, down)
    # The line ends inside the arrow's head, so that the tip stays sharp.
    last = end if edge.both else end - 6
    line = (
        f"M{_pair(x + right * begin, y + down * begin)}L{_pair(x + right * last, y + down * last)}"
    )
    yield Path(line, "ink-line", _LINES)
    if not edge.both:
        tip_x, tip_y = x + right * end, y + down * end
        back_x, back_y = tip_x - 10 * right, tip_y - 10 * down
        first = _pair(back_x - 4.5 * down, back_y + 4.5 * right)
        second = _pair(back_x + 4.5 * down, back_y - 4.5 * right)
        yield Path(f"M{_pair(tip_x, tip_y)}L{first}L{second}Z", "tip")


def _pair(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def _border(size: Size, right: float, down: float) -> float:
    """Return the distance from the centre of a node to its border in a direction."""
    right, down = max(abs(right), 1e-9), max(abs(down), 1e-9)
    flat, steep = size[0] / 2 - _RADIUS, size[1] / 2 - _RADIUS
    straight = min((flat + _RADIUS) / right, (steep + _RADIUS) / down)
    if straight * right <= flat or straight * down <= steep:
        return straight
    # In a round corner with the centre (flat, steep).
    along = right * flat + down * steep
    return along + sqrt(max(0.0, along**2 - flat**2 - steep**2 + _RADIUS**2))


def _variables(node: Node) -> str:
    return cut(", ".join(node.variables), LONGEST)


def _constants(node: Node) -> str:
    return cut(", ".join(node.constants), LONGEST)


def _names_width(node: Node) -> float:
    return max(width(_variables(node), _SMALL) * BOLD, width(_constants(node), _SMALL))


def _names(node: Node, x: float, y: float) -> Iterator[Text]:
    """Yield the names at a node, one line of each kind, around x."""
    if node.variables:
        hover = ", ".join(node.variables)
        yield Text(_variables(node), x, y, "first-words", _SMALL, "middle", True, hover=hover)
        y += _LINE
    if node.constants:
        hover = ", ".join(node.constants)
        yield Text(_constants(node), x, y, "soft-words", _SMALL, "middle", hover=hover)


def _grid(roads: Roads) -> tuple[float, float, list[Shape]]:
    """Return width, height and shapes of a grid, with numbered rows and columns."""
    rows, columns = extent(roads)
    cell = max(_CELL, *(_names_width(node) + 10 for node in roads.nodes))
    left, top = MARGIN + 22, TOP + 20
    wide, high = cell * len(columns), cell * len(rows)
    shapes: list[Shape] = [Rect(left, top, wide, high, "wall", 4)]
    for row in rows:
        y = top + cell * (row - 0.5) + 4
        shapes.append(Text(str(row), left - 7, y, "soft-words", _SMALL, "end"))
    for column in columns:
        x = left + cell * (column - 0.5)
        shapes.append(Text(str(column), x, top - 7, "soft-words", _SMALL, "middle"))
    for node in roads.nodes:
        assert node.square is not None
        row, column = node.square
        shapes += _square(node, left + cell * (column - 1), top + cell * (row - 1), cell)
    return left + wide + MARGIN, top + high + MARGIN, shapes


def _square(node: Node, x: float, y: float, cell: float) -> Iterator[Shape]:
    role = "first" if node.variables else "square"
    yield Rect(x + 1, y + 1, cell - 2, cell - 2, role, 3, hover=node.name)
    lines = bool(node.variables) + bool(node.constants)
    middle = y + cell / 2 + 5 - _LINE * lines / 2
    mark_role = "soft-words" if node.mark in _FREE else "words"
    yield Text(node.mark, x + cell / 2, middle, mark_role, 14, "middle")
    yield from _names(node, x + cell / 2, middle + _LINE)
