"""The objectives of games with points."""

from enum import StrEnum


class Objective(StrEnum):
    """The payoff to player 1 at the end."""

    WIN = "win"
    """1 if player 1 has more points, -1 if player 2 has, 0 in a draw."""
    POINTS = "points"
    """Player 1's points minus player 2's."""
