"""Exact numbers: integers, decimals and fractions, read as rationals."""

import re
from decimal import Decimal
from fractions import Fraction

MAX_LENGTH = 4000  # Python refuses to read integers of more than 4,300 digits,
MAX_DECIMAL = 1900  # and a decimal is written back as a fraction of twice its digits.
MAX_EXPONENT = 400  # Anything beyond does not survive the way through a float.

_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d{1,3})?", re.ASCII)
_RATIO = re.compile(r"[-+]?\d+/\d+", re.ASCII)


def read_exact(text: str) -> Fraction | None:
    """Return the number that `text` spells, or None if it spells none.

    >>> read_exact("0.33"), read_exact("-1/3"), read_exact("2e-3")
    (Fraction(33, 100), Fraction(-1, 3), Fraction(1, 500))
    >>> read_exact("nan") is read_exact("1/0") is read_exact("1e999") is None
    True
    """
    if len(text) > MAX_LENGTH:
        return None
    match = _NUMBER.fullmatch(text)
    if match and abs(int((match[3] or "e0")[1:])) <= MAX_EXPONENT and len(text) <= MAX_DECIMAL:
        return _finite(Fraction(text))
    if _RATIO.fullmatch(text) and int(text.partition("/")[2]):
        return _finite(Fraction(text))
    return None


def write_exact(number: Fraction) -> str:
    """Return the shortest exact spelling.

    >>> write_exact(Fraction(3)), write_exact(Fraction(-1, 3))
    ('3', '-1/3')
    """
    return str(number)


def brief(number: Fraction) -> str:
    """Return a number for a message: exact where that is short.

    >>> brief(Fraction(5, 6)), brief(Fraction(1, 3**80))
    ('5/6', 'about 6.7655e-39')
    """
    short = max(abs(number.numerator), number.denominator) < 10**20
    return str(number) if short else f"about {float(number):.6g}"


def large(number: int) -> str:
    """Return a whole number of any size in a few characters.

    >>> large(12345), large(10**5000)
    ('12,345', '1.00e+5000')
    """
    return f"{number:,}" if number < 10**12 else f"{Decimal(number):.3g}"


def _finite(number: Fraction) -> Fraction | None:
    """Return the number, or None if no float can hold it: a linear program could not, either."""
    try:
        float(number)
        return number
    except OverflowError:
        return None
