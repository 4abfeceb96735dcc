"""Pieces of a text in an array of bytes, for kernels: read JSON, number distinct pieces, write.

Positions count bytes. A negative position means that the expected piece is missing. Functions pass
it through, so that a caller who reads several pieces checks once. Integers have up to nine digits
and no sign. For quoted texts only the end is found; their escapes are not decoded.
"""

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

PLAIN, TO_READ = 1, 0
"""Whether a piece is exactly as written by `json.dumps`, or has escapes or white space to parse."""

_PLAIN = cython.declare(Index, 1)
_TO_READ = cython.declare(Index, 0)
_QUOTE = cython.declare(Index, ord('"'))
_BACKSLASH = cython.declare(Index, ord("\\"))
_COMMA = cython.declare(Index, ord(","))
_COLON = cython.declare(Index, ord(":"))
_OPEN = cython.declare(Index, ord("["))
_CLOSE = cython.declare(Index, ord("]"))
_MINUS = cython.declare(Index, ord("-"))
_ZERO = cython.declare(Index, ord("0"))
_NEXT = cython.declare(UInt64, 0x9937733D00000000)
"""Added to a key, it leads to the next slot of a table: times the factor of `slot`, it is 2**32."""
_POSITIVE = cython.declare(UInt64, 2**63 - 1)


# JSON


def blank(data: ReadBytes, at: Index) -> Index:
    """Return the end of the white space at a position."""
    while at < data.shape[0] and (
        data[at] == 32 or data[at] == 10 or data[at] == 13 or data[at] == 9
    ):
        at += 1
    return at


def mark(data: ReadBytes, at: Index, byte: Index) -> Index:
    """Return the position behind one byte and the white space around it."""
    if at < 0:
        return at
    at = blank(data, at)
    return blank(data, at + 1) if at < data.shape[0] and data[at] == byte else -1


def key(data: ReadBytes, at: Index, word: ReadBytes) -> Index:
    """Return the position behind a key, its colon and the white space around the colon."""
    if at < 0 or at + word.shape[0] > data.shape[0]:
        return -1
    for place in range(word.shape[0]):
        if data[at + place] != word[place]:
            return -1
    return mark(data, at + word.shape[0], _COLON)


def whole(data: ReadBytes, at: Index) -> tuple[Index, Index]:
    """Return an integer and the position behind it."""
    number: Index = 0
    begin = at
    while 0 <= at < data.shape[0] and 48 <= data[at] <= 57 and at - begin < 10:
        number = 10 * number + cython.cast(Index, data[at]) - 48
        at += 1
    digits = at - begin
    if digits < 1 or digits > 9 or (digits > 1 and data[begin] == 48):
        return 0, -1
    return number, at


def string(data: ReadBytes, at: Index) -> tuple[Index, Index]:
    """Return the position behind a quoted text, and whether it is as written by `json.dumps`."""
    if at < 0 or at >= data.shape[0] or data[at] != _QUOTE:
        return -1, _TO_READ
    plain = _PLAIN
    at += 1
    while at < data.shape[0]:
        letter = data[at]
        if letter == _QUOTE:
            return at + 1, plain
        if letter < 32:
            return -1, plain
        if letter == _BACKSLASH:
            plain = _TO_READ
            at += 1
        elif letter > 126:
            plain = _TO_READ
        at += 1
    return -1, plain


def strings(data: ReadBytes, position: Index) -> tuple[Index, Index, Index]:
    """Return the position behind a list of texts, whether it is as written by `json.dumps`, and the
    number of texts.
    """
    if position < 0 or position >= data.shape[0] or data[position] != _OPEN:
        return -1, _TO_READ, 0
    count: Index = 0
    position = blank(data, position + 1)
    plain = _PLAIN if data[position - 1] == _OPEN else _TO_READ
    while position < data.shape[0]:
        if data[position] == _CLOSE and count == 0:
            return position + 1, plain, count
        begin = position
        position, alone = string(data, begin)
        if position < 0:
            return -1, plain, count
        count += 1
        plain &= alone
        begin = position
        position = blank(data, position)
        if position < data.shape[0] and data[position] == _CLOSE:
            return position + 1, plain if position == begin else _TO_READ, count
        behind = mark(data, position, _COMMA)
        if behind < 0:
            return -1, plain, count
        if position != begin or behind != position + 2 or data[position + 1] != 32:
            plain = _TO_READ
        position = behind
    return -1, plain, count


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
