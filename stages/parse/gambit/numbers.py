"""The numbers of a Gambit file: those that count information sets and outcomes, and those that
were rounded.
"""

import re
from fractions import Fraction

# Of the numbers of information sets and outcomes that Gambit 16.7 takes.
LIMITS = (-(2**31), 2**31 - 1)
MIN_DIGITS = 12  # Behind the point, of a number that was floating point.
MAX_DENOMINATOR = 10**6  # Of a fraction that it stands for.

_INTEGER = re.compile(r"-?\d{1,400}", re.ASCII)


def integer(word: str) -> int | None:
    """Return the whole number that a word is, or None.

    >>> integer("-3"), integer("1.5")
    (-3, None)
    """
    return int(word) if _INTEGER.fullmatch(word) else None


def unrounded(word: str, number: Fraction) -> Fraction:
    """Return the fraction that a decimal of many digits was rounded from; the number itself if it
    was not.

    Programs write 1/3 as 0.3333333333333333; a person who writes 0.333 may mean it.

    >>> (unrounded("0.3333333333333333", Fraction("0.3333333333333333")),
    ...     unrounded("0.333", Fraction("0.333")))
    (Fraction(1, 3), Fraction(333, 1000))
    """
    digits = len(word.partition(".")[2])
    if digits < MIN_DIGITS or not word.replace(".", "", 1).isdigit():
        return number
    meant = number.limit_denominator(MAX_DENOMINATOR)
    return meant if abs(meant - number) <= max(Fraction(1, 10**digits), number / 2**52) else number
