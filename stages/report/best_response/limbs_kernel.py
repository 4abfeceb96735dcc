"""An opponent's realization weights and payoffs in integers of many limbs.

Only nonzero numbers have a row; `row` holds its index, or -1. Overflow is detected during the
computation: `has_room` checks every sum, and functions return False if a sum leaves no room.
"""

from ....schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.kernels.limbs import (
        Rows,
        add,
        add_one,
        bit_length,
        clear,
        divide,
        has_room,
        is_less,
        is_negative,
        is_zero,
        multiply,
        negate,
        subtract,
    )
    from ....schemas.parts.arrays import (
        Index,
        Int32s,
        Ints,
        ReadDoubles,
        ReadFlags,
        ReadInt32s,
        ReadInts,
        ReadUInt64s,
        UInt64,
    )

_LIMB = cython.declare(Index, 32)
_LOW = cython.declare(UInt64, 2**32 - 1)
_UNIT_LIMBS = cython.declare(Index, 8)  # Fractional limbs of a weight: its unit is 2**-256.
_FRACTION = cython.declare(UInt64, 2**52 - 1)  # Mask of a float's stored significand bits.
_ONE = cython.declare(UInt64, 2**52)  # The implicit leading bit.


def sum_rows(
    begin: Index,
    end: Index,
    members: ReadInt32s,
    row: Int32s,
    weights: Rows,
    total: Rows,
    at: Index,
) -> bool:
    """Fill the sum of the members' rows; return whether it has room."""
    clear(total, at)
    for member in range(begin, end):
        if row[members[member]] >= 0:
            add(total, at, weights, row[members[member]])
            if not has_room(total, at):
                return False
    return True


def write_ends(probability: Index, ends: Rows, row: Index) -> None:
    """Fill a float from 0 to 1 in units, rounded down, and in the next row rounded up; the float is
    given by its bits.
    """
    digits: UInt64 = cython.cast(UInt64, probability) & _FRACTION
    shift: Index = probability >> 52
    if shift > 0:
        digits |= _ONE
        shift -= 1
    # The number of units times 2**shift: the bits of a float begin at 2**-1074.
    shift += _LIMB * _UNIT_LIMBS - 1074
    clear(ends, row)
    rounded: Index = 0
    if shift < 0:
        down: Index = 63 if shift < -63 else -shift
        rest: UInt64 = digits >> down << down
        rounded = 1 if rest != digits else 0
        digits >>= down
        shift = 0
    limb = shift // _LIMB
    bits: Index = shift % _LIMB
    for half in range(2):
        part: UInt64 = (digits >> 32 if half else digits & _LOW) << bits
        ends.limbs[row, limb] |= part & _LOW
        if part >> 32 != 0:
            ends.limbs[row, limb + 1] |= part >> 32
        limb += 1
    for limb in range(ends.limbs.shape[1]):
        ends.limbs[row + 1, limb] = ends.limbs[row, limb]
    if rounded != 0:
        add_one(ends, row + 1)


def scale(room: Rows, side: Index, product: Rows, found: Rows, at: Index) -> bool:
    """Fill the weight times one end of a probability, in units, rounded down or up; return
    whether it has room.
    """
    multiply(room, 2 + side, room, side, product)
    size = found.limbs.shape[1]
    for limb in range(size):
        found.limbs[at, limb] = product.limbs[0, _UNIT_LIMBS + limb]
    if side > 0 and not is_zero(product, 0, 0, _UNIT_LIMBS):
        add_one(found, at)
    return has_room(found, at) and is_zero(product, 0, _UNIT_LIMBS + size, product.limbs.shape[1])


def leave(room: Rows) -> bool:
    """Fill the ends of 1 minus the other probabilities; return whether this is positive."""
    for side in range(2):
        clear(room, 2 + side)
        room.limbs[2 + side, _UNIT_LIMBS] = 1
        subtract(room, 2 + side, room, 5 - side)
    return not is_negative(room, 2)


def enclose(
    infosets: ReadInt32s,
    first: ReadInt32s,
    parent: ReadInt32s,
    begin: ReadInt32s,
    members: ReadInt32s,
    probabilities: ReadDoubles,
    bits: ReadInts,
    row: Int32s,
    low: Rows,
    high: Rows,
    room: Rows,
    product: Rows,
) -> bool:
    """Fill the ends of the opponent's realization weights, as `concessions.enclosed` does; return
    whether that was possible.

    `bits` are those of the probabilities. `room` holds temporary numbers, in pairs of rows for the
    lower and the upper end: the weight that leads to an information set, a probability, and the
    sum of all other probabilities. `product` has one row of twice the limbs.
    """
    low.limbs[0, _UNIT_LIMBS] = high.limbs[0, _UNIT_LIMBS] = 1
    offset: Index = 0
    for number in range(infosets.shape[0]):
        infoset: Index = infosets[number]
        own: Index = parent[infoset]
        start: Index = begin[own]
        end: Index = begin[own + 1]
        last: Index = offset + first[infoset + 1] - first[infoset]
        to: Index = first[infoset] - offset
        largest = offset
        for action in range(offset, last):
            if probabilities[action] > probabilities[largest]:
                largest = action
        if row[to + largest] >= 0:  # If the likeliest action is not played, no other is.
            if not sum_rows(start, end, members, row, low, room, 0):
                return False
            if not sum_rows(start, end, members, row, high, room, 1):
                return False
            clear(room, 4)
            clear(room, 5)
            for turn in range(offset, last + 1):
                # The largest comes last: it is 1 minus the others.
                action = turn if turn < last else largest
                if turn == largest or probabilities[action] == 0:
                    continue
                if turn < last:
                    write_ends(bits[action], room, 2)
                    add(room, 4, room, 2)
                    add(room, 5, room, 3)
                elif not leave(room):
                    return False
                if not scale(room, 0, product, low, row[to + action]):
                    return False
                if not scale(room, 1, product, high, row[to + action]):
                    return False
        offset = last
    return True


def sum_sets(
    sets: ReadInt32s, begin: ReadInt32s, members: ReadInt32s, row: Int32s, low: Rows, high: Rows
) -> bool:
    """Fill the rows of sets with the sums of their members' rows; return whether they have room."""
    for at in range(sets.shape[0]):
        number: Index = sets[at]
        start: Index = begin[number]
        end: Index = begin[number + 1]
        if not sum_rows(start, end, members, row, low, low, row[number]):
            return False
        if not sum_rows(start, end, members, row, high, high, row[number]):
            return False
    return True


def weigh(
    group: ReadInts,
    met: ReadInt32s,
    gain: ReadInts,
    negative: ReadFlags,
    gains: Rows,
    low: Rows,
    high: Rows,
    product: Rows,
    totals: Rows,
) -> None:
    """Fill per group the sum of the opponent's gains at its terminal nodes, each weighted with the
    end of the weight that makes it smaller: row `met` of `low` or `high`.

    `gains` has one row per absolute gain. A total has one limb more than a `product`, enough for
    the sum of up to 2**31 of them.
    """
    with cython.nogil:
        for at in range(group.shape[0]):
            if negative[gain[at]]:
                multiply(gains, gain[at], high, met[at], product)
                subtract(totals, group[at], product, 0)
            else:
                multiply(gains, gain[at], low, met[at], product)
                add(totals, group[at], product, 0)


def bit_lengths(totals: Rows, found: Ints) -> None:
    """Fill the numbers of bits of the totals' absolute values."""
    with cython.nogil:
        for at in range(found.shape[0]):
            below = is_negative(totals, at)
            if below:
                negate(totals, at)
            found[at] = bit_length(totals, at)
            if below:
                negate(totals, at)


def one_has(row: Int32s, begin: Index, end: Index) -> bool:
    """Return whether at least one of several sequences has a row."""
    sequence = begin
    while sequence < end and row[sequence] < 0:
        sequence += 1
    return sequence < end


def share(
    totals: Rows,
    kind: ReadInt32s,
    times: Rows,
    start: ReadInts,
    divisors: ReadUInt64s,
    own: ReadInt32s,
    begin: ReadInt32s,
    members: ReadInt32s,
    row: Int32s,
    product: Rows,
    values: Rows,
) -> bool:
    """Add each total, times the factor of its kind and divided by the divisors of its kind, rounded
    down, to the values of the sequences of its set; return whether they have room.

    Rounding once equals rounding after each divisor: floor(floor(a / b) / c) = floor(a / bc); so
    does rounding up.
    """
    for number in range(kind.shape[0]):
        below = is_negative(totals, number)
        if below:
            negate(totals, number)
        multiply(times, kind[number], totals, number, product)
        for divisor in range(start[kind[number]], start[kind[number] + 1]):
            if divide(product, divisors[divisor]) and below:
                add_one(product, 0)
        for member in range(begin[own[number]], begin[own[number] + 1]):
            value: Index = row[members[member]]
            if below:
                subtract(values, value, product, 0)
            else:
                add(values, value, product, 0)
            if not has_room(values, value):
                return False
    return True


def settle(
    infosets: ReadInt32s,
    first: ReadInt32s,
    parent: ReadInt32s,
    begin: ReadInt32s,
    members: ReadInt32s,
    row: Int32s,
    values: Rows,
) -> bool:
    """Add the least value of each information set's actions to the sequences that lead there,
    from the last information set to the first; return whether they have room.
    """
    for number in range(infosets.shape[0] - 1, -1, -1):
        infoset: Index = infosets[number]
        if not one_has(row, first[infoset], first[infoset + 1]):
            continue
        best: Index = row[first[infoset]]
        for sequence in range(first[infoset] + 1, first[infoset + 1]):
            if is_less(values, row[sequence], best):
                best = row[sequence]
        for member in range(begin[parent[infoset]], begin[parent[infoset] + 1]):
            value: Index = row[members[member]]
            if best >= 0:
                add(values, value, values, best)
            if not has_room(values, value):
                return False
    return True
