"""The results of a finished walk: the texts of its decisions, and the tree of its histories."""

import numpy as np

from ....schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.kernels.pieces import Pieces, interned
    from ....schemas.parts.arrays import (
        Bytes,
        Index,
        Int32s,
        Ints,
        ReadBytes,
        ReadInt32s,
        ReadInts,
    )

_SPACE = cython.declare(Index, ord(" "))
_COMMA = cython.declare(Index, ord(","))
_QUOTE = cython.declare(Index, ord('"'))
_OPEN = cython.declare(Index, ord("["))
_CLOSE = cython.declare(Index, ord("]"))


# Texts. `words` are the concatenated names of the moves, and `ends` the start of each, and last the
# end of all. The move number after all others ends a way.


def alike(moves: ReadBytes, begin: ReadInts, of: Int32s, examples: Int32s) -> int:
    """Number the decisions with different moves; return the count of numbers."""
    pieces = Pieces()
    many: Index = 0
    with cython.nogil:
        for which in range(of.shape[0]):
            of[which] = interned(moves, begin[which], begin[which + 1], pieces)
            if of[which] == many:
                examples[many] = which
                many += 1
    return many


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
