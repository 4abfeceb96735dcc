"""One pass over the bytes of a Gambit file, which finds its nodes and the descriptions of
information sets and outcomes. `scan.Scan` explains the arrays.
"""

import numpy as np

from ....schemas.parts import shadow as cython
from .grammar import (
    BACKSLASH,
    CHANCE,
    CLOSED,
    COMMA,
    DECIDES,
    ENDS,
    MINUS,
    MOVES_BY_CHANCE,
    NINE,
    OPENED,
    OUTCOME,
    PLAYER,
    QUOTE,
    ZERO,
)
from .numbers import LIMITS

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.kernels.key_tables import KeyTable, number_of
    from ....schemas.kernels.pieces import Pieces, equal, interned
    from ....schemas.parts.arrays import (
        Bytes,
        Index,
        Int32s,
        Int32s2,
        Ints2,
        ReadBytes,
    )

UNICODE_SPACE = 0xF5
"""The first of the bytes that take the place of white space outside ASCII; UTF-8 has no use for
them.
"""
_LEAST = cython.declare(Index, LIMITS[0])
_MOST = cython.declare(Index, LIMITS[1])
_LONGEST = cython.declare(Index, len(str(LIMITS[0])))
_UNICODE_SPACE = cython.declare(Index, UNICODE_SPACE)
_NO_NUMBER = cython.declare(Index, 2**40)  # A word that is not one of `LIMITS`, as a number.
_ROWS = 2**13  # Number of descriptions per batch.

# The columns of a description's row: the offset of its node, if it is the first one of the node,
# else -1; its role; its number in the file; the offset of its label, -1 for none, the label's
# length, and whether it is plain; the start of its braces, -1 for none, and their end; and its
# number of quoted texts.
_START = cython.declare(Index, 0)
_ROLE = cython.declare(Index, 1)
_NUMBER = cython.declare(Index, 2)
_LABEL = cython.declare(Index, 3)
_LENGTH = cython.declare(Index, 4)
_PLAIN = cython.declare(Index, 5)
_BEGIN = cython.declare(Index, 6)
_END = cython.declare(Index, 7)
_ARITY = cython.declare(Index, 8)
_COLUMNS = 9

# The columns of a thing.
_TEXT = cython.declare(Index, 0)
_DOUBT = cython.declare(Index, 1)
_PLACE = cython.declare(Index, 2)
_SIZE = cython.declare(Index, 3)
_IS_PLAIN = cython.declare(Index, 4)

# Possible next parts: the rest of a description, or the part after it, as the rest is optional.
_NODE_NEXT = cython.declare(Index, 0)
_NODE_LABEL_NEXT = cython.declare(Index, 1)
_PLAYER_NEXT = cython.declare(Index, 2)
_NUMBER_NEXT = cython.declare(Index, 3)
_BRACES_NEXT = cython.declare(Index, 4)
_LABEL_OR_BRACES_NEXT = cython.declare(Index, 5)
_DONE = cython.declare(Index, 6)


def is_space(letter: Index) -> bool:
    """Return whether a letter is white space."""
    if letter > 32:
        return letter >= _UNICODE_SPACE
    return letter == 32 or 9 <= letter <= 13 or letter >= 28


def ends_word(letter: Index) -> bool:
    """Return whether a letter ends a word."""
    return is_space(letter) or letter in (QUOTE, OPENED, CLOSED, COMMA)


def candidates(data: ReadBytes) -> Index:
    """Return an upper bound for the number of nodes of a text: each begins with its letter, white
    space and a quote.
    """
    found: Index = 0
    with cython.nogil:
        for quote in range(data.shape[0]):
            if data[quote] == QUOTE:
                at: Index = quote - 1
                while at > 0 and is_space(data[at]):
                    at -= 1
                found += at >= 0 and data[at] in (DECIDES, MOVES_BY_CHANCE, ENDS)
    return found


def quoted(data: ReadBytes, offset: Index) -> tuple[Index, Index]:
    """Return the end of the quoted text that begins at an offset, -1 if it is never closed, and
    whether it is plain: printable ASCII without backslashes.

    A quote after any number of backslashes does not end it.
    """
    plain: Index = 1
    offset += 1
    while offset < data.shape[0] and data[offset] != QUOTE:
        plain &= 32 <= data[offset] <= 126 and data[offset] != BACKSLASH
        while offset < data.shape[0] and data[offset] == BACKSLASH:
            offset += 1
        offset += 1
    return offset + 1 if offset < data.shape[0] else -1, plain


def braces(data: ReadBytes, offset: Index) -> tuple[Index, Index]:
    """Return the end of the text in braces that begins at an offset, -1 if it is never closed, and
    its number of quoted texts.
    """
    arity: Index = 0
    offset += 1
    while 0 <= offset < data.shape[0] and data[offset] != CLOSED and data[offset] != OPENED:
        if data[offset] == QUOTE:
            offset, _ = quoted(data, offset)
            arity += 1
        else:
            offset += 1
    closed: bool = 0 <= offset < data.shape[0] and data[offset] == CLOSED
    return offset + 1 if closed else -1, arity


def integer(data: ReadBytes, offset: Index) -> tuple[Index, Index]:
    """Return the integer in the word at an offset, _NO_NUMBER for another word, and the end of the
    word.
    """
    begin = offset
    negative: bool = data[offset] == MINUS
    number: Index = 0
    offset += negative
    first = offset
    while offset < data.shape[0] and ZERO <= data[offset] <= NINE and offset - begin < _LONGEST:
        number = number * 10 + cython.cast(Index, data[offset]) - ZERO
        offset += 1
    number = -number if negative else number
    whole: bool = offset > first and _LEAST <= number <= _MOST
    while offset < data.shape[0] and not ends_word(data[offset]):
        offset += 1
        whole = False
    return number if whole else _NO_NUMBER, offset


def descriptions(data: ReadBytes, offset: Index, rows: Ints2) -> tuple[Index, Index, Index]:
    """Write the descriptions of the nodes from an offset on into rows, as many as fit. Return their
    number, the offset of the first node without a row, and whether it may be a valid one.
    """
    size, room = data.shape[0], rows.shape[0]
    count, begun, start = 0, 0, offset
    state, role = _NODE_NEXT, OUTCOME
    stranger: bool = False
    while offset < size:
        letter, begin = cython.cast(Index, data[offset]), offset
        if is_space(letter):
            offset += 1
            continue
        if letter == QUOTE:
            offset, plain = quoted(data, offset)
            if offset >= 0 and state == _NODE_LABEL_NEXT:
                state = _PLAYER_NEXT if role == PLAYER else _NUMBER_NEXT
                continue
            if offset < 0 or state != _LABEL_OR_BRACES_NEXT:
                return begun, start, False
            rows[count - 1, _LABEL], rows[count - 1, _LENGTH] = begin + 1, offset - begin - 2
            rows[count - 1, _PLAIN] = plain
            state = _BRACES_NEXT
        elif letter == OPENED:
            offset, arity = braces(data, offset)
            if offset < 0 or (state != _LABEL_OR_BRACES_NEXT and state != _BRACES_NEXT):
                return begun, start, False
            rows[count - 1, _BEGIN], rows[count - 1, _END] = begin, offset
            rows[count - 1, _ARITY] = arity
            state = _DONE
        else:
            if state >= _LABEL_OR_BRACES_NEXT:
                state = _NODE_NEXT if role == OUTCOME else _NUMBER_NEXT
                role = OUTCOME
            if state == _NODE_NEXT:
                start, begun = begin, count
                if count + 2 > room:
                    return count, start, True
                offset += 1
                if offset >= size or not is_space(data[offset]):
                    return begun, start, False
                if letter != DECIDES and letter != MOVES_BY_CHANCE and letter != ENDS:
                    return begun, start, False
                role = OUTCOME if letter == ENDS else PLAYER if letter == DECIDES else CHANCE
                state = _NODE_LABEL_NEXT
                continue
            number, offset = integer(data, offset)
            if offset == begin or (state != _PLAYER_NEXT and state != _NUMBER_NEXT):
                return begun, start, False
            if state == _PLAYER_NEXT:
                stranger = number != 1 and number != 2
                role = PLAYER if stranger else PLAYER - 1 + number
                state = _NUMBER_NEXT
                continue
            rows[count, _START], rows[count, _ROLE] = start if count == begun else -1, role
            rows[count, _NUMBER], stranger = _NO_NUMBER if stranger else number, False
            rows[count, _LABEL], rows[count, _LENGTH], rows[count, _PLAIN] = -1, 0, 1
            rows[count, _BEGIN] = -1
            state = _LABEL_OR_BRACES_NEXT
            count += 1
    if state == _NODE_NEXT or (role == OUTCOME and state >= _LABEL_OR_BRACES_NEXT):
        return count, size, False
    return begun, start, False


def scan_nodes(
    data: ReadBytes,
    end: Index,
    letters: Bytes,
    infoset: Int32s,
    outcome: Int32s,
    size: Int32s,
    offset: Int32s,
    by_key: KeyTable,
    things: Int32s2,
    places: Pieces,
    texts: Int32s2,
) -> tuple[Index, Index]:
    """Write the nodes from a place `end` on into arrays with room for them, up to the first one
    that is invalid, with the things by their keys and the texts by their places. Return the number
    of nodes, and the place of the rest.
    """
    rows: Ints2 = np.empty((_ROWS, _COLUMNS), np.int64)
    node: Index = -1
    going: Index = 1
    with cython.nogil:
        while going:
            count, end, going = descriptions(data, end, rows)
            for row in range(count):
                role, number, label = rows[row, _ROLE], rows[row, _NUMBER], rows[row, _LABEL]
                if rows[row, _START] >= 0:
                    node += 1
                    letters[node], offset[node] = data[rows[row, _START]], rows[row, _START]
                    infoset[node], outcome[node], size[node] = -1, -1, 0
                begin, end_of_text = rows[row, _BEGIN], rows[row, _END]
                if role == OUTCOME and number == 0 and begin < 0:
                    continue
                many = by_key.size
                thing = number_of(by_key, number * 4 + role)
                fresh: bool = thing == many
                text: Index = -1 if fresh else things[thing, _TEXT]
                if begin >= 0 and not (
                    text >= 0
                    and places.ends[text, 1] - places.ends[text, 0] == end_of_text - begin
                    and equal(data, places.ends[text, 0], begin, end_of_text - begin)
                ):
                    different = places.table.size
                    text = interned(data, begin, end_of_text, places)
                    if text == different:
                        texts[text, 0], texts[text, 1] = (role + 1) // 2, rows[row, _ARITY]
                if fresh:
                    unclear: bool = number == _NO_NUMBER or (role == OUTCOME and number == 0)
                    mistaken: bool = text < 0 or texts[text, 0] != (role + 1) // 2
                    things[thing, _TEXT], things[thing, _DOUBT] = text, unclear or mistaken
                    things[thing, _PLACE], things[thing, _SIZE] = label, rows[row, _LENGTH]
                    things[thing, _IS_PLAIN] = rows[row, _PLAIN]
                known, length = things[thing, _PLACE], things[thing, _SIZE]
                if text != things[thing, _TEXT] or (
                    (known >= 0 and label >= 0)
                    and (
                        length != rows[row, _LENGTH]
                        or (length > 0 and not equal(data, known, label, length))
                    )
                ):
                    things[thing, _DOUBT] = 1
                if role == OUTCOME:
                    outcome[node] = thing
                    continue
                infoset[node] = thing
                if text >= 0:
                    size[node] = texts[text, 1]
    return node + 1, end
