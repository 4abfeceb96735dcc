"""What the opponent gets at least behind the player's sequences, in limbs, compiled.

A value is a row of limbs (`limbs`); only what is not 0 has a row, and `row` says which, -1 where
there is none. Whether limbs suffice is found out on the way: each sum of two numbers that have
room is looked at for whether it has, and what has none is told by False.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from schemas.parts.compiled import compiled, compiled_part
from stages.report.best_response.limbs_kernel import (
    add,
    add_one,
    bit_length,
    divide,
    has_room,
    is_less,
    is_negative,
    multiply,
    negate,
    subtract,
)


@compiled_part
def _one_has(row, begin, end):
    """Return whether one of several sequences has a row."""
    sequence = begin
    while sequence < end and row[sequence] < 0:
        sequence += 1
    return sequence < end


@compiled
def weigh(group, met, gain, negative, gains, low, high, product, totals):
    """Fill per group the sum of what the opponent gains at its terminal nodes, each weighted with
    the end of the weight that makes it less: row `met` of `low` or `high`.

    `gains` has one row per gain, without its sign. A total has one limb more than a `product`: of
    fewer than 2**31 of them no sum is too large.
    """
    for at in range(len(group)):
        below = negative[gain[at]]
        multiply(gains[gain[at]], high[met[at]] if below else low[met[at]], product)
        if below:
            subtract(totals[group[at]], product)
        else:
            add(totals[group[at]], product)


@compiled
def bit_lengths(totals, found):
    """Fill how many bits totals have without their signs."""
    for at in range(len(totals)):
        below = is_negative(totals[at])
        if below:
            negate(totals[at])
        found[at] = bit_length(totals[at])
        if below:
            negate(totals[at])


@compiled
def number_values(own, infosets, first, parent, begin, members, row):
    """Give rows to the player's sequences behind which there are totals, of the sets `own`; return
    how many.
    """
    for number in own:
        for member in range(begin[number], begin[number + 1]):
            row[members[member]] = 0
    for at in range(len(infosets) - 1, -1, -1):
        infoset = infosets[at]
        if _one_has(row, first[infoset], first[infoset + 1]):
            for member in range(begin[parent[infoset]], begin[parent[infoset] + 1]):
                row[members[member]] = 0
    count = 0
    for sequence in range(len(row)):
        if row[sequence] >= 0:
            row[sequence] = count
            count += 1
    return count


@compiled
def share(totals, kind, times, start, divisors, own, begin, members, row, product, values):
    """Add each total, times the factor of its kind and divided by the divisors of its kind, rounded
    down, to the values of the sequences of its set; return whether they have room.

    Rounding once is rounding after each divisor: floor(floor(a / b) / c) = floor(a / bc), and so
    upward.
    """
    for at in range(len(totals)):
        below = is_negative(totals[at])
        if below:
            negate(totals[at])
        multiply(times[kind[at]], totals[at], product)
        for divisor in range(start[kind[at]], start[kind[at] + 1]):
            if divide(product, divisors[divisor]) and below:
                add_one(product)
        for member in range(begin[own[at]], begin[own[at] + 1]):
            value = values[row[members[member]]]
            if below:
                subtract(value, product)
            else:
                add(value, product)
            if not has_room(value):
                return False
    return True


@compiled
def settle(infosets, first, parent, begin, members, row, nothing, values):
    """Add the least value of each information set's actions to those that lead there, from the last
    information set to the first; return whether they have room. `nothing` is 0 in as many limbs.
    """
    for at in range(len(infosets) - 1, -1, -1):
        infoset = infosets[at]
        if not _one_has(row, first[infoset], first[infoset + 1]):
            continue
        best = nothing
        for sequence in range(first[infoset], first[infoset + 1]):
            value = values[row[sequence]] if row[sequence] >= 0 else nothing
            if sequence == first[infoset] or is_less(value, best):
                best = value
        for member in range(begin[parent[infoset]], begin[parent[infoset] + 1]):
            value = values[row[members[member]]]
            add(value, best)
            if not has_room(value):
                return False
    return True
