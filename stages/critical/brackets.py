"""Numbers that people can read, around the gaps that stretches leave."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from flint import fmpq, fmpq_poly

from stages.critical.coverage import is_searched
from stages.critical.records import Function
from stages.critical.stretch import Stretch

GRID = 10**10
"""Ends are multiples of 1 over it, where the stretches have one close by."""


def bracket(lower: Stretch, upper: Stretch) -> tuple[fmpq, fmpq]:
    """Return a number of each of two stretches, at the gap between them."""
    return _upper_end(lower), _lower_end(upper)


def reach(stretches: Sequence[Stretch], ends: tuple[fmpq, fmpq]) -> tuple[fmpq, fmpq]:
    """Return the ends; where a gap is at one of them, a number of the stretch beside it instead."""
    first, last = stretches[0], stretches[-1]
    return (
        ends[0] if first.low.at == ends[0] else _lower_end(first),
        ends[1] if last.high.at == ends[1] else _upper_end(last),
    )


def _lower_end(found: Stretch) -> fmpq:
    low = (found.low.at * GRID).floor() + 1
    return fmpq(low, GRID) if low < found.high.at * GRID else found.low.at


def _upper_end(found: Stretch) -> fmpq:
    high = (found.high.at * GRID).ceil() - 1
    return fmpq(high, GRID) if high > found.low.at * GRID else found.high.at


def functions(
    stretches: Sequence[Stretch], objective: int, sign: int, ends: tuple[fmpq, fmpq]
) -> Iterator[Function]:
    """Yield the value between `ends`, a function for each p on which it is the same; `objective` is
    the column that has it, times the sign.
    """
    begin = ends[0]
    for at, one in enumerate(stretches):
        last = at + 1 == len(stretches)
        here = _function(one, objective, sign)
        if (
            not last
            and is_searched(one, stretches[at + 1])
            and _function(stretches[at + 1], objective, sign) == here
        ):
            continue
        low, high = (ends[1], ends[1]) if last else bracket(one, stretches[at + 1])
        yield Function(fraction(begin), fraction(low), *here)
        begin = high


def fraction(number: fmpq) -> Fraction:
    """Return FLINT's number as Python's."""
    return Fraction(int(number.p), int(number.q))


def _function(found: Stretch, objective: int, sign: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return numerator and denominator, without common factors, the latter positive."""
    above, below = sign * found.plans[0].above[objective], found.plans[0].below
    common = above.gcd(below)
    above, below = above // common, below // common
    unit = above.denom().lcm(below.denom())
    parts = [(one * fmpq_poly([fmpq(unit)])).numer() for one in (above, below)]
    content = parts[0].content().gcd(parts[1].content())
    if below((found.low.at + found.high.at) / 2) < 0:
        content = -content
    first, second = (tuple(int(number) for number in (one // content).coeffs()) for one in parts)
    return first, second
