"""Expected results of fixed strategies at Goofspiel, by recursion over all positions.

With e the expected points still to be won by player 1, and x and y the two strategies,

    e(A, B, C) = mean over c in C of sum x(a) y(b) [ c sgn(a - b) + e(A - a, B - b, C - c) ]

For a best response, the sum over its own cards is replaced by a maximum or a minimum. In floating
point a layer adds at most `2 k k + 6 k + 20` roundings of the largest amount: k k products of two
weights, which sum to 1 within k roundings each, k means and the entry (Higham, "Accuracy and
Stability", 2002, chapter 3).
"""

from collections.abc import Iterator
from itertools import product

import numpy as np

from pipeline.cards.tables import Array, Round

Bids = tuple[Array, ...]
"""A player's probabilities by the number of cards, from 1."""
_ROUNDING = 2.0**-53
MOST = 3_000_000
"""The largest layer, in numbers, for which the score distribution is computed: 7 cards."""


def expected(rounds: tuple[Round, ...], bids: tuple[Bids | None, Bids | None]) -> float:
    """Return player 1's expected points; a player without a strategy plays a best response."""
    worth = np.zeros((1, 1, 1))
    for at in rounds:
        x, y = (None if part is None else part[at.cards - 1] for part in bids)
        turned = [_turned(at, worth, x, y, up) for up in range(at.cards)]
        worth = np.asarray(np.sum(turned, axis=0) / at.cards)
    return float(worth[0, 0, 0])


def rounding(rounds: tuple[Round, ...]) -> float:
    """Return a bound on the rounding error of `expected`."""
    most = float(rounds[-1].prizes.sum())
    return sum(2 * k * k + 6 * k + 20 for k in range(1, len(rounds) + 1)) * _ROUNDING * most


def _turned(at: Round, below: Array, x: Array | None, y: Array | None, up: int) -> Array:
    """Return the values of a layer with prize number `up` turned up, shape (hands, hands, sets)."""
    rows: list[Array] = []
    columns: list[Array] = [np.zeros(at.shape()[:3]) for _ in range(at.cards)]
    for i in range(at.cards):
        row = np.zeros(at.shape()[:3])
        for j in range(at.cards):
            entry = at.prizes[:, up] * _signs(at, i, j)[:, :, None] + _behind(at, below, up, i, j)
            if y is not None:
                row += y[..., up, j] * entry
            elif x is not None:
                columns[j] += x[..., up, i] * entry
        rows.append(row)
    if x is None:
        return np.asarray(np.max(rows, axis=0))
    if y is None:
        return np.asarray(np.min(columns, axis=0))
    return np.asarray(np.sum([x[..., up, i] * row for i, row in enumerate(rows)], axis=0))


def _signs(at: Round, i: int, j: int) -> Array:
    apart = at.held[0][:, i][:, None] - at.held[1][:, j][None, :]
    return np.asarray(np.sign(apart), np.float64)


def _behind(at: Round, below: Array, up: int, i: int, j: int) -> Array:
    return below[np.ix_(at.left[0][:, i], at.left[1][:, j], at.left[2][:, up])]


def shares(
    rounds: tuple[Round, ...], bids: tuple[Bids, Bids], unit: int
) -> tuple[float, float, float] | None:
    """Return the probabilities that player 1 wins, draws and loses; None if that takes too much
    memory. `unit` is the factor that makes all prizes integers.
    """
    scores = [round(prize * unit) for prize in rounds[-1].prizes[0]]
    width, middle = 2 * sum(scores) + 1, sum(scores)
    if max(int(np.prod(at.shape()[:3])) for at in rounds) * width > MOST:
        return None
    chances = np.zeros((1, 1, 1, width))
    chances[..., middle] = 1.0
    for at in rounds:
        here = np.zeros((*at.shape()[:3], width))
        for column, up in product(range(len(at.sets)), range(at.cards)):
            x, y = (part[at.cards - 1][:, :, column, up] for part in bids)
            moved = round(at.prizes[column, up] * unit)
            here[:, :, column] += sum(
                _carried(at, chances[:, :, at.left[2][column, up]], x, y, moved)
            )
        chances = here / at.cards
    end = chances[0, 0, 0]
    return float(end[middle + 1 :].sum()), float(end[middle]), float(end[:middle].sum())


def _carried(at: Round, below: Array, x: Array, y: Array, moved: int) -> Iterator[Array]:
    """Yield the score distribution after each pair of bids."""
    for i, j in product(range(at.cards), repeat=2):
        behind = below[np.ix_(at.left[0][:, i], at.left[1][:, j])]
        sign = _signs(at, i, j)[:, :, None]
        # Shifts never wrap around: there is room for all scores.
        found = np.where(
            sign > 0,
            np.roll(behind, moved, -1),
            np.where(sign < 0, np.roll(behind, -moved, -1), behind),
        )
        yield (x[:, :, i] * y[:, :, j])[:, :, None] * found
