"""What information sets are called, as the JSON texts of `schemas.game.columns`, compiled."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled
from stages.parse.gambit.interning import full, slot, table, wider

LONGEST = len("set -2147483648")
_SET, _OPENED, _CLOSED = (np.frombuffer(text, np.uint8) for text in (b"set ", b'["', b'"]'))
_BASIS, _PRIME = np.int64(-3750763034362895579), np.int64(1099511628211)
_TEN, _ZERO, _MINUS = np.int64(10), ord("0"), ord("-")


@compiled
def copied(into, at, data, begin, end):
    """Copy bytes to an offset and return where they end there."""
    for one in range(begin, end):
        into[at] = data[one]
        at += 1
    return at


@compiled
def spelled(into, at, number):
    """Write a whole number at an offset and return where it ends."""
    if number < 0:
        into[at] = _MINUS
        at += 1
        number = -number
    end, rest = at + 1, number // _TEN
    while rest:
        end += 1
        rest //= _TEN
    for place in range(end - 1, at - 1, -1):
        into[place] = _ZERO + number % _TEN
        number //= _TEN
    return end


@compiled
def _kept(into, ends, hashes, count, places):
    """Return the number of the text behind the last kept one, which is the next one where it is
    new.
    """
    begin, end = ends[count], ends[count + 1]
    found = _BASIS
    for at in range(begin, end):
        found = (found ^ into[at]) * _PRIME
    at = slot(found, places.size)
    while places[at] >= 0:
        other = places[at]
        if hashes[other] == found and ends[other + 1] - ends[other] == end - begin:
            same = 0
            while begin + same < end and into[begin + same] == into[ends[other] + same]:
                same += 1
            if begin + same == end:
                return np.int64(other)
        at = (at + 1) & (places.size - 1)
    places[at] = count
    hashes[count] = found
    return np.int64(count)


@compiled
def json_texts(data, label, length, number, more, begin):
    """Return texts of information sets, each once, in order of first use, and which ones these
    are.

    First, per information set, a list of its label, of which is known where it begins in the data
    and how long it is; without a label `set` and its number in the file. Then the texts that stand
    in `more`, between the offsets in `begin`. Returns the bytes of all, per text where it begins,
    last where all end, and per information set and per text in `more` its number.
    """
    sets, of = label.size, np.empty(label.size + begin.size - 1, np.int32)
    most = more.size
    for one in length:
        most += max(one, LONGEST) + 4
    into = np.empty(most, np.uint8)
    ends, hashes = np.zeros(of.size + 1, np.int64), np.empty(of.size, np.int64)
    places, count = table(), 0
    for item in range(of.size):
        at = ends[count]
        if item >= sets:
            at = copied(into, at, more, begin[item - sets], begin[item - sets + 1])
        else:
            at = copied(into, at, _OPENED, 0, 2)
            if length[item] > 0:
                at = copied(into, at, data, label[item], label[item] + length[item])
            else:
                at = spelled(into, copied(into, at, _SET, 0, 4), np.int64(number[item]))
            at = copied(into, at, _CLOSED, 0, 2)
        ends[count + 1] = at
        if full(places.size, count):
            places = wider(places, hashes, count)
        of[item] = _kept(into, ends, hashes, count, places)
        count += of[item] == count
    return into[: ends[count]].copy(), ends[: count + 1].copy(), of
