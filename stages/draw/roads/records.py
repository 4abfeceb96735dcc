"""A network or a grid to be drawn: its nodes, its edges, and the names that lie at each node."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ....schemas.parts.problems import InputError, Problem, counted
from ....schemas.parts.squares import Square

MOST_NODES, MOST_SQUARES = 200, 2_500
"""The largest number of nodes in a picture of a network, and of squares in one of a grid."""


class Node(NamedTuple):
    """A node of a network, or a square of a grid."""

    name: str
    variables: tuple[str, ...]
    """The variables that are at the node at the beginning."""
    constants: tuple[str, ...]
    """The constants that contain the node, or that have a value for it."""
    square: Square | None = None
    """Row and column, from 1, in a grid."""
    mark: str = ""
    """The character of a square."""


class Edge(NamedTuple):
    """An edge between two nodes, given by their numbers."""

    start: int
    end: int
    both: bool
    """Whether it leads both ways."""


class Roads(NamedTuple):
    """A network, or a grid if its nodes have squares."""

    title: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    @property
    def is_grid(self) -> bool:
        return self.nodes[0].square is not None

    @property
    def size(self) -> str:
        """The number of nodes and edges in words."""
        if self.is_grid:
            return counted(len(self.nodes), "square")
        one_way = sum(not edge.both for edge in self.edges)
        parts = [counted(len(self.nodes), "node"), counted(len(self.edges), "edge")]
        return ", ".join(parts) + (f", {one_way:,} of them one way" if one_way else "")


def roads_of(
    title: str,
    edges: Mapping[str, Sequence[str]],
    squares: Mapping[str, Square],
    marks: Mapping[str, str],
    variables: Mapping[str, Sequence[str]],
    constants: Mapping[str, Sequence[str]],
) -> Roads:
    """Return the record of a network, given the neighbours, names and squares by node; a network
    that is no grid has no squares. Raise InputError if it is too large for a picture.
    """
    things, most = ("squares", MOST_SQUARES) if squares else ("nodes", MOST_NODES)
    if len(edges) > most:
        said = f"{len(edges):,} {things} are too many for one picture, which shows at most {most:,}"
        raise InputError([Problem(said)])
    number = {node: at for at, node in enumerate(edges)}
    kept = []
    for start, ends in edges.items():
        for end in ends:
            both = start in edges[end]
            if not both or number[start] <= number[end]:
                kept.append(Edge(number[start], number[end], both))
    nodes = (
        Node(
            node,
            tuple(variables.get(node, ())),
            tuple(constants.get(node, ())),
            squares.get(node),
            marks.get(node, ""),
        )
        for node in edges
    )
    return Roads(title, tuple(nodes), tuple(kept))
