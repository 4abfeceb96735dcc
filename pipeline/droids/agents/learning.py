"""How an agent learns."""

from typing import NamedTuple

EQUAL = 1e-12  # Values that differ by less are chosen alike.


class Learning(NamedTuple):
    """How to learn."""

    rate: float = 0.1
    discount: float = 0.98
    explore: tuple[float, float] = (0.4, 0.02)
    """How often an action is taken at random, in the first game and in the last."""
