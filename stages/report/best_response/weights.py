"""The opponent's realization weights in limbs, compiled.

A weight is a row of limbs (`limbs`); only what is not 0 has a row, and `row` says which, -1 where
there is none. Whether limbs suffice is found out on the way: each sum of two numbers that have
room is looked at for whether it has, and what has none is told by False.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import math

import numpy as np

from schemas.parts.compiled import compiled
from stages.report.best_response.limbs import (
    LIMB,
    add,
    add_one,
    has_room,
    is_negative,
    is_zero,
    multiply,
    subtract,
)

UNIT_LIMBS = 8
"""Limbs behind the point of a weight: its unit is 2**-256."""
MANTISSA = 53
"""Bits of a float."""


@compiled
def number_rows(infosets, first, parent, begin, members, probabilities, row):
    """Give rows to the sequences that an opponent plays, -1 to the others; the empty one has row 0.
    Return how many have one.
    """
    count, at = 1, 0
    for infoset in infosets:
        above = False
        for member in range(begin[parent[infoset]], begin[parent[infoset] + 1]):
            above |= row[members[member]] >= 0
        for sequence in range(first[infoset], first[infoset + 1]):
            if above and probabilities[at] > 0:
                row[sequence] = count
                count += 1
            at += 1
    return count


@compiled
def _sum_rows(begin, end, members, row, weights, total):
    """Fill the sum of the rows of members; return whether it has room."""
    total[:] = 0
    for member in range(begin, end):
        if row[members[member]] >= 0:
            add(total, weights[row[members[member]]])
            if not has_room(total):
                return False
    return True


@compiled
def _ends(probability, least, most):
    """Fill a float from 0 to 1 in units, rounded down and up."""
    mantissa, exponent = math.frexp(probability)
    digits = np.uint64(mantissa * 2.0**MANTISSA)
    shift = LIMB * UNIT_LIMBS - MANTISSA + exponent
    least[:] = 0
    rounded = False
    if shift < 0:
        down = np.uint64(min(-shift, 63))
        rounded = (digits >> down) << down != digits
        digits >>= down
        shift = 0
    at, bits = shift // LIMB, np.uint64(shift % LIMB)
    low, high = digits & np.uint64(2**LIMB - 1), digits >> np.uint64(LIMB)
    for half in (low, high):
        part = half << bits
        least[at] |= part & np.uint64(2**LIMB - 1)
        if part >> np.uint64(LIMB):
            least[at + 1] |= part >> np.uint64(LIMB)
        at += 1
    most[:] = least
    if rounded:
        most[0] += 1


@compiled
def _scaled(weight, end, upward, product, found):
    """Fill weight times end, in units, rounded down or up; return whether it has room."""
    multiply(end, weight, product)
    found[:] = product[UNIT_LIMBS : UNIT_LIMBS + len(found)]
    if upward and not is_zero(product[:UNIT_LIMBS]):
        add_one(found)
    return has_room(found) and is_zero(product[UNIT_LIMBS + len(found) :])


@compiled
def enclose(infosets, first, parent, begin, members, probabilities, row, low, high):
    """Fill the ends of the opponent's realization weights, as `by_records.enclosed` does; return
    whether that was possible.
    """
    limbs = low.shape[1]
    above = np.zeros((2, limbs), np.uint32)
    ends = np.zeros((2, limbs), np.uint32)
    others = np.zeros((2, limbs), np.uint32)
    product = np.zeros(2 * limbs, np.uint32)
    low[0, UNIT_LIMBS] = high[0, UNIT_LIMBS] = 1
    at = 0
    for infoset in infosets:
        start, end = begin[parent[infoset]], begin[parent[infoset] + 1]
        size = first[infoset + 1] - first[infoset]
        largest = at + np.argmax(probabilities[at : at + size])
        at += size
        if row[first[infoset] + largest - at + size] < 0:  # Neither are the others played.
            continue
        if not _sum_rows(start, end, members, row, low, above[0]) or not _sum_rows(
            start, end, members, row, high, above[1]
        ):
            return False
        others[:] = 0
        for one in range(at - size, at + 1):
            # The largest comes last: it takes what the others leave.
            if one == largest or one < at and probabilities[one] == 0:
                continue
            if one < at:
                _ends(probabilities[one], ends[0], ends[1])
                add(others[0], ends[0])
                add(others[1], ends[1])
            else:
                ends[:] = 0
                ends[:, UNIT_LIMBS] = 1
                subtract(ends[0], others[1])
                subtract(ends[1], others[0])
                if is_negative(ends[0]):
                    return False
            to = row[first[infoset] + (one if one < at else largest) - at + size]
            if not _scaled(above[0], ends[0], False, product, low[to]) or not _scaled(
                above[1], ends[1], True, product, high[to]
            ):
                return False
    return True


@compiled
def sum_sets(sets, begin, members, row, low, high):
    """Fill the rows of sets with the sums of those of their members; return whether they have
    room.
    """
    for number in sets:
        for weights in (low, high):
            if not _sum_rows(
                begin[number], begin[number + 1], members, row, weights, weights[row[number]]
            ):
                return False
    return True
