"""Rational functions and polynomials of p: vectors of functions, from their values at some points,
and the roots of a polynomial.

The solution of linear equations whose coefficients are polynomials is a vector of rational
functions of unknown degree. So it is guessed from few values, by the Euclidean algorithm (Cauchy
interpolation; von zur Gathen and Gerhard, Modern Computer Algebra, 5.8). The caller substitutes the
guess into the equations: that proves it, or else a new guess uses more values.

Roots are bounded by Descartes' rule. The changes of sign among the coefficients of
`(1 + t)^n f((a + b t) / (1 + t))` are at least as many as the roots of f strictly between a and b;
if there is none, there is no root, and if there is one, there is one root (Collins and Akritas,
SYMSAC 1976).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from flint import fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from .....schemas.parts.problems import LimitError

FIRST, MOST = 6, 384
"""First and maximal number of points; it is doubled each time."""
SPARE = 3
"""Redundant points of a guess: it must agree with the values there, too."""

Vector = Sequence[fmpq]


class Functions(NamedTuple):
    """Rational functions with a common denominator."""

    above: list[fmpq_poly]
    below: fmpq_poly


def interpolating(points: Sequence[fmpq]) -> fmpq_mat:
    """Return the matrix from values at points to coefficients, constant coefficient first.

    >>> interpolating([fmpq(2), fmpq(3)])
    [ 3, -2]
    [-1,  1]
    """
    size = len(points)
    return fmpq_mat(size, size, [p**power for p in points for power in range(size)]).inv()


def functions(
    values: Callable[[fmpq], Vector | None], holds: Callable[[Functions], bool]
) -> Functions:
    """Return the functions that have the given `values` at points and satisfy `holds`. `values`
    returns None where they are undefined. Raises LimitError if their degrees are too high.
    """
    points, known = list[fmpq](), list[Vector]()
    ahead = _points()
    size = FIRST
    while size <= MOST:
        while len(points) < size:
            p = next(ahead)
            there = values(p)
            if there is not None:
                points.append(p)
                known.append(there)
        guess = _guess(points, known)
        if guess is not None and holds(guess):
            return guess
        size *= 2
    raise LimitError(
        f"--critical: the strategies are functions of p of a higher degree than {MOST // 2} can "
        "be found with"
    )


def _points() -> Iterator[fmpq]:
    """Yield small integers except 0 and 1, at which a game is special."""
    for number in range(2, 10 * MOST):
        yield fmpq(number)
        yield fmpq(1 - number)


def _guess(points: Sequence[fmpq], known: Sequence[Vector]) -> Functions | None:
    # A weighted sum, with independent weights, has the common denominator of all.
    weights = [1 + pow(at + 3, 5, 10_007) for at in range(len(known[0]))]
    sums = [
        sum((weight * one for weight, one in zip(weights, vector, strict=True)), fmpq(0))
        for vector in known
    ]
    matrix = interpolating(points)
    below = _denominator(points, _polynomial(matrix, sums))
    if below is None:
        return None
    factors = [below(p) for p in points]
    columns = {
        tuple(factor * one for factor, one in zip(factors, column, strict=True))
        for column in zip(*known, strict=True)
    }
    made = {column: _polynomial(matrix, column) for column in columns}
    above = [
        made[tuple(factor * one for factor, one in zip(factors, column, strict=True))]
        for column in zip(*known, strict=True)
    ]
    return Functions(above, below)


def _polynomial(matrix: fmpq_mat, values: Sequence[fmpq]) -> fmpq_poly:
    if not any(values):
        return fmpq_poly([])
    return fmpq_poly((matrix * fmpq_mat(len(values), 1, list(values))).entries())


def _denominator(points: Sequence[fmpq], through: fmpq_poly) -> fmpq_poly | None:
    """Return the denominator of the simplest function with the same values at the points as a
    polynomial; None if no simple one has them.

    >>> _denominator([fmpq(at) for at in range(6)], fmpq_poly([1]))
    1
    """
    size = len(points)
    rest = fmpq_poly([1])
    for p in points:
        rest *= fmpq_poly([-p, 1])
    before, now = rest, through
    below_before, below = fmpq_poly([]), fmpq_poly([1])
    while 2 * now.degree() >= size:
        quotient = before // now
        before, now = now, before - quotient * now
        below_before, below = below, below_before - quotient * below
    if now.degree() + below.degree() > size - SPARE:
        return None
    whole = below.numer()
    return fmpq_poly(whole // whole.content()) if whole else None


WIDTH = fmpq(1, 2**42)
"""Width of a root's interval, 2e-13."""


class Near(NamedTuple):
    """Bounds for the nearest root."""

    near: fmpq
    """There is no root from the start up to and including this point."""
    far: fmpq
    """The root is before this point, at most WIDTH beyond `near`."""


def variations(polynomial: fmpz_poly, a: fmpq, b: fmpq) -> int:
    """Return an upper bound of the number of roots strictly between a and b, exact if it is 0 or 1.

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
    """Return bounds for the nearest root strictly between `start`, which is no root, and `end`, in
    either direction; None if there is none.

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
