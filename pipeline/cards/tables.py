"""The positions of a deal by number: hands and sets of prizes in the order of the position
table.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from schemas.position_table import sets_of
from schemas.rules.goofspiel import Goofspiel

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


class Round(NamedTuple):
    """The positions with a given number of cards in each hand, and their successors."""

    cards: int
    hands: tuple[tuple[tuple[int, ...], ...], ...]
    """The hands of each player."""
    sets: tuple[tuple[object, ...], ...]
    """The sets of prizes."""
    left: tuple[Indices, Indices, Indices]
    """The number of the hand or set that remains after removing each card or prize: shape (hands or
    sets, cards).
    """
    prizes: Array
    """The prizes of each set, shape (sets, cards)."""
    held: tuple[Indices, Indices]
    """The cards of each hand, shape (hands, cards)."""

    def shape(self) -> tuple[int, ...]:
        """The shape of a strategy's weights: both hands, set of prizes, prize turned up, card."""
        return (*map(len, self.hands), len(self.sets), self.cards, self.cards)


def rounds_of(rule: Goofspiel) -> tuple[Round, ...]:
    """Return the rounds of a deal, by the number of cards from 1."""
    suits = (*rule.hands, rule.prizes)
    listed = [[sets_of(suit, cards) for suit in suits] for cards in range(len(rule.prizes) + 1)]
    found = []
    for cards, (below, these) in enumerate(pairwise(listed), 1):
        left = tuple(_left(*both) for both in zip(these, below, strict=True))
        found.append(
            Round(
                cards=cards,
                hands=(these[0], these[1]),
                sets=these[2],
                left=(left[0], left[1], left[2]),
                prizes=np.array([list(map(float, prizes)) for prizes in these[2]]),
                held=(np.array(these[0], np.int64), np.array(these[1], np.int64)),
            )
        )
    return tuple(found)


def _left(these: tuple[tuple[object, ...], ...], below: tuple[tuple[object, ...], ...]) -> Indices:
    number = {cards: at for at, cards in enumerate(below)}
    return np.array(
        [[number[cards[:at] + cards[at + 1 :]] for at in range(len(cards))] for cards in these],
        np.int64,
    )
