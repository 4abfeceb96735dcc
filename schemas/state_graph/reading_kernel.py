"""The lines of numbered states, as `schemas.state_graph.writing_columns` writes them, read."""

# Numba infers the types of the compiled functions.
# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.compiled import compiled, compiled_part
from schemas.state_graph.columns import Int32s

GAP = "\0"
"""Stands in a form where a line names a state."""
FORMS = 2**19
"""No more than so many different ones are told apart, and"""
TEXT = 2**25
"""of no more letters together; memory that is not used is not taken."""
_PLACES = 2 * FORMS
_START, _FACTOR = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)  # FNV-1a, of 64 bits.
_BLANK, _COLON, _COMMA, _BRACE, _NAME, _ZERO, _NINE, _END = map(ord, " :,}s09\n")
_MOST = 2**31


class Scan(NamedTuple):
    """What the lines of n states say, in f forms: the text behind the own name, with gaps."""

    form: Int32s
    """Shape (n,): the number of the form, in order of the first lines."""
    begin: Int32s
    """Shape (n + 1,): where the targets of each line begin."""
    targets: Int32s
    """The numbers of the states that stand in the gaps."""
    text: NDArray[np.uint8]
    """The forms, one behind the other."""
    text_begin: NDArray[np.int64]
    """Shape (f + 1,): where each begins; last the end of all."""


def scan(data: NDArray[np.uint8], at: int, lines: int, names: int) -> Scan | None:
    """Return what the lines of a text from some place on say; None where one of them does not begin
    with the name that it has by its number, or where there are too many forms.

    `names` is how often a colon, a blank and an `s` stand together, at least.
    """
    found, *rest = _scan(data, at, lines, np.empty(names, np.int32), np.empty(TEXT, np.uint8))
    return Scan(*rest) if found else None


@compiled
def _scan(data, at, lines, targets, text):
    form = np.empty(lines, np.int32)
    begin = np.zeros(lines + 1, np.int32)
    text_begin = np.zeros(FORMS + 1, np.int64)
    slots = np.full(_PLACES, -1, np.int32)
    hashes = np.empty(FORMS, np.uint64)
    forms, ways, good = 0, 0, True
    for line in range(lines):
        size = text_begin[forms]
        good, at, ways, size, mixed = _line(data, at, line, targets, ways, text, size)
        if not good or forms == FORMS:
            good = False
            break
        begin[line + 1] = ways
        slot = np.int64(mixed >> np.uint64(32)) & (_PLACES - 1)
        while slots[slot] != -1 and not (
            hashes[slots[slot]] == mixed and _same(text, text_begin, slots[slot], forms, size)
        ):
            slot = (slot + 1) & (_PLACES - 1)
        if slots[slot] == -1:
            slots[slot], hashes[forms] = forms, mixed
            forms += 1
            text_begin[forms] = size
        form[line] = slots[slot]
    good = good and at == data.size
    return good, form, begin, targets[:ways], text[: text_begin[forms]], text_begin[: forms + 1]


@compiled_part
def _line(data, at, line, targets, ways, text, size):
    """Write the targets of a line and its form; return whether that is possible and the line has
    its name, where each of the three ends, and the form's hash.
    """
    mixed = _START
    if data[at] != _BLANK or data[at + 1] != _BLANK:
        return False, at, ways, size, mixed
    number, at = _named(data, at + 2)
    good = number == line and data[at] == _COLON
    while good and (data[at] != _END or _goes_on(data, at + 1)):
        letter = data[at]
        at += 1
        if letter == _NAME and data[at - 2] == _BLANK and data[at - 3] == _COLON:
            number, behind = _named(data, at - 1)
            if number >= 0 and (
                data[behind] == _COMMA or data[behind] == _BRACE or data[behind] == _END
            ):
                targets[ways] = number
                ways += 1
                at = behind
                letter = np.uint8(0)
        elif letter == 0:
            good = False
        text[size] = letter
        size += 1
        good = good and size < text.size
        mixed = (mixed ^ np.uint64(letter)) * _FACTOR
    return good, at + 1, ways, size, mixed


@compiled_part
def _goes_on(data, at):
    """Return whether a line is another one of the same state: it begins with four blanks."""
    return (
        at + 4 < data.size
        and data[at] == _BLANK
        and data[at + 1] == _BLANK
        and data[at + 2] == _BLANK
        and data[at + 3] == _BLANK
    )


@compiled_part
def _named(data, at):
    """Return the number of the state that is named at some place, or -1, and the place behind."""
    if data[at] != _NAME:
        return -1, at
    number = 0
    first = at + 1
    at = first
    while _ZERO <= data[at] <= _NINE and number < _MOST:
        number = 10 * number + data[at] - _ZERO
        at += 1
    if at == first or number >= _MOST or (data[first] == _ZERO and at > first + 1):
        return -1, at
    return number, at


@compiled_part
def _same(text, begin, one, other, end):
    """Return whether a form is the same as another, which ends at some place."""
    size = end - begin[other]
    if begin[one + 1] - begin[one] != size:
        return False
    at = 0
    while at < size and text[begin[one] + at] == text[begin[other] + at]:
        at += 1
    return at == size
