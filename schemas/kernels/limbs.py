"""Integers of many limbs, for kernels.

A limb has 32 bits, the lowest comes first, and a number is a row. Signed numbers are in two's
complement. Products of limbs are computed in 64 bits: the largest, (2**32 - 1)**2, leaves room for
adding two more limbs. Whoever adds checks with `has_room` that the next sum fits.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..parts.arrays import Index, UInt32s2, UInt64

_LIMB = cython.declare(Index, 32)
_LOW = cython.declare(UInt64, 2**32 - 1)


class Rows:
    """Numbers that all have the same number of limbs."""

    def __init__(self, limbs: UInt32s2) -> None:
        self.limbs = limbs


def clear(number: Rows, at: Index) -> None:
    """Set a number to 0."""
    for limb in range(number.limbs.shape[1]):
        number.limbs[at, limb] = 0


def add(total: Rows, at: Index, number: Rows, of: Index) -> None:
    """Add a nonnegative number with no more limbs than the total to the total."""
    carry: UInt64 = 0
    size = number.limbs.shape[1]
    for limb in range(total.limbs.shape[1]):
        if limb >= size and carry == 0:
            return
        found: UInt64 = carry + cython.cast(UInt64, total.limbs[at, limb])
        if limb < size:
            found += cython.cast(UInt64, number.limbs[of, limb])
        total.limbs[at, limb] = found & _LOW
        carry = found >> 32


def add_one(total: Rows, at: Index) -> None:
    """Add 1."""
    for limb in range(total.limbs.shape[1]):
        total.limbs[at, limb] = (cython.cast(UInt64, total.limbs[at, limb]) + 1) & _LOW
        if total.limbs[at, limb] != 0:
            return


def subtract(total: Rows, at: Index, number: Rows, of: Index) -> None:
    """Subtract a number, likewise."""
    borrow: UInt64 = 0
    size = number.limbs.shape[1]
    for limb in range(total.limbs.shape[1]):
        if limb >= size and borrow == 0:
            return
        taken: UInt64 = borrow
        if limb < size:
            taken += cython.cast(UInt64, number.limbs[of, limb])
        here: UInt64 = cython.cast(UInt64, total.limbs[at, limb])
        borrow = 1 if taken > here else 0
        total.limbs[at, limb] = (here + (borrow << 32) - taken) & _LOW


def multiply(one: Rows, at: Index, other: Rows, of: Index, product: Rows) -> None:
    """Fill `product` with the product of two nonnegative numbers; its one row has the limbs of
    both.
    """
    clear(product, 0)
    size = other.limbs.shape[1]
    for limb in range(one.limbs.shape[1]):
        factor: UInt64 = cython.cast(UInt64, one.limbs[at, limb])
        if factor == 0:
            continue
        carry: UInt64 = 0
        for to in range(size):
            found: UInt64 = (
                factor * cython.cast(UInt64, other.limbs[of, to])
                + cython.cast(UInt64, product.limbs[0, limb + to])
                + carry
            )
            product.limbs[0, limb + to] = found & _LOW
            carry = found >> 32
        product.limbs[0, limb + size] = carry


def divide(number: Rows, divisor: UInt64) -> bool:
    """Divide a nonnegative number by one limb, rounding down; return whether it was rounded."""
    rest: UInt64 = 0
    for limb in range(number.limbs.shape[1] - 1, -1, -1):
        here: UInt64 = rest << 32 | cython.cast(UInt64, number.limbs[0, limb])
        number.limbs[0, limb] = here // divisor
        rest = here % divisor
    return rest > 0


def negate(number: Rows, at: Index) -> None:
    """Change the sign."""
    for limb in range(number.limbs.shape[1]):
        number.limbs[at, limb] = _LOW - cython.cast(UInt64, number.limbs[at, limb])
    add_one(number, at)


def is_zero(number: Rows, at: Index, begin: Index, end: Index) -> bool:
    """Return whether the limbs from `begin` to `end` are 0."""
    limb = begin
    while limb < end and number.limbs[at, limb] == 0:
        limb += 1
    return limb == end


def top(number: Rows, at: Index) -> UInt64:
    """Return the highest limb."""
    found: UInt64 = cython.cast(UInt64, number.limbs[at, number.limbs.shape[1] - 1])
    return found


def is_negative(number: Rows, at: Index) -> bool:
    """Return whether a number in two's complement is below 0."""
    return top(number, at) >> 31 > 0


def is_less(numbers: Rows, one: Index, other: Index) -> bool:
    """Return whether a number in two's complement is less than another; index -1 means 0."""
    if other < 0:
        return one >= 0 and is_negative(numbers, one)
    below = is_negative(numbers, other)
    if one < 0:
        return not below and not is_zero(numbers, other, 0, numbers.limbs.shape[1])
    if is_negative(numbers, one) != below:
        return not below
    for limb in range(numbers.limbs.shape[1] - 1, -1, -1):
        if numbers.limbs[one, limb] != numbers.limbs[other, limb]:
            return numbers.limbs[one, limb] < numbers.limbs[other, limb]  # type: ignore[no-any-return]
    return False


def has_room(number: Rows, at: Index) -> bool:
    """Return whether a number in two's complement has a free bit besides its sign bit: then the
    sum of two such numbers fits into as many limbs.
    """
    found = top(number, at) >> 30
    return found == 0 or found == 3


def bit_length(number: Rows, at: Index) -> Index:
    """Return the number of bits of a nonnegative number; 0 for 0."""
    for limb in range(number.limbs.shape[1] - 1, -1, -1):
        rest: UInt64 = cython.cast(UInt64, number.limbs[at, limb])
        if rest != 0:
            bits = _LIMB * limb
            while rest != 0:
                bits += 1
                rest >>= 1
            return bits
    return 0


def widened(rows: Rows) -> Rows:
    """Return nonnegative numbers with one limb more."""
    return Rows(np.pad(np.asarray(rows.limbs), ((0, 0), (0, 1))))


def in_limbs(numbers: Sequence[int] | NDArray[Any], limbs: int = 0) -> NDArray[np.uint32]:
    """Return nonnegative numbers as rows of limbs, lowest first; by default with as many limbs as
    the largest needs.

    >>> in_limbs([1, 2**33 + 5]).tolist()
    [[1, 0], [5, 2]]
    """
    if isinstance(numbers, np.ndarray) and numbers.dtype != object and not limbs:
        return numbers.astype("<i8").view("<u4").astype(np.uint32).reshape(-1, 2)
    size = 4 * (limbs or max(1, (max(numbers).bit_length() + 31) // 32))
    data = b"".join(number.to_bytes(size, "little") for number in numbers)
    return np.frombuffer(data, "<u4").astype(np.uint32).reshape(-1, size // 4)


def whole(limbs: NDArray[np.uint32]) -> int:
    """Return a number in two's complement.

    >>> whole(in_limbs([2**33 + 5], 3)[0]) == 2**33 + 5
    True
    """
    return int.from_bytes(np.asarray(limbs).astype("<u4").tobytes(), "little", signed=True)
