"""Positive fractions of 64 bits in compiled code: exact, or refused.

A fraction is a pair of positive whole numbers. The denominator 0 says that 64
bits do not hold it.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from schemas.parts.compiled import compiled

MOST = 2**63 - 1


@compiled
def product(over, under, above, below):
    """Return a product of two positive fractions in lowest terms; 0 and 0 where 64 bits do not
    hold it, or one of them.
    """
    if under == 0 or below == 0:
        return 0, 0
    one, other = _divisor(over, below), _divisor(above, under)
    over, below, above, under = over // one, below // one, above // other, under // other
    if over > MOST // above or under > MOST // below:
        return 0, 0
    return over * above, under * below


@compiled
def total(over, under, above, below):
    """Return a sum of two positive fractions in lowest terms; 0 and 0 where 64 bits may not hold
    it, or one of them.
    """
    if under == 0 or below == 0:
        return 0, 0
    one = _divisor(under, below)
    parts = below // one
    if over > MOST // 2 // parts or above > MOST // 2 // (under // one) or under > MOST // parts:
        return 0, 0
    over, under = over * parts + above * (under // one), under * parts
    one = _divisor(over, under)
    return over // one, under // one


@compiled
def _divisor(one, other):
    """Return the greatest common divisor of two positive numbers."""
    while other:
        one, other = other, one % other
    return one
