"""What the payoffs of a Gambit file are, compiled: plain integers, decimals and fractions that fit
into 64 bits. What may be floating point is left to `candidates`.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled, compiled_part
from schemas.parts.rational_kernel import divisor, reduced
from schemas.parts.slots_kernel import full, slot, table, wider
from stages.parse.gambit.floats import DIGITS, LONG
from stages.parse.gambit.floats_kernel import may_mean_another
from stages.parse.gambit.spelling_kernel import (
    CLOSED,
    COMMA,
    MINUS,
    NINE,
    ZERO,
    ends_word,
    is_space,
)

LARGEST_DIGITS = 18
"""Of a whole number: so many fit into 64 bits."""
_POINT, _SLASH = ord("."), ord("/")
_PRIME = np.int64(1099511628211)
_SAFE = 2.0**62
"""What is less when it is reckoned with floats has 64 bits."""


@compiled_part
def _spaces(data, at):
    """Return where white space ends, of which there may be none."""
    while at < data.size and is_space(data[at]):
        at += 1
    return at


@compiled_part
def _digits(data, at):
    """Take digits; return the number that they are, and where they end, -1 for none or too many."""
    number, start = np.int64(0), at
    while at < data.size and ZERO <= data[at] <= NINE:
        if at - start == LARGEST_DIGITS:
            return number, -1
        number = number * 10 + (data[at] - ZERO)
        at += 1
    return number, at if at > start else -1


@compiled_part
def _decimal(data, at):
    """Take digits with a point among them, before or behind them, or without; return numerator and
    denominator in lowest terms, the denominator 0 for no number, and the end.
    """
    above, below, seen, point = np.int64(0), np.int64(1), 0, False
    digits = 0
    while at < data.size:
        letter = data[at]
        if letter == _POINT and not point:
            point = True
        elif ZERO <= letter <= NINE and seen < LARGEST_DIGITS:
            above, below = above * 10 + (letter - ZERO), below * 10 if point else below
            seen += 1
            digits += above > 0
        else:
            break
        at += 1
    is_told = seen > 0 and not (
        digits >= DIGITS and above % below and may_mean_another(above, below)
    )
    for prime in (2, 5):
        while below % prime == 0 and above % prime == 0:
            above, below = above // prime, below // prime
    return above, below if is_told else np.int64(0), at


@compiled_part
def _number(data, at):
    """Take a word that is a number; return numerator, denominator, 0 where it is another word,
    and the end.
    """
    negative = data[at] == MINUS
    start = at + 1 if negative else at
    above, below, at = _decimal(data, start)
    if at < data.size and data[at] == _SLASH:
        whole, behind = _digits(data, start)
        below, end = _digits(data, at + 1)
        if behind != at or end < 0 or below >= LONG:
            below = np.int64(0)
        above, at = whole, end
        if below > 0:
            above, below = reduced(above, below)
    if below == 0 or not (at < data.size and ends_word(data[at])):
        return above, np.int64(0), at
    return -above if negative else above, below, at


@compiled_part
def _sum(one, first, other, second):
    """Return the sum of two fractions in lowest terms; the denominator 0 where it may not fit."""
    if first == second and one == -other:
        return np.int64(0), np.int64(1)
    common = divisor(first, second)
    left, right = second // common, first // common
    if abs(float(one)) * left + abs(float(other)) * right >= _SAFE or float(first) * left >= _SAFE:
        return np.int64(0), np.int64(0)
    return reduced(one * left + other * right, first * left)


@compiled
def amounts(data, begin, end):
    """Return the payoffs to player 1 of texts with two payoffs in braces each, and what both add up
    to; behind all, nothing that adds up to nothing.

    Numerators and denominators of payoffs, then of sums, each of shape (k + 1,); the denominators
    of a text that is spelled otherwise are 0.
    """
    above, below = np.zeros(begin.size + 1, np.int64), np.zeros(begin.size + 1, np.int64)
    totals, under = np.zeros(begin.size + 1, np.int64), np.zeros(begin.size + 1, np.int64)
    below[-1] = under[-1] = 1
    for text in range(begin.size):
        at = _spaces(data, begin[text] + 1)
        one, first, at = _number(data, at)
        if first == 0:
            continue
        at = _spaces(data, at)
        at = _spaces(data, at + 1) if data[at] == COMMA else at
        other, second, at = _number(data, at)
        if second == 0:
            continue
        at = _spaces(data, at)
        at = _spaces(data, at + 1) if data[at] == COMMA else at
        total, parts = _sum(one, first, other, second)
        if data[at] == CLOSED and at == end[text] - 1 and parts:
            above[text], below[text] = one, first
            totals[text], under[text] = total, parts
    return above, below, totals, under


@compiled
def distinct(above, below, rows):
    """Return numbers in order of first use, each once, of which some are used: per use its number,
    and per number a row that says it.
    """
    of, numbers = np.empty(above.size, np.int32), np.empty(rows.size, np.int32)
    for row in range(above.size):
        of[row] = -1
    kept, hashes = np.empty(above.size, np.int64), np.empty(above.size, np.int64)
    places, count = table(), 0
    for use in range(rows.size):
        row = rows[use]
        if of[row] < 0:
            if full(places.size, count):
                places = wider(places, hashes, count)
            found = above[row] * _PRIME ^ below[row]
            at = slot(found, places.size)
            while places[at] >= 0 and (
                above[kept[places[at]]] != above[row] or below[kept[places[at]]] != below[row]
            ):
                at = (at + 1) & (places.size - 1)
            if places[at] < 0:
                places[at] = count
                kept[count], hashes[count] = row, found
                count += 1
            of[row] = places[at]
        numbers[use] = of[row]
    return numbers, kept[:count]
