"""Ways on a board: arrows along squares whose width is a probability, and the probabilities that
places are occupied.

Ways along the same squares are drawn as one, as wide as their total probability, until they part.
Where ways use the same squares in opposite directions, each keeps to its right.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ....schemas.parts.squares import STEPS, Square
from ..labels import share_text
from ..scene import Pen, Point, Polygon, Polyline, Rect, Shape, Text
from .board import CELL, Board, centre, corner, magnified

WIDEST = 11
"""Width in pixels of a way that is always taken."""
THINNEST = 1.5

Edge = tuple[Square, Square]


class Way(NamedTuple):
    """A way that may be taken."""

    squares: tuple[Square, ...]
    """Consecutive squares, each next to the previous one."""
    probability: float


def steps(square: Square, labels: Iterable[str]) -> tuple[Square, ...]:
    """Return the squares of moves, the first one and those entered; a label may be several moves.

    >>> steps((0, 0), ["right down", "down"])
    ((0, 0), (0, 1), (1, 1), (2, 1))
    """
    found = [square]
    for label in labels:
        for word in label.split(" "):
            down, right = STEPS.get(word, (0, 0))
            if (down, right) != (0, 0):
                found.append((found[-1][0] + down, found[-1][1] + right))
    return tuple(found)


def flow(ways: Iterable[Way]) -> dict[Edge, float]:
    """Return the probability of each step from square to square; omit steps of probability 0.

    >>> flow([Way(((0, 0), (0, 1), (0, 2)), 0.5), Way(((0, 0), (0, 1)), 0.25)])
    {((0, 0), (0, 1)): 0.75, ((0, 1), (0, 2)): 0.5}
    """
    found: dict[Edge, float] = {}
    for way in ways:
        for edge in pairwise(way.squares):
            if way.probability:
                found[edge] = found.get(edge, 0.0) + way.probability
    return found


def shapes(shown: Board, ways: Sequence[Way]) -> Iterator[Shape]:
    """Yield the arrows of ways from one situation, each with its probability beside it."""
    edges = flow(ways)
    taken = [way for way in ways if way.probability and len(way.squares) > 1]
    # A line ends in its head, unless another way continues there.
    onward = {edge[0] for edge in edges}
    ends = {way.squares[-2:] for way in taken if way.squares[-1] not in onward}
    yield from _lines(edges, ends)
    for way in taken:
        yield _head(way, edges)
    for way in taken:
        yield _label(shown, way, edges, taken)


def width(probability: float) -> float:
    """Return the width of a way in pixels."""
    return THINNEST + probability * (WIDEST - THINNEST)


def _lines(edges: Mapping[Edge, float], ends: Container[tuple[Square, ...]]) -> Iterator[Polyline]:
    for edge, likely in sorted(edges.items(), key=lambda one: -one[1]):
        until = 0.5 if edge in ends else 1
        points = (_shifted(edge, edges, 0), _shifted(edge, edges, until))
        hover = (
            f"{edge[0][0]}, {edge[0][1]} to {edge[1][0]}, {edge[1][1]}: "
            f"probability {share_text(likely)}"
        )
        yield Polyline(points, "way", Pen(width(likely), round=True), hover)


def _shifted(edge: Edge, edges: Mapping[Edge, float], along: float) -> Point:
    """Return a point of a step, between the centres of its squares."""
    (x, y), (to_x, to_y) = centre(edge[0]), centre(edge[1])
    aside = 7 / CELL if edge[::-1] in edges else 0
    return x + (to_x - x) * along - (to_y - y) * aside, y + (to_y - y) * along + (to_x - x) * aside


def _head(way: Way, edges: Mapping[Edge, float]) -> Polygon:
    """Return the arrow head at the end of a path."""
    last = (way.squares[-2], way.squares[-1])
    (x, y), size = _shifted(last, edges, 0.72), 5 + way.probability * 5
    down, right, back = last[1][0] - last[0][0], last[1][1] - last[0][1], size * 1.3
    left = x - right * back - down * size, y - down * back + right * size
    other = x - right * back + down * size, y - down * back - right * size
    return Polygon(((x, y), left, other), "way-head")


def _label(shown: Board, way: Way, edges: Mapping[Edge, float], ways: Sequence[Way]) -> Text:
    """Return the probability label of a way, at a step without other ways if there is one."""
    steps = list(pairwise(way.squares))
    alone = [edge for edge in steps if sum(edge in [*pairwise(one.squares)] for one in ways) == 1]
    # The last of several steps may end at a place with a number of its own.
    alone = alone[:-1] if len(alone) > 1 else alone
    edge = alone[len(alone) // 2] if alone else steps[-1]
    (row, column), (x, y) = edge[0], _shifted(edge, edges, 0.4)
    aside = 9 + 5 * way.probability
    letters = 12 * magnified(shown)
    text = Text(share_text(way.probability), x, y, "way-words", letters, halo=3)
    if edge[0][0] == edge[1][0]:
        above, under = _is_wall(shown, row - 1, column), _is_wall(shown, row + 1, column)
        below = len(steps) > 1 and above and not under
        # For a single step to a dangerous place: above its name.
        named = len(steps) == 1 and shown.rows[edge[1][0]][edge[1][1]] == "E"
        rise = CELL / 2 + 4 if named else aside
        return text._replace(y=y + (aside + 9 if below else -rise), anchor="middle")
    if _unfit(shown, row, column - 1) < _unfit(shown, row, column + 1):
        return text._replace(x=x - aside, y=y + 4, anchor="end")
    return text._replace(x=x + aside, y=y + 4)


def _unfit(shown: Board, row: int, column: int) -> int:
    """Return how unsuitable a square is for a number: a wall is better than a square with a
    number.
    """
    if _is_wall(shown, row, column):
        return 1
    return 2 if shown.rows[row][column] == "E" else 0


def _is_wall(shown: Board, row: int, column: int) -> bool:
    inside = 0 <= row < len(shown.rows) and 0 <= column < len(shown.rows[0])
    return not inside or shown.rows[row][column] == "#"


def occupied(shown: Board, probabilities: Mapping[str, float]) -> Iterator[Shape]:
    """Yield the probability of each dangerous place: a filled part of its square, and a number."""
    larger = magnified(shown)
    for name, square in shown.places:
        likely = probabilities[name]
        x, y = corner(square)
        inner, high = CELL - 6, (CELL - 6) * likely
        hover = f"{name} is occupied with probability {share_text(likely)}"
        if likely:
            yield Rect(x + 3, y + 3 + inner - high, inner, high, "filled", 3, hover=hover)
        text = share_text(likely) if larger == 1 else f"{likely:.2f}"
        middle, low = x + CELL / 2, y + CELL - 9
        yield Text(text, middle, low, size=11 * larger, anchor="middle", bold=True)
