"""The lines of a Gambit `.efg` file, written in blocks."""

import numpy as np

from ...schemas.parts import shadow as cython
from ...schemas.parts.texts import byte_array

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ...schemas.kernels.pieces import copied, decimal, ratio
    from ...schemas.kernels.small_fractions import reduced
    from ...schemas.parts.arrays import (
        Bytes,
        Index,
        Int64,
        Ints,
        ReadBytes,
        ReadInt8s,
        ReadInt32s,
        ReadInts,
    )

LONGEST_NUMBER = 20  # Digits of a 64-bit number, with its sign.
LONGEST_HEAD = 7
LONGEST_PAYOFFS = 4 * LONGEST_NUMBER + 12
_BEFORE = byte_array(' "" { ')
_BETWEEN = byte_array(" ")
_BEHIND = byte_array(" }\n")
_HEADS = byte_array('p "" 1 p "" 2 c "" t "" ')
_BEGIN = np.array([0, 7, 14, 19, 24], np.int64)


def write_payoffs(
    above: ReadInts, below: ReadInts, constant: Int64, parts: Int64, into: Bytes, begin: Ints
) -> None:
    """Write the ends of the lines of terminal nodes: the payoff to player 1, and the constant minus
    this payoff for player 2. Write the start of each text to `begin`, and last the end of all.

    Payoffs are given by numerators and denominators, as is the constant.
    """
    open_: ReadBytes = _BEFORE
    middle: ReadBytes = _BETWEEN
    close: ReadBytes = _BEHIND
    at: Index = 0
    begin[0] = 0
    with cython.nogil:
        for number in range(above.shape[0]):
            over = cython.cast(Int64, above[number])
            under = cython.cast(Int64, below[number])
            at = copied(into, at, open_, 0, open_.shape[0])
            at = ratio(into, at, over, under)
            at = copied(into, at, middle, 0, middle.shape[0])
            over, under = reduced(constant * under - over * parts, under * parts)
            at = ratio(into, at, over, under)
            at = copied(into, at, close, 0, close.shape[0])
            begin[number + 1] = at


def lines(
    heads: ReadInt8s,
    numbers: ReadInt32s,
    tails: ReadInt32s,
    data: ReadBytes,
    begin: ReadInts,
    into: Bytes,
) -> int:
    """Write lines and return their end. Each has a head (0 to 3 for player 1, player 2, chance and
    terminal), a number, and a tail from the texts in `data`, which start at the offsets in `begin`.
    """
    words: ReadBytes = _HEADS
    starts: ReadInts = _BEGIN
    at: Index = 0
    with cython.nogil:
        for line in range(heads.shape[0]):
            head: Index = heads[line]
            tail: Index = tails[line]
            at = copied(into, at, words, starts[head], starts[head + 1])
            at = decimal(into, at, numbers[line])
            at = copied(into, at, data, begin[tail], begin[tail + 1])
    return at
