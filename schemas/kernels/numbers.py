"""Read numbers of up to 18 digits in the bytes of a text, for kernels, and add them up."""

from ..parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..parts.arrays import Flags, Index, Int64, Ints2, ReadBytes, ReadInt32s, ReadInts2
    from .small_fractions import reduced, total

_DIGITS = cython.declare(Index, 18)  # This many digits fit into 64 bits.
_ZERO = cython.declare(Index, ord("0"))
_NINE = cython.declare(Index, ord("9"))
_MINUS = cython.declare(Index, ord("-"))
_POINT = cython.declare(Index, ord("."))
_SLASH = cython.declare(Index, ord("/"))


def whole_number(data: ReadBytes, at: Index) -> tuple[Int64, Index]:
    """Return the number in the digits from a position on, and their end; -1 for no digits or too
    many.
    """
    number: Int64 = 0
    start = at
    while at < data.shape[0] and _ZERO <= data[at] <= _NINE:
        if at - start == _DIGITS:
            return number, -1
        number = number * 10 + cython.cast(Index, data[at]) - _ZERO
        at += 1
    return number, at if at > start else -1


def decimal(data: ReadBytes, at: Index) -> tuple[Int64, Int64, Index]:
    """Return the number from a position on, perhaps with a decimal point: its digits over a power
    of 10, and the end. The denominator is 0 if there is no number.
    """
    above: Int64 = 0
    below: Int64 = 1
    seen: Index = 0
    point: bool = False
    while at < data.shape[0]:
        letter = cython.cast(Index, data[at])
        if letter == _POINT and not point:
            point = True
        elif _ZERO <= letter <= _NINE and seen < _DIGITS:
            above, below = above * 10 + (letter - _ZERO), below * 10 if point else below
            seen += 1
        else:
            break
        at += 1
    return above, below if seen else 0, at


def fraction(data: ReadBytes, begin: Index, end: Index) -> tuple[Int64, Int64]:
    """Return the whole number, decimal or fraction between two positions in lowest terms; the
    denominator is 0 for another text.
    """
    negative: bool = begin < end and data[begin] == _MINUS
    above, below, at = decimal(data, begin + negative)
    if below == 1 and at < end and data[at] == _SLASH and data[at - 1] != _POINT:
        below, at = whole_number(data, at + 1)
    if below == 0 or at != end:
        return 0, 0
    above, below = reduced(above, below)
    return -above if negative else above, below


def fractions(data: ReadBytes, ends: ReadInts2, found: Ints2) -> None:
    """Write the numbers between some positions, shape (n, 2), as numerators and denominators, shape
    (2, n): 0 and 0 for another text.
    """
    with cython.nogil:
        for number in range(ends.shape[0]):
            above, below = fraction(data, ends[number, 0], ends[number, 1])
            found[0, number], found[1, number] = above, below


def are_distributions(begin: ReadInt32s, terms: ReadInts2, found: Flags) -> None:
    """Write for each list of numbers, given by its offsets in `terms`, whether they are at least 0,
    their sum is exactly 1, and no denominator is 0.
    """
    with cython.nogil:
        for number in range(found.shape[0]):
            above: Int64 = 0
            below: Int64 = 1
            for at in range(begin[number], begin[number + 1]):
                above, below = total(above, below, terms[0, at], terms[1, at])
                if terms[0, at] < 0:
                    below = 0
            found[number] = above == 1 and below == 1
