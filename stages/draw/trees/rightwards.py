"""A tree that grows to the right: branches fan out and end level, with their words on that part."""

from collections.abc import Sequence
from itertools import pairwise

from stages.draw.trees.lanes import Lanes, joins, lanes, room
from stages.draw.trees.records import Tree
from stages.draw.trees.sizes import (
    AIR,
    LINE,
    MARGIN,
    RADIUS,
    Label,
    Placed,
    Point,
    Sizes,
    sizes,
)

FORK, SPREAD, WIDEST = 18.0, 0.06, 60.0
"""From a shape to where its branches are level; more for far ones, in parts of how far they go; and
at most.
"""


def rightwards(tree: Tree) -> Placed:
    """Return the tree laid out."""
    known, found = sizes(tree), lanes(tree)
    shift, up, down = _strips(tree, known)
    x, level = _columns(tree, known, found, shift)
    y = [MARGIN + up[0]]
    for at in range(1, len(tree.nodes)):
        y.append(y[tree.nodes[at].above] + shift[at])
    points = tuple(zip((x[depth] for depth in tree.depths), y, strict=True))
    branches: list[tuple[Point, ...]] = [()]
    labels: list[Label | None] = [None]
    for at in range(1, len(tree.nodes)):
        begin = level[tree.depths[at]]
        branches.append((points[tree.nodes[at].above], (begin, y[at]), points[at]))
        labels.append(Label(begin + 2, y[at] - 5, "start", y[at] + LINE - 2))
    return Placed(
        right=True,
        width=MARGIN
        + max(
            point[0] + half + (AIR + under if under else 0)
            for point, half, under in zip(points, known.half, known.under, strict=True)
        ),
        height=up[0] + down[0] + 2 * MARGIN,
        points=points,
        branches=tuple(branches),
        labels=tuple(labels),
        joins=joins(tree, found, points, True),
    )


def _strips(tree: Tree, known: Sizes) -> tuple[list[float], list[float], list[float]]:
    """Return per history how far it is below the one before it, and how far its strip goes up and
    down from it.
    """
    count = len(tree.nodes)
    up = [LINE + 2.0] * count
    down = [LINE + 2.0 if known.lines == 2 else RADIUS + 2.0] * count
    shift = [0.0] * count
    for at in range(count - 1, -1, -1):
        below, offsets = tree.below[at], [0.0]
        if not below:
            continue
        for before, after in pairwise(below):
            offsets.append(offsets[-1] + down[before] + up[after])
        middle = (offsets[0] + offsets[-1]) / 2
        for child, offset in zip(below, offsets, strict=True):
            shift[child] = offset - middle
            up[at] = max(up[at], up[child] - shift[child])
            down[at] = max(down[at], down[child] + shift[child])
    return shift, up, down


def _columns(
    tree: Tree, known: Sizes, found: Lanes, shift: Sequence[float]
) -> tuple[list[float], list[float]]:
    """Return per depth where its shapes stand, and where the branches to them are level."""
    depths = len(found.most)
    half, wide, far = [0.0] * depths, [0.0] * depths, [0.0] * depths
    for at, depth in enumerate(tree.depths):
        half[depth] = max(half[depth], known.half[at])
        wide[depth] = max(wide[depth], known.wide[at])
        far[depth] = max(far[depth], abs(shift[at]))
    x, level = [MARGIN + max(half[0], room(found.most[0]))], [0.0]
    for depth in range(1, depths):
        fork = half[depth - 1] + FORK + min(WIDEST, SPREAD * far[depth])
        level.append(x[-1] + fork)
        x.append(level[-1] + wide[depth] + AIR + max(half[depth], room(found.most[depth])))
    return x, level
