"""The rows of a list in a JSON text, such as the nodes of a game: read into columns, and written
from columns.

A row is a mapping whose keys come in a given order; white space is free. A text that is rejected
here need not be invalid: then the artifact is read from its data, row by row, which finds all
problems.

Positions count bytes. A negative position means that the expected piece is missing. Functions pass
it through, so that a caller who reads several pieces checks once. Numbers have up to nine digits
and no sign. Of texts, lists of texts and other values only the end is found; each distinct one is
parsed once, later.
"""

import re
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from ..parts import shadow as cython
from ..parts.documents import MAX_CHARACTERS, Data, read_json
from ..parts.texts import ascii_array, byte_array

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..parts.arrays import (
        Bytes,
        Flags,
        Index,
        Int32s,
        Int32s2,
        ReadBytes,
        ReadInt8s,
        ReadInt32s,
        ReadInt32s2,
        ReadInts,
    )
    from .numbers import whole_number
    from .pieces import Pieces, decimal, interned


class Value(IntEnum):
    """The kind of value that a key has."""

    NUMBER = 0
    NUMBERS = 1
    """A list of at least one number."""
    TEXT = 2
    TEXTS = 3
    """A list of texts."""
    NESTED = 4
    """Any mapping or list; its syntax is only roughly checked."""


_USUAL = 50
"""Bytes of a row; most are longer."""
_BLANK = r"[ \t\n\r]*"
_NUMBER = cython.declare(Index, int(Value.NUMBER))
_NUMBERS = cython.declare(Index, int(Value.NUMBERS))
_TEXT = cython.declare(Index, int(Value.TEXT))
_TEXTS = cython.declare(Index, int(Value.TEXTS))
_ZERO = cython.declare(Index, ord("0"))
_SPACE = cython.declare(Index, ord(" "))
_LINE = cython.declare(Index, ord("\n"))
_QUOTE = cython.declare(Index, ord('"'))
_BACKSLASH = cython.declare(Index, ord("\\"))
_COMMA = cython.declare(Index, ord(","))
_COLON = cython.declare(Index, ord(":"))
_OPEN = cython.declare(Index, ord("["))
_CLOSE = cython.declare(Index, ord("]"))
_BEGIN = cython.declare(Index, ord("{"))
_END = cython.declare(Index, ord("}"))


def key_table(kinds: Mapping[str, Value]) -> tuple[Any, Any, Any]:
    """Return the keys in quotes, concatenated, their offsets, and the kinds of their values."""
    words = [f'"{word}"' for word in kinds]
    begin = np.cumsum([0, *map(len, words)], dtype=np.int64)
    return byte_array("".join(words)), begin, np.array([*kinds.values()], np.int8)


class Rows:
    """The rows that were read.

    keys, key_begin: the keys in quotes, concatenated, and their offsets; last the end of all.
    kinds: the Value of each key.
    cells: shape (room, keys), the value of each key in a row: a number itself, of a list of numbers
        the offset of the first one in `numbers`, else the number of a piece. A missing key has -1,
        or the offset that its numbers would have.
    numbers: the members of all lists of numbers.
    pieces: the distinct other values.
    plain: whether each text, or list of texts, is as written by `json.dumps`.
    size, used: the number of rows, and of members.
    """

    def __init__(self, kinds: Mapping[str, Value], room: int) -> None:
        """Begin without rows, with room for some; `kinds` has the keys in their order."""
        keys = key_table(kinds)
        self.keys: ReadBytes = keys[0]
        self.key_begin: ReadInts = keys[1]
        self.kinds: ReadInt8s = keys[2]
        self.cells: Int32s2 = np.empty((room + 1, len(kinds)), np.int32)
        self.numbers: Int32s = np.empty(room + 1, np.int32)
        self.plain: Flags = np.empty(512, np.bool_)
        self.pieces = Pieces()
        self.size = self.used = 0


def read_listed(
    text: str, lists: Mapping[str, Mapping[str, Value]]
) -> tuple[Data, list[Rows]] | None:
    """Return the data of a JSON text in which some lists are empty, and the rows of these lists;
    None for a text of another form. `lists` has the keys of the lists in their order, and the kinds
    of their rows. Raise InputError if the text is not JSON.
    """
    if not text.isascii() or len(text) > MAX_CHARACTERS:
        return None
    data, between, tables = ascii_array(text), [], []
    end = 0
    for word, kinds in lists.items():
        # A key of this name may have numbers in its list, as that of the counts.
        match = re.compile(rf'"{word}"{_BLANK}:{_BLANK}(?=\[{_BLANK}\{{)').search(text, end)
        if match is None:
            return None
        between.append(text[end : match.end()])
        rows = Rows(kinds, len(text) // _USUAL)
        tables.append(rows)
        end = read_rows(data, match.end(), rows)
        if end < 0:
            return None
    # Each list begins where a value does, so the text around it is parsed as before. No valid part
    # contains another list of mappings.
    rest = read_json("[]".join([*between, text[end:]]))
    are_own = isinstance(rest, dict) and all(rest.get(word) == [] for word in lists)
    return (rest, tables) if are_own else None


def read_rows(data: ReadBytes, position: Index, rows: Rows) -> int:
    """Read the list that begins at a position; return the position behind it."""
    behind: Index = -1
    with cython.nogil:
        position = mark(data, position, _OPEN)
        while position >= 0:
            position = row(data, mark(data, position, _BEGIN), rows)
            if position >= 0 and position < data.shape[0] and data[position] == _CLOSE:
                behind = position + 1
                break
            position = mark(data, position, _COMMA)
    return behind


def row(data: ReadBytes, position: Index, rows: Rows) -> Index:
    """Read one row behind its opening brace; return the position behind the row."""
    behind: Index = -1
    if rows.size == rows.cells.shape[0]:
        lengthen_cells(rows)
    for number in range(rows.kinds.shape[0]):
        rows.cells[rows.size, number] = rows.used if rows.kinds[number] == _NUMBERS else -1
        begin = -1 if behind >= 0 else key(data, position, rows, number)
        if begin >= 0:
            position = value(data, begin, rows, number)
            behind = mark(data, position, _END)
            position = mark(data, position, _COMMA)
    rows.size += 1
    return behind


def key(data: ReadBytes, at: Index, rows: Rows, number: Index) -> Index:
    """Return the position behind a key, its colon and the white space around the colon."""
    begin = rows.key_begin[number]
    size = rows.key_begin[number + 1] - begin
    if at < 0 or at + size > data.shape[0]:
        return -1
    for place in range(size):
        if data[at + place] != rows.keys[begin + place]:
            return -1
    return mark(data, at + size, _COLON)


def value(data: ReadBytes, at: Index, rows: Rows, number: Index) -> Index:
    """Read the value of a key; return the position behind it."""
    kind: Index = rows.kinds[number]
    if kind == _NUMBER:
        rows.cells[rows.size, number], at = whole(data, at)
        return at
    if kind == _NUMBERS:
        return members(data, mark(data, at, _OPEN), rows)
    if kind == _TEXT:
        end, plain = string(data, at)
    elif kind == _TEXTS:
        end, plain = strings(data, at)
    else:
        end, plain = nested(data, at), False
    if end >= 0:
        piece = interned(data, at, end, rows.pieces)
        if piece == rows.plain.shape[0]:
            lengthen_plain(rows)
        rows.plain[piece] = plain
        rows.cells[rows.size, number] = piece
    return end


def members(data: ReadBytes, at: Index, rows: Rows) -> Index:
    """Read the numbers behind the opening bracket of a list; return the position behind it."""
    while at >= 0:
        if rows.used == rows.numbers.shape[0]:
            lengthen_numbers(rows)
        rows.numbers[rows.used], at = whole(data, at)
        rows.used += 1
        if at >= 0:
            at = blank(data, at)
            if at < data.shape[0] and data[at] == _CLOSE:
                return at + 1
            at = mark(data, at, _COMMA)
    return at


def lengthen_cells(rows: Rows) -> Index:
    """Make room for twice as many rows."""
    with cython.gil:
        rows.cells = np.resize(rows.cells, (2 * rows.cells.shape[0], rows.cells.shape[1]))
    return 0


def lengthen_numbers(rows: Rows) -> Index:
    """Make room for twice as many members of lists."""
    with cython.gil:
        rows.numbers = np.resize(rows.numbers, 2 * rows.numbers.shape[0])
    return 0


def lengthen_plain(rows: Rows) -> Index:
    """Make room for twice as many pieces."""
    with cython.gil:
        rows.plain = np.resize(rows.plain, 2 * rows.plain.shape[0])
    return 0


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


def whole(data: ReadBytes, begin: Index) -> tuple[Index, Index]:
    """Return a number of up to nine digits and the position behind it."""
    if begin < 0:
        return 0, -1
    number, at = whole_number(data, begin)
    if at - begin > 9 or (at - begin > 1 and data[begin] == _ZERO):
        return 0, -1
    return number, at


def string(data: ReadBytes, at: Index) -> tuple[Index, bool]:
    """Return the position behind a quoted text, and whether it is as written by `json.dumps`."""
    if at < 0 or at >= data.shape[0] or data[at] != _QUOTE:
        return -1, False
    plain: bool = True
    at += 1
    while at < data.shape[0]:
        letter = data[at]
        if letter == _QUOTE:
            return at + 1, plain
        if letter < 32:
            break
        if letter == _BACKSLASH:
            plain = False
            at += 1
        elif letter > 126:
            plain = False
        at += 1
    return -1, False


def strings(data: ReadBytes, begin: Index) -> tuple[Index, bool]:
    """Return the position behind a list of texts, and whether it is as written by `json.dumps`."""
    at = mark(data, begin, _OPEN)
    plain: bool = at == begin + 1
    if 0 <= at < data.shape[0] and data[at] == _CLOSE:
        return at + 1, plain
    while at >= 0:
        at, alone = string(data, at)
        if at < 0:
            break
        plain = plain and alone
        end = blank(data, at)
        if end < data.shape[0] and data[end] == _CLOSE:
            return end + 1, plain and end == at
        behind = mark(data, at, _COMMA)
        plain = plain and end == at and behind == at + 2 and data[at + 1] == 32
        at = behind
    return -1, False


def nested(data: ReadBytes, begin: Index) -> Index:
    """Return the position behind a mapping or list."""
    if begin >= data.shape[0] or (data[begin] != _BEGIN and data[begin] != _OPEN):
        return -1
    depth: Index = 0
    at = begin
    while 0 <= at < data.shape[0]:
        letter = data[at]
        if letter == _QUOTE:
            at, _ = string(data, at)
            continue
        depth += (letter == _BEGIN) + (letter == _OPEN)
        depth -= (letter == _END) + (letter == _CLOSE)
        at += 1
        if depth == 0:
            return at
    return -1


# Writing


def write_rows(
    keys: ReadBytes,
    key_begin: ReadInts,
    kinds: ReadInt8s,
    cells: ReadInt32s2,
    numbers: ReadInt32s,
    data: ReadBytes,
    begin: ReadInts,
    at: Index,
    most: Index,
    out: Bytes,
) -> tuple[int, int]:
    """Write rows from one on, a line of at most `most` bytes each; return the first for which there
    may be no room, and the number of bytes.

    Keys and cells are as in `Rows`, but a row of `cells` has the cells of a key. Texts are numbers
    of JSON texts in `data`, between the offsets in `begin`. A last cell ends the lists of numbers.
    """
    size: Index = 0
    with cython.nogil:
        while at < cells.shape[1] - 1 and size + most <= out.shape[0]:
            if at:
                out[size], out[size + 1] = _COMMA, _LINE
                size += 2
            out[size] = out[size + 1] = _SPACE
            size += 2
            mark_before: Index = _BEGIN
            for place in range(kinds.shape[0]):
                cell = cells[place, at]
                if cell < 0 or (kinds[place] == _NUMBERS and cells[place, at + 1] == cell):
                    continue
                out[size] = mark_before
                size += 1
                if mark_before == _COMMA:
                    out[size] = _SPACE
                    size += 1
                mark_before = _COMMA
                # Not by `copied`, whose call takes longer.
                for letter in range(key_begin[place], key_begin[place + 1]):
                    out[size] = keys[letter]
                    size += 1
                out[size], out[size + 1] = _COLON, _SPACE
                size += 2
                if kinds[place] == _NUMBER:
                    size = decimal(out, size, cell)
                elif kinds[place] == _NUMBERS:
                    size = write_numbers(out, size, numbers, cell, cells[place, at + 1])
                else:
                    for letter in range(begin[cell], begin[cell + 1]):
                        out[size] = data[letter]
                        size += 1
            out[size] = _END
            size += 1
            at += 1
    return at, size


def write_numbers(out: Bytes, size: Index, numbers: ReadInt32s, begin: Index, end: Index) -> Index:
    """Write a list of at least one number; return the position behind it."""
    out[size] = _OPEN
    size = decimal(out, size + 1, numbers[begin])
    for member in range(begin + 1, end):
        out[size], out[size + 1] = _COMMA, _SPACE
        size = decimal(out, size + 2, numbers[member])
    out[size] = _CLOSE
    return size + 1
