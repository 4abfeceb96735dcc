"""The pieces of a JSON text, compiled.

Positions count bytes. A position below 0 says that something else stands there: it is handed on, so
that whoever reads several pieces asks once. Whole numbers have up to nine digits and no sign. Of
texts in quotes only the end is found; what their escapes mean is for others.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled_part

PLAIN, TO_READ = 1, 0
"""Whether `json.dumps` writes a piece exactly so, or its escapes or white space are to be read."""
_LETTER, _OTHER, _ESCAPE, _END, _NONE = range(5)
_WITHIN = np.full(256, _OTHER, np.uint8)
"""What a byte is within quotes: one that `json.dumps` leaves as it is, another one, ..."""
_WITHIN[32:127] = _LETTER
_WITHIN[ord("\\")], _WITHIN[ord('"')], _WITHIN[:32] = _ESCAPE, _END, _NONE
_QUOTE, _COMMA, _OPEN, _CLOSE = map(ord, '",[]')


@compiled_part
def blank(data, at):
    """Return where the white space from a position on ends."""
    while at < data.size and (data[at] == 32 or data[at] == 10 or data[at] == 13 or data[at] == 9):
        at += 1
    return at


@compiled_part
def mark(data, at, byte):
    """Return the position behind one byte and what is blank around it."""
    if at < 0:
        return at
    at = blank(data, at)
    return blank(data, at + 1) if at < data.size and data[at] == byte else -1


@compiled_part
def key(data, at, word):
    """Return the position behind a key, its colon and what is blank around them."""
    if at < 0 or at + word.size > data.size:
        return -1
    for place in range(word.size):
        if data[at + place] != word[place]:
            return -1
    return mark(data, at + word.size, 58)


@compiled_part
def whole(data, at):
    """Return a whole number and the position behind it."""
    number, begin = 0, at
    while 0 <= at < data.size and 48 <= data[at] <= 57 and at - begin < 10:
        number = 10 * number + data[at] - 48
        at += 1
    digits = at - begin
    if digits < 1 or digits > 9 or digits > 1 and data[begin] == 48:
        return 0, -1
    return number, at


@compiled_part
def string(data, at):
    """Return the position behind a text in quotes, and whether JSON writes it in no other way."""
    if at < 0 or at >= data.size or data[at] != _QUOTE:
        return -1, TO_READ
    plain = PLAIN
    at += 1
    while at < data.size:
        what = _WITHIN[data[at]]
        if what == _END:
            return at + 1, plain
        if what == _NONE:
            return -1, plain
        if what != _LETTER:
            plain = TO_READ
            at += what == _ESCAPE
        at += 1
    return -1, plain


@compiled_part
def strings(data, at):
    """Return the position behind a list of texts, whether our own writer would leave it so, and how
    many there are.
    """
    if at < 0 or at >= data.size or data[at] != _OPEN:
        return -1, TO_READ, 0
    count, at = 0, blank(data, at + 1)
    plain = PLAIN if data[at - 1] == _OPEN else TO_READ
    while at < data.size:
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
        if at < data.size and data[at] == _CLOSE:
            return at + 1, plain if at == begin else TO_READ, count
        behind = mark(data, at, _COMMA)
        if behind < 0:
            return -1, plain, count
        if at != begin or behind != at + 2 or data[at + 1] != 32:
            plain = TO_READ
        at = behind
    return -1, plain, count
