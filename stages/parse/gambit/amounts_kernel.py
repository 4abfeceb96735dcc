"""The payoffs of a Gambit file: whole numbers, decimals and fractions that fit into 64 bits.
Numbers that may come from floating point are left to `numbers`.
"""

from ....schemas.parts import shadow as cython
from .grammar import CLOSED, COMMA, MINUS
from .numbers import DIGITS, LONG, MAX_DENOMINATOR, PLACES

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from math import floor, log10, sqrt
    from math import pow as power

    from ....schemas.kernels.numbers import decimal, whole_number
    from ....schemas.kernels.small_fractions import reduced, total
    from ....schemas.parts.arrays import Index, Int64, Ints2, ReadBytes, ReadInt32s
    from .scanning_kernel import ends_word, is_space

_LONG_DECIMAL = cython.declare(Int64, 10 ** (DIGITS - 1))  # The first one with as many digits.
_SLASH = cython.declare(Index, ord("/"))
OFF = 2.0**-48  # More than `floats.ULPS`, and the rounding errors here.
DECIMALS = 10.0 ** (PLACES - 1)
FRACTIONS = 10.0**PLACES
ROUNDED = 0.01  # In units of the last place of a decimal: more than OFF with PLACES digits.


def may_mean_another(above: Int64, below: Int64) -> bool:
    """Return whether a positive fraction may be a floating-point form of a decimal or fraction that
    `candidates.payoff` would put in its place. There are few false positives.
    """
    value = float(above) / float(below)
    scaled = value / power(10.0, floor(log10(value))) * DECIMALS
    if abs(scaled - floor(scaled + 0.5)) <= ROUNDED:
        return True
    most = cython.cast(Index, sqrt(FRACTIONS / (value if value > 1.0 else 1.0)))
    if most > MAX_DENOMINATOR:
        most = MAX_DENOMINATOR
    last_above: Int64 = 0
    last_below: Int64 = 1
    found_above: Int64 = 1
    found_below: Int64 = 0
    while below:
        whole, rest = above // below, above % below
        if (found_below > 0 and whole > most) or whole * found_below + last_below > most:
            break
        last_above, found_above = found_above, whole * found_above + last_above
        last_below, found_below = found_below, whole * found_below + last_below
        above, below = below, rest
    if found_below == 0:
        return False
    return abs(float(found_above) / float(found_below) - value) <= OFF * value


def spaces(data: ReadBytes, at: Index) -> Index:
    """Return the end of the white space at a position; there may be none."""
    while at < data.shape[0] and is_space(data[at]):
        at += 1
    return at


def rational(data: ReadBytes, at: Index) -> tuple[Int64, Int64, Index]:
    """Return the number in the word at a position: numerator, denominator (0 for any other word),
    and the end.
    """
    negative: bool = data[at] == MINUS
    start = at + negative
    above, below, at = decimal(data, start)
    if at < data.shape[0] and data[at] == _SLASH:
        whole, behind = whole_number(data, start)
        below, end = whole_number(data, at + 1)
        if behind != at or end < 0 or below >= LONG:
            below = 0
        above, at = whole, end
    elif below > 0 and above >= _LONG_DECIMAL and above % below and may_mean_another(above, below):
        below = 0
    if below == 0 or not (at < data.shape[0] and ends_word(data[at])):
        return above, 0, at
    above, below = reduced(above, below)
    return -above if negative else above, below, at


def amounts(data: ReadBytes, begin: ReadInt32s, end: ReadInt32s, found: Ints2) -> None:
    """Write the payoffs to player 1, and the sums of both payoffs, of texts with two payoffs in
    braces each: numerators and denominators of payoffs, then of sums.

    `found` has one column more than there are texts and contains zeros; a column stays zero if its
    text is spelled otherwise.
    """
    with cython.nogil:
        for text in range(begin.shape[0]):
            at = spaces(data, begin[text] + 1)
            one, first, at = rational(data, at)
            if first == 0:
                continue
            at = spaces(data, at)
            at = spaces(data, at + 1) if data[at] == COMMA else at
            other, second, at = rational(data, at)
            if second == 0:
                continue
            at = spaces(data, at)
            at = spaces(data, at + 1) if data[at] == COMMA else at
            both, parts = total(one, first, other, second)
            if data[at] == CLOSED and at == end[text] - 1 and parts:
                found[0, text], found[1, text] = one, first
                found[2, text], found[3, text] = both, parts
