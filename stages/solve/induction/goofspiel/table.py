"""All positions of a deal with both strategies: layer by layer from the end, all in memory.

Symmetry is not used: exchanged hands are solved, too. So it is a second, independent computation of
the values of the level files. The error of a layer's values is bounded as by `prove` for a level:
half of the largest gap, plus rounding, plus the error of the layer below.
"""

from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .....schemas.position_table import PositionTable, TableLayer, sets_of
from .....schemas.rules.goofspiel import Goofspiel, Hand
from .....schemas.rules.goofspiel.positions import hands_after
from ..matrix_game import CLEAN, Array, Indices, solve_matrix
from .kernel import solve_all
from .patterns import pattern_code

FEW = 4
"""The most cards for which the stage games are few enough to solve all by the slow, careful
method.
"""
_ROUNDING = 2.0**-53


class Rounds(NamedTuple):
    """The transitions from the hands of a layer's patterns, for any prizes."""

    behind: Indices
    """The pattern of the layer below, by pattern and both bids, shape (patterns, cards, cards)."""
    signs: npt.NDArray[np.float64]
    """The taker of the prize: 1, 0 or -1; of the same shape."""
    left: Indices
    """The set of prizes of the layer below, by set and by the prize that is taken, shape (sets,
    cards).
    """
    prizes: Array
    """The prizes of each set, shape (sets, cards)."""


def position_table(rule: Goofspiel, digits: int | None = None) -> PositionTable:
    """Return all solved positions of a deal for points. With `digits`, the values of every layer
    are rounded before the next one is solved, as the notebook does; they have no bound.
    """
    rows, below, bound = {0: 0}, np.zeros((1, 1)), 0.0
    layers: list[TableLayer] = []
    for cards in range(1, len(rule.prizes) + 1):
        hands = (sets_of(rule.hands[0], cards), sets_of(rule.hands[1], cards))
        codes = {both: pattern_code(both) for both in product(*hands)}
        pairs = {code: both for both, code in codes.items()}
        numbers = {code: at for at, code in enumerate(pairs)}
        rounds = _rounds(rule, cards, list(pairs.values()), rows)
        turned, weights, gap = _solved(rounds, below)
        turned = turned if digits is None else turned.round(digits)
        values = turned.sum(axis=2) / cards
        values = values if digits is None else values.round(digits)
        bound = np.inf if digits is not None else bound
        bound += gap / 2 + (4 * cards + 12) * _ROUNDING * float(sum(rule.prizes))
        patterns = np.array([numbers[code] for code in codes.values()], np.int64)
        layers.append(
            TableLayer(
                hands=hands,
                prizes=sets_of(rule.prizes, cards),
                patterns=patterns.reshape(len(hands[0]), len(hands[1])),
                values=values,
                turned=turned,
                weights=weights,
                bound=bound,
            )
        )
        rows, below = numbers, values
    return PositionTable(rule, tuple(layers))


def _rounds(
    rule: Goofspiel, cards: int, pairs: list[tuple[Hand, Hand]], rows: dict[int, int]
) -> Rounds:
    sets = sets_of(rule.prizes, cards)
    column = {prizes: at for at, prizes in enumerate(sets_of(rule.prizes, cards - 1))}
    behind = [
        [[rows[pattern_code(hands_after((own, other), (a, b)))] for b in other] for a in own]
        for own, other in pairs
    ]
    signs = [[[(a > b) - (a < b) for b in other] for a in own] for own, other in pairs]
    return Rounds(
        behind=np.array(behind, np.int64),
        signs=np.array(signs, np.float64),
        left=np.array(
            [[column[tuple(p for p in prizes if p != up)] for up in prizes] for prizes in sets],
            np.int64,
        ),
        prizes=np.array([[float(prize) for prize in prizes] for prizes in sets]),
    )


def _solved(rounds: Rounds, below: Array) -> tuple[Array, tuple[Array, Array], float]:
    """Return the values by the prize that is up, both strategies and the largest gap."""
    patterns, cards, _ = rounds.behind.shape
    shape = (patterns, *rounds.prizes.shape)
    low, high = np.full(shape, -np.inf), np.full(shape, np.inf)
    x, y = np.zeros((*shape, cards)), np.zeros((*shape, cards))
    if cards > FEW:
        solve_all(rounds.behind, rounds.signs, rounds.left, rounds.prizes, below, low, high, x, y)
    scale = float(np.abs(below).max() + rounds.prizes.max())
    for at in zip(*np.nonzero(~(high - low <= CLEAN * scale)), strict=True):
        row, column, up = map(int, at)
        matrix = (
            rounds.prizes[column, up] * rounds.signs[row]
            + below[rounds.behind[row], rounds.left[column, up]]
        )
        found = solve_matrix(matrix)
        if not found.gap >= high[at] - low[at]:
            low[at], high[at] = found.lower, found.upper
            x[at], y[at] = found.strategies
    return 0.5 * (low + high), (x, y), max(0.0, float((high - low).max()))
