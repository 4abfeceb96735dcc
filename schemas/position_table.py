"""All positions of a deal of Goofspiel with their values and both strategies. The table exists only
in memory; `run` and `report` write it with `--all`.

Positions have the order of the subgames in the Polish course notebook: by the number of cards, then
by the cards of player 1, those of player 2 and the prizes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from .parts.problems import InputError, LimitError, Problem
from .rules.goofspiel import Goofspiel, Hand
from .rules.objective import Objective

MOST = 3_000_000
"""Maximum number of listed positions with a prize turned up: those of 8 cards, half a gigabyte as
text.
"""
BYTES = 190
"""Approximate size in bytes of a position of 8 or 9 cards as text."""


class Listed(NamedTuple):
    """One position; `up` is None before a prize is turned up."""

    hands: tuple[Hand, Hand]
    prizes: tuple[Fraction, ...]
    up: Fraction | None
    value: float
    """To player 1, from here on."""
    bound: float
    """Bound on the error of the value."""
    strategies: tuple[tuple[float, ...], tuple[float, ...]]
    """Per player one probability per card; empty before a prize is turned up."""


class TableLayer(NamedTuple):
    """All positions with the same number of cards. Arrays are NumPy's, float64."""

    hands: tuple[tuple[Hand, ...], tuple[Hand, ...]]
    """The hands of each player, in ascending order."""
    prizes: tuple[tuple[Fraction, ...], ...]
    patterns: Any
    """The order pattern of each pair of hands, shape (hands, hands), int64: the first index of the
    following arrays.
    """
    values: Any
    """Values before a prize is turned up, shape (patterns, sets of prizes)."""
    turned: Any
    """Values by the prize turned up, shape (patterns, sets of prizes, prizes)."""
    weights: tuple[Any, Any]
    """The strategies of both players, shape (patterns, sets of prizes, prizes, cards)."""
    bound: float
    """Bound on the error of every value of this layer."""


@dataclass(frozen=True)
class PositionTable:
    """All positions of a deal for points."""

    rule: Goofspiel
    layers: tuple[TableLayer, ...]
    """By the number of cards, from 1."""

    @property
    def value(self) -> float:
        """The value of the deal, to player 1."""
        return float(self.layers[-1].values[0, 0])

    def rows(self) -> Iterator[Listed]:
        """Yield all positions. For each pair of hands and set of prizes, the positions with a prize
        turned up precede the one before a prize is turned up.
        """
        for layer in self.layers:
            yield from layer_rows(layer)


def layer_rows(layer: TableLayer) -> Iterator[Listed]:
    """Yield the positions of a layer."""
    for one, own in enumerate(layer.hands[0]):
        for two, other in enumerate(layer.hands[1]):
            at = int(layer.patterns[one, two])
            values, turned = layer.values[at].tolist(), layer.turned[at].tolist()
            weights = [part[at].tolist() for part in layer.weights]
            for column, prizes in enumerate(layer.prizes):
                for place, up in enumerate(prizes):
                    x, y = (tuple(part[column][place]) for part in weights)
                    yield Listed(
                        (own, other), prizes, up, turned[column][place], layer.bound, (x, y)
                    )
                yield Listed((own, other), prizes, None, values[column], layer.bound, ((), ()))


def positions_of(cards: int) -> int:
    """Return the number of positions of a deal with a prize turned up.

    >>> [positions_of(cards) for cards in (1, 2, 3, 8)]
    [1, 10, 84, 2956648]
    """
    return sum(comb(cards, left) ** 3 * left for left in range(1, cards + 1))


def refuse_long(rule: Goofspiel, who: str = "--all lists") -> None:
    """Raise LimitError if a deal has too many positions to be listed, and InputError if it is not
    for points.
    """
    cards = len(rule.prizes)
    if rule.objective != Objective.POINTS:
        raise InputError(
            [Problem(f"{who} positions only for games for points; this game is for the win")]
        )
    if (number := positions_of(cards)) > MOST:
        raise LimitError(
            f"efgc: {cards} cards have {number:,} positions with a prize up, about "
            f"{number * BYTES / 1e9:,.1f} GB as text; up to {MOST:,} are listed, those of 8 cards. "
            "Keep the values with --levels DIR --keep, and ask for positions with --at"
        )


def sets_of(cards: tuple[Any, ...], number: int) -> tuple[tuple[Any, ...], ...]:
    """Return all sets of `number` cards, in the order of the table."""
    return tuple(combinations(cards, number))
