"""Read the entries of a strategy's JSON text, as written by efgc, but with any white space; and
compare the words of the entries with those of a game.

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
        equal,
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
        ReadInt32s,
        ReadInts,
        ReadInts2,
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
_BACKSLASH = cython.declare(Index, ord("\\"))
_BLANK = cython.declare(Index, ord(" "))
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
    information set; its `words`, shape (k, 4), the begin and end of the text of `after` and of the
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
        words[number, 0], words[number, 1] = value + 1, at - 1
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


def same_words(
    data: ReadBytes,
    words: ReadInts2,
    above: ReadInt32s,
    move: ReadInt32s,
    sees: ReadInt32s,
    actions: ReadInt32s,
    ways: ReadInt32s,
    texts: ReadBytes,
    begin: ReadInts,
    counted: ReadBytes,
    counted_begin: ReadInts,
) -> bool:
    """Return whether the words of the entries equal those of a game, in JSON.

    Per entry, `words` is as filled by `read_entries`; `above` is the entry of the information set
    of the player's last move on the way there, -1 if there is no such move, -2 if that information
    set has no entry; `move` is the index of that move. `sees` and `actions` are indices of lists in
    `texts`, -1 for none; `ways` are indices of texts in `counted`, likewise. All these texts are
    JSON, those of `counted` without quotes.
    """
    same = True
    with cython.nogil:
        for number in range(words.shape[0]):
            position: Index = words[number, 0]
            end: Index = words[number, 1]
            start = position
            if words[number, 2] >= 0 and not _same_list(
                data, words[number, 2], words[number, 3], texts, begin, sees[number]
            ):
                same = False
                break
            if position < 0:
                continue
            before: Index = above[number]
            if before == -2 or (before >= 0 and words[before, 0] < 0):
                same = False
                break
            if before >= 0:
                size: Index = words[before, 1] - words[before, 0]
                if position + size > end or not equal(data, position, words[before, 0], size):
                    same = False
                    break
                position = _joint(data, start, position + size, end)
                position = _behind_label(
                    data, position, end, texts, begin[actions[before]], move[number]
                )
            if position >= 0 and sees[number] >= 0:
                position = _joint(data, start, position, end)
                position = _behind_list(
                    data, position, end, texts, begin[sees[number]], begin[sees[number] + 1]
                )
            if position >= 0 and ways[number] >= 0:
                position = _joint(data, start, position, end)
                first: Index = counted_begin[ways[number]]
                position = _behind_text(
                    data, position, end, counted, first, counted_begin[ways[number] + 1]
                )
            if position != end:
                same = False
                break
    return same


def _same_list(
    data: ReadBytes, at: Index, end: Index, texts: ReadBytes, begin: ReadInts, number: Index
) -> bool:
    """Return whether a piece equals the list with an index in `texts`; the empty list has -1."""
    if number < 0:
        return end == at + 2
    return _behind_text(data, at, end, texts, begin[number], begin[number + 1]) == end


def _joint(data: ReadBytes, start: Index, at: Index, end: Index) -> Index:
    """Return the position behind the blank between words, -1 if it is missing; there is none before
    the first word.
    """
    if at == start or at < 0:
        return at
    return at + 1 if at < end and data[at] == _BLANK else -1


def _behind_text(
    data: ReadBytes, at: Index, end: Index, texts: ReadBytes, first: Index, last: Index
) -> Index:
    """Return the position behind some bytes of `texts`, -1 if the data differ from them."""
    if at < 0 or at + last - first > end:
        return -1
    for place in range(first, last):
        if data[at] != texts[place]:
            return -1
        at += 1
    return at


def _text_end(texts: ReadBytes, at: Index) -> Index:
    """Return the position of the closing quote of a text in a JSON list."""
    while texts[at] != _QUOTE:
        at += 2 if texts[at] == _BACKSLASH else 1
    return at


def _behind_label(
    data: ReadBytes, at: Index, end: Index, texts: ReadBytes, first: Index, number: Index
) -> Index:
    """Return the position behind one text of the JSON list, `["a", "b"]`, at `first`."""
    first += 2
    for _ in range(number):
        first = _text_end(texts, first) + 4
    return _behind_text(data, at, end, texts, first, _text_end(texts, first))


def _behind_list(
    data: ReadBytes, at: Index, end: Index, texts: ReadBytes, first: Index, last: Index
) -> Index:
    """Return the position behind a list `[a, b]`, which in `texts` has quotes: `["a", "b"]`."""
    at = _behind_text(data, at, end, texts, first, first + 1)
    first += 2
    while first < last:
        stop = _text_end(texts, first)
        at = _behind_text(data, at, end, texts, first, stop)
        # The quote is followed by the last bracket, or by a comma, a blank and the next quote.
        at = _behind_text(data, at, end, texts, stop + 1, min(stop + 3, last))
        first = stop + 4
    return at
