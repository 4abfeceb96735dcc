"""The opponent's realization weights in limbs, compiled.

A weight is a row of limbs (`limbs`); only what is not 0 has a row, and `row` says which, -1 where
there is none. Whether limbs suffice is found out on the way: each sum of two numbers that have
room is looked at for whether it has, and what has none is told by False.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import math

import numpy as np

from schemas.parts.compiled import compiled, compiled_part
from stages.report.best_response.limbs_kernel import (
    LIMB,
    add,
    add_one,
    clear,
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


@compiled_part
def _sum_rows(begin, end, members, row, weights, total):
    """Fill the sum of the rows of members; return whether it has room."""
    clear(total)
    for member in range(begin, end):
        if row[members[member]] >= 0:
            add(total, weights[row[members[member]]])
            if not has_room(total):
                return False
    return True


@compiled_part
def _ends(probability, least, most):
    """Fill a float from 0 to 1 in units, rounded down and up."""
    mantissa, exponent = math.frexp(probability)
    digits = np.uint64(mantissa * 2.0**MANTISSA)
    shift = LIMB * UNIT_LIMBS - MANTISSA + exponent
    clear(least)
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
    for at in range(len(least)):
        most[at] = least[at]
    if rounded:
        most[0] += 1


@compiled_part
def _scale(weight, end, upward, product, found):
    """Fill weight times end, in units, rounded down or up; return whether it has room."""
    multiply(end, weight, product)
    for at in range(len(found)):
        found[at] = product[UNIT_LIMBS + at]
    if upward and not is_zero(product, 0, UNIT_LIMBS):
        add_one(found)
    return has_room(found) and is_zero(product, UNIT_LIMBS + len(found), len(product))


@compiled_part
def _leave(others, ends):
    """Fill the ends of what others leave of 1; return whether that is anything."""
    for side in range(2):
        clear(ends[side])
        ends[side, UNIT_LIMBS] = 1
        subtract(ends[side], others[1 - side])
    return not is_negative(ends[0])


@compiled_part
def _most(numbers, begin, end):
    """Return where the largest number stands; of several the first."""
    found = begin
    for at in range(begin, end):
        if numbers[at] > numbers[found]:
            found = at
    return found


@compiled
def enclose(infosets, first, parent, begin, members, probabilities, row, low, high, room):
    """Fill the ends of the opponent's realization weights, as `concessions.enclosed` does; return
    whether that was possible.

    `room` has shape (8, limbs of a weight), and is for numbers on the way.
    """
    above, ends, others = room[:2], room[2:4], room[4:6]
    product = room[6:].reshape(2 * room.shape[1])
    low[0, UNIT_LIMBS] = high[0, UNIT_LIMBS] = 1
    at = 0
    for infoset in infosets:
        start, end = begin[parent[infoset]], begin[parent[infoset] + 1]
        last = at + first[infoset + 1] - first[infoset]
        to = first[infoset] - at
        largest = _most(probabilities, at, last)
        if row[to + largest] >= 0:  # If not, the others are not played, either.
            if not _sum_rows(start, end, members, row, low, above[0]):
                return False
            if not _sum_rows(start, end, members, row, high, above[1]):
                return False
            clear(others[0])
            clear(others[1])
            for turn in range(at, last + 1):
                # The largest comes last: it takes what the others leave.
                one = turn if turn < last else largest
                if turn == largest or probabilities[one] == 0:
                    continue
                if turn < last:
                    _ends(probabilities[one], ends[0], ends[1])
                    add(others[0], ends[0])
                    add(others[1], ends[1])
                elif not _leave(others, ends):
                    return False
                for side in range(2):
                    found = (high if side else low)[row[to + one]]
                    if not _scale(above[side], ends[side], side > 0, product, found):
                        return False
        at = last
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
