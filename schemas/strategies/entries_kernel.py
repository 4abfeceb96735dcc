"""Read the entries of a strategy's JSON text, as written by efgc, but with any white space.

The keys must be in the order in which efgc writes them. A text that is rejected here need not be
invalid: the slow, error-reporting reader then takes over. Each distinct list of probabilities is
parsed once, later.
"""

from ..kernels.pieces import TO_READ
from ..parts import shadow as cython
from ..parts.texts import byte_array

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..kernels.pieces import (
        Pieces,
        blank,
        interned,
        key,
        mark,
        string,
        strings,
        whole,
    )
    from ..parts.arrays import (
        Index,
        Int8s,
        Int32s,
        Ints2,
        ReadBytes,
    )

_PLAYER = byte_array('"player"')
_INFOSET = byte_array('"information_set"')
_AFTER = byte_array('"after"')
_SEES = byte_array('"sees"')
_PROBABILITIES = byte_array('"probabilities"')

_COMMA = cython.declare(Index, ord(","))
_COLON = cython.declare(Index, ord(":"))
_OPEN = cython.declare(Index, ord("["))
_CLOSE = cython.declare(Index, ord("]"))
_BEGIN = cython.declare(Index, ord("{"))
_END = cython.declare(Index, ord("}"))
_QUOTE = cython.declare(Index, ord('"'))
_TO_READ = cython.declare(Index, TO_READ)


def read_entries(
    data: ReadBytes,
    position: Index,
    player: Int8s,
    infoset: Int32s,
    words: Ints2,
    shares: Int32s,
    pieces: Pieces,
) -> tuple[int, int]:
    """Read the list that begins at a position into one row per entry: its player, 0 if missing; its
    information set; its `words`, shape (k, 4), the begin and end of the text `after` and of the
    list `sees`, -1 if missing; and the index of its probabilities.

    Fills `pieces` with the distinct mappings or lists of probabilities. Returns the number of
    entries, and the position behind the list.
    """
    number: Index = 0
    behind: Index = -1
    with cython.nogil:
        position = mark(data, position, _OPEN)
        while position >= 0:
            if number == player.shape[0]:
                break
            position = mark(data, position, _BEGIN)
            player[number] = 0
            value = key(data, position, _PLAYER)
            if value >= 0:
                who, position = whole(data, value)
                if position < 0 or who < 1 or who > 2:
                    break
                player[number] = who
                position = mark(data, position, _COMMA)
            named, position = whole(data, key(data, position, _INFOSET))
            infoset[number] = named
            position = mark(data, position, _COMMA)
            position = _read_words(data, position, words, number)
            begin = key(data, position, _PROBABILITIES)
            end = _shares_end(data, begin)
            if end < 0:
                break
            shares[number] = interned(data, begin, end, pieces)
            position = mark(data, end, _END)
            if position < 0:
                break
            number += 1
            if position < data.shape[0] and data[position] == _CLOSE:
                behind = position + 1
                break
            position = mark(data, position, _COMMA)
    return number, behind


def _read_words(data: ReadBytes, at: Index, words: Ints2, number: Index) -> Index:
    """Read the description of an information set in words, if there is one; return the position
    behind it.
    """
    for part in range(4):
        words[number, part] = -1
    value = key(data, at, _AFTER)
    if value >= 0:
        at, _ = string(data, value)
        words[number, 0], words[number, 1] = value, at
        at = mark(data, at, _COMMA)
    value = key(data, at, _SEES)
    if value >= 0:
        if words[number, 0] < 0:
            return -1
        at, _, _ = strings(data, value)
        words[number, 2], words[number, 3] = value, at
        at = mark(data, at, _COMMA)
    return at


def _shares_end(data: ReadBytes, position: Index) -> Index:
    """Return the position behind a mapping or list of numbers, written as numbers or as texts. The
    syntax is only roughly checked.
    """
    if position < 0 or position >= data.shape[0]:
        return -1
    last = _END if data[position] == _BEGIN else _CLOSE
    if data[position] != _BEGIN and data[position] != _OPEN:
        return -1
    position = blank(data, position + 1)
    while position < data.shape[0]:
        if last == _END:
            position = mark(data, string(data, position)[0], _COLON)
        if position < 0 or position >= data.shape[0]:
            return -1
        if data[position] == _QUOTE:
            position, plain = string(data, position)
            if plain == _TO_READ:
                return -1
        else:
            begin = position
            while position < data.shape[0] and (
                48 <= data[position] <= 57
                or 43 <= data[position] <= 46
                and data[position] != _COMMA
                or data[position] == 69
                or data[position] == 101
            ):
                position += 1
            if position == begin:
                return -1
        if position < 0:
            return -1
        position = blank(data, position)
        if position < data.shape[0] and data[position] == last:
            return position + 1
        position = mark(data, position, _COMMA)
        if position < 0:
            return -1
    return -1
