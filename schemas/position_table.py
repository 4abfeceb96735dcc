"""All positions of a deal of Goofspiel with their values and both strategies, kept in memory alone:
`run` and `report` write them with `--all`.

Positions come as the subgames of the Polish course notebook do: by the number of cards, then by the
cards of player 1, those of player 2 and the prizes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from schemas.parts.problems import InputError, LimitError, Problem
from schemas.rules.goofspiel import Goofspiel, Hand
from schemas.rules.objective import Objective

MOST = 3_000_000
"""Positions with a prize up that are listed: those of 8 cards, half a gigabyte as text."""
BYTES = 190
"""That a position of 8 or 9 cards takes as text, about."""


class Listed(NamedTuple):
    """One position; `up` is None before a prize is turned up."""

    hands: tuple[Hand, Hand]
    prizes: tuple[Fraction, ...]
    up: Fraction | None
    value: float
    """To player 1, from here on."""
    bound: float
    """The value is no further off."""
    strategies: tuple[tuple[float, ...], tuple[float, ...]]
    """Per player one probability per card; empty before a prize is turned up."""


class TableLayer(NamedTuple):
    """All positions with the same number of cards. Arrays are NumPy's, float64."""

    hands: tuple[tuple[Hand, ...], tuple[Hand, ...]]
    """Per player, ascending."""
    prizes: tuple[tuple[Fraction, ...], ...]
    patterns: Any
    """Per pair of hands its order pattern, shape (hands, hands), int64: a row of what follows."""
    values: Any
    """Before a prize is turned up, shape (patterns, sets of prizes)."""
    turned: Any
    """By the prize that is up, shape (patterns, sets of prizes, prizes)."""
    weights: tuple[Any, Any]
    """Per player, shape (patterns, sets of prizes, prizes, cards)."""
    bound: float
    """No value of this layer is further off."""


@dataclass(frozen=True)
class PositionTable:
    """All positions of a deal for points."""

    rule: Goofspiel
    layers: tuple[TableLayer, ...]
    """By the number of cards, from 1."""

    @property
    def value(self) -> float:
        """Of the deal, to player 1."""
        return float(self.layers[-1].values[0, 0])

    def rows(self, first: int = 1) -> Iterator[Listed]:
        """Yield all positions, from those with `first` cards on: of each hands and prizes those
        with a prize up, and behind them the one before a prize is turned up.
        """
        for layer in self.layers[first - 1 :]:
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
    """Return how many positions with a prize up a deal has.

    >>> [positions_of(cards) for cards in (1, 2, 3, 8)]
    [1, 10, 84, 2956648]
    """
    return sum(comb(cards, left) ** 3 * left for left in range(1, cards + 1))


def refuse_long(rule: Goofspiel, who: str = "--all lists") -> None:
    """Raise LimitError where the positions of a deal are too many to be listed, and InputError for
    one that is not for points.
    """
    cards = len(rule.prizes)
    if rule.objective != Objective.POINTS:
        raise InputError([Problem(f"{who} positions of games for points; this one is for the win")])
    if (number := positions_of(cards)) > MOST:
        raise LimitError(
            f"efgc: {cards} cards have {number:,} positions with a prize up, about "
            f"{number * BYTES / 1e9:,.1f} GB as text; up to {MOST:,} are listed, those of 8 cards. "
            "Keep the values with --levels DIR --keep, and ask for positions with --at"
        )


def sets_of(cards: tuple[Any, ...], number: int) -> tuple[tuple[Any, ...], ...]:
    """Return all sets of so many cards, in the order of the table."""
    return tuple(combinations(cards, number))
