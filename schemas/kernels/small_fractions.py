"""Exact 64-bit fractions for kernels, with overflow detection.

A fraction has a positive denominator; the denominator 0 means that it does not fit into 64 bits.
"""

from ..parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..parts.arrays import Int64

SAFE = 2.0**62  # Smaller results of float arithmetic fit into 64 bits.


def divisor(one: Int64, other: Int64) -> Int64:
    """Return the greatest common divisor of two nonnegative numbers."""
    one, other = cython.cast(Int64, one), cython.cast(Int64, other)
    while other:
        one, other = other, one % other
    return one


def reduced(above: Int64, below: Int64) -> tuple[Int64, Int64]:
    """Return a fraction of either sign, with a positive denominator, in lowest terms."""
    common = divisor(-above if above < 0 else above, below)
    return cython.cast(Int64, above) // common, cython.cast(Int64, below) // common


def total(one: Int64, first: Int64, other: Int64, second: Int64) -> tuple[Int64, Int64]:
    """Return the sum of two fractions of either sign in lowest terms; 0 and 0 if it, or one of
    them, may not fit into 64 bits.
    """
    if first == 0 or second == 0:
        return 0, 0
    if first == second and one == -other:
        return 0, 1
    left, right = reduced(second, first)
    if abs(float(one)) * left + abs(float(other)) * right >= SAFE or float(first) * left >= SAFE:
        return 0, 0
    return reduced(one * left + other * right, first * left)
