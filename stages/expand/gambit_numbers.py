"""Numbers of a Gambit `.efg` file, in a form that all readers accept."""

from fractions import Fraction

from schemas.parts.exact import decimal_places, write_exact
from stages.parse.gambit.mended_numbers import says

SAFE = 2**31
"""OpenSpiel refuses fractions with a numerator or denominator of this size or more, and accepts
whole numbers and decimals of any size.
"""
MAX_DECIMALS = 400
"""Digits after the point: all readers were seen to accept this many."""


def portable(number: Fraction) -> str:
    """Return an exact form that all readers accept, if there is one: a decimal instead of a
    fraction of large numbers.

    It stays a fraction if no decimal is exact, or if our own reader would take the decimal for a
    rounded float; a fraction that is not in lowest terms is always read exactly.

    >>> portable(Fraction(-1, 2**31)), portable(Fraction(1, 3**20)), portable(Fraction(2**40))
    ('-0.0000000004656612873077392578125', '1/3486784401', '1099511627776')
    >>> portable(Fraction(0.6)), portable(Fraction("0.30000000000000001234"))
    ('16212958658533785/27021597764222976', '0.30000000000000001234')
    """
    if max(abs(number.numerator), number.denominator) < SAFE or number.denominator == 1:
        return write_exact(number)
    fraction, decimal = write_exact(number), _decimal(number)
    if decimal and says(decimal, number):
        return decimal
    if not decimal or says(fraction, number):
        return fraction
    return f"{3 * number.numerator}/{3 * number.denominator}"


def _decimal(number: Fraction) -> str:
    """Return a fraction as a decimal; empty if no exact one has a reasonable length."""
    # Longer ones need not be factored: a digit after the point is less than four bits.
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > 4 * MAX_DECIMALS:
        return ""
    decimals = decimal_places(number.denominator)
    if decimals is None or decimals > MAX_DECIMALS:
        return ""
    digits = str(abs(number) * 10**decimals).zfill(decimals + 1)
    return f"{'-' * (number < 0)}{digits[:-decimals]}.{digits[-decimals:]}"
