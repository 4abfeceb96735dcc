"""Axes: where a number stands, and the round numbers that are written beside an axis."""

import math
from typing import NamedTuple

SAME = 1e-9
"""Numbers that differ by a smaller part of the larger one stand at the same place."""


class Scale(NamedTuple):
    """From numbers to pixels."""

    low: float
    high: float
    begin: float
    """The pixel of `low`."""
    end: float

    def __call__(self, number: float) -> float:
        """Return the pixel of a number."""
        share = (number - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)


def ticks(low: float, high: float, most: int) -> list[float]:
    """Return round numbers from the last at or below `low` to the first at or above `high`, with
    about `most` steps of 1, 2 or 5 times a power of ten.

    >>> ticks(0.05, 0.95, 5)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    >>> ticks(3.0, 3.0, 4)
    [2.0, 3.0, 4.0]
    >>> ticks(8.749999999999998, 8.750000000000002, 5)
    [3.75, 8.75, 13.75]
    """
    if high - low <= SAME * max(abs(low), abs(high)):
        room = abs(low) / 4 or 1.0
        return [float(f"{low + step * _round_up(room):.12g}") for step in (-1, 0, 1)]
    step = _round_up((high - low) / most)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [float(f"{number * step:.12g}") for number in range(first, last + 1)]


def _round_up(number: float) -> float:
    """Return the least of 1, 2 or 5 times a power of ten that is not below a number."""
    power = 10.0 ** math.floor(math.log10(number))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= number * (1 - 1e-9))
