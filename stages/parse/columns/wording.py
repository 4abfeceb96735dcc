"""The labels of the agent's ways as JSON lists, all at once."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np
from numpy.typing import NDArray

from schemas.parts.compiled import compiled
from schemas.parts.squares import STEPS
from schemas.parts.texts import Texts
from stages.parse.columns.book import BEHIND

_WORDS = np.frombuffer("".join(STEPS).encode(), np.uint8)
_BEGIN = np.cumsum([0, *map(len, STEPS)])
_SPACE, _COMMA, _QUOTE, _OPEN, _CLOSE = (np.uint8(ord(sign)) for sign in ' ,"[]')
_NONE = -1


def wordings(moves: NDArray[np.uint8], begin: NDArray[np.int64]) -> tuple[NDArray[np.int32], Texts]:
    """Return the number of the text of each decision, and the texts, each once.

    `begin` says where the moves of each decision begin among all moves, last their end; of a
    decision without ways the text is an empty list.

    >>> moves = np.array([0, 3, 4, 1, 4, 0, 3, 4, 1, 4], np.uint8)
    >>> of, found = wordings(moves, np.array([0, 5, 10]))
    >>> of.tolist(), list(found)
    ([0, 0], ['["up right", "down"]'])
    """
    of = np.empty(len(begin) - 1, np.int32)
    examples = np.empty(len(begin) - 1, np.int32)
    slots = np.full(1 << max(1, (2 * len(begin)).bit_length()), _NONE, np.int32)
    many = _alike(moves, begin, slots, of, examples)
    first = np.empty(many + 1, np.int64)
    size = _measure(moves, begin, examples[:many], first)
    data = np.empty(size, np.uint8)
    _spell(moves, begin, examples[:many], first, data)
    return of, Texts(data, first)


@compiled
def _alike(moves, begin, slots, of, examples):
    """Number the decisions with different moves; return how many there are."""
    mask, many = slots.size - 1, 0
    for which in range(of.size):
        start, end = begin[which], begin[which + 1]
        mixed = np.uint64(14695981039346656037)
        for at in range(start, end):
            mixed = (mixed ^ np.uint64(moves[at])) * np.uint64(1099511628211)
        slot = np.int64((mixed ^ mixed >> np.uint64(32)) & np.uint64(0x7FFFFFFF)) & mask
        while slots[slot] != _NONE:
            other = begin[examples[slots[slot]]]
            same = begin[examples[slots[slot]] + 1] - other == end - start
            at = start
            while same and at < end:
                same = moves[at] == moves[other + at - start]
                at += 1
            if same:
                break
            slot = (slot + 1) & mask
        if slots[slot] == _NONE:
            slots[slot] = many
            examples[many] = which
            many += 1
        of[which] = slots[slot]
    return many


@compiled
def _measure(moves, begin, examples, first):
    """Set where each text begins; return the size of all."""
    size = 0
    for number in range(examples.size):
        first[number] = size
        size += 2
        for at in range(begin[examples[number]], begin[examples[number] + 1]):
            move = moves[at]
            # A way takes quotes, a comma and a space for its end, a move a space behind it.
            size += 3 if move == BEHIND else _BEGIN[move + 1] - _BEGIN[move] + 1
        size -= 2 * (begin[examples[number] + 1] > begin[examples[number]])
    first[examples.size] = size
    return size


@compiled
def _spell(moves, begin, examples, first, data):
    """Write the texts."""
    for number in range(examples.size):
        to, ended = first[number], True
        data[to] = _OPEN
        to += 1
        start = begin[examples[number]]
        for at in range(start, begin[examples[number] + 1]):
            move = moves[at]
            if move == BEHIND:
                data[to] = _QUOTE
                to += 1
                ended = True
                continue
            if ended and at > start:
                data[to], data[to + 1] = _COMMA, _SPACE
                to += 2
            data[to] = _QUOTE if ended else _SPACE
            to += 1
            ended = False
            for letter in range(_BEGIN[move], _BEGIN[move + 1]):
                data[to] = _WORDS[letter]
                to += 1
        data[to] = _CLOSE
