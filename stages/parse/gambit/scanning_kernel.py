"""One pass over the bytes of an ASCII Gambit file, which finds its nodes and the descriptions of
information sets and outcomes. `quick_tree.Scan` explains the arrays.
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
    from ....schemas.kernels.key_tables import KeyTable, add, find, number_of
    from ....schemas.kernels.pieces import equal
    from ....schemas.parts.arrays import (
        Bytes,
        Index,
        Int32s,
        Int32s2,
        Ints2,
        ReadBytes,
        UInt64,
    )

_LEAST = cython.declare(Index, LIMITS[0])
_MOST = cython.declare(Index, LIMITS[1])
_ROWS = 2**13  # Number of descriptions per batch.

# The columns of a description's row: the offset of its node; its role; its number in the file; the
# offset of its label, -1 for none, and the label's length; the start of its braces, -1 for none,
# and their end; their hash, later the number of their text; and its number of quoted texts.
_START = cython.declare(Index, 0)
_ROLE = cython.declare(Index, 1)
_NUMBER = cython.declare(Index, 2)
_LABEL = cython.declare(Index, 3)
_LENGTH = cython.declare(Index, 4)
_BEGIN = cython.declare(Index, 5)
_END = cython.declare(Index, 6)
_HASH = cython.declare(Index, 7)
_TEXT = cython.declare(Index, 7)
_ARITY = cython.declare(Index, 8)

# Possible next parts: the rest of a description, or the part after it, as the rest is optional.
_NODE_NEXT = cython.declare(Index, 0)
_NODE_LABEL_NEXT = cython.declare(Index, 1)
_PLAYER_NEXT = cython.declare(Index, 2)
_NUMBER_NEXT = cython.declare(Index, 3)
_BRACES_NEXT = cython.declare(Index, 4)
_LABEL_OR_BRACES_NEXT = cython.declare(Index, 5)
_DONE = cython.declare(Index, 6)

# Of the hash FNV-1a with 64 bits (Fowler, Noll and Vo).
_BASIS = cython.declare(UInt64, 0xCBF29CE484222325)
_PRIME = cython.declare(UInt64, 0x100000001B3)
_ALL = cython.declare(UInt64, 2**64 - 1)
_POSITIVE = cython.declare(UInt64, 2**63 - 1)


def is_space(letter: Index) -> bool:
    """Return whether a letter is white space."""
    return letter == 32 or 9 <= letter <= 13


def is_plain(letter: Index) -> bool:
    """Return whether a letter is allowed between quotes: printable, and no backslash."""
    return 32 <= letter <= 126 and letter != QUOTE and letter != BACKSLASH


def ends_word(letter: Index) -> bool:
    """Return whether a letter ends a word."""
    return is_space(letter) or letter in (QUOTE, OPENED, CLOSED, COMMA)


def candidates(data: ReadBytes) -> Index:
    """Return an upper bound for the number of nodes of a text: each begins with its letter, white
    space and a quote.
    """
    found: Index = 0
    last: Index = 0
    apart: bool = False
    with cython.nogil:
        for at in range(data.shape[0]):
            letter: Index = data[at]
            if is_space(letter):
                apart = True
                continue
            if letter == QUOTE and apart:
                found += last in (DECIDES, MOVES_BY_CHANCE, ENDS)
            last, apart = letter, False
    return found


def descriptions(data: ReadBytes, offset: Index, rows: Ints2) -> tuple[Index, Index]:
    """Write the descriptions of the nodes from an offset on into rows, as many as fit. Return their
    number and their end, -1 if one has an unusual spelling.
    """
    size, room = data.shape[0], rows.shape[0]
    count, start = 0, -1
    state, role = _NODE_NEXT, OUTCOME
    while offset < size:
        letter, begin = cython.cast(Index, data[offset]), offset
        if is_space(letter):
            offset += 1
            continue
        if letter == QUOTE:
            offset += 1
            while offset < size and is_plain(data[offset]):
                offset += 1
            if offset >= size or data[offset] != QUOTE:
                return count, -1
            offset += 1
            if state == _NODE_LABEL_NEXT:
                state = _PLAYER_NEXT if role == PLAYER else _NUMBER_NEXT
                continue
            if state != _LABEL_OR_BRACES_NEXT:
                return count, -1
            rows[count - 1, _LABEL], rows[count - 1, _LENGTH] = begin + 1, offset - begin - 2
            state = _BRACES_NEXT
        elif letter == OPENED:
            code, arity, within = _BASIS, 0, False
            while letter != CLOSED or within:
                offset += 1
                if offset >= size:
                    return count, -1
                letter = cython.cast(Index, data[offset])
                code = ((code ^ cython.cast(UInt64, letter)) * _PRIME) & _ALL
                if letter == QUOTE:
                    within = not within
                    arity += within
                elif (letter == OPENED and not within) or (within and not is_plain(letter)):
                    return count, -1
            if state != _LABEL_OR_BRACES_NEXT and state != _BRACES_NEXT:
                return count, -1
            offset += 1
            rows[count - 1, _BEGIN], rows[count - 1, _END] = begin, offset
            rows[count - 1, _HASH], rows[count - 1, _ARITY] = code & _POSITIVE, arity
            state = _DONE
        else:
            if state >= _LABEL_OR_BRACES_NEXT:
                state = _NODE_NEXT if role == OUTCOME else _NUMBER_NEXT
                role = OUTCOME
            if state == _NODE_NEXT:
                if count + 2 > room:
                    return count, offset
                offset += 1
                if offset >= size or not is_space(data[offset]):
                    return count, -1
                if letter != DECIDES and letter != MOVES_BY_CHANCE and letter != ENDS:
                    return count, -1
                role = OUTCOME if letter == ENDS else PLAYER if letter == DECIDES else CHANCE
                start, state = begin, _NODE_LABEL_NEXT
                continue
            negative: bool = letter == MINUS
            most = -_LEAST if negative else _MOST
            number: Index = 0
            offset += negative
            first = offset
            while offset < size and ZERO <= data[offset] <= NINE and number <= most:
                number = number * 10 + cython.cast(Index, data[offset]) - ZERO
                offset += 1
            if offset == first or (offset < size and not ends_word(data[offset])) or number > most:
                return count, -1
            if state == _PLAYER_NEXT:
                if number < 1 or number > 2 or offset > begin + 1:
                    return count, -1
                role, state = PLAYER - 1 + number, _NUMBER_NEXT
                continue
            if state != _NUMBER_NEXT:
                return count, -1
            rows[count, _START], rows[count, _ROLE] = start, role
            rows[count, _NUMBER] = -number if negative else number
            rows[count, _LABEL], rows[count, _LENGTH], rows[count, _BEGIN] = -1, 0, -1
            start, state = -1, _LABEL_OR_BRACES_NEXT
            count += 1
    return count, offset if role == OUTCOME and state >= _LABEL_OR_BRACES_NEXT else -1


def with_texts(
    data: ReadBytes, rows: Ints2, count: Index, by_text: KeyTable, texts: Int32s2
) -> Index:
    """Replace the hash in each of `count` rows by the number of its text, -1 for none. New texts
    are added to those that `by_text` has the hashes of. Return 0.
    """
    for row in range(count):
        begin, code, use = rows[row, _BEGIN], rows[row, _HASH], (rows[row, _ROLE] + 1) // 2
        length = rows[row, _END] - begin
        if begin < 0:
            rows[row, _TEXT] = -1
            continue
        text = find(by_text, code, 0)
        while text >= 0 and not is_text(data, begin, length, use, texts, text):
            text = find(by_text, code, text + 1)
        if text < 0:
            text = add(by_text, code)
            texts[text, 0], texts[text, 1] = begin, begin + length
            texts[text, 2], texts[text, 3] = use, rows[row, _ARITY]
        rows[row, _TEXT] = text
    return 0


def is_text(
    data: ReadBytes, begin: Index, length: Index, use: Index, texts: Int32s2, text: Index
) -> bool:
    """Return whether braces and their use are those of a text."""
    start: Index = texts[text, 0]
    if texts[text, 2] != use or texts[text, 1] - start != length:
        return False
    same: Index = 0
    while same < length and data[start + same] == data[begin + same]:
        same += 1
    return same == length


def scan_nodes(
    data: ReadBytes,
    letters: Bytes,
    what: Int32s,
    offset: Int32s,
    paid: Int32s2,
    by_key: KeyTable,
    things: Int32s2,
    texts: Int32s2,
) -> tuple[Index, Index, Index]:
    """Write nodes into arrays with room for them, and the things' numbers in the file and roles,
    as one key each. Return the numbers of nodes (-1 for an unusual spelling), of nodes with
    outcomes on the way, and of texts.
    """
    rows: Ints2 = np.empty((_ROWS, 9), np.int64)
    by_text = KeyTable()
    end: Index = 0
    node: Index = -1
    payers: Index = 0
    waiting: Index = 1
    with cython.nogil:
        while waiting and 0 <= end < data.shape[0]:
            count, end = descriptions(data, end, rows)
            with_texts(data, rows, count, by_text, texts)
            for row in range(count):
                role, number, text = rows[row, _ROLE], rows[row, _NUMBER], rows[row, _TEXT]
                if rows[row, _START] >= 0:
                    if waiting == 0:
                        end = -1
                        break
                    node += 1
                    offset[node], what[node], waiting = rows[row, _START], -1, waiting - 1
                    letters[node] = data[rows[row, _START]]
                if role == OUTCOME and number == 0:
                    if text >= 0:
                        end = -1
                        break
                    continue
                many = by_key.size
                thing = number_of(by_key, number * 4 + role)
                if thing == many and text >= 0:
                    things[thing, 0] = text
                    things[thing, 1], things[thing, 2] = rows[row, _LABEL], rows[row, _LENGTH]
                elif thing == many or (text >= 0 and text != things[thing, 0]):
                    end = -1
                    break
                known, length, label = things[thing, 1], things[thing, 2], rows[row, _LABEL]
                if (known >= 0 and label >= 0) and (
                    length != rows[row, _LENGTH]
                    or (length > 0 and not equal(data, known, label, length))
                ):
                    end = -1
                    break
                if letters[node] == ENDS or role != OUTCOME:
                    what[node] = thing
                else:
                    paid[payers, 0], paid[payers, 1] = node, thing
                    payers += 1
                if role != OUTCOME:
                    waiting += texts[things[thing, 0], 3]
    nodes = -1 if waiting or end != data.shape[0] else node + 1
    return nodes, payers, by_text.size
