"""Stretches that cover all p between two numbers, except for gaps: of at most WIDTH between two
stretches, and of at most NARROW at an end.

Where there is no stretch, one is searched in the middle. A gap is the interval between two
neighbours: play may change in it, and nowhere else. A gap at an end has a stretch on one side only,
so it must be much narrower.
"""

from collections.abc import Collection

from flint import fmpq, fmpz

from .....schemas.parts.problems import LimitError
from .family import Family
from .functions import WIDTH as ROOT
from .stretch import Curves, Stretch, stretch

WIDTH = fmpq(1, 2 * 10**9)
"""Half the maximal width of a bracket: its ends are rounded."""
NARROW = 4 * ROOT
"""Width of a gap at an end of the range, where a stretch after a change may be this narrow; roots
are not bracketed more closely.
"""
TRIES = 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13
"""Points of a gap, in 16ths, at which a stretch is searched: a single p may be special."""
MOST = 1_000
"""Maximal number of stretches."""


def covered(family: Family, low: fmpq, high: fmpq, found: list[Stretch]) -> None:
    """Append the stretches to `found`, as they are found; at least one. Raises LimitError if
    there are too many.
    """
    curves = Curves(family)
    gaps = [(low, high)]
    basis: Collection[int] = ()
    while gaps:
        a, b = gaps.pop()
        at_end = a == low or b == high
        if found and b - a <= (NARROW if at_end else WIDTH):
            continue
        one = _somewhere(curves, a, b, basis)
        found.append(one)
        if len(found) > MOST:
            raise LimitError(
                f"--critical: optimal strategies change more than {MOST:,} times, most likely; "
                "ask for a part of the probabilities"
            )
        basis = one.basis
        gaps += [(one.high.at, b), (a, one.low.at)]


def is_searched(lower: Stretch, upper: Stretch) -> bool:
    """Return whether the gap between two neighbours is at most as wide as a bracket, or empty."""
    return bool(upper.low.at - lower.high.at <= WIDTH)


def _somewhere(curves: Curves, a: fmpq, b: fmpq, basis: Collection[int]) -> Stretch:
    for sixteenth in TRIES:
        p = _simple(a + (b - a) * sixteenth / 16, (b - a) / 64)
        found = stretch(curves, p, (a, b), basis)
        if found:
            return found
    raise LimitError(
        "--critical: no stretch was proved on which optimal strategies are the same, near "
        f"p = {float(int(a.p) / int(a.q)):.10g}"
    )


def _simple(p: fmpq, off: fmpq) -> fmpq:
    """Return a number at most about `off` from p whose denominator is a prime: such a number is
    unlikely to be special.

    >>> _simple(fmpq(1, 2), fmpq(1, 10))
    6/11
    """
    below = fmpz(int(1 / off) | 1)
    while not below.is_probable_prime():
        below += 2
    return fmpq((p * below + fmpq(1, 2)).floor(), below)
