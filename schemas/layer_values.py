"""The values of a generated graph's states that a page shows. They exist only in memory.

These are states before a prize is turned up. A state has a row, the order pattern of both hands,
and a column, the remaining prizes with the score. Exchanging the players negates the value, so only
one of two mirrored patterns has a row.
"""

from typing import NamedTuple


class LayerValues(NamedTuple):
    """The values of the states with a given number of cards in each hand."""

    left: int
    """Cards in each hand, from 1."""
    patterns: tuple[int, ...]
    """Per row two bits for each card in either hand, from the lowest card up: 1 for player 1, 2 for
    player 2, 3 for both.
    """
    columns: tuple[tuple[int, int], ...]
    """Bit i of the first number represents the i-th prize of the deal; the second number is the
    score in units of the deal, 0 for `points`.
    """
    places: bytes | None
    """Row × number of columns + column of each value, ascending, uint32, little-endian; None if all
    combinations have a value.
    """
    values: bytes
    """Player 1's future payoff, float64, little-endian."""


class Excerpt(NamedTuple):
    """The values to show of all layers."""

    layers: tuple[LayerValues, ...] = ()
    positions: int | None = None
    """Number of positions with a prize turned up that can be opened, the most likely ones; None if
    all can.
    """

    @property
    def whole(self) -> bool:
        """Whether every position can be opened."""
        return bool(self.layers) and self.positions is None


NOTHING = Excerpt()
