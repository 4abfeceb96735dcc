"""Pieces of a text that is an array of bytes, for kernels: those of a JSON text, different ones by
number, and writing them.

Positions count bytes. A position below 0 says that something else stands there: it is handed on, so
that whoever reads several pieces asks once. Whole numbers have up to nine digits and no sign. Of
texts in quotes only the end is found; what their escapes mean is for others.
"""

from schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from schemas.parts.arrays import (
        Bytes,
        Index,
        Int32s,
        Int64,
        Ints,
        Ints2,
        ReadBytes,
        ReadInts2,
        UInt64,
    )
    from schemas.parts.key_tables import mixed, places

PLAIN, TO_READ = 1, 0
"""Whether `json.dumps` writes a piece exactly so, or its escapes or white space are to be read."""

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
_HIGH = cython.declare(UInt64, 2**63 - 16)


# JSON


def blank(data: ReadBytes, at: Index) -> Index:
    """Return where the white space from a position on ends."""
    while at < data.shape[0] and (
        data[at] == 32 or data[at] == 10 or data[at] == 13 or data[at] == 9
    ):
        at += 1
    return at


def mark(data: ReadBytes, at: Index, byte: Index) -> Index:
    """Return the position behind one byte and what is blank around it."""
    if at < 0:
        return at
    at = blank(data, at)
    return blank(data, at + 1) if at < data.shape[0] and data[at] == byte else -1


def key(data: ReadBytes, at: Index, word: ReadBytes) -> Index:
    """Return the position behind a key, its colon and what is blank around them."""
    if at < 0 or at + word.shape[0] > data.shape[0]:
        return -1
    for place in range(word.shape[0]):
        if data[at + place] != word[place]:
            return -1
    return mark(data, at + word.shape[0], _COLON)


def whole(data: ReadBytes, at: Index) -> tuple[Index, Index]:
    """Return a whole number and the position behind it."""
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
    """Return the position behind a text in quotes, and whether JSON writes it in no other way."""
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


def strings(data: ReadBytes, at: Index) -> tuple[Index, Index, Index]:
    """Return the position behind a list of texts, whether our own writer would leave it so, and how
    many there are.
    """
    if at < 0 or at >= data.shape[0] or data[at] != _OPEN:
        return -1, _TO_READ, 0
    count: Index = 0
    at = blank(data, at + 1)
    plain = _PLAIN if data[at - 1] == _OPEN else _TO_READ
    while at < data.shape[0]:
        if data[at] == _CLOSE and count == 0:
            return at + 1, plain, count
        begin = at
        at, alone = string(data, begin)
        if at < 0:
            return -1, plain, count
        count += 1
        plain &= alone
        begin = at
        at = blank(data, at)
        if at < data.shape[0] and data[at] == _CLOSE:
            return at + 1, plain if at == begin else _TO_READ, count
        behind = mark(data, at, _COMMA)
        if behind < 0:
            return -1, plain, count
        if at != begin or behind != at + 2 or data[at + 1] != 32:
            plain = _TO_READ
        at = behind
    return -1, plain, count


# Different pieces in order of first visit. They are rows of `found`, of shape (pieces, 3): where
# each begins and ends, and its hash. The table is one of `schemas.parts.key_tables`.


def word(data: ReadBytes, at: Index) -> UInt64:
    """Return eight bytes as one number; the compiler makes it one load."""
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
    """Return a hash of some bytes, by words of eight.

    What differs in the last digit before a quote alone, as the numbered names of neighbours do,
    gets neighbouring places: they are in the processor's cache together.
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
    return cython.cast(Int64, (mixed(code ^ rest) & _HIGH) | near)


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


def interned(
    data: ReadBytes, begin: Index, end: Index, table: Int32s, found: Ints2, count: Index
) -> Index:
    """Return the number of a piece; it is `count`, and the piece noted, where it is new."""
    code = hashed(data, begin, end)
    place = code & (table.shape[0] - 1)
    size = end - begin
    while table[place] >= 0:
        one: Index = table[place]
        if (
            found[one, 2] == code
            and found[one, 1] - found[one, 0] == size
            and equal(data, begin, found[one, 0], size)
        ):
            return cython.cast(Index, one)
        place = (place + 1) & (table.shape[0] - 1)
    table[place] = count
    found[count, 0], found[count, 1], found[count, 2] = begin, end, code
    return count


def grown(table: Int32s, found: ReadInts2, count: Index) -> Int32s:
    """Return the table, or a larger one where more than half of its places are taken."""
    if 2 * count <= table.shape[0]:
        return table
    larger = places(4 * table.shape[0])
    for one in range(count):
        place: Index = found[one, 2] & (larger.shape[0] - 1)
        while larger[place] >= 0:
            place = (place + 1) & (larger.shape[0] - 1)
        larger[place] = one
    return larger


def gathered(data: ReadBytes, found: ReadInts2, out: Bytes, begin: Ints) -> None:
    """Write the pieces one behind the other into `out`, and where each begins into `begin`."""
    at: Index = 0
    with cython.nogil:
        for one in range(found.shape[0]):
            begin[one] = at
            at = copied(out, at, data, found[one, 0], found[one, 1])
        begin[found.shape[0]] = at


# Writing


def copied(out: Bytes, at: Index, data: ReadBytes, begin: Index, end: Index) -> Index:
    """Write bytes; return where they end."""
    for place in range(begin, end):
        out[at] = data[place]
        at += 1
    return at


def decimal(out: Bytes, at: Index, number: Int64) -> Index:
    """Write a whole number of more than -2^63; return where it ends."""
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
