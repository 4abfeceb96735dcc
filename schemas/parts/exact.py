"""Exact numbers: integers, decimals and fractions, read as rationals."""

import math
import re
import sys
import threading
from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from typing import TypeVar

Result = TypeVar("Result")

MAX_LENGTH = 4000  # Python refuses to read integers of more than 4,300 digits,
MAX_DECIMAL = 1900  # and a decimal is written back as a fraction with twice as many digits.
MAX_EXPONENT = 400  # Every solver treats smaller numbers as 0.
LARGEST = Fraction(10**300)  # Sums and products of larger numbers would overflow floats.

_alone = threading.Lock()

_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d{1,3})?", re.ASCII)
_RATIO = re.compile(r"[-+]?\d+/\d+", re.ASCII)
_FRACTION = re.compile(r"-?\d+(/\d+)?", re.ASCII)


def read_exact(text: str) -> Fraction | None:
    """Return the number that `text` represents, or None if it is not a number.

    >>> read_exact("0.33"), read_exact("-1/3"), read_exact("2e-3")
    (Fraction(33, 100), Fraction(-1, 3), Fraction(1, 500))
    >>> read_exact("nan") is read_exact("1/0") is read_exact("1e999") is None
    True
    """
    if len(text) > MAX_LENGTH:
        return None
    match = None if "/" in text else _NUMBER.fullmatch(text)
    if match and abs(int((match[3] or "e0")[1:])) <= MAX_EXPONENT and len(text) <= MAX_DECIMAL:
        return _finite(Fraction(text))
    if _RATIO.fullmatch(text):
        above, _, below = text.partition("/")
        return _finite(Fraction(int(above), int(below))) if int(below) else None
    return None


def read_fraction(text: str) -> Fraction | None:
    """Return the integer or fraction of any length that `text` represents, or None.

    Used for proofs; the numbers of a game are read by `read_exact`.

    >>> (read_fraction("-1/3"), read_fraction("1" * 5000) == (10**5000 - 1) // 9,
    ...     read_fraction("0.5"))
    (Fraction(-1, 3), True, None)
    """
    if not _FRACTION.fullmatch(text) or text.rstrip("0").endswith("/"):
        return None
    return any_length(lambda: Fraction(text))


def write_exact(number: Fraction) -> str:
    """Return the shortest exact notation.

    >>> (write_exact(Fraction(3)), write_exact(Fraction(-1, 3)),
    ...     len(write_exact(Fraction(1, 10**5000))))
    ('3', '-1/3', 5003)
    """
    short = max(number.numerator.bit_length(), number.denominator.bit_length()) < 14_000
    return str(number) if short else any_length(lambda: str(number))


def any_length(work: Callable[[], Result]) -> Result:
    """Call `work` without Python's limit on the digits of integers; return its result."""
    with _alone:  # Otherwise one thread may restore the limit while another needs it lifted.
        limit = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(0)
        try:
            return work()
        finally:
            sys.set_int_max_str_digits(limit)


def nearest(number: Fraction) -> float:
    """Return the nearest float, except that only 0 becomes 0.

    >>> nearest(Fraction(1, 3)), nearest(Fraction(1, 10**400)), nearest(Fraction(-1, 10**400))
    (0.3333333333333333, 5e-324, -5e-324)
    """
    return float(number) or math.copysign(math.ulp(0.0), number) if number else 0.0


def float_below(number: Fraction) -> float:
    """Return the largest float that is at most a rational."""
    near = float(number)
    return near if near <= number else math.nextafter(near, -math.inf)


def float_above(number: Fraction) -> float:
    """Return the smallest float that is at least a rational."""
    return -float_below(-number) + 0.0  # No negative zero.


def decimal_places(denominator: int) -> int | None:
    """Return the number of decimal places of fractions in lowest terms with a given denominator;
    None if they do not terminate.

    >>> decimal_places(8), decimal_places(50), decimal_places(6)
    (3, 2, None)
    """
    twos = (denominator & -denominator).bit_length() - 1
    left, fives = denominator >> twos, 0
    while left % 5 == 0:
        left, fives = left // 5, fives + 1
    return max(twos, fives) if left == 1 else None


def brief(number: Fraction) -> str:
    """Return a number for a message: exact if that is short; otherwise rounded, or as the
    difference from a simple fraction close to it.

    >>> brief(Fraction(5, 6)), brief(Fraction(1, 3**80)), brief(3 - Fraction(1, 10**21))
    ('5/6', 'about 6.7655e-39', '3 - 1e-21')
    """
    if is_short(number):
        return str(number)
    simple = number.limit_denominator(100)
    difference = number - simple
    # In 6 digits the number could look like the fraction.
    if simple and difference and is_short(simple) and abs(difference / simple) < Fraction(1, 10**5):
        sign = "-" if difference < 0 else "+"
        return f"{simple} {sign} {in_digits(abs(difference), 6, ROUND_HALF_EVEN)}"
    return f"about {float(number):.6g}"


def is_short(number: Fraction) -> bool:
    """Return whether `brief` gives a number exactly."""
    return max(abs(number.numerator), number.denominator) < 10**20


def in_digits(number: Fraction, digits: int, rounding: str) -> str:
    """Return a number with so many digits at most; `rounding` is one of the module `decimal`.

    >>> in_digits(Fraction(3, 7), 6, "ROUND_CEILING"), in_digits(Fraction(1, 2), 6, "ROUND_CEILING")
    ('0.428572', '0.5')
    """
    with localcontext(prec=digits, rounding=rounding):
        return f"{(Decimal(number.numerator) / number.denominator).normalize():g}"


def large(number: int) -> str:
    """Return an integer of any size in a few characters.

    >>> large(12345), large(10**5000)
    ('12,345', '1.00e+5000')
    """
    return f"{number:,}" if number < 10**12 else f"{Decimal(number):.3g}"


def _finite(number: Fraction) -> Fraction | None:
    """Return the number, or None if it is too large for computations with floats."""
    # Faster than comparing fractions: 10**300 has 997 bits, and no denominator is below 1.
    return number if number.numerator.bit_length() < 997 or abs(number) <= LARGEST else None
