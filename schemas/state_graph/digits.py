"""Integers of any size for compiled kernels: rows of digits in base 2**32, lowest first."""

import numpy as np
from numpy.typing import NDArray

BITS = 32
_BITS, _DIGIT = np.uint64(BITS), np.uint64(2**BITS - 1)

Digits = NDArray[np.uint64]
"""Shape (..., d): each below 2**32, except the highest, which may have 64 bits."""


def digits(number: int, size: int) -> Digits:
    """Return a number as digits; if it does not fit, the largest number that does.

    >>> digits(2**32 + 5, 3).tolist(), digits(2**64, 2).tolist() == [2**32 - 1, 2**32 - 1]
    ([5, 1, 0], True)
    """
    number = min(number, 2 ** (BITS * size) - 1)
    return np.array([number >> BITS * at & int(_DIGIT) for at in range(size)], np.uint64)


def whole(row: Digits) -> int:
    """Return the number with these digits.

    >>> whole(digits(10**18, 2)) == 10**18
    True
    """
    return sum(digit << BITS * at for at, digit in enumerate(row.tolist()))


def widened(rows: Digits) -> Digits:
    """Return numbers with one digit more, so that all digits are below 2**32 again.

    >>> widened(np.array([[7, 2**32 + 1]], np.uint64)).tolist()
    [[7, 1, 1]]
    """
    wide = np.zeros((*rows.shape[:-1], rows.shape[-1] + 1), np.uint64)
    wide[..., :-1] = rows
    wide[..., -1] = rows[..., -1] >> _BITS
    wide[..., -2] &= _DIGIT
    return wide
