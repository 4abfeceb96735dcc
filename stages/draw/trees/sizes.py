"""How large the parts of a drawing are, and the records of a layout. In pixels."""

from collections.abc import Sequence
from typing import NamedTuple

from stages.draw.labels import width
from stages.draw.trees.records import Drawn, Kind, Tree
from stages.draw.trees.words import beside, inside, under

LABEL, SHARE, NUMBER = 12.5, 11.0, 10.5
"""Sizes of letters: of actions and payoffs, of probabilities, of information sets."""
LINE = 14.0
"""From one line to the next."""
RADIUS, DOT = 10.0, 3.0
"""Half the height of a shape, and of the dot at an end."""
AIR = 6.0
"""Between what must not touch."""
LANE = 9.0
"""Between two lines that join information sets."""
MARGIN = 16.0

Point = tuple[float, float]


class Label(NamedTuple):
    """Where the words of a branch stand."""

    x: float
    y: float
    """Of the foot of the first line."""
    anchor: str
    """`start` or `end`: at which end of the words x is."""
    under: float
    """Of the foot of the second line."""


class Join(NamedTuple):
    """A line that joins an information set."""

    infoset: int
    kind: Kind
    points: tuple[Point, ...]


class Placed(NamedTuple):
    """A drawing, laid out."""

    right: bool
    """Whether it grows to the right, and else downwards."""
    width: float
    height: float
    points: tuple[Point, ...]
    """Of the shapes, in the order of the histories."""
    branches: tuple[tuple[Point, ...], ...]
    """What leads to each history from the one above it; empty for the first."""
    labels: tuple[Label | None, ...]
    joins: tuple[Join, ...]


class Sizes(NamedTuple):
    """How large each history and its branch are, before they have a place."""

    half: Sequence[float]
    """Half the width of the shape."""
    under: Sequence[float]
    """The width of what stands beside the shape; 0 where nothing does."""
    wide: Sequence[float]
    """Of the words of the branch, of the longer line."""
    lines: int
    """Of the words of a branch: 2 where any has a probability."""


def half(node: Drawn) -> float:
    """Return half the width of a shape."""
    if node.kind == Kind.END:
        return DOT
    return max(RADIUS, width(inside(node), NUMBER) / 2 + 4)


def sizes(tree: Tree) -> Sizes:
    """Return how large the histories of a tree are drawn."""
    wide = []
    for node in tree.nodes:
        label, share = beside(node)
        wide.append(max(width(label, LABEL), width(share, SHARE)) if node.above >= 0 else 0.0)
    return Sizes(
        half=[half(node) for node in tree.nodes],
        under=[width(under(node), LABEL) for node in tree.nodes],
        wide=wide,
        lines=2 if any(node.probability is not None for node in tree.nodes) else 1,
    )
