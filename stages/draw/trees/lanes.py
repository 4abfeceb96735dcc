"""Which lines join the histories of an information set, so that two sets share none.

Histories with as many moves stand in a row. Those of a set that stand one beside the other are
joined straight; others by a line beside the row, and each such line has a lane of its own.
"""

from collections.abc import Sequence
from typing import NamedTuple

from stages.draw.trees.records import Tree
from stages.draw.trees.sizes import LANE, RADIUS, Join, Point


class Row(NamedTuple):
    """The histories of an information set that stand in one row."""

    infoset: int
    depth: int
    members: tuple[int, ...]
    """In their order."""
    lane: int
    """0 where they stand one beside the other."""


class Lanes(NamedTuple):
    """What joins information sets."""

    rows: tuple[Row, ...]
    """Those of a set one after the other."""
    most: Sequence[int]
    """Per depth the number of its lanes."""


def lanes(tree: Tree) -> Lanes:
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
        for infoset, found in members.items()
        for depth, those in found.items()
    ]
    rows = []
    for length, infoset, depth, those in sorted(spans):  # Short ones next to the row.
        lane = 0
        if length > len(those) - 1:
            begin = place[those[0]]
            lane = _free(taken[depth], range(begin, begin + length + 1))
        rows.append(Row(infoset, depth, those, lane))
    return Lanes(
        tuple(sorted(rows, key=lambda row: (row.infoset, row.depth))), [len(one) for one in taken]
    )


def _free(taken: list[list[range]], span: range) -> int:
    """Return the number of the first lane, from 1 on, that is free over a span, and take it."""
    for number, spans in enumerate(taken, start=1):
        if all(span.start >= one.stop or one.start >= span.stop for one in spans):
            spans.append(span)
            return number
    taken.append([span])
    return len(taken)


def room(lane: int) -> float:
    """Return how far from the middle of a row its lanes reach."""
    return RADIUS + 4 + LANE * lane if lane else RADIUS


def joins(tree: Tree, found: Lanes, points: Sequence[Point], right: bool) -> tuple[Join, ...]:
    """Return the lines, given where the histories are."""
    made, before = [], None
    for row in found.rows:
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
    off = room(row.lane)
    beside = [(x - off, y) if right else (x, y - off) for x, y in (first, *between, last)]
    ways: list[tuple[Point, ...]] = [(first, beside[0], beside[-1], last)]
    return ways + [(point, near) for point, near in zip(between[:-1], beside[1:-2], strict=True)]
