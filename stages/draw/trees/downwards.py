"""A tree that grows downwards: straight branches, with their words at the outer side."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from stages.draw.trees.lanes import Lanes, joins, lanes, room
from stages.draw.trees.records import Tree
from stages.draw.trees.sizes import AIR, LINE, MARGIN, RADIUS, Label, Placed, Sizes, sizes

CLEAR, SPREAD, TALLEST = 42.0, 0.12, 120.0
"""Of a branch above its words; more for wide ones, in parts of their width; and at most."""
_ROUNDS = 200


class _Band(NamedTuple):
    """Where the words of the branches of one depth stand."""

    height: float
    """From one row to the next."""
    top: float
    """In parts of that."""
    foot: float


def downwards(tree: Tree) -> Placed:
    """Return the tree laid out."""
    known, found = sizes(tree), lanes(tree)
    bands = _bands(known, found)
    shift, left, right = _strips(tree, known, bands)
    x, heights = [MARGIN + left[0]], [band.height for band in bands]
    for at in range(1, len(tree.nodes)):
        x.append(x[tree.nodes[at].above] + shift[at])
        depth = tree.depths[at]
        wider = bands[depth].height + min(TALLEST, SPREAD * abs(shift[at]))
        heights[depth] = max(heights[depth], wider)
    y = [MARGIN + room(found.most[0])]
    for height in heights[1:]:
        y.append(y[-1] + height)
    points = tuple(zip(x, (y[depth] for depth in tree.depths), strict=True))
    return Placed(
        right=False,
        width=left[0] + right[0] + 2 * MARGIN,
        height=y[-1] + RADIUS + LINE + MARGIN,
        points=points,
        branches=tuple(
            (points[node.above], points[at]) if node.above >= 0 else ()
            for at, node in enumerate(tree.nodes)
        ),
        labels=tuple(
            _label(points[node.above], points[at], bands[tree.depths[at]], known.lines)
            if node.above >= 0
            else None
            for at, node in enumerate(tree.nodes)
        ),
        joins=joins(tree, found, points, False),
    )


def _bands(known: Sizes, found: Lanes) -> list[_Band]:
    bands = []
    for most in found.most:
        below, words = room(most) + AIR, LINE * known.lines
        height = RADIUS + CLEAR + words + below
        bands.append(_Band(height, 1 - (below + words) / height, 1 - below / height))
    return bands


def _strips(
    tree: Tree, known: Sizes, bands: Sequence[_Band]
) -> tuple[list[float], list[float], list[float]]:
    """Return per history how far it is to the right of the one above it, and how far its strip goes
    to the left and to the right of it.
    """
    own = [max(half, under / 2) for half, under in zip(known.half, known.under, strict=True)]
    left, right, shift = [*own], [*own], [0.0] * len(own)
    for at in range(len(own) - 1, -1, -1):
        below = tree.below[at]
        if not below:
            continue
        band, offsets = bands[tree.depths[at] + 1], [0.0]
        for before, after in pairwise(below):
            offsets.append(offsets[-1] + right[before] + 2 * AIR + left[after])
        _spread(offsets, [known.wide[child] for child in below], band)
        middle = (offsets[0] + offsets[-1]) / 2
        for child, offset in zip(below, offsets, strict=True):
            shift[child] = offset - middle
            words = known.wide[child] + AIR
            mean = band.foot * shift[child]
            outer = (mean - words, mean) if to_left(shift[child]) else (mean, mean + words)
            left[at] = max(left[at], left[child] - shift[child], -outer[0])
            right[at] = max(right[at], right[child] + shift[child], outer[1])
    return shift, left, right


def _spread(offsets: list[float], wide: Sequence[float], band: _Band) -> None:
    """Move siblings apart until the words between two branches have room: at the foot beside their
    own branch, at the top beside the other.
    """
    for _ in range(_ROUNDS):
        calm = True
        for at in range(1, len(offsets)):
            middle = (offsets[0] + offsets[-1]) / 2
            one, other = offsets[at - 1] - middle, offsets[at] - middle
            lack = 0.0
            if to_left(other):
                lack = wide[at] + 2 * AIR - (band.foot * other - band.top * one)
            elif not to_left(one):
                lack = wide[at - 1] + 2 * AIR - (band.top * other - band.foot * one)
            if lack > 0.01:
                calm = False
                for further in range(at, len(offsets)):
                    offsets[further] += lack / band.top
        if calm:
            return


def to_left(shift: float) -> bool:
    """Return whether a branch goes to the left: there its words stand."""
    return shift < -0.5


def _label(
    above: tuple[float, float], below: tuple[float, float], band: _Band, lines: int
) -> Label:
    shift = below[0] - above[0]
    x = above[0] + band.foot * shift
    y = above[1] + band.foot * (below[1] - above[1]) - 3
    first = y - LINE * (lines - 1)
    if to_left(shift):
        return Label(x - AIR, first, "end", y)
    return Label(x + AIR, first, "start", y)
