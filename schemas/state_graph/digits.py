"""Whole numbers of any size for compiled code: rows of digits to the base 2**32, lowest first."""

# Numba infers the types of the compiled functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np
from numpy.typing import NDArray

from schemas.parts.compiled import compiled

BITS = 32
_BITS, _DIGIT = np.uint64(BITS), np.uint64(2**BITS - 1)

Digits = NDArray[np.uint64]
"""Shape (..., d): each below 2**32, but for the highest, which may have 64 bits."""


def digits(number: int, size: int) -> Digits:
    """Return a number as digits; the largest there is, where it has more.

    >>> digits(2**32 + 5, 3).tolist(), digits(2**64, 2).tolist() == [2**32 - 1, 2**32 - 1]
    ([5, 1, 0], True)
    """
    number = min(number, 2 ** (BITS * size) - 1)
    return np.array([number >> BITS * at & int(_DIGIT) for at in range(size)], np.uint64)


def whole(row: Digits) -> int:
    """Return digits as a number.

    >>> whole(digits(10**18, 2)) == 10**18
    True
    """
    return sum(digit << BITS * at for at, digit in enumerate(row.tolist()))


def widened(rows: Digits, more: int) -> Digits:
    """Return numbers with more digits, the highest one below 2**32 again.

    >>> widened(np.array([[7, 2**32 + 1]], np.uint64), 1).tolist()
    [[7, 1, 1]]
    """
    wide = np.zeros((*rows.shape[:-1], rows.shape[-1] + more), np.uint64)
    wide[..., : rows.shape[-1]] = rows
    if rows.shape[-1]:
        wide[..., rows.shape[-1]] = rows[..., -1] >> _BITS
        wide[..., rows.shape[-1] - 1] &= _DIGIT
    return wide


@compiled
def add(row, other):
    """Add another number of the same size to a number; return whether its highest digit is too
    large now.

    It has 64 bits, and so has room for 2**31 such sums.
    """
    carry = np.uint64(0)
    for at in range(row.size - 1):
        found = row[at] + other[at] + carry
        row[at] = found & _DIGIT
        carry = found >> _BITS
    if row.size:
        row[-1] += other[-1] + carry
        return row[-1] > _DIGIT
    return False


@compiled
def add_product(row, other, factor):
    """Add a number of at least two digits less, each below 2**32, times a factor below 2**31."""
    carry = np.uint64(0)
    for at in range(row.size):
        found = row[at] + carry
        if at < other.size:
            found += other[at] * np.uint64(factor)
        row[at] = found & _DIGIT
        carry = found >> _BITS


@compiled
def above(row, other):
    """Return whether a number is larger than another one of the same size."""
    for at in range(row.size - 1, -1, -1):
        if row[at] != other[at]:
            return row[at] > other[at]
    return False
