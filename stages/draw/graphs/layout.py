"""Lay out a drawing in columns from left to right: columns of states and, between them, columns of
move labels. In each, things are as near to their neighbours as space allows.

A move that passes a column has room there, too. The order in a column is found in sweeps: each
thing moves to the mean place of its neighbours in the previous column, then in the next one.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from stages.draw.graphs.graph import (
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
from stages.draw.labels import width

ROUNDS = 30
SPREAD, WIDEST = 0.12, 120.0
"""Extra gap width for lines that go up or down, as a fraction of their height, and its maximum."""
PASSING = 6.0
"""Height in pixels reserved for a move that passes a column."""

Point = tuple[float, float]


class Thing(NamedTuple):
    """An item of a column."""

    state: int = -1
    """The index of a state."""
    move: int = -1
    """The index of a move, for its label or where it passes."""
    label: bool = False


class _Columns(NamedTuple):
    """Things and lines between them; a line connects neighbouring columns."""

    things: tuple[Thing, ...]
    columns: tuple[tuple[int, ...], ...]
    """The things of each column, from top to bottom."""
    before: Sequence[Sequence[int]]
    """For each thing its neighbours in the previous column."""
    after: Sequence[Sequence[int]]
    ways: tuple[tuple[int, ...], ...]
    """For each move its things, from state to state."""


class Placed(NamedTuple):
    """A drawing, laid out, in pixels."""

    width: float
    height: float
    states: tuple[Point, ...]
    """For each state the left end of its shape, at half its height."""
    lines: tuple[tuple[Point, ...], ...]
    """The line of each move."""
    labels: tuple[Point, ...]
    """The start of each move's label, above its line."""


def placed(graph: Graph) -> Placed:
    """Return the positions of all parts."""
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


def _gap(found: _Columns, at: int, y: Sequence[float]) -> float:
    """Return the space behind a column: more if lines rise or fall steeply."""
    far = (abs(y[to] - y[thing]) for thing in found.columns[at] for to in found.after[thing])
    return min(WIDEST, GAP + SPREAD * max(far, default=0.0))


def _height(graph: Graph, found: _Columns, thing: int) -> float:
    known = found.things[thing]
    if known.state >= 0:
        return state_height(graph.states[known.state])
    return LINE + 4 if known.label and move_label(graph.moves[known.move]) else PASSING


def _width(graph: Graph, found: _Columns, thing: int) -> float:
    known = found.things[thing]
    if known.state >= 0:
        return state_width(graph.states[known.state])
    return width(move_label(graph.moves[known.move]), LABEL) if known.label else 0.0


def _heights(found: _Columns, heights: Sequence[float]) -> list[float]:
    """Return the middle of each thing: in each round, it moves to the mean of its neighbours."""
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
    """Return places in this order, without overlaps, that are as near as possible to the wanted
    ones (least squares), by pooling neighbours that overlap.
    """
    offsets, offset = [], 0.0
    for at, thing in enumerate(column):
        offset += (heights[column[at - 1]] + heights[thing]) / 2 + AIR if at else 0.0
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
    found: _Columns,
    number: int,
    left: Sequence[float],
    y: Sequence[float],
    wides: Sequence[float],
    x: Sequence[float],
) -> tuple[tuple[Point, ...], Point]:
    """Return the line of a move and the start of its label."""
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


SWEEPS = 24


def columns(graph: Graph) -> _Columns:
    """Return a graph in columns, ordered."""
    things = [Thing(state=at) for at in range(len(graph.states))]
    found: list[list[int]] = [[] for _ in range(2 * max(graph.layers) + 1)]
    for at, layer in enumerate(graph.layers):
        found[2 * layer].append(at)
    ways: list[tuple[int, ...]] = []
    for number, move in enumerate(graph.moves):
        through = []
        first, last = 2 * graph.layers[move.start], 2 * graph.layers[move.end]
        for column in range(first + 1, last):
            found[column].append(len(things))
            through.append(len(things))
            things.append(Thing(move=number, label=column == first + 1))
        ways.append((move.start, *through, move.end))
    before: list[list[int]] = [[] for _ in things]
    after: list[list[int]] = [[] for _ in things]
    for way in ways:
        for one, other in zip(way, way[1:], strict=False):
            before[other].append(one)
            after[one].append(other)
    ordered = _ordered(found, before, after)
    return _Columns(tuple(things), tuple(map(tuple, ordered)), before, after, tuple(ways))


def _ordered(
    found: Sequence[Sequence[int]], before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]
) -> list[list[int]]:
    now = [list(column) for column in found]
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
    return {thing: place for place, thing in enumerate(column)}


def _key(
    place: dict[int, int], own: dict[int, int], joined: Sequence[Sequence[int]]
) -> Callable[[int], tuple[float, int]]:
    def key(thing: int) -> tuple[float, int]:
        beside = [place[other] for other in joined[thing]]
        return (sum(beside) / len(beside) if beside else own[thing], own[thing])

    return key


def _crossings(now: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> int:
    """Return how many pairs of lines cross."""
    total = 0
    for at in range(len(now) - 1):
        place = _places(now[at + 1])
        ends = [other for thing in now[at] for other in sorted(place[to] for to in after[thing])]
        total += _inversions(ends)
    return total


def _inversions(numbers: Sequence[int]) -> int:
    """Return the number of pairs in the wrong order, with a Fenwick tree."""
    size = max(numbers, default=0) + 1
    sums, total = [0] * (size + 1), 0
    for seen, one in enumerate(numbers):
        at, lower = one + 1, 0
        while at:
            lower += sums[at]
            at &= at - 1
        total += seen - lower
        at = one + 1
        while at <= size:
            sums[at] += 1
            at += at & -at
    return total
