"""Fractions of 64 bits in compiled code: exact, or refused.

A product or a sum is of positive ones. A fraction is a pair of positive whole numbers. The
denominator 0 says that 64 bits do not hold it.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from schemas.parts.compiled import compiled_part

MOST = 2**63 - 1


@compiled_part
def divisor(one, other):
    """Return the greatest common divisor of two numbers, which are not negative."""
    while other:
        one, other = other, one % other
    return one


@compiled_part
def reduced(above, below):
    """Return a fraction of a positive denominator, of either sign, in lowest terms."""
    common = divisor(abs(above), below)
    return above // common, below // common


@compiled_part
def product(over, under, above, below):
    """Return a product of two positive fractions in lowest terms; 0 and 0 where 64 bits do not
    hold it, or one of them.
    """
    if under == 0 or below == 0:
        return 0, 0
    one, other = divisor(over, below), divisor(above, under)
    over, below, above, under = over // one, below // one, above // other, under // other
    if over > MOST // above or under > MOST // below:
        return 0, 0
    return over * above, under * below


@compiled_part
def total(over, under, above, below):
    """Return a sum of two positive fractions in lowest terms; 0 and 0 where 64 bits may not hold
    it, or one of them.
    """
    if under == 0 or below == 0:
        return 0, 0
    one = divisor(under, below)
    parts = below // one
    if over > MOST // 2 // parts or above > MOST // 2 // (under // one) or under > MOST // parts:
        return 0, 0
    over, under = over * parts + above * (under // one), under * parts
    one = divisor(over, under)
    return over // one, under // one
