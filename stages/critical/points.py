"""The one point between two stretches, where it can be told."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq, fmpz_poly

from stages.critical.signs import variations
from stages.critical.stretch import Stretch


class Point(NamedTuple):
    """What is proved to be the one place between two stretches where anything can change."""

    number: Fraction | None
    """None where it is not rational."""
    root: tuple[int, ...]
    """Else the polynomial whose only root there it is; coefficients, that of 1 first."""


def point(lower: Stretch, upper: Stretch) -> Point | None:
    """Return the place between two stretches; None where it is not known.

    The one holds up to the first root of its polynomials, the other from the last of its own on.
    Where none of them has another root between the stretches than one number, it is this.
    """
    a, b = lower.high.at, upper.low.at
    if lower.high.root is None:
        return None
    for factor in _factors(lower.high.root):
        if variations(factor, a, b) == 1 and _none_but(factor, lower.signs, a, b):
            if not _none_but(factor, upper.signs, a, b):
                return None
            coefficients = tuple(map(int, factor.coeffs()))
            if len(coefficients) == 2:
                return Point(Fraction(-coefficients[0], coefficients[1]), ())
            return Point(None, coefficients)
    return None


def simplest(a: fmpq, b: fmpq) -> fmpq:
    """Return the number strictly between two positive ones that has the smallest denominator.

    >>> simplest(fmpq(1, 7), fmpq(2, 5))
    1/3
    """
    whole = a.floor()
    if whole + 1 < b:
        return fmpq(whole + 1)
    if whole == a:
        # Between a and the next whole number: 1 over something, from it on.
        return whole + 1 / fmpq((1 / (b - whole)).floor() + 1)
    return whole + 1 / simplest(1 / (b - whole), 1 / (a - whole))


def _factors(polynomial: fmpz_poly) -> Iterable[fmpz_poly]:
    return [factor for factor, _ in polynomial.factor()[1]]


def _none_but(factor: fmpz_poly, polynomials: Iterable[fmpz_poly], a: fmpq, b: fmpq) -> bool:
    """Return whether no polynomial has a root between a and b but the factor's; that is proved."""
    for polynomial in polynomials:
        rest = polynomial
        while rest.degree() >= factor.degree() and not divmod(rest, factor)[1]:
            rest //= factor
        if variations(rest, a, b):
            return False
    return True
