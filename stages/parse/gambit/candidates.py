"""What a number of a Gambit file means that a program wrote from floating point.

A word that is a double's, or that is a short number rounded to its many digits, means the short
number that is as near as rounding explains: a decimal of at most PLACES places, or a fraction of a
denominator up to MAX_DENOMINATOR. There are 10^k decimals of k places, and fewer than q^2 fractions
of denominators up to q: of two numbers that it may mean, the one is taken of which there are fewer.
What is shorter says what it means.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from stages.parse.gambit.floats import DIGITS, OFF, ULPS, Written
from stages.parse.gambit.numbers import MAX_DENOMINATOR

PLACES = 12  # Of a decimal that is meant; also its digits, where it is larger or smaller than 1.
_WAYS = (f".{PLACES}f", f".{PLACES}g", f".{DIGITS - 1}g")  # Of writing a short decimal.
FAR = 10**10  # Numbers as simple as one that payoffs may mean which are off: few by chance.


class Candidate(NamedTuple):
    """A number that a word may mean."""

    far: bool
    """It is not near, though as near as rounding twice explains."""
    many: int
    """How many numbers are not less simple; 0 where the caller knows it."""
    number: Fraction

    def by_nearness(self) -> tuple[bool, int]:
        return self.far, self.many

    def by_simplicity(self) -> tuple[int, bool]:
        return self.many, self.far


def probability(written: Written, known: Sequence[Fraction] = ()) -> list[Candidate]:
    """Return the probabilities between 0 and 1 that a number may mean, among them those that the
    caller knows.

    >>> {str(one.number) for one in probability(Written("0.30000000000000004",
    ...                                                 Fraction("0.30000000000000004")))}
    {'3/10'}
    """
    if written.spelling is None or not 0 < written.value < 1:
        return []
    found = [
        Candidate(far=not near, many=0, number=number)
        for number in known
        if (near := written.is_known(number)) or written.is_far(number)
    ]
    if written.may_be_floating_point:
        found += [
            candidate._replace(far=not near)
            for candidate in _probabilities(written)
            # Of tiny decimals there are many in reach: only the double tells them apart.
            if (near := written.is_near(candidate.number))
            or candidate.many <= 10**PLACES
            and written.is_far(candidate.number)
        ]
    return [candidate for candidate in found if 0 < candidate.number < 1]


def _probabilities(written: Written) -> Iterator[Candidate]:
    double, off = written.double, 2 * float(OFF)
    found = (float(format(double, way)) for way in _WAYS)
    for decimal in dict.fromkeys(found):
        yield from _decimal(decimal, double, off)
    yield from _fraction(double, MAX_DENOMINATOR, off)


def payoff(written: Written) -> Fraction | None:
    """Return the payoff above 0 that a number means; None where it means what it says.

    >>> str(payoff(Written("12.300000000000000710542735760100",
    ...                    Fraction("12.300000000000000710542735760100"))))
    '123/10'
    """
    if len(written.word) < DIGITS or not 0 < written.double < float("inf"):
        return None
    size = max(written.double, 1)
    found = [
        candidate._replace(far=not near)
        for candidate in _payoffs(written.double)
        if (near := written.is_near(candidate.number))
        or candidate.many * size <= FAR
        and written.is_few_ulps_from(candidate.number)
    ]
    return min(found, key=Candidate.by_nearness).number if found else None


def _payoffs(double: float) -> Iterator[Candidate]:
    off = 2 * float(ULPS) * double
    yield from _decimal(float(f"{double:.{PLACES}g}"), double, off)
    # As many fractions as decimals of so many digits.
    yield from _fraction(double, isqrt(int(10**PLACES / max(double, 1))), off)


def _decimal(decimal: float, double: float, off: float) -> Iterator[Candidate]:
    """Yield a decimal of fewer than DIGITS digits, by the double nearest to it, unless it is
    farther from another double than that.
    """
    if abs(decimal - double) <= off:
        mantissa, _, exponent = f"{decimal:.{DIGITS - 2}e}".partition("e")
        places = len(mantissa.rstrip("0")) - 2 - int(exponent)
        number = Fraction(f"{decimal:.{DIGITS - 1}g}")
        yield Candidate(far=True, many=10 ** max(places, 0), number=number)


def _fraction(double: float, most: int, off: float) -> Iterator[Candidate]:
    """Yield the fraction with a denominator up to `most` that is no farther from a positive double
    than that, which is less than 1 / (2 most^2).

    It is a convergent of the continued fraction (Legendre; Hardy and Wright, theorem 184), and the
    last of them, as two such fractions lie farther apart.
    """
    above, below = double.as_integer_ratio()
    number, last, denominator, previous = 1, 0, 0, 1
    while below:
        whole = above // below
        if whole * denominator + previous > most:
            break
        above, below = below, above - whole * below
        number, last = whole * number + last, number
        denominator, previous = whole * denominator + previous, denominator
    if denominator and abs(number / denominator - double) <= off:
        yield Candidate(far=True, many=denominator**2, number=Fraction(number, denominator))
