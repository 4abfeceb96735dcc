"""The numbers of a Gambit file: numbers of information sets and outcomes, the spelling of other
numbers, and whether they are floating-point forms of another number.

Programs write a double with 17 digits, with its full binary expansion or as a ratio, and may have
computed 1 - p in doubles before.
"""

import re
import sys
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from schemas.parts.exact import decimal_places

# Of the numbers of information sets and outcomes that Gambit 16.7 accepts.
LIMITS = (-(2**31), 2**31 - 1)
MIN_DIGITS = 12  # Behind the point, of a number that was floating point.
MAX_DENOMINATOR = 10**6  # Of a fraction that it represents.

_INTEGER = re.compile(r"-?\d{1,400}", re.ASCII)

DIGITS = 16
"""Digits of a word that may have been a double; any two decimals of one digit less have different
doubles (C11, 5.2.4.2.2: DBL_DIG).
"""
# 1 - p is off by half a unit in the last place of p and half of its own, each at most 2^-54; the
# same amount again is left for a sum of several.
OFF = Fraction(1, 2**52)
ULPS = Fraction(4, 2**52)  # Relative error of a few operations on payoffs.
LONG = 2**31  # Ratios with denominators from here on may be doubles.
SMALLEST = 1_100  # Doubles are multiples of 2 to the power of minus 1,074.

_DECIMAL = re.compile(r"-?(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?", re.ASCII)


def integer(word: str) -> int | None:
    """Return the whole number that a word represents, or None.

    >>> integer("-3"), integer("1.5")
    (-3, None)
    """
    return int(word) if _INTEGER.fullmatch(word) else None


def unrounded(word: str, number: Fraction) -> Fraction:
    """Return the fraction that a decimal of many digits was rounded from; otherwise the number
    itself.

    Programs write 1/3 as 0.3333333333333333; a person who writes 0.333 may mean just that.

    >>> (unrounded("0.3333333333333333", Fraction("0.3333333333333333")),
    ...     unrounded("0.333", Fraction("0.333")))
    (Fraction(1, 3), Fraction(333, 1000))
    """
    digits = len(word.partition(".")[2])
    if digits < MIN_DIGITS or not word.replace(".", "", 1).isdigit():
        return number
    meant = number.limit_denominator(MAX_DENOMINATOR)
    return meant if abs(meant - number) <= max(Fraction(1, 10**digits), number / 2**52) else number


class Spelling(NamedTuple):
    """The decimal form of a number."""

    digits: int
    """Number of digits from the first one that is not 0."""
    places: int
    """Number of digits after the point."""
    kept: int
    """Number of digits without trailing zeros."""


def _spelling(word: str, value: Fraction) -> Spelling | None:
    """Return the spelling of a number that is not whole; a ratio with a large power of 2 or 10 is
    treated as its decimal.

    >>> _spelling("-0.0010", Fraction(-1, 1000)), _spelling("1.50e-3", Fraction(3, 2000))
    (Spelling(digits=2, places=4, kept=1), Spelling(digits=3, places=5, kept=2))
    >>> _spelling(f"1/{2**40}", Fraction(1, 2**40)), _spelling("1/4", Fraction(1, 4))
    (Spelling(digits=28, places=40, kept=28), None)
    >>> _spelling(f"3/{3 * 2**40}", Fraction(1, 2**40)) is None
    True
    """
    if value.denominator == 1:
        return None
    match = _DECIMAL.fullmatch(word)
    if match:
        whole, behind, exponent = match.groups(default="")
        digits = (whole + behind).lstrip("0")
        return Spelling(len(digits), len(behind) - int(exponent or 0), len(digits.rstrip("0")))
    # As written: a ratio with both terms multiplied by 3 is taken literally.
    below = int(word.partition("/")[2])
    if below < LONG or below.bit_length() > SMALLEST:
        return None
    places = decimal_places(below)
    if places is None:
        return None
    count = len(str(abs(value * 10**places)))
    return Spelling(count, places, count)


class Written:
    """A number as it is written, with tests for the numbers that it may mean.

    >>> third = Written("0.33333333333333331", Fraction("0.33333333333333331"))
    >>> third.is_double, third.is_near(Fraction(1, 3)), third.is_near(Fraction(1, 4))
    (True, True, False)
    """

    def __init__(self, word: str, value: Fraction) -> None:
        self.word, self.value = word, value
        self.double = float(value) if "/" in word else float(word)

    @cached_property
    def spelling(self) -> Spelling | None:
        return _spelling(self.word, self.value)

    @cached_property
    def is_long(self) -> bool:
        """Whether it has as many digits as a double may need."""
        return self.spelling is not None and self.spelling.digits >= DIGITS

    @cached_property
    def is_double(self) -> bool:
        """Whether it is long and a double, rounded to its digits or written with the fewest digits
        that identify one.
        """
        if not self.is_long or abs(self.double) < sys.float_info.min:
            return False
        assert self.spelling is not None
        # Programs that stop after 17 digits pad with zeros: do not count these.
        rounded = f"{self.double:.{self.spelling.kept - 1}e}"
        return self.value == Fraction(rounded) or self.value == Fraction(repr(self.double))

    @cached_property
    def is_difference(self) -> bool:
        """Whether it is short and can be 1 less a double: a multiple of 2 to the power of minus 53,
        rounded to more places than such numbers have by chance.
        """
        if self.spelling is None or self.is_long or self.spelling.places <= DIGITS:
            return False
        parts = self.value * 2**53
        return abs(round(parts) - parts) <= Fraction(2**52, 10**self.spelling.places)

    @property
    def may_be_floating_point(self) -> bool:
        return self.is_long or self.is_difference

    def is_off(self, number: Fraction) -> bool:
        """Return whether it is a given probability up to rounding twice."""
        return abs(number - self.value) <= OFF

    def is_far(self, number: Fraction) -> bool:
        """Return whether it is a double or 1 less a double, and a given probability up to
        rounding.
        """
        return (self.is_double or self.is_difference) and self.is_off(number)

    def is_few_ulps_from(self, number: Fraction) -> bool:
        """Return whether it is a double, and a given number up to a few operations."""
        return self.is_double and abs(number - self.value) <= ULPS * abs(self.value)

    def is_rounded(self, number: Fraction) -> bool:
        """Return whether it is a number rounded to the written digits."""
        assert self.spelling is not None
        return abs(number - self.value) * 2 * Fraction(10) ** self.spelling.places <= 1

    def is_near(self, number: Fraction) -> bool:
        """Return whether it is the double nearest to a number, or the number itself, rounded to the
        written digits, of which there are many.
        """
        if self.is_double and float(number) == self.double:
            return True
        return self.is_long and self.is_rounded(number)

    def is_known(self, number: Fraction) -> bool:
        """Return the same for a number that the caller knows. One digit less suffices, as does the
        shortest decimal of its double.
        """
        if self.spelling is None:
            return False
        return (
            self.is_near(number)
            or self.spelling.digits >= DIGITS - 1
            and self.is_rounded(number)
            or self.value == Fraction(repr(float(number)))
        )
