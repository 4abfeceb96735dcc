"""Write sequences and information sets in words, in the spelling of JSON without its quotes."""

import numpy as np

from ..parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..kernels.passes import Order
    from ..parts.arrays import (
        Bytes,
        Index,
        Int32s2,
        ReadBytes,
        ReadInt32s,
        ReadInts,
        ReadInts2,
    )

_QUOTE = cython.declare(Index, ord('"'))
_BACKSLASH = cython.declare(Index, ord("\\"))
_SPACE = cython.declare(Index, ord(" "))


class WordTables:
    """The input: a game with S sequences.

    order: all information sets.
    last: the information set of each sequence but the empty one, shape (S - 1,).
    data, begin: the texts; lists of labels are as written by `json.dumps`.
    actions, sees: as in `InfosetColumns`.
    several: per set of sequences of the order the number of the text that counts them; -1 if it
        has one sequence.
    way: work space: information sets and actions of one way, the last one first.
    line, size: the words written last, with spare room, and their number of bytes.
    """

    def __init__(
        self,
        order: Order,
        last: ReadInt32s,
        data: ReadBytes,
        begin: ReadInts,
        actions: ReadInt32s,
        sees: ReadInt32s,
        several: ReadInt32s,
    ) -> None:
        self.order, self.last, self.several = order, last, several
        self.data, self.begin, self.actions, self.sees = data, begin, actions, sees
        self.way: Int32s2 = np.empty((64, 2), np.int32)
        self.line: Bytes = np.empty(256, np.uint8)
        self.size = 0


def words(tables: WordTables, infoset: Index, action: Index) -> bytes:
    """Return the own actions and observations of the player at an information set, followed by an
    action if it is not -1.
    """
    describe(tables, infoset, action)
    return np.asarray(tables.line)[: tables.size].tobytes()


def first_other(
    tables: WordTables, data: ReadBytes, ends: ReadInts2, infosets: ReadInt32s, at: Index
) -> Index:
    """Return the number of the first quoted text, from `at` on, that differs from the words of its
    information set; the number of texts if there is none. A text that begins at -1 is skipped.
    """
    with cython.nogil:
        while at < infosets.shape[0]:
            if ends[at, 0] >= 0:
                describe(tables, infosets[at], -1)
                if not is_line(tables, data, ends[at, 0] + 1, ends[at, 1] - 1):
                    break
            at += 1
    return at


def is_line(tables: WordTables, data: ReadBytes, begin: Index, end: Index) -> bool:
    """Return whether the words written last are those between two positions."""
    if end - begin != tables.size:
        return False
    place: Index = 0
    while place < tables.size and tables.line[place] == data[begin + place]:
        place += 1
    return place == tables.size


def describe(tables: WordTables, infoset: Index, action: Index) -> Index:
    """Write the words of an information set and an action; return their size."""
    tables.size = 0
    depth: Index = 0
    sequence: Index = 1
    while sequence:
        if depth == tables.way.shape[0]:
            lengthen_way(tables)
        tables.way[depth, 0], tables.way[depth, 1] = infoset, action
        sequence = tables.order.members[tables.order.begin[tables.order.parent[infoset]]]
        if sequence:
            infoset = tables.last[sequence - 1]
            action = sequence - tables.order.first[infoset]
        depth += 1
    for place in range(depth - 1, -1, -1):
        infoset, action = tables.way[place, 0], tables.way[place, 1]
        add_text(tables, tables.sees[infoset])
        add_text(tables, tables.several[tables.order.parent[infoset]])
        if action >= 0:
            add_label(tables, tables.actions[infoset], action)
    return tables.size


def add_text(tables: WordTables, text: Index) -> Index:
    """Add a text, -1 for none; return the size."""
    return add(tables, tables.begin[text], tables.begin[text + 1]) if text >= 0 else tables.size


def add_label(tables: WordTables, text: Index, number: Index) -> Index:
    """Add a label of a list; return the size."""
    begin: Index = tables.begin[text] + 1
    end = label_end(tables.data, begin)
    for _ in range(number):
        begin = end + 2
        end = label_end(tables.data, begin)
    return add(tables, begin, end)


def label_end(data: ReadBytes, at: Index) -> Index:
    """Return the end of the quoted text at a position."""
    at += 1
    while data[at] != _QUOTE:
        at += 2 if data[at] == _BACKSLASH else 1
    return at + 1


def add(tables: WordTables, begin: Index, end: Index) -> Index:
    """Add a part of the texts without quotes, after a space; return the size."""
    size = tables.size
    if size + end - begin >= tables.line.shape[0]:
        lengthen_line(tables, end - begin)
    if size:
        tables.line[size] = _SPACE
        size += 1
    while begin < end:
        if tables.data[begin] == _BACKSLASH:
            tables.line[size] = _BACKSLASH
            size, begin = size + 1, begin + 1
            tables.line[size] = tables.data[begin]
            size += 1
        elif tables.data[begin] != _QUOTE:
            tables.line[size] = tables.data[begin]
            size += 1
        begin += 1
    tables.size = size
    return size


def lengthen_way(tables: WordTables) -> Index:
    """Make room for ways that are twice as long."""
    with cython.gil:
        tables.way = np.resize(tables.way, (2 * tables.way.shape[0], 2))
    return 0


def lengthen_line(tables: WordTables, more: Index) -> Index:
    """Make room for twice as many words, and for more bytes."""
    with cython.gil:
        tables.line = np.resize(tables.line, 2 * tables.line.shape[0] + more)
    return 0
