"""The results of a finished walk: the texts of its decisions, and the tree of its histories."""

import numpy as np

from ....schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.parts.arrays import (
        Bytes,
        Index,
        Int32s,
        Ints,
        ReadBytes,
        ReadInt32s,
        ReadInts,
        UInt64,
    )

_NONE = cython.declare(Index, -1)
_FIRST = cython.declare(UInt64, 14695981039346656037)
_FACTOR = cython.declare(UInt64, 1099511628211)
_ALL = cython.declare(UInt64, 2**64 - 1)
_SPACE = cython.declare(Index, ord(" "))
_COMMA = cython.declare(Index, ord(","))
_QUOTE = cython.declare(Index, ord('"'))
_OPEN = cython.declare(Index, ord("["))
_CLOSE = cython.declare(Index, ord("]"))


# Texts. `words` are the concatenated names of the moves, and `ends` the start of each, and last the
# end of all. The move number after all others ends a way.


def alike(moves: ReadBytes, begin: ReadInts, slots: Int32s, of: Int32s, examples: Int32s) -> Index:
    """Number the decisions with different moves; return the count of numbers."""
    mask = slots.shape[0] - 1
    many: Index = 0
    with cython.nogil:
        for which in range(of.shape[0]):
            slot = hashed(moves, begin[which], begin[which + 1]) & mask
            while slots[slot] != _NONE and not same(moves, begin, which, examples[slots[slot]]):
                slot = (slot + 1) & mask
            if slots[slot] == _NONE:
                slots[slot] = many
                examples[many] = which
                many += 1
            of[which] = slots[slot]
    return many


def hashed(moves: ReadBytes, begin: Index, end: Index) -> Index:
    """Return a hash of some moves: FNV-1a (Fowler, Noll and Vo)."""
    code = _FIRST
    for at in range(begin, end):
        code = ((code ^ cython.cast(UInt64, moves[at])) * _FACTOR) & _ALL
    return cython.cast(Index, (code ^ code >> 32) & 0x7FFFFFFF)


def same(moves: ReadBytes, begin: ReadInts, one: Index, other: Index) -> bool:
    """Return whether two decisions have the same moves."""
    at: Index = begin[one]
    end: Index = begin[one + 1]
    behind: Index = begin[other]
    if begin[other + 1] - behind != end - at:
        return False
    while at < end and moves[at] == moves[behind]:
        at, behind = at + 1, behind + 1
    return at == end


def measure_texts(
    moves: ReadBytes, begin: ReadInts, examples: ReadInt32s, ends: ReadInts, first: Ints
) -> Index:
    """Set the start of each text; return the size of all."""
    behind = ends.shape[0] - 1
    size: Index = 0
    with cython.nogil:
        for number in range(examples.shape[0]):
            start: Index = begin[examples[number]]
            end: Index = begin[examples[number] + 1]
            first[number] = size
            size += 2
            for at in range(start, end):
                move: Index = moves[at]
                # The end of a way takes quotes, a comma and a space, a move a space after it.
                size += 3 if move == behind else ends[move + 1] - ends[move] + 1
            if end > start:
                size -= 2
        first[examples.shape[0]] = size
    return size


def spell(
    moves: ReadBytes,
    begin: ReadInts,
    examples: ReadInt32s,
    words: ReadBytes,
    ends: ReadInts,
    first: ReadInts,
    data: Bytes,
) -> None:
    """Write the texts."""
    behind = ends.shape[0] - 1
    with cython.nogil:
        for number in range(examples.shape[0]):
            to: Index = first[number]
            ended = True
            data[to] = _OPEN
            to += 1
            start: Index = begin[examples[number]]
            for index in range(start, begin[examples[number] + 1]):
                move: Index = moves[index]
                if move == behind:
                    data[to] = _QUOTE
                    to += 1
                    ended = True
                    continue
                if ended and index > start:
                    data[to], data[to + 1] = _COMMA, _SPACE
                    to += 2
                data[to] = _QUOTE if ended else _SPACE
                to += 1
                ended = False
                for letter in range(ends[move], ends[move + 1]):
                    data[to] = words[letter]
                    to += 1
            data[to] = _CLOSE


# The tree. The ways from state i lead to the targets from `begin[i]` to `begin[i + 1]`.


def measure_tree(begin: ReadInt32s, targets: ReadInt32s, most: Index, sizes: Ints) -> None:
    """Set the number of states of the tree below each state, including itself; larger trees are
    given as `most`.
    """
    path: Int32s = np.empty(begin.shape[0], np.int32)
    next: Int32s = np.array(begin, np.int32)
    with cython.nogil:
        path[0] = 0
        depth: Index = 0
        while depth >= 0:
            state: Index = path[depth]
            if next[state] < begin[state + 1]:
                to: Index = targets[next[state]]
                if sizes[to] == 0:
                    depth += 1
                    path[depth] = to
                else:
                    next[state] += 1
                continue
            total: Index = 1
            for at in range(begin[state], begin[state + 1]):
                total = min(most, total + sizes[targets[at]])
            sizes[state] = total
            depth -= 1


def unroll(
    begin: ReadInt32s,
    targets: ReadInt32s,
    sizes: ReadInts,
    of: Int32s,
    first: Int32s,
    to: Int32s,
) -> None:
    """Set the original state of each state of the tree, and the ways between these, in the order of
    histories.
    """
    ways: Index = 0
    with cython.nogil:
        of[0] = 0
        for state in range(of.shape[0]):
            first[state] = ways
            behind = state + 1
            for at in range(begin[of[state]], begin[of[state] + 1]):
                of[behind] = targets[at]
                to[ways] = behind
                ways += 1
                behind += sizes[targets[at]]
        first[of.shape[0]] = ways
