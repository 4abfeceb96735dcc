"""The lines of a Gambit `.efg` file, made many at once, compiled."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled, compiled_part
from schemas.parts.rational_kernel import reduced
from schemas.parts.text_kernel import copied, decimal

LONGEST_NUMBER = 20  # Of 64 bits, with its sign.
_BEFORE, _BETWEEN, _BEHIND = (np.frombuffer(text, np.uint8) for text in (b' "" { ', b" ", b" }\n"))
_HEADS = np.frombuffer(b'p "" 1 p "" 2 c "" t "" ', np.uint8)
_BEGIN = np.array([0, 7, 14, 19, 24])
LONGEST_HEAD = 7
_SLASH = ord("/")


@compiled
def prefix_order(begin, children):
    """Return the nodes of a tree in prefix order."""
    found, waiting = np.empty(begin.size - 1, np.int32), np.empty(begin.size - 1, np.int32)
    waiting[0], top = 0, 1
    for at in range(found.size):
        top -= 1
        node = waiting[top]
        found[at] = node
        for child in range(begin[node + 1] - 1, begin[node] - 1, -1):
            waiting[top] = children[child]
            top += 1
    return found


@compiled_part
def _ratio(into, at, above, below):
    """Write a fraction, of which the denominator is positive, in lowest terms."""
    above, below = reduced(above, below)
    at = decimal(into, at, above)
    if below != 1:
        into[at] = _SLASH
        at = decimal(into, at + 1, below)
    return at


@compiled
def payoff_tails(above, below, constant, parts):
    """Return how the lines of ends of play go on behind their numbers: payoff to player 1, and
    what is left of the constant for player 2.

    Payoffs are given by numerators and denominators, as is the constant. Returns all bytes, and
    where each text begins, last where all end.
    """
    most = above.size * (4 * LONGEST_NUMBER + 2 + _BEFORE.size + _BETWEEN.size + _BEHIND.size)
    into, begin, at = np.empty(most, np.uint8), np.zeros(above.size + 1, np.int64), 0
    for number in range(above.size):
        at = copied(into, at, _BEFORE, 0, _BEFORE.size)
        at = _ratio(into, at, above[number], below[number])
        at = copied(into, at, _BETWEEN, 0, _BETWEEN.size)
        rest = constant * below[number] - above[number] * parts
        at = _ratio(into, at, rest, below[number] * parts)
        at = copied(into, at, _BEHIND, 0, _BEHIND.size)
        begin[number + 1] = at
    return into[:at].copy(), begin


@compiled
def lines(heads, numbers, tails, data, begin, into):
    """Write lines and return where they end: each a head, 0 to 3 for player 1, player 2, chance
    and end, a number, and a tail of those that stand in the data between the offsets in `begin`.
    """
    at = 0
    for line in range(heads.size):
        at = copied(into, at, _HEADS, _BEGIN[heads[line]], _BEGIN[heads[line] + 1])
        at = decimal(into, at, numbers[line])
        at = copied(into, at, data, begin[tails[line]], begin[tails[line] + 1])
    return at
