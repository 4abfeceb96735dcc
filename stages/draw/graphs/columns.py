"""A drawing in columns: states, between them the labels of moves, and in which order they stand.

A move that passes a column has room there, too. The order is found in sweeps: each thing goes to
the mean place of what it is joined to in the column before, then in the one behind.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from stages.draw.graphs.records import Graph

SWEEPS = 24


class Thing(NamedTuple):
    """What stands in a column."""

    state: int = -1
    """Its place among the states, of a state."""
    move: int = -1
    """Its place among the moves, of a label, or of a move that passes."""
    label: bool = False


class Columns(NamedTuple):
    """Things and lines between them; a line goes from a column to the next."""

    things: tuple[Thing, ...]
    columns: tuple[tuple[int, ...], ...]
    """Per column things, from top to bottom."""
    before: Sequence[Sequence[int]]
    """Per thing what it is joined to in the column before."""
    after: Sequence[Sequence[int]]
    ways: tuple[tuple[int, ...], ...]
    """Per move the things that it goes through, from state to state."""


def columns(graph: Graph) -> Columns:
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
    return Columns(tuple(things), tuple(map(tuple, ordered)), before, after, tuple(ways))


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
    """Return how many pairs stand in the wrong order, with a tree of sums."""
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
