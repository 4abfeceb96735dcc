"""The values of a folder of level files that a page shows: all of them where they fit, or else
those that the likeliest positions need.
"""

import heapq
from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from pipeline.levels.store import Store
from schemas.layer_values import Excerpt, LayerValues
from schemas.levels import file_name
from schemas.rules.goofspiel import Goofspiel, Position, after, deal
from schemas.rules.objective import Objective
from stages.solve.induction.goofspiel import plan
from stages.solve.induction.goofspiel.indexing import Layer
from stages.solve.induction.goofspiel.position import places

ROOM = 1_800_000
"""Bytes of values in a page: a third more as text."""
POSITIONS = 6_000
"""That are opened one by one where not all fit: some seconds of work."""
ONE = 12
"""Bytes of a single value, with its place."""
TAKEN = 1e-9
"""The probability from which on a bid is followed."""


def fits(rule: Goofspiel) -> bool:
    """Return whether all values of a game fit into a page."""
    return sum(8 * len(layer.patterns) * len(layer.prizes) for layer in plan(rule)) <= ROOM


def excerpt(store: Store) -> Excerpt:
    """Return the values of all layers, or of as many positions as there is room for, the likeliest
    first. Raises InputError if a file is damaged.
    """
    last = len(store.rule.prizes)
    there = {cards for cards in range(1, last) if (store.folder / file_name(cards)).exists()}
    if len(there) == last - 1 and fits(store.rule):
        layers = (store.level(cards) for cards in range(1, last + 1))
        return Excerpt(tuple(_layer(layer, values, None) for layer, values in layers))
    needed, positions = _likeliest(store, there)
    return Excerpt(tuple(_needed(store, needed)), positions)


def _layer(layer: Layer, values: Any, chosen: npt.NDArray[np.int64] | None) -> LayerValues:
    """Return all values of a layer, or those of some places with the rows and columns they need."""
    width = len(layer.prizes)
    at = np.arange(len(layer.patterns) * width) if chosen is None else chosen
    rows, row = np.unique(at // max(1, width), return_inverse=True)
    columns, column = np.unique(at % max(1, width), return_inverse=True)
    found = np.asarray(values[at // max(1, width), at % max(1, width)], "<f8")
    return LayerValues(
        left=layer.cards,
        patterns=tuple(np.asarray(layer.patterns)[rows].tolist()),
        columns=tuple(
            zip(layer.prizes[columns].tolist(), layer.scores[columns].tolist(), strict=True)
        ),
        places=None if chosen is None else (row * len(columns) + column).astype("<u4").tobytes(),
        values=found.tobytes(),
    )


def _needed(store: Store, needed: dict[int, set[int]]) -> Iterator[LayerValues]:
    for cards in sorted(needed):
        layer, values = store.level(cards)
        yield _layer(layer, values, np.array(sorted(needed[cards]), np.int64))


def _likeliest(store: Store, there: set[int]) -> tuple[dict[int, set[int]], int]:
    """Return by layer the places of the values that are shown, and how many positions they open."""
    rule, start = store.rule, deal(store.rule)
    needed: dict[int, set[int]] = {}
    reach: dict[Position, float] = {}
    opened: set[Position] = set()
    order: list[tuple[float, int, Position]] = []
    room, ties = ROOM, count()

    def wait(position: Position, probability: float) -> None:
        for prize in position.prizes:
            up = position._replace(up=prize)
            reach[up] = reach.get(up, 0.0) + probability / len(position.prizes)
            heapq.heappush(order, (-reach[up], next(ties), up))

    wait(start, 1.0)
    while order and len(opened) < POSITIONS:
        _, _, position = heapq.heappop(order)
        cards = len(position.prizes) - 1
        if position in opened or cards and cards not in there:
            continue
        found = set(places(rule, store.level(cards)[0], position).tolist()) if cards else set()
        found -= needed.get(cards, set())
        if ONE * len(found) > room:
            break
        room -= ONE * len(found)
        needed.setdefault(cards, set()).update(found)
        opened.add(position)
        for follower, probability in _followers(store, position):
            wait(follower, reach[position] * probability)
    needed.pop(0, None)
    return needed, len(opened)


def _followers(store: Store, position: Position) -> Iterator[tuple[Position, float]]:
    """Yield where optimal bids lead, and how often; not to what is decided."""
    points = store.rule.objective == Objective.POINTS
    x, y = store.answer(position).stage.strategies
    for one, p in zip(position.hands[0], x, strict=True):
        for other, q in zip(position.hands[1], y, strict=True):
            left = after(position, (one, other))._replace(up=None)
            if points:
                left = left._replace(score=Fraction(0))
            over = not left.prizes or not points and abs(left.score) > sum(left.prizes)
            if p * q >= TAKEN and not over:
                yield left, p * q
