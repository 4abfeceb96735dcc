"""Many fractions in parts of one: without denominators their sums are quick.

The solution of a dense system is such: its fractions are long, and all denominators divide one, the
determinant of the system.
"""

from collections.abc import Sequence

from flint import fmpq, fmpz

LONGER = 2
"""How many times as long as the longest denominator the common one may be."""


def common(numbers: Sequence[fmpq]) -> tuple[list[fmpq], fmpq]:
    """Return numbers in parts of one, and how many of these are 1: whole numbers, or the numbers
    themselves where their denominators have too little in common.

    >>> print(*common([fmpq(1, 6), fmpq(3, 4), fmpq(0)]))
    [2, 9, 0] 12
    >>> print(*common([fmpq(1, 101), fmpq(1, 103), fmpq(1, 107)]))
    [1/101, 1/103, 1/107] 1
    """
    denominators = {number.q for number in numbers}
    most = LONGER * max((number.bit_length() for number in denominators), default=0)
    unit = fmpz(1)
    for number in denominators:
        unit = unit.lcm(number)
        if unit.bit_length() > most:
            return list(numbers), fmpq(1)
    return times(numbers, fmpq(unit)), fmpq(unit)


def times(numbers: Sequence[fmpq], factor: fmpq) -> list[fmpq]:
    """Return numbers, each so many times."""
    return [number * factor if number else number for number in numbers]
