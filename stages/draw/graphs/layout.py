"""Where the parts of a drawing lie: columns from left to right, and in each the things as near to
what they are joined to as their room allows.
"""

from collections.abc import Sequence
from typing import NamedTuple

from stages.draw.graphs.columns import Columns, columns
from stages.draw.graphs.records import Graph
from stages.draw.graphs.sizes import (
    AIR,
    GAP,
    LABEL,
    LINE,
    MARGIN,
    label,
    shape_width,
    state_height,
    state_width,
)
from stages.draw.labels import width

ROUNDS = 30
SPREAD, WIDEST = 0.12, 120.0
"""How much wider a gap is for lines that go up or down, in parts of their height, and at most."""
PASSING = 6.0
"""Pixels of room of a move that passes a column."""

Point = tuple[float, float]


class Placed(NamedTuple):
    """A drawing, laid out, in pixels."""

    width: float
    height: float
    states: tuple[Point, ...]
    """Of each the left end of its shape, in the middle of its height."""
    lines: tuple[tuple[Point, ...], ...]
    """Of each move."""
    labels: tuple[Point, ...]
    """Of each move, where its label begins; it stands above its line."""


def placed(graph: Graph) -> Placed:
    """Return where everything lies."""
    found = columns(graph)
    heights = [_height(graph, found, thing) for thing in range(len(found.things))]
    y = _heights(found, heights)
    wides = [max(_width(graph, found, thing) for thing in column) for column in found.columns]
    x = [MARGIN]
    for at, wide in enumerate(wides):
        x.append(x[-1] + wide + _gap(found, at, y))
    left = [0.0] * len(found.things)
    for at, column in enumerate(found.columns):
        for thing in column:
            left[thing] = x[at]
    up = min(middle - height / 2 for middle, height in zip(y, heights, strict=True)) - MARGIN
    y = [middle - up for middle in y]
    down = max(middle + height / 2 for middle, height in zip(y, heights, strict=True))
    lines = [_line(graph, found, move, left, y, wides, x) for move in range(len(graph.moves))]
    return Placed(
        width=x[-2] + wides[-1] + MARGIN,
        height=down + MARGIN,
        states=tuple((left[at], y[at]) for at in range(len(graph.states))),
        lines=tuple(line for line, _ in lines),
        labels=tuple(begin for _, begin in lines),
    )


def _gap(found: Columns, at: int, y: Sequence[float]) -> float:
    """Return the room behind a column: more where lines go far up or down."""
    far = (abs(y[to] - y[thing]) for thing in found.columns[at] for to in found.after[thing])
    return min(WIDEST, GAP + SPREAD * max(far, default=0.0))


def _height(graph: Graph, found: Columns, thing: int) -> float:
    known = found.things[thing]
    if known.state >= 0:
        return state_height(graph.states[known.state])
    return LINE + 4 if known.label and label(graph.moves[known.move]) else PASSING


def _width(graph: Graph, found: Columns, thing: int) -> float:
    known = found.things[thing]
    if known.state >= 0:
        return state_width(graph.states[known.state])
    return width(label(graph.moves[known.move]), LABEL) if known.label else 0.0


def _heights(found: Columns, heights: Sequence[float]) -> list[float]:
    """Return the middle of each thing: in rounds, each goes to the mean of what it is joined to."""
    y = [0.0] * len(heights)
    for column in found.columns:
        down = 0.0
        for thing in column:
            y[thing] = down + heights[thing] / 2
            down += heights[thing] + AIR
    for turn in range(ROUNDS):
        onward = turn % 2 == 0
        for column in found.columns if onward else reversed(found.columns):
            wanted = []
            for thing in column:
                beside = (found.before if onward else found.after)[thing]
                if turn >= ROUNDS - 2:
                    beside = [*found.before[thing], *found.after[thing]]
                wanted.append(sum(y[one] for one in beside) / len(beside) if beside else y[thing])
            for thing, middle in zip(column, _apart(column, wanted, heights), strict=True):
                y[thing] = middle
    return y


def _apart(column: Sequence[int], wanted: Sequence[float], heights: Sequence[float]) -> list[float]:
    """Return places in this order and with this room, together as near to the wanted ones as can
    be: the least squares, by pooling neighbours that are in each other's way.
    """
    offsets, offset = [], 0.0
    for at, thing in enumerate(column):
        offset += (heights[column[at - 1]] + heights[thing]) / 2 + AIR if at else 0.0
        offsets.append(offset)
    pools: list[tuple[float, int]] = []  # The sum, and how many.
    for want, offset in zip(wanted, offsets, strict=True):
        total, many = want - offset, 1
        while pools and pools[-1][0] * many >= total * pools[-1][1]:
            total, many = total + pools[-1][0], many + pools[-1][1]
            pools.pop()
        pools.append((total, many))
    means = [total / many for total, many in pools for _ in range(many)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=True)]


def _line(
    graph: Graph,
    found: Columns,
    number: int,
    left: Sequence[float],
    y: Sequence[float],
    wides: Sequence[float],
    x: Sequence[float],
) -> tuple[tuple[Point, ...], Point]:
    """Return the line of a move, and where its label begins."""
    first, *through, last = found.ways[number]
    state = graph.states[graph.moves[number].start]
    points = [(left[first] + shape_width(state), y[first])]
    column = 2 * graph.layers[graph.moves[number].start]
    points.append((x[column] + wides[column], y[first]))
    begin = points[0]
    for at, thing in enumerate(through, column + 1):
        line = y[thing] + (LINE / 2 - 1 if found.things[thing].label else 0.0)
        points += [(x[at], line), (x[at] + wides[at], line)]
        if found.things[thing].label:
            begin = (x[at], line - 4)
    points.append((left[last], y[last]))
    return tuple(points), begin
