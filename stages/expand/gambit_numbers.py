"""The numbers of a Gambit `.efg` file, spelled so that all readers take them."""

from fractions import Fraction

from schemas.parts.exact import decimal_places, write_exact
from stages.parse.gambit.mended_numbers import says

SAFE = 2**31
"""OpenSpiel refuses fractions with a number that is not less, and takes whole numbers and decimals
of any size.
"""
MAX_DECIMALS = 400
"""Behind the point: so many all readers were seen to take."""


def portable(number: Fraction) -> str:
    """Return an exact spelling that all readers take, where there is one: a decimal in place of a
    fraction of large numbers.

    It stays a fraction where no decimal is exact, and where we ourselves would take the decimal for
    one of floating point; a fraction that is not in lowest terms is always read as it stands.

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
    """Return a fraction as a decimal; empty where none is exact and of reasonable length."""
    # Longer ones need not be taken apart: a digit behind the point is less than four bits.
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > 4 * MAX_DECIMALS:
        return ""
    decimals = decimal_places(number.denominator)
    if decimals is None or decimals > MAX_DECIMALS:
        return ""
    digits = str(abs(number) * 10**decimals).zfill(decimals + 1)
    return f"{'-' * (number < 0)}{digits[:-decimals]}.{digits[-decimals:]}"
