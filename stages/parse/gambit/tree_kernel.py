"""Build the tree from nodes in prefix order, and the names of its information sets."""

import numpy as np

from ....schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.kernels.key_tables import KeyTable, number_of
    from ....schemas.kernels.pieces import Pieces, copied, decimal, interned
    from ....schemas.parts.arrays import (
        Bytes,
        Index,
        Int32s,
        Int32s2,
        Ints,
        ReadBytes,
        ReadInt32s,
        ReadInts,
    )

LONGEST = len("set -2147483648")
_OPENED = cython.declare(Index, ord("["))
_CLOSED = cython.declare(Index, ord("]"))
_QUOTE = cython.declare(Index, ord('"'))


def write_children(begin: ReadInt32s, found: Int32s) -> None:
    """Write the children of nodes in prefix order, one after the other.

    `begin` has the start of each node's children, and at the end the total. Going from the last
    node to the first, the stack holds the subtrees after a node, the next one on top: the node's
    children are the topmost of them.
    """
    nodes = begin.shape[0] - 1
    waiting: Int32s = np.empty(nodes, np.int32)
    top: Index = 0
    with cython.nogil:
        for node in range(nodes - 1, -1, -1):
            for at in range(begin[node], begin[node + 1]):
                top -= 1
                found[at] = waiting[top]
            waiting[top] = node
            top += 1


def paid_in_all(
    begin: ReadInt32s, following: ReadInt32s, own: ReadInt32s, paid: Int32s, sums: Int32s2
) -> Index:
    """Write for each node the accumulated outcomes up to and including its own, as numbers of sums.
    Return the number of sums.

    `own` has for each node the number of its outcome, -1 for none. A sum is a pair: the previous
    sum, -1 for none, and an outcome, -1 at the end of the sequence. There is room for one per node.
    """
    keys = KeyTable()
    count: Index = 0
    paid[0] = -1
    with cython.nogil:
        for node in range(own.shape[0]):
            above = cython.cast(Index, paid[node])
            number = above
            if own[node] >= 0:
                number = number_of(keys, (above + 1) << 32 | cython.cast(Index, own[node]))
                if number == count:
                    sums[count, 0], sums[count, 1] = above, own[node]
                    count += 1
            paid[node] = number
            for child in range(begin[node], begin[node + 1]):
                paid[following[child]] = number
    return count


def write_names(
    data: ReadBytes,
    label: ReadInt32s,
    length: ReadInt32s,
    number: ReadInt32s,
    more: ReadBytes,
    begin: ReadInts,
    out: Bytes,
    of: Int32s,
    ends: Ints,
) -> Index:
    """Write the names of information sets as distinct JSON texts in order of first use. Return
    their number.

    First comes for each information set a list of its label, given by its place in the data and its
    length; without a label, of `set` and its number in the file. Then come the texts in `more`,
    between the offsets in `begin`. `of` receives the number of each one's text; `ends` holds the
    starts of the texts in `out`, and at last the end. Both arrays have room if all texts differ.
    """
    names = Pieces(of.shape[0])
    word: ReadBytes = np.frombuffer(b"set ", np.uint8)
    sets = label.shape[0]
    count: Index = 0
    ends[0] = 0
    with cython.nogil:
        for item in range(of.shape[0]):
            start = ends[count]
            to = start
            if item >= sets:
                to = copied(out, to, more, begin[item - sets], begin[item - sets + 1])
            else:
                out[to], out[to + 1] = _OPENED, _QUOTE
                to += 2
                if length[item] > 0:
                    to = copied(out, to, data, label[item], label[item] + length[item])
                else:
                    to = decimal(out, copied(out, to, word, 0, word.shape[0]), number[item])
                out[to], out[to + 1] = _QUOTE, _CLOSED
                to += 2
            # Without the bracket: hashes are made for texts that end in a quote.
            of[item] = interned(out, start, to - 1, names)
            if of[item] == count:
                count += 1
                ends[count] = to
    return count
