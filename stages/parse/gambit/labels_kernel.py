"""What information sets are called, as the JSON texts of `schemas.game.columns`, compiled."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled
from schemas.parts.slots_kernel import full, slot, table, wider
from schemas.parts.text_kernel import copied, decimal

LONGEST = len("set -2147483648")
_SET = np.frombuffer(b"set ", np.uint8)
_OPENED, _CLOSED, _QUOTE = map(ord, '[]"')
_BASIS, _PRIME = np.int64(-3750763034362895579), np.int64(1099511628211)


@compiled
def json_texts(data, label, length, number, more, begin):
    """Return texts of information sets, each once, in order of first use, and which ones these
    are.

    First, per information set, a list of its label, of which is known where it begins in the data
    and how long it is; without a label `set` and its number in the file. Then the texts that stand
    in `more`, between the offsets in `begin`. Returns the bytes of all, per text where it begins
    and last where all end, both with room left behind them, per information set and per text in
    `more` its number, and the number of texts.
    """
    sets, of = label.size, np.empty(label.size + begin.size - 1, np.int32)
    most = more.size
    for one in length:
        most += max(one, LONGEST) + 4
    into = np.empty(most, np.uint8)
    ends, hashes = np.empty(of.size + 1, np.int64), np.empty(of.size, np.int64)
    ends[0] = 0
    places, count = table(), 0
    for item in range(of.size):
        start = ends[count]
        at = start
        if item >= sets:
            at = copied(into, at, more, begin[item - sets], begin[item - sets + 1])
        else:
            into[at], into[at + 1] = _OPENED, _QUOTE
            at += 2
            if length[item] > 0:
                at = copied(into, at, data, label[item], label[item] + length[item])
            else:
                at = decimal(into, copied(into, at, _SET, 0, _SET.size), number[item])
            into[at], into[at + 1] = _QUOTE, _CLOSED
            at += 2
        ends[count + 1] = at
        found = _BASIS
        for place in range(start, at):
            found = (found ^ into[place]) * _PRIME
        if full(places.size, count):
            places = wider(places, hashes, count)
        spot, same = slot(found, places.size), False
        while places[spot] >= 0 and not same:
            other = places[spot]
            if hashes[other] == found and ends[other + 1] - ends[other] == at - start:
                place = 0
                while start + place < at and into[start + place] == into[ends[other] + place]:
                    place += 1
                same = start + place == at
            spot = spot if same else (spot + 1) & (places.size - 1)
        if not same:
            places[spot], hashes[count] = count, found
            count += 1
        of[item] = places[spot]
    return into, ends, of, count
