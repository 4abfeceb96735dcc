"""A network as a list of neighbours, or a grid as it is, for the terminal."""

from collections.abc import Iterator

from ..labels import in_ascii
from .records import Node, Roads


def write_text(roads: Roads, ascii: bool = False) -> Iterator[str]:
    """Yield the lines of a network or a grid, and then what lies where at the beginning."""
    for line in _lines(roads, "->" if ascii else "→"):
        yield f"{in_ascii(line) if ascii else line}\n"


def _lines(roads: Roads, arrow: str) -> Iterator[str]:
    yield roads.title
    yield roads.size
    yield ""
    yield from _grid(roads) if roads.is_grid else _neighbours(roads, arrow)
    at_start = _places(roads, "variables")
    constants = _places(roads, "constants")
    if at_start or constants:
        yield ""
    if at_start:
        yield f"variables at the beginning  {at_start}"
    if constants:
        yield f"constants  {constants}"


def _grid(roads: Roads) -> Iterator[str]:
    marks = {node.square: node.mark for node in roads.nodes}
    rows, columns = extent(roads)
    for row in rows:
        line = "".join(marks.get((row, column), "#") for column in columns)
        yield line


def extent(roads: Roads) -> tuple[range, range]:
    """Return the rows and columns of a grid."""
    squares = [node.square for node in roads.nodes if node.square]
    return (
        range(1, max(row for row, _ in squares) + 1),
        range(1, max(column for _, column in squares) + 1),
    )


def _neighbours(roads: Roads, arrow: str) -> Iterator[str]:
    near: list[list[tuple[int, str]]] = [[] for _ in roads.nodes]
    for start, end, both in roads.edges:
        near[start].append((end, "" if both else f"{arrow} "))
        if both and start != end:
            near[end].append((start, ""))
    wide = max(len(node.name) for node in roads.nodes)
    for node, listed in zip(roads.nodes, near, strict=True):
        ends = ", ".join(f"{sign}{roads.nodes[end].name}" for end, sign in sorted(listed))
        yield f"{node.name:<{wide}}  {ends or 'leads nowhere'}"
    if any(not edge.both for edge in roads.edges):
        yield ""
        yield f"{arrow} one way"


def _places(roads: Roads, kind: str) -> str:
    """Return the names with their nodes, such as `e: n0; exits: n3, n7`."""
    found: dict[str, list[str]] = {}
    for node in roads.nodes:
        for name in _names(node, kind):
            found.setdefault(name, []).append(node.name)
    return "; ".join(f"{name}: {', '.join(nodes)}" for name, nodes in found.items())


def _names(node: Node, kind: str) -> tuple[str, ...]:
    return node.variables if kind == "variables" else node.constants
