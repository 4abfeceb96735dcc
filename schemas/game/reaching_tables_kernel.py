"""Tables for what is found once and numbered: sets, weights, products; compiled."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.compiled import compiled, compiled_part
from schemas.parts.key_table import place_of

Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]

SETS, MEMBERS, WEIGHTS, PRODUCTS, REASON = 0, 1, 2, 3, 4  # Places in `Found.sizes`.
HARD = -1  # Why the pass stopped; or what is full: SETS, MEMBERS, WEIGHTS.


class Found(NamedTuple):
    """What the pass writes, with room for more."""

    numbers: Int32s
    """Shape (2, n): per player and node a set."""
    weight: Int32s
    """Shape (n,)."""
    begin: Int32s
    """Where the members of each set begin in `members`; last the end of all."""
    members: Int32s
    set_table: Int32s
    """Open addresses, a power of 2 of them: sets with several members; -1 where there is none."""
    numerators: Int64s
    denominators: Int64s
    """Of the weights; its own number above 0 where 64 bits do not hold one of them."""
    weight_table: Int32s
    """Open addresses: weights of 64 bits; -1 where there is none."""
    product_keys: Int64s
    """Open addresses: weight and probability, of those whose product 64 bits do not hold; -1 where
    there is none.
    """
    products: Int32s
    """Beside them the weights that are their products."""
    sizes: Int64s
    """How many sets, members, weights and products there are, and why the pass stopped."""
    latest: Int32s
    """Shape (2, probabilities): the weight that each was multiplied with last, and the product."""
    pairs: Int64s
    """Shape (4, most ways into one node), for work: the sets, numerator and denominator."""


@compiled_part
def sort(numbers):
    """Sort in place, as Shell did."""
    gap = numbers.size // 2
    while gap:
        for start in range(gap, numbers.size):
            at, one = start, numbers[start]
            while at >= gap and numbers[at - gap] > one:
                numbers[at] = numbers[at - gap]
                at -= gap
            numbers[at] = one
        gap //= 2


@compiled_part
def _set_place(members, mask):
    """Return where to look for a set first."""
    key = np.uint64(1469598103934665603)  # Fowler, Noll and Vo's hash, by members.
    for member in members:
        key = (key ^ np.uint64(member)) * np.uint64(1099511628211)
    return np.int64((key ^ key >> np.uint64(29)) & np.uint64(mask))


@compiled_part
def _weight_place(over, under, mask):
    """Return where to look for a weight first."""
    key = np.uint64(over) * np.uint64(11400714819323198485) ^ np.uint64(under)
    key *= np.uint64(14029467366897019727)
    return np.int64((key ^ key >> np.uint64(32)) & np.uint64(mask))


@compiled
def set_number(found, union):
    """Return the number of a set with several members, ascending; -1 where no room is left."""
    number, size, mask = found.sizes[SETS], union.size, found.set_table.size - 1
    at = _set_place(union, mask)
    while found.set_table[at] >= 0:
        other = found.set_table[at]
        if found.begin[other + 1] - found.begin[other] == size:
            same = True
            for place in range(size):
                same &= found.members[found.begin[other] + place] == union[place]
            if same:
                return np.int64(other)
        at = (at + 1) & mask
    end = found.sizes[MEMBERS] + size
    if end > found.members.size:
        found.sizes[REASON] = MEMBERS
        return np.int64(-1)
    found.set_table[at] = number
    for place in range(size):
        found.members[found.sizes[MEMBERS] + place] = union[place]
    found.begin[number + 1] = end
    found.sizes[SETS], found.sizes[MEMBERS] = number + 1, end
    return number


@compiled
def weight_number(found, over, under):
    """Return the number of a weight in lowest terms; there is room for it."""
    if under == 0:
        return over
    mask = found.weight_table.size - 1
    at = _weight_place(over, under, mask)
    while found.weight_table[at] >= 0:
        number = found.weight_table[at]
        if found.numerators[number] == over and found.denominators[number] == under:
            return number
        at = (at + 1) & mask
    number = found.sizes[WEIGHTS]
    found.weight_table[at] = number
    found.numerators[number], found.denominators[number] = over, under
    found.sizes[WEIGHTS] = number + 1
    return number


@compiled
def enter_sets(found, alone):
    """Enter the sets behind the first `alone` ones, of one member each, into an empty table."""
    mask = found.set_table.size - 1
    for number in range(alone, found.sizes[SETS]):
        at = _set_place(found.members[found.begin[number] : found.begin[number + 1]], mask)
        while found.set_table[at] >= 0:
            at = (at + 1) & mask
        found.set_table[at] = number


@compiled
def enter_weights(found):
    """Enter the weights of 64 bits into an empty table."""
    mask = found.weight_table.size - 1
    for number in range(found.sizes[WEIGHTS]):
        if found.denominators[number]:
            at = _weight_place(found.numerators[number], found.denominators[number], mask)
            while found.weight_table[at] >= 0:
                at = (at + 1) & mask
            found.weight_table[at] = number


@compiled
def enter_products(found, keys, products):
    """Enter products into an empty table."""
    for key, product in zip(keys, products):  # noqa: B905
        if key >= 0:
            at = place_of(found.product_keys, key)
            found.product_keys[at], found.products[at] = key, product
