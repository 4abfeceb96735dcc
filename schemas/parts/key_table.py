"""Tables of numbers by key, for compiled code: open addressing over two arrays."""

# Numba infers the types of the compiled functions.
# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.compiled import compiled

FREE = -1
_ODD = np.uint64(0x9E3779B97F4A7C15)  # 2**64 by the golden ratio (Knuth, section 6.4).
_HALF = np.uint64(32)


class Table(NamedTuple):
    """Numbers by key. At least half of the places stay free."""

    keys: NDArray[np.int64]
    """From 0; FREE where there is none. As many as a power of two."""
    numbers: NDArray[np.int32]
    """Per key."""


def table(size: int) -> Table:
    """Return a table for so many keys, with none."""
    places = 2 ** (2 * size - 1).bit_length()
    return Table(np.full(places, FREE, np.int64), np.empty(places, np.int32))


def roomy(old: Table, used: int, more: int) -> Table:
    """Return a table with room for `more` keys beside those used; the same one where it has."""
    if 2 * (used + more) <= len(old.keys):
        return old
    new = table(2 * (used + more))
    there = old.keys != FREE
    _place_all(new.keys, new.numbers, old.keys[there], old.numbers[there])
    return new


def numbers_of(table: Table, keys: NDArray[np.int64], fresh: int) -> NDArray[np.int32]:
    """Return the numbers of some keys; those that are new get `fresh` and the numbers behind it."""
    numbers: NDArray[np.int32] = _numbers_of(table.keys, table.numbers, keys, fresh)
    return numbers


@compiled
def place_of(keys, key):
    """Return where a key stands, or is to stand."""
    at = np.int64(np.uint64(key) * _ODD >> _HALF) & (keys.size - 1)
    while keys[at] != FREE and keys[at] != key:
        at = (at + 1) & (keys.size - 1)
    return at


@compiled
def _numbers_of(there, numbers, keys, fresh):
    found = np.empty(keys.size, np.int32)
    for index in range(keys.size):
        at = place_of(there, keys[index])
        if there[at] == FREE:
            there[at] = keys[index]
            numbers[at] = fresh
            fresh += 1
        found[index] = numbers[at]
    return found


@compiled
def _place_all(there, numbers, keys, those):
    for index in range(keys.size):
        at = place_of(there, keys[index])
        there[at] = keys[index]
        numbers[at] = those[index]
