"""Lay out the histories of a drawing: terminal nodes one after the other, each other history over
the middle of its successors, and no overlapping words. Sizes are in pixels.

Each history has a strip of its own, as wide as its subtree, so that strips never overlap. A tree
grows downwards, with straight branches, or to the right, where branches fan out and end level.
`stages/page/parts/tree.js` follows the same rule with the same numbers.

Neighbouring histories of an information set in one row are joined by a straight line, others by a
line along the row. Each such line has a lane of its own, so that no two sets share a line.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..labels import width
from ..scene import Point
from .tree import History, HistoryKind, Tree, branch_texts, caption, infoset_text

LABEL, SHARE, NUMBER = 12.5, 11.0, 10.5
"""Sizes of letters: of actions and payoffs, of probabilities, of information sets."""
LINE = 14.0
"""Distance between lines of text."""
RADIUS, DOT = 10.0, 3.0
"""Half the height of a shape, and of the dot of a terminal node."""
AIR = 6.0
"""Minimum distance between separate items."""
LANE = 9.0
"""Distance between two lines that join information sets."""
MARGIN = 16.0


class Label(NamedTuple):
    """The position of a branch's words."""

    x: float
    y: float
    """The baseline of the first line."""
    anchor: str
    """`start` or `end`: the end of the words at x."""
    under: float
    """The baseline of the second line."""


class Join(NamedTuple):
    """A line that joins an information set."""

    infoset: int
    kind: HistoryKind
    points: tuple[Point, ...]


class Layout(NamedTuple):
    """A drawing with its layout."""

    right: bool
    """Whether it grows to the right rather than downwards."""
    width: float
    height: float
    points: tuple[Point, ...]
    """The positions of the shapes, in the order of the histories."""
    branches: tuple[tuple[Point, ...], ...]
    """The branch to each history from its parent; empty for the first."""
    labels: tuple[Label | None, ...]
    joins: tuple[Join, ...]


class Row(NamedTuple):
    """The histories of an information set in one row."""

    infoset: int
    depth: int
    members: tuple[int, ...]
    """In drawing order."""
    lane: int
    """The lane; 0 for adjacent histories."""


class _Lanes(NamedTuple):
    """The rows of joined information sets and their lanes."""

    rows: tuple[Row, ...]
    """The rows of one set are consecutive."""
    most: Sequence[int]
    """The number of lanes at each depth."""


class _Sizes(NamedTuple):
    """The sizes of each history and its branch, before they are placed."""

    half: Sequence[float]
    """Half the width of the shape."""
    under: Sequence[float]
    """The width of the text beside the shape; 0 if there is none."""
    wide: Sequence[float]
    """The width of the branch's longer line of words."""
    lines: int
    """The number of lines of a branch's words: 2 if any has a probability."""


def half(node: History) -> float:
    """Return half the width of a shape."""
    if node.kind == HistoryKind.END:
        return DOT
    return max(RADIUS, width(infoset_text(node), NUMBER) / 2 + 4)


def _sizes(tree: Tree) -> _Sizes:
    """Return the sizes of a tree's histories."""
    wide = []
    for node in tree.nodes:
        label, share = branch_texts(node)
        wide.append(max(width(label, LABEL), width(share, SHARE)) if node.above >= 0 else 0.0)
    return _Sizes(
        half=[half(node) for node in tree.nodes],
        under=[width(caption(node), LABEL) for node in tree.nodes],
        wide=wide,
        lines=2 if any(node.probability is not None for node in tree.nodes) else 1,
    )


WIDEST = 1100.0
"""Width in pixels above which a tree grows to the right instead of downwards."""


def lay_out(tree: Tree, direction: str = "") -> Layout:
    """Return the layout of a tree, `down` or `right`; by default downwards, unless that is too wide
    or too deep.
    """
    if direction == "right" or not direction and max(tree.depths) > 6:
        return _rightwards(tree)
    layout = _downwards(tree)
    return layout if direction or layout.width <= WIDEST else _rightwards(tree)


CLEAR, SPREAD, TALLEST = 42.0, 0.12, 120.0
"""Length of a branch above its words; its growth relative to the words' width; and its maximum."""
_ROUNDS = 200


class _Band(NamedTuple):
    """The position of the words of the branches at one depth."""

    height: float
    """The distance from one row to the next."""
    top: float
    """As fractions of that distance."""
    foot: float


def _downwards(tree: Tree) -> Layout:
    """Return the layout of a tree that grows downwards."""
    sizes, lanes = _sizes(tree), _lanes(tree)
    bands = _bands(sizes, lanes)
    shift, left, right = _strips_down(tree, sizes, bands)
    x, heights = [MARGIN + left[0]], [band.height for band in bands]
    for number in range(1, len(tree.nodes)):
        x.append(x[tree.nodes[number].above] + shift[number])
        depth = tree.depths[number]
        wider = bands[depth].height + min(TALLEST, SPREAD * abs(shift[number]))
        heights[depth] = max(heights[depth], wider)
    y = [MARGIN + _room(lanes.most[0])]
    for height in heights[1:]:
        y.append(y[-1] + height)
    points = tuple(zip(x, (y[depth] for depth in tree.depths), strict=True))
    return Layout(
        right=False,
        width=left[0] + right[0] + 2 * MARGIN,
        height=y[-1] + RADIUS + LINE + MARGIN,
        points=points,
        branches=tuple(
            (points[node.above], points[number]) if node.above >= 0 else ()
            for number, node in enumerate(tree.nodes)
        ),
        labels=tuple(
            _label(points[node.above], points[number], bands[tree.depths[number]], sizes.lines)
            if node.above >= 0
            else None
            for number, node in enumerate(tree.nodes)
        ),
        joins=_joins(tree, lanes, points, False),
    )


def _bands(sizes: _Sizes, lanes: _Lanes) -> list[_Band]:
    bands = []
    for most in lanes.most:
        below, words = _room(most) + AIR, LINE * sizes.lines
        height = RADIUS + CLEAR + words + below
        bands.append(_Band(height, 1 - (below + words) / height, 1 - below / height))
    return bands


def _strips_down(
    tree: Tree, sizes: _Sizes, bands: Sequence[_Band]
) -> tuple[list[float], list[float], list[float]]:
    """Return for each history its offset to the right of its parent, and the extents of its strip
    to the left and to the right.
    """
    own = [max(half, under / 2) for half, under in zip(sizes.half, sizes.under, strict=True)]
    left, right, shift = [*own], [*own], [0.0] * len(own)
    for at in range(len(own) - 1, -1, -1):
        below = tree.below[at]
        if not below:
            continue
        band, offsets = bands[tree.depths[at] + 1], [0.0]
        for before, after in pairwise(below):
            offsets.append(offsets[-1] + right[before] + 2 * AIR + left[after])
        _spread(offsets, [sizes.wide[child] for child in below], band)
        middle = (offsets[0] + offsets[-1]) / 2
        for child, offset in zip(below, offsets, strict=True):
            shift[child] = offset - middle
            words = sizes.wide[child] + AIR
            mean = band.foot * shift[child]
            outer = (mean - words, mean) if to_left(shift[child]) else (mean, mean + words)
            left[at] = max(left[at], left[child] - shift[child], -outer[0])
            right[at] = max(right[at], right[child] + shift[child], outer[1])
    return shift, left, right


def _spread(offsets: list[float], wide: Sequence[float], band: _Band) -> None:
    """Move siblings apart until the words between two branches fit: at their baseline beside their
    own branch, at their top beside the other.
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
    """Return whether a branch goes to the left; its words are then on the left."""
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


FORK, FORK_SPREAD, FORK_WIDEST = 18.0, 0.06, 60.0
"""Length from a shape to where its branches are level; its growth relative to the greatest offset;
and its maximum.
"""


def _rightwards(tree: Tree) -> Layout:
    """Return the layout of a tree that grows to the right."""
    sizes, lanes = _sizes(tree), _lanes(tree)
    shift, up, down = _strips_right(tree, sizes)
    x, level = _columns(tree, sizes, lanes, shift)
    y = [MARGIN + up[0]]
    for number in range(1, len(tree.nodes)):
        y.append(y[tree.nodes[number].above] + shift[number])
    points = tuple(zip((x[depth] for depth in tree.depths), y, strict=True))
    branches: list[tuple[Point, ...]] = [()]
    labels: list[Label | None] = [None]
    for number in range(1, len(tree.nodes)):
        begin = level[tree.depths[number]]
        branches.append((points[tree.nodes[number].above], (begin, y[number]), points[number]))
        labels.append(Label(begin + 2, y[number] - 5, "start", y[number] + LINE - 2))
    return Layout(
        right=True,
        width=MARGIN
        + max(
            point[0] + half + (AIR + under if under else 0)
            for point, half, under in zip(points, sizes.half, sizes.under, strict=True)
        ),
        height=up[0] + down[0] + 2 * MARGIN,
        points=points,
        branches=tuple(branches),
        labels=tuple(labels),
        joins=_joins(tree, lanes, points, True),
    )


def _strips_right(tree: Tree, sizes: _Sizes) -> tuple[list[float], list[float], list[float]]:
    """Return for each history its offset below the previous sibling, and the extents of its strip
    above and below it.
    """
    count = len(tree.nodes)
    up = [LINE + 2.0] * count
    down = [LINE + 2.0 if sizes.lines == 2 else RADIUS + 2.0] * count
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
    tree: Tree, sizes: _Sizes, lanes: _Lanes, shift: Sequence[float]
) -> tuple[list[float], list[float]]:
    """Return for each depth the position of its shapes, and where the branches to them
    are level.
    """
    depths = len(lanes.most)
    half, wide, far = [0.0] * depths, [0.0] * depths, [0.0] * depths
    for at, depth in enumerate(tree.depths):
        half[depth] = max(half[depth], sizes.half[at])
        wide[depth] = max(wide[depth], sizes.wide[at])
        far[depth] = max(far[depth], abs(shift[at]))
    x, level = [MARGIN + max(half[0], _room(lanes.most[0]))], [0.0]
    for depth in range(1, depths):
        fork = half[depth - 1] + FORK + min(FORK_WIDEST, FORK_SPREAD * far[depth])
        level.append(x[-1] + fork)
        x.append(level[-1] + wide[depth] + AIR + max(half[depth], _room(lanes.most[depth])))
    return x, level


def _lanes(tree: Tree) -> _Lanes:
    """Return the rows of all joined sets, with their lanes."""
    order: list[int] = [0] * (max(tree.depths) + 1)
    place, members = [], {number: dict[int, list[int]]() for number in tree.joined}
    for at, (node, depth) in enumerate(zip(tree.nodes, tree.depths, strict=True)):
        place.append(order[depth])
        order[depth] += 1
        if node.infoset in members:
            members[node.infoset].setdefault(depth, []).append(at)
    taken: list[list[list[range]]] = [[] for _ in order]  # Per depth and lane.
    spans = [
        (place[those[-1]] - place[those[0]], infoset, depth, tuple(those))
        for infoset, rows in members.items()
        for depth, those in rows.items()
    ]
    rows = []
    for length, infoset, depth, those in sorted(spans):  # Short ones next to the row.
        lane = 0
        if length > len(those) - 1:
            begin = place[those[0]]
            lane = _free(taken[depth], range(begin, begin + length + 1))
        rows.append(Row(infoset, depth, those, lane))
    return _Lanes(
        tuple(sorted(rows, key=lambda row: (row.infoset, row.depth))), [len(one) for one in taken]
    )


def _free(taken: list[list[range]], span: range) -> int:
    """Reserve the first lane, counted from 1, that is free over a span, and return its number."""
    for number, spans in enumerate(taken, start=1):
        if all(span.start >= one.stop or one.start >= span.stop for one in spans):
            spans.append(span)
            return number
    taken.append([span])
    return len(taken)


def _room(lane: int) -> float:
    """Return the distance from the middle of a row to the outer edge of its lanes, the parallel
    tracks of lines.
    """
    return RADIUS + 4 + LANE * lane if lane else RADIUS


def _joins(tree: Tree, lanes: _Lanes, points: Sequence[Point], right: bool) -> tuple[Join, ...]:
    """Return the joining lines, given the points of the histories."""
    made, before = [], None
    for row in lanes.rows:
        kind = tree.nodes[row.members[0]].kind
        if before and before.infoset == row.infoset:
            ends = (points[before.members[-1]], points[row.members[0]])
            made.append(Join(row.infoset, kind, ends))
        made += [Join(row.infoset, kind, line) for line in _lines(row, points, right)]
        before = row
    return tuple(made)


def _lines(row: Row, points: Sequence[Point], right: bool) -> list[tuple[Point, ...]]:
    first, *between, last = (points[at] for at in (*row.members, row.members[-1]))
    if first == last:
        return []
    if not row.lane:
        return [(first, *between)]
    off = _room(row.lane)
    lane = [(x - off, y) if right else (x, y - off) for x, y in (first, *between, last)]
    lines: list[tuple[Point, ...]] = [(first, lane[0], lane[-1], last)]
    return lines + [(point, near) for point, near in zip(between[:-1], lane[1:-2], strict=True)]
