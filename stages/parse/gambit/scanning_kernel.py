"""One compiled pass over the bytes of a Gambit file: its nodes, and what they tell of information
sets and outcomes.

Information sets of both players and of chance and outcomes are things, each with a number of its
file. What their descriptions hold in braces is a text, kept once however often it stands there.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.compiled import compiled, compiled_part
from schemas.parts.slots_kernel import full, slot, table, wider
from stages.parse.gambit.spelling_kernel import (
    ARITY,
    BEGIN,
    DECIDES,
    END,
    ENDS,
    HASH,
    LABEL,
    LENGTH,
    MOVES_BY_CHANCE,
    NUMBER,
    OUTCOME,
    QUOTE,
    ROLE,
    START,
    descriptions,
    is_space,
)

MOVE, ACTIONS, PAYOFFS = 0, 1, 2
"""The uses of texts: (role + 1) // 2."""
TEXT = HASH
"""Where rows say which text stands in their braces, once that is known."""
_ROWS = 2**13  # Of descriptions at once.
Int32s = NDArray[np.int32]


class Scanned(NamedTuple):
    """The n nodes of a file, k things and l texts in order of first visit."""

    letter: NDArray[np.uint8]
    """Shape (n,)."""
    what: Int32s
    """Shape (n,): the thing: information set, or outcome at the end of play; -1 for none."""
    offset: Int32s
    """Shape (n,): where the node begins."""
    paid: Int32s
    """Shape (m, 2): each of m nodes with an outcome on the way, and the outcome."""
    role: NDArray[np.int8]
    number: Int32s
    """Shape (k,): role and number in the file."""
    things: Int32s
    """Shape (k, 3): the text; where the label begins, -1 where there is none; its length."""
    texts: Int32s
    """Shape (l, 4): where it begins, with its braces, and ends; its use; how many texts in quotes
    it has.
    """


@compiled
def candidates(data):
    """Return a number of nodes that a text certainly does not exceed: each begins with its letter,
    white space and a quote.
    """
    found, last, apart = 0, np.uint8(0), False
    for letter in data:
        if is_space(letter):
            apart = True
            continue
        if letter == QUOTE and apart:
            found += last in (DECIDES, MOVES_BY_CHANCE, ENDS)
        last, apart = letter, False
    return found


@compiled_part
def _same(data, one, other, length):
    """Return whether the same bytes stand at two offsets."""
    at = 0
    while at < length and data[one + at] == data[other + at]:
        at += 1
    return at == length


@compiled_part
def _with_texts(data, rows, count, places, hashes, texts, many):
    """Put the number of its text into each of so many rows, where its hash stood, -1 for none;
    return how many texts there are now. The table has room for all of them.
    """
    for row in range(count):
        begin, found, use = rows[row, BEGIN], rows[row, HASH], (rows[row, ROLE] + 1) // 2
        length = rows[row, END] - begin
        rows[row, TEXT] = -1
        if begin < 0:
            continue
        spot = slot(found, places.size)
        while places[spot] >= 0:
            other, at = places[spot], -1
            start, end = texts[other, 0], texts[other, 1]
            if hashes[other] == found and texts[other, 2] == use and end - start == length:
                at = 0
                while at < length and data[start + at] == data[begin + at]:
                    at += 1
            if at == length:
                break
            spot = (spot + 1) & (places.size - 1)
        if places[spot] < 0:
            places[spot], hashes[many] = many, found
            texts[many, 0], texts[many, 1] = begin, begin + length
            texts[many, 2], texts[many, 3] = use, rows[row, ARITY]
            many += 1
        rows[row, TEXT] = places[spot]
    return many


@compiled
def _scan(data, letters, what, offset, paid, key, things, hashes, texts):
    """Write nodes into arrays with room for them; return how many nodes, -1 where they are spelled
    otherwise, nodes with outcomes on the way, things and texts there are.
    """
    by_key = table()
    rows, by_text = np.empty((_ROWS, ARITY + 1), np.int64), table()
    at, node, payers, many, different, waiting = 0, -1, 0, 0, 0, 1
    while waiting and 0 <= at < data.size:
        count, at = descriptions(data, at, rows)
        while full(by_text.size, different + count):
            by_text = wider(by_text, hashes, different)
        different = _with_texts(data, rows, count, by_text, hashes, texts, different)
        for row in range(count):
            role, number, text = rows[row, ROLE], rows[row, NUMBER], rows[row, TEXT]
            if rows[row, START] >= 0:
                if waiting == 0:
                    at = -1
                    break
                node += 1
                offset[node], what[node], waiting = rows[row, START], -1, waiting - 1
                letters[node] = data[rows[row, START]]
            if role == OUTCOME and number == 0:
                if text >= 0:
                    at = -1
                    break
                continue
            if full(by_key.size, many):
                by_key = wider(by_key, key, many)
            wanted = number * 4 + role
            place = slot(wanted, by_key.size)
            while by_key[place] >= 0 and key[by_key[place]] != wanted:
                place = (place + 1) & (by_key.size - 1)
            thing = by_key[place]
            if thing < 0 and text >= 0:
                thing = by_key[place] = many
                key[thing], things[thing, 0] = wanted, text
                things[thing, 1], things[thing, 2] = rows[row, LABEL], rows[row, LENGTH]
                many += 1
            elif thing < 0 or text >= 0 and text != things[thing, 0]:
                at = -1
                break
            known, length = things[thing, 1], things[thing, 2]
            if known >= 0 and rows[row, LABEL] >= 0 and (length or rows[row, LENGTH]):
                same = length == rows[row, LENGTH]
                if not same or not _same(data, known, rows[row, LABEL], length):
                    at = -1
                    break
            if letters[node] == ENDS or role != OUTCOME:
                what[node] = thing
            else:
                paid[payers, 0], paid[payers, 1] = node, thing
                payers += 1
            if role != OUTCOME:
                waiting += texts[things[thing, 0], 3]
    nodes = -1 if waiting or at != data.size else node + 1
    return nodes, payers, many, different


def scan(data: NDArray[np.uint8]) -> Scanned | None:
    """Return the nodes that a text holds; None where the careful reading is to find out what
    they say.
    """
    most = candidates(data)
    letters, what, offset = (np.empty(most, of) for of in (np.uint8, np.int32, np.int32))
    paid, key, hashes = np.empty((most, 2), np.int32), *np.empty((2, 2 * most), np.int64)
    things, texts = np.empty((2 * most, 3), np.int32), np.empty((2 * most, 4), np.int32)
    nodes, payers, many, different = _scan(
        data, letters, what, offset, paid, key, things, hashes, texts
    )
    if nodes < 0:
        return None
    return Scanned(
        letter=letters[:nodes],
        what=what[:nodes],
        offset=offset[:nodes],
        paid=paid[:payers],
        role=(key[:many] & 3).astype(np.int8),
        number=(key[:many] >> 2).astype(np.int32),
        things=things[:many],
        texts=texts[:different],
    )
