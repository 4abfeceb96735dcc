"""What a game of points is played for."""

from enum import StrEnum


class Objective(StrEnum):
    """What is paid to player 1 at the end."""

    WIN = "win"
    """1, 0 or -1, whoever has more points."""
    POINTS = "points"
    """The difference of the points."""
