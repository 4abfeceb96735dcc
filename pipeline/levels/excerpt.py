"""The values of a folder of level files that a page contains: all of them if they fit, or else
those needed for the likeliest positions.
"""

import heapq
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...schemas.layer_values import Excerpt, LayerValues
from ...schemas.rules.goofspiel import Goofspiel, Hand, Position
from ...schemas.rules.goofspiel.positions import hands_after
from ...schemas.rules.objective import Objective
from ...stages.solve.induction.goofspiel import plan
from ...stages.solve.induction.goofspiel.indexing import NOWHERE, Layer
from ...stages.solve.induction.goofspiel.position import places
from .store import Store

ROOM = 1_800_000
"""Bytes of values in a page; as text they take a third more."""
POSITIONS = 5_000
"""The number of positions that are expanded one by one if not all values fit: some
seconds of work.
"""
ONE = 12
"""Bytes of a single value with its place."""
TAKEN = 1e-9
"""The least probability of a bid that is followed."""


def fits(rule: Goofspiel) -> bool:
    """Return whether all values of a game fit into a page."""
    return sum(8 * len(layer.patterns) * len(layer.prizes) for layer in plan(rule)) <= ROOM


def excerpt(store: Store) -> Excerpt:
    """Return the values of all layers, or of as many positions as fit, the likeliest first. Raises
    InputError if a file is damaged.
    """
    last = len(store.rule.prizes)
    there = {cards for cards in store.there if 0 < cards < last}
    if len(there) == last - 1 and fits(store.rule):
        layers = (store.level(cards) for cards in range(1, last + 1))
        return Excerpt(tuple(_layer(layer, values, None) for layer, values in layers))
    needed, positions = _likeliest(store, there)
    return Excerpt(tuple(_needed(store, needed)), positions)


def _layer(layer: Layer, values: Any, chosen: npt.NDArray[np.int64] | None) -> LayerValues:
    """Return all values of a layer, or, if `chosen` is given, only the values at these indices,
    with their rows and columns.
    """
    width = len(layer.prizes)
    at = np.arange(len(layer.patterns) * width) if chosen is None else chosen
    rows, row = np.unique(at // max(1, width), return_inverse=True)
    columns, column = np.unique(at % max(1, width), return_inverse=True)
    known = layer.at(at // max(1, width), at % max(1, width))
    found = np.where(known == NOWHERE, np.nan, values[np.maximum(known, 0)]).astype("<f8")
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
    """Return the places of the values to show, by layer, and the number of positions that they
    cover.
    """
    start = _Round(store.rule.hands, (1 << len(store.rule.prizes)) - 1, 0)
    needed: dict[int, set[int]] = {}
    reach, done, opened, room = {start: 1.0}, set(), 0, ROOM
    order = [(-1.0, start)]
    while order and opened < POSITIONS:
        round = heapq.heappop(order)[1]
        cards = round.prizes.bit_count() - 1
        if round in done or cards and cards not in there:
            continue
        done.add(round)
        followers: dict[_Round, float] = {}
        for position in _ups(store.rule, round):
            shown_here = set[int]()
            if cards:
                shown_here |= {*places(store.rule, store.level(cards)[0], position).tolist()}
            shown_here -= needed.get(cards, set())
            if opened == POSITIONS or ONE * len(shown_here) > room:
                return needed, opened
            room -= ONE * len(shown_here)
            opened += 1
            if shown_here:
                needed.setdefault(cards, set()).update(shown_here)
            _follow(store, round, position, followers)
        for follower, probability in followers.items():
            reach[follower] = reach.get(follower, 0.0) + reach[round] * probability
            heapq.heappush(order, (-reach[follower], follower))
    return needed, opened


class _Round(NamedTuple):
    """A position before a prize is turned up, as integers."""

    hands: tuple[Hand, Hand]
    prizes: int
    """Bit i for the i-th prize of the deal."""
    score: int
    """In units of the deal; 0 for `points`."""


def _ups(rule: Goofspiel, round: _Round) -> Iterator[Position]:
    """Yield the positions with a prize up."""
    left = tuple(prize for at, prize in enumerate(rule.prizes) if round.prizes >> at & 1)
    score = Fraction(round.score, rule.unit)
    for prize in left:
        yield Position(hands=round.hands, prizes=left, up=prize, score=score)


def _follow(store: Store, round: _Round, position: Position, found: dict[_Round, float]) -> None:
    """Add the positions after optimal bids, with their probabilities; positions that are decided
    are left out.
    """
    rule, up = store.rule, position.up
    assert up is not None
    points, units = rule.objective == Objective.POINTS, int(up * rule.unit)
    prizes = round.prizes & ~(1 << rule.prizes.index(up))
    left = int((sum(position.prizes) - up) * rule.unit)
    x, y = store.answer(position).stage.strategies
    for one, p in zip(position.hands[0], x, strict=True):
        for other, q in zip(position.hands[1], y, strict=True):
            won = 0 if points else units * ((one > other) - (one < other))
            if p * q < TAKEN or not prizes or abs(round.score + won) > left:
                continue
            hands = hands_after(round.hands, (one, other))
            follower = _Round(hands, prizes, round.score + won)
            found[follower] = found.get(follower, 0.0) + p * q / len(position.prizes)
