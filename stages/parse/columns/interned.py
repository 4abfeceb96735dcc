"""Rows of words, each once, with its number: a hash table with open addressing."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.compiled import compiled, compiled_part

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
NONE = -1


class Interned(NamedTuple):
    """Rows, numbered as they came."""

    rows: NDArray[np.uint64]
    """Shape (room, words)."""
    slots: NDArray[np.int32]
    """The number of a row where its hash points to, or behind it; NONE where there is none. A power
    of two, and twice the room at least.
    """
    size: NDArray[np.int64]
    """Shape (1,): how many rows there are."""


def interned(words: int, room: int) -> Interned:
    """Return a table without rows.

    >>> table = interned(2, 4)
    >>> row = np.array([7, 8], np.uint64)
    >>> find(table, row), intern(table, row), find(table, row)
    (-1, 0, 0)
    """
    slots = np.full(1 << max(3, (2 * room - 1).bit_length()), NONE, np.int32)
    return Interned(np.empty((room, words), np.uint64), slots, np.zeros(1, np.int64))


def roomier(table: Interned) -> Interned:
    """Return the same rows, with twice the room."""
    room, words = table.rows.shape
    grown = interned(words, 2 * room)
    grown.rows[:room] = table.rows
    grown.size[0] = table.size[0]
    _fill(grown)
    return grown


@compiled
def find(table, row):
    """Return the number of a row; NONE where it is not there."""
    return table.slots[_slot(table, row)]


@compiled
def intern(table, row):
    """Return the number of a row, which is a new one where it is not there; there must be room."""
    slot = _slot(table, row)
    number = table.slots[slot]
    if number == NONE:
        number = table.size[0]
        for at in range(row.size):
            table.rows[number, at] = row[at]
        table.slots[slot] = number
        table.size[0] += 1
    return number


@compiled_part
def full(table, more):
    """Return whether there is no room for so many rows more."""
    return table.size[0] + more > table.rows.shape[0]


@compiled_part
def _slot(table, row):
    rows, slots = table.rows, table.slots
    mask = slots.size - 1
    slot = _hash(row) & mask
    while True:
        number = slots[slot]
        if number == NONE:
            return slot
        same = True
        for at in range(row.size):
            if rows[number, at] != row[at]:
                same = False
                break
        if same:
            return slot
        slot = (slot + 1) & mask


@compiled_part
def _hash(row):
    mixed = np.uint64(row.size)
    for at in range(row.size):
        mixed = (mixed ^ row[at]) * _FACTOR
        mixed ^= mixed >> _HALF
    return np.int64(mixed >> np.uint64(1))


@compiled
def _fill(table):
    mask = table.slots.size - 1
    for number in range(table.size[0]):
        slot = _hash(table.rows[number]) & mask
        while table.slots[slot] != NONE:
            slot = (slot + 1) & mask
        table.slots[slot] = number
