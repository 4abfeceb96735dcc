"""Confidence intervals of shares and means estimated from games."""

import math

NORMAL = 1.959964  # 95 % of a normal distribution lie within this many standard deviations.


def interval(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share observed in `games` games (Wilson, J. Am.
    Stat. Assoc. 22, 1927).

    >>> [round(limit, 3) for limit in interval(0.95, 100)]
    [0.888, 0.978]
    """
    square = NORMAL * NORMAL / games
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(
    games: int, total: float, squares: float, most: float
) -> tuple[float, float, float]:
    """Return the mean of numbers from `-most` to `most` and its 95 % confidence interval, from
    their number, their sum and the sum of their squares.

    The spread is that of two more games, with the largest and the smallest result: otherwise a few
    equal results would seem certain (so do Agresti and Coull for shares, Am. Stat. 52, 1998).

    >>> [round(number, 3) for number in mean_interval(100, 50, 150, 5)]
    [0.5, 0.245, 0.755]
    >>> mean_interval(1, 0, 0, 5)
    (0.0, -5, 5)
    """
    mean = total / games
    spread = max(0.0, squares - games * mean * mean) + 2 * most * most
    half = NORMAL * math.sqrt(spread / (games + 1) / (games + 2))
    return mean, max(-most, mean - half), min(most, mean + half)
