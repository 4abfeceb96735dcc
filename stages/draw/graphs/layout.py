"""Lay out a drawing in columns from left to right: columns of states and, between them, columns of
move labels. In each, items are as near to their neighbours as space allows.

A move that passes a column has room there, too. The order in a column is grid in sweeps: each
item moves to the mean place of its neighbours in the previous column, then in the next one.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..labels import width
from ..scene import Point
from .graph import (
    AIR,
    GAP,
    LABEL,
    LINE,
    MARGIN,
    Graph,
    move_label,
    shape_width,
    state_height,
    state_width,
)

ROUNDS = 30
SPREAD, WIDEST = 0.12, 120.0
"""Extra gap width for lines that go up or down, as a fraction of their height, and its maximum."""
PASSING = 6.0
"""Height in pixels reserved for a move that passes a column."""


class Item(NamedTuple):
    """An item of a column."""

    state: int = -1
    """The index of a state."""
    move: int = -1
    """The index of a move, for its label or where it passes."""
    label: bool = False


class _Columns(NamedTuple):
    """Things and lines between them; a line connects neighbouring columns."""

    items: tuple[Item, ...]
    columns: tuple[tuple[int, ...], ...]
    """The items of each column, from top to bottom."""
    before: Sequence[Sequence[int]]
    """For each item its neighbours in the previous column."""
    after: Sequence[Sequence[int]]
    paths: tuple[tuple[int, ...], ...]
    """For each move its items, from state to state."""


class Layout(NamedTuple):
    """A drawing, laid out, in pixels."""

    width: float
    height: float
    states: tuple[Point, ...]
    """For each state the left end of its shape, at half its height."""
    lines: tuple[tuple[Point, ...], ...]
    """The line of each move."""
    labels: tuple[Point, ...]
    """The start of each move's label, above its line."""


def lay_out(graph: Graph) -> Layout:
    """Return the positions of all parts."""
    grid = columns(graph)
    heights = [_height(graph, grid, item) for item in range(len(grid.items))]
    y = _heights(grid, heights)
    wides = [max(_width(graph, grid, item) for item in column) for column in grid.columns]
    x = [MARGIN]
    for at, wide in enumerate(wides):
        x.append(x[-1] + wide + _gap(grid, at, y))
    left = [0.0] * len(grid.items)
    for at, column in enumerate(grid.columns):
        for item in column:
            left[item] = x[at]
    up = min(middle - height / 2 for middle, height in zip(y, heights, strict=True)) - MARGIN
    y = [middle - up for middle in y]
    down = max(middle + height / 2 for middle, height in zip(y, heights, strict=True))
    lines = [_line(graph, grid, move, left, y, wides, x) for move in range(len(graph.moves))]
    return Layout(
        width=x[-2] + wides[-1] + MARGIN,
        height=down + MARGIN,
        states=tuple((left[at], y[at]) for at in range(len(graph.states))),
        lines=tuple(line for line, _ in lines),
        labels=tuple(begin for _, begin in lines),
    )


def _gap(grid: _Columns, at: int, y: Sequence[float]) -> float:
    """Return the space behind a column: more if lines rise or fall steeply."""
    far = (abs(y[to] - y[item]) for item in grid.columns[at] for to in grid.after[item])
    return min(WIDEST, GAP + SPREAD * max(far, default=0.0))


def _height(graph: Graph, grid: _Columns, item: int) -> float:
    thing = grid.items[item]
    if thing.state >= 0:
        return state_height(graph.states[thing.state])
    return LINE + 4 if thing.label and move_label(graph.moves[thing.move]) else PASSING


def _width(graph: Graph, grid: _Columns, item: int) -> float:
    thing = grid.items[item]
    if thing.state >= 0:
        return state_width(graph.states[thing.state])
    return width(move_label(graph.moves[thing.move]), LABEL) if thing.label else 0.0


def _heights(grid: _Columns, heights: Sequence[float]) -> list[float]:
    """Return the middle of each item: in each round, it moves to the mean of its neighbours."""
    y = [0.0] * len(heights)
    for column in grid.columns:
        down = 0.0
        for item in column:
            y[item] = down + heights[item] / 2
            down += heights[item] + AIR
    for turn in range(ROUNDS):
        onward = turn % 2 == 0
        for column in grid.columns if onward else reversed(grid.columns):
            wanted = []
            for item in column:
                neighbours = (grid.before if onward else grid.after)[item]
                if turn >= ROUNDS - 2:
                    neighbours = [*grid.before[item], *grid.after[item]]
                wanted.append(
                    sum(y[one] for one in neighbours) / len(neighbours) if neighbours else y[item]
                )
            for item, middle in zip(column, _spread(column, wanted, heights), strict=True):
                y[item] = middle
    return y


def _spread(
    column: Sequence[int], wanted: Sequence[float], heights: Sequence[float]
) -> list[float]:
    """Return places in this order, without overlaps, that are as near as possible to the wanted
    ones (least squares), by pooling neighbours that overlap.
    """
    offsets, offset = [], 0.0
    for at, item in enumerate(column):
        offset += (heights[column[at - 1]] + heights[item]) / 2 + AIR if at else 0.0
        offsets.append(offset)
    pools: list[tuple[float, int]] = []  # The sum and the count.
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
    grid: _Columns,
    number: int,
    left: Sequence[float],
    y: Sequence[float],
    wides: Sequence[float],
    x: Sequence[float],
) -> tuple[tuple[Point, ...], Point]:
    """Return the line of a move and the start of its label."""
    first, *through, last = grid.paths[number]
    state = graph.states[graph.moves[number].start]
    points = [(left[first] + shape_width(state), y[first])]
    column = 2 * graph.layers[graph.moves[number].start]
    points.append((x[column] + wides[column], y[first]))
    begin = points[0]
    for at, item in enumerate(through, column + 1):
        line = y[item] + (LINE / 2 - 1 if grid.items[item].label else 0.0)
        points += [(x[at], line), (x[at] + wides[at], line)]
        if grid.items[item].label:
            begin = (x[at], line - 4)
    points.append((left[last], y[last]))
    return tuple(points), begin


SWEEPS = 24


def columns(graph: Graph) -> _Columns:
    """Return a graph in columns, ordered."""
    items = [Item(state=at) for at in range(len(graph.states))]
    layered: list[list[int]] = [[] for _ in range(2 * max(graph.layers) + 1)]
    for at, layer in enumerate(graph.layers):
        layered[2 * layer].append(at)
    paths: list[tuple[int, ...]] = []
    for number, move in enumerate(graph.moves):
        through = []
        first, last = 2 * graph.layers[move.start], 2 * graph.layers[move.end]
        for column in range(first + 1, last):
            layered[column].append(len(items))
            through.append(len(items))
            items.append(Item(move=number, label=column == first + 1))
        paths.append((move.start, *through, move.end))
    before: list[list[int]] = [[] for _ in items]
    after: list[list[int]] = [[] for _ in items]
    for path in paths:
        for one, other in zip(path, path[1:], strict=False):
            before[other].append(one)
            after[one].append(other)
    ordered = _ordered(layered, before, after)
    return _Columns(tuple(items), tuple(map(tuple, ordered)), before, after, tuple(paths))


def _ordered(
    columns: Sequence[Sequence[int]],
    before: Sequence[Sequence[int]],
    after: Sequence[Sequence[int]],
) -> list[list[int]]:
    now = [list(column) for column in columns]
    best, least = [list(column) for column in now], _crossings(now, after)
    for sweep in range(SWEEPS):
        if not least:
            break
        onward = sweep % 2 == 0
        joined = before if onward else after
        for at in range(1, len(now)) if onward else range(len(now) - 2, -1, -1):
            place = _places(now[at - 1 if onward else at + 1])
            own = _places(now[at])
            now[at].sort(key=_key(place, own, joined))
        crossings = _crossings(now, after)
        if crossings < least:
            best, least = [list(column) for column in now], crossings
    return best


def _places(column: Sequence[int]) -> dict[int, int]:
    return {item: place for place, item in enumerate(column)}


def _key(
    place: dict[int, int], own: dict[int, int], joined: Sequence[Sequence[int]]
) -> Callable[[int], tuple[float, int]]:
    def key(item: int) -> tuple[float, int]:
        neighbours = [place[other] for other in joined[item]]
        return (sum(neighbours) / len(neighbours) if neighbours else own[item], own[item])

    return key


def _crossings(now: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> int:
    """Return how many pairs of lines cross."""
    total = 0
    for at in range(len(now) - 1):
        place = _places(now[at + 1])
        ends = [other for item in now[at] for other in sorted(place[to] for to in after[item])]
        total += _inversions(ends)
    return total


def _inversions(numbers: Sequence[int]) -> int:
    """Return the number of pairs in the wrong order."""
    ordered: list[int] = []
    total = 0
    for seen, number in enumerate(numbers):
        place = bisect_right(ordered, number)
        ordered.insert(place, number)
        total += seen - place
    return total
