"""Where a polynomial keeps its sign: its nearest root on one side, by Descartes' rule.

The changes of sign among the coefficients of `(1 + t)^n f((a + b t) / (1 + t))` are at least as
many as the roots of f strictly between a and b; if there is none, there is no root, and if there is
one, there is one root (Collins and Akritas, SYMSAC 1976).
"""

from typing import NamedTuple

from flint import fmpq, fmpq_poly, fmpz_poly

WIDTH = fmpq(1, 2**42)
"""Of the interval of a root, 2e-13."""


class Near(NamedTuple):
    """Where a root may be; nearer there is none."""

    near: fmpq
    """From the start to here there is none, here neither."""
    far: fmpq
    """By no more than WIDTH farther."""


def variations(polynomial: fmpz_poly, a: fmpq, b: fmpq) -> int:
    """Return a bound of the number of roots strictly between a and b, exact where it is 0 or 1.

    >>> [variations(fmpz_poly([-1, 0, 2]), fmpq(0), fmpq(at)) for at in (1, 2)]
    [1, 1]
    >>> variations(fmpz_poly([1, 0, 2]), fmpq(2), fmpq(1))
    0
    """
    stretched = fmpq_poly(polynomial)(fmpq_poly([a, b - a]))
    turned = fmpq_poly(stretched.coeffs()[::-1])(fmpq_poly([1, 1]))
    signs = [number > 0 for number in turned.numer().coeffs() if number]
    return sum(one != other for one, other in zip(signs, signs[1:], strict=False))


def nearest(polynomial: fmpz_poly, start: fmpq, end: fmpq) -> Near | None:
    """Return where the nearest root may be, strictly between `start`, which is none, and `end` on
    either side; None if there is none.

    >>> found = nearest(fmpz_poly([-1, 0, 2]), fmpq(1), fmpq(0))
    >>> print(round(int(found.near.p) / int(found.near.q), 12))
    0.707106781187
    """
    waiting = [(start, end)]
    while waiting:
        a, b = waiting.pop()
        if variations(polynomial, a, b):
            if abs(b - a) <= WIDTH:
                return Near(a, b)
            middle = (a + b) / 2
            waiting += [(middle, b), (a, middle)]
        elif b != end and polynomial(b) == 0:
            return Near(b + (a - b) * min(fmpq(1), WIDTH / abs(b - a)), b)
    return None
