"""Values of a generated graph's states, as far as a page shows them: kept in memory alone.

A state stands before a prize is turned up. It has a row, the order pattern of both hands, and a
column, the prizes that are left with the score; exchanging the players negates its value, so that
of two patterns only one has a row.
"""

from typing import NamedTuple


class LayerValues(NamedTuple):
    """Those of the states with as many cards in each hand."""

    left: int
    """Cards in each hand, from 1."""
    patterns: tuple[int, ...]
    """Per row two bits per card that somebody holds, from the lowest card up: 1 for player 1, 2 for
    player 2, 3 for both.
    """
    columns: tuple[tuple[int, int], ...]
    """Bit i of the first number is for the i-th prize of the deal, the second number is the score
    in units of the deal; 0 for `points`.
    """
    places: bytes | None
    """Row times the number of columns plus column, ascending, uint32, little-endian; None where all
    are there.
    """
    values: bytes
    """To player 1, float64, little-endian; what can still be won."""


class Excerpt(NamedTuple):
    """What there is to show of all layers."""

    layers: tuple[LayerValues, ...] = ()
    positions: int | None = None
    """With a prize up, that can be opened: those that play comes to most often; None: all."""

    @property
    def whole(self) -> bool:
        """Whether every position can be opened."""
        return bool(self.layers) and self.positions is None


NOTHING = Excerpt()
