"""How well a share is known from the games that were played."""

import math

NORMAL = 1.959964  # 95 % of a normal distribution lie within so many deviations.


def interval(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share that was seen in so many games (Wilson, J. Am. Stat.
    Assoc. 22, 1927).

    >>> [round(limit, 3) for limit in interval(0.95, 100)]
    [0.888, 0.978]
    """
    square = NORMAL * NORMAL / games
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(games: int, total: int, squares: int) -> tuple[float, float, float]:
    """Return the mean of whole numbers and its 95 % interval, from how many there are, their sum
    and that of their squares.

    >>> [round(number, 3) for number in mean_interval(100, 50, 150)]
    [0.5, 0.28, 0.72]
    """
    mean = total / games
    spread = max(0.0, squares - games * mean * mean) / max(1, games - 1)
    half = NORMAL * math.sqrt(spread / games)
    return mean, mean - half, mean + half
