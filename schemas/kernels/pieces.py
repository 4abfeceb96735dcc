"""Pieces of a text in an array of bytes, for kernels: number distinct ones, and write."""

import numpy as np

from ..parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..parts.arrays import (
        Bytes,
        Index,
        Int64,
        Ints,
        Ints2,
        ReadBytes,
        ReadInts2,
        UInt64,
    )
    from .key_tables import KeyTable, add, find, mixed

_MINUS = cython.declare(Index, ord("-"))
_SLASH = cython.declare(Index, ord("/"))
_ZERO = cython.declare(Index, ord("0"))
_NEXT = cython.declare(UInt64, 0x9937733D00000000)
"""Added to a key, it leads to the next slot of a table: times the factor of `slot`, it is 2**32."""
_POSITIVE = cython.declare(UInt64, 2**63 - 1)


# Distinct pieces


class Pieces:
    """Distinct pieces of a text, numbered in order of first occurrence.

    ends: by number the begin and end of a piece, with room for more.
    table: their hashes.
    """

    def __init__(self, room: int = 512) -> None:
        """Begin without pieces."""
        self.ends: Ints2 = np.empty((max(room, 1), 2), np.int64)
        self.table = KeyTable(room)

    def all(self) -> Ints2:
        """Return begin and end of each piece, shape (pieces, 2)."""
        return np.asarray(self.ends)[: self.table.size]


def word(data: ReadBytes, at: Index) -> UInt64:
    """Return eight bytes as one number; the compiler turns this into a single load."""
    return (
        cython.cast(UInt64, data[at])
        | cython.cast(UInt64, data[at + 1]) << 8
        | cython.cast(UInt64, data[at + 2]) << 16
        | cython.cast(UInt64, data[at + 3]) << 24
        | cython.cast(UInt64, data[at + 4]) << 32
        | cython.cast(UInt64, data[at + 5]) << 40
        | cython.cast(UInt64, data[at + 6]) << 48
        | cython.cast(UInt64, data[at + 7]) << 56
    )


def hashed(data: ReadBytes, begin: Index, end: Index) -> Int64:
    """Return a hash of some bytes, computed from words of eight bytes.

    Pieces that differ only in the last digit before a quote, such as consecutively numbered names,
    get neighbouring slots, which share cache lines.
    """
    code = cython.cast(UInt64, end - begin)
    near: UInt64 = 0
    rest: UInt64 = 0
    at = begin
    while at + 10 <= end:
        code = mixed(code ^ word(data, at))
        at += 8
    while at < end:
        byte = cython.cast(UInt64, data[at])
        if at == end - 2:
            near = byte & 15
            byte ^= near
        rest = rest << 7 ^ byte
        at += 1
    return cython.cast(Int64, (mixed(code ^ rest) + near * _NEXT) & _POSITIVE)


def equal(data: ReadBytes, one: Index, other: Index, size: Index) -> bool:
    """Return whether two pieces have the same bytes."""
    at: Index = 0
    while at + 8 <= size:
        if word(data, one + at) != word(data, other + at):
            return False
        at += 8
    while at < size:
        if data[one + at] != data[other + at]:
            return False
        at += 1
    return True


def interned(data: ReadBytes, begin: Index, end: Index, pieces: Pieces) -> Index:
    """Return the number of a piece; a new piece is kept."""
    code = hashed(data, begin, end)
    number = find(pieces.table, code, 0)
    while number >= 0 and not (
        pieces.ends[number, 1] - pieces.ends[number, 0] == end - begin
        and equal(data, begin, pieces.ends[number, 0], end - begin)
    ):
        number = find(pieces.table, code, number + 1)
    if number < 0:
        number = add(pieces.table, code)
        if number == pieces.ends.shape[0]:
            lengthen_pieces(pieces)
        pieces.ends[number, 0], pieces.ends[number, 1] = begin, end
    return number


def lengthen_pieces(pieces: Pieces) -> Index:
    """Make room for twice as many pieces."""
    with cython.gil:
        pieces.ends = np.resize(pieces.ends, (2 * pieces.ends.shape[0], 2))
    return 0


def gathered(data: ReadBytes, found: ReadInts2, out: Bytes, begin: Ints) -> None:
    """Concatenate the pieces into `out`, and write their offsets into `begin`."""
    at: Index = 0
    with cython.nogil:
        for one in range(found.shape[0]):
            begin[one] = at
            at = copied(out, at, data, found[one, 0], found[one, 1])
        begin[found.shape[0]] = at


# Writing


def copied(out: Bytes, at: Index, data: ReadBytes, begin: Index, end: Index) -> Index:
    """Write bytes; return the position behind them."""
    for place in range(begin, end):
        out[at] = data[place]
        at += 1
    return at


def decimal(out: Bytes, at: Index, number: Int64) -> Index:
    """Write an integer greater than -2^63; return the position behind it."""
    rest = cython.cast(Int64, number)
    if rest < 0:
        out[at] = _MINUS
        at, rest = at + 1, -rest
    end, above = at + 1, rest // 10
    while above:
        end, above = end + 1, above // 10
    for place in range(end - 1, at - 1, -1):
        out[place] = _ZERO + rest % 10
        rest //= 10
    return end


def ratio(out: Bytes, at: Index, above: Int64, below: Int64) -> Index:
    """Write a fraction in lowest terms with a positive denominator; return its end."""
    at = decimal(out, at, above)
    if below != 1:
        out[at] = _SLASH
        at = decimal(out, at + 1, below)
    return at
