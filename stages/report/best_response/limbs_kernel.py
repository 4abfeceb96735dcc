"""Whole numbers of many limbs: arithmetic for compiled code.

A number is an array of limbs of 32 bits, the lowest first. One that may be negative is told by
two's complement. Products of limbs are made in 64 bits: the largest, (2**32 - 1)**2, leaves room
for two limbs more to be added.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled_part

LIMB = 32
"""Bits of a limb."""
_BITS = np.uint64(LIMB)
_LOW = np.uint64(2**LIMB - 1)
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_ROOM = np.uint64(2 ** (LIMB - 2))


@compiled_part
def clear(number):
    """Make it 0."""
    for at in range(len(number)):
        number[at] = 0


@compiled_part
def add(total, number):
    """Add a number that is not negative, and has no more limbs than the total, to the total."""
    carry = _NONE
    for at in range(len(total)):
        if at >= len(number) and not carry:
            return
        sum_ = np.uint64(total[at]) + carry
        if at < len(number):
            sum_ += np.uint64(number[at])
        total[at] = sum_ & _LOW
        carry = sum_ >> _BITS


@compiled_part
def add_one(total):
    """Add 1."""
    for at in range(len(total)):
        total[at] = (np.uint64(total[at]) + _ONE) & _LOW
        if total[at]:
            return


@compiled_part
def subtract(total, number):
    """Subtract likewise."""
    borrow = _NONE
    for at in range(len(total)):
        if at >= len(number) and not borrow:
            return
        taken = borrow
        if at < len(number):
            taken += np.uint64(number[at])
        here = np.uint64(total[at])
        borrow = _ONE if taken > here else _NONE
        total[at] = (here + (borrow << _BITS) - taken) & _LOW


@compiled_part
def multiply(one, other, product):
    """Fill the product of two numbers that are not negative; it has the limbs of both."""
    clear(product)
    for at in range(len(one)):
        factor = np.uint64(one[at])
        if not factor:
            continue
        carry = _NONE
        for to in range(len(other)):
            sum_ = factor * np.uint64(other[to]) + np.uint64(product[at + to]) + carry
            product[at + to] = sum_ & _LOW
            carry = sum_ >> _BITS
        product[at + len(other)] = carry


@compiled_part
def divide(number, divisor):
    """Divide a number that is not negative by one limb, rounded down; return whether it was
    rounded.
    """
    rest = _NONE
    for at in range(len(number) - 1, -1, -1):
        here = (rest << _BITS) | np.uint64(number[at])
        number[at] = here // divisor
        rest = here % divisor
    return rest > 0


@compiled_part
def negate(number):
    """Change the sign."""
    for at in range(len(number)):
        number[at] = ~np.uint64(number[at]) & _LOW
    add_one(number)


@compiled_part
def is_zero(number, begin, end):
    """Return whether limbs are 0."""
    at = begin
    while at < end and not number[at]:
        at += 1
    return at == end


@compiled_part
def is_negative(number):
    """Return whether a number in two's complement is below 0."""
    return np.uint64(number[-1]) >> np.uint64(LIMB - 1) > 0


@compiled_part
def is_less(one, other):
    """Return whether a number in two's complement is less than another with as many limbs."""
    if is_negative(one) != is_negative(other):
        return is_negative(one)
    for at in range(len(one) - 1, -1, -1):
        if one[at] != other[at]:
            return one[at] < other[at]
    return False


@compiled_part
def has_room(number):
    """Return whether one bit of a number in two's complement is left besides that of its sign: then
    the sum of two such numbers is told by as many limbs.
    """
    top = np.uint64(number[-1])
    return top < _ROOM or top >= np.uint64(4) * _ROOM - _ROOM


@compiled_part
def bit_length(number):
    """Return how many bits a number that is not negative needs; 0 for 0."""
    for at in range(len(number) - 1, -1, -1):
        if number[at]:
            bits, top = LIMB * at, np.uint64(number[at])
            while top:
                bits += 1
                top >>= _ONE
            return bits
    return 0
